import type { Cents } from '#domain/money.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import type { ClaimedRefund } from './store.ts'

/** A refund with no attempt yet, or made in the card provider's dashboard, has no start time. */
export type KnownRefund = Omit<ClaimedRefund, 'startedAt' | 'debitedAt'> & {
  startedAt: Date | null
  state: string
  excessCents: Cents
}

/** By its key, or by the card provider's id. */
export async function findRefund(
  db: Db,
  by: { chargeId: string; idempotencyKey: string | null; reference: string },
): Promise<KnownRefund | undefined> {
  const rows = await db.query<KnownRefund>(sql`
    select
      r.id, r.campaign_id, r.pledge_id, r.charge_id, r.amount_cents, r.reason, r.started_at,
      r.state, r.excess_cents, c.money_mode, m.commission_basis_points,
      a.provider_reference as reference
    from refunds r
    join charges c on c.id = r.charge_id
    join campaigns m on m.id = r.campaign_id
    join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
    where r.charge_id = ${by.chargeId}
      and (r.id::text = ${by.idempotencyKey} or r.provider_reference = ${by.reference})
  `)
  return first(rows)
}

/** False if it was already recorded. */
export async function insertOutsideRefund(
  db: Db,
  row: {
    id: string
    campaignId: string
    pledgeId: string
    chargeId: string
    reference: string
    amount: Cents
    at: Date
    /** When it was made at the card provider. */
    madeAt: Date
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into refunds (
      id, campaign_id, pledge_id, charge_id, kind, amount_cents, state, reason, provider_reference,
      created_at, succeeded_at
    )
    values (
      ${row.id}, ${row.campaignId}, ${row.pledgeId}, ${row.chargeId}, 'goodwill', ${row.amount},
      'succeeded', 'Refunded at the card provider', ${row.reference}, ${row.at}, ${row.madeAt}
    )
    on conflict (provider_reference)
    where provider_reference is not null
    do nothing
    returning id
  `)
  return rows.length === 1
}

/** The excess above the charge is not part of the refund. */
export async function splitExcess(db: Db, id: string, excess: Cents): Promise<void> {
  await db.query(sql`
    update refunds
    set amount_cents = amount_cents - ${excess}::bigint, excess_cents = ${excess}
    where id = ${id}
  `)
}

/** False if it was already recorded, or refunded manually since. If all of it was excess, nothing is owed. */
export async function markOwed(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds
    set state = case amount_cents when 0 then 'failed' else 'owed' end, excess_cents = 0
    where id = ${id}
      and state = 'succeeded'
      and not exists (select from manual_refunds where refund_id = ${id})
    returning id
  `)
  return rows.length === 1
}

export type Waiting = {
  id: string
  amountCents: Cents
  kind: 'correction' | 'goodwill'
  state: 'scheduled' | 'processing' | 'owed'
  /** The part of a goodwill refund that a correction claimed. */
  claimedCents: Cents
}

/** Refunds of a charge that are not made yet: newest first, locked until the transaction ends. */
export function waitingOf(db: Db, chargeId: string): Promise<Waiting[]> {
  return db.query<Waiting>(sql`
    select id, amount_cents, kind, state, claimed_cents
    from refunds
    where charge_id = ${chargeId}
      and state in ('scheduled', 'processing', 'owed')
    order by (state = 'owed'), id desc
    for update
  `)
}

/**
 * `part` of a pending refund is no longer paid: it becomes claimed for a correction, and is dropped for goodwill. The rest
 * stays pending as a separate refund, because a key is never used for another amount (R34).
 */
export async function giveWay(
  db: Db,
  given: { id: string; part: Cents; rest: Cents; restId: string; restClaimed: Cents },
): Promise<void> {
  const { id, part, rest, restId, restClaimed } = given
  if (rest > 0)
    await db.query(sql`
      insert into refunds (
        id, campaign_id, pledge_id, settlement_id, charge_id, kind, amount_cents, claimed_cents,
        state, reason, created_at
      )
      select
        ${restId}::uuid, campaign_id, pledge_id, settlement_id, charge_id, kind, ${rest}::bigint,
        ${restClaimed}::bigint,
        case state when 'owed' then 'owed' else 'scheduled' end,
        reason, created_at
      from refunds
      where id = ${id}
    `)
  await db.query(sql`
    update refunds
    set
      amount_cents = ${part},
      claimed_cents = 0,
      state = case kind when 'correction' then 'claimed' else 'failed' end
    where id = ${id}
  `)
}
