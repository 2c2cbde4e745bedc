import type { Cents } from '#domain/money.ts'
import type { ProviderInUse } from '#server/money/charges/index.ts'
import { isHeldByException } from '#server/money/exceptions/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type NewRefund = {
  id: string
  pledgeId: string
  chargeId: string | null
  paymentId: string | null
  amount: Cents
}

/** To the card it was charged to; what was paid by check or cash goes back by hand. */
export async function insertRefunds(
  db: Db,
  key: { campaignId: string; settlementId: string | null; reason: string; createdAt: Date },
  refunds: readonly NewRefund[],
): Promise<void> {
  const list = <K extends keyof NewRefund>(name: K) =>
    sql.param(refunds.map((refund) => refund[name] ?? null))
  await db.query(sql`
    insert into refunds (
      id, campaign_id, pledge_id, settlement_id, charge_id, payment_id, kind, amount_cents, state,
      by_hand, reason, created_at
    )
    select
      id, ${key.campaignId}::uuid, pledge_id, ${key.settlementId}::uuid, charge_id, payment_id,
      'correction', amount, 'due', payment_id is not null, ${key.reason},
      ${key.createdAt}::timestamptz
    from unnest(
      ${list('id')}::uuid[], ${list('pledgeId')}::uuid[], ${list('chargeId')}::uuid[],
      ${list('paymentId')}::uuid[], ${list('amount')}::bigint[]
    ) as given (id, pledge_id, charge_id, payment_id, amount)
  `)
}

/** A refund that a representative gives on purpose. Returns its campaign. */
export async function insertGoodwill(
  db: Db,
  row: {
    id: string
    chargeId: string
    amount: Cents
    reason: string
    createdAt: Date
    /** Who gave it without a second person. */
    aloneBy: string | null
  },
): Promise<string> {
  return only(
    await db.query<{ campaignId: string }>(sql`
      insert into refunds (
        id, campaign_id, pledge_id, charge_id, kind, amount_cents, state, reason, given_alone_by,
        created_at
      )
      select
        ${row.id}, campaign_id, pledge_id, id, 'goodwill', ${row.amount}, 'due', ${row.reason},
        ${row.aloneBy}::uuid, ${row.createdAt}
      from charges
      where id = ${row.chargeId}
      returning campaign_id
    `),
  ).campaignId
}

/** The same again, as another refund: a key that was refused may be refused again. */
export async function insertSuccessor(
  db: Db,
  row: { id: string; ofId: string; byHand: boolean },
): Promise<void> {
  await db.query(sql`
    insert into refunds (
      id, campaign_id, pledge_id, settlement_id, charge_id, kind, amount_cents, state, by_hand,
      reason, created_at
    )
    select
      ${row.id}, campaign_id, pledge_id, settlement_id, charge_id, kind, amount_cents, 'due',
      ${row.byHand}, reason, created_at
    from refunds
    where id = ${row.ofId}
  `)
}

/**
 * Refunds to make by card, and attempts without an answer. Only the card provider that collected the money can refund
 * it: refunds of another one wait for it.
 */
const due = (now: Date, inUse: ProviderInUse) => sql`
  (
    (r.state = 'due' or (r.state = 'sent' and r.lease_until <= ${now}))
    and not r.by_hand
    and not ${isHeldByException(sql`r.id`)}
    and coalesce(a.provider, k.provider) = ${inUse.provider}
    and case when a.provider is null then k.money_mode else c.money_mode end = ${inUse.moneyMode}
  )
`

/** A charge paid by link was collected by that attempt's card provider, whatever card it was meant for. */
const takenBy = sql`
  charges c
  left join cards k on k.id = c.card_id
  left join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
`

export async function dueRefunds(
  db: Db,
  now: Date,
  inUse: ProviderInUse,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select r.id
    from refunds r
    join (${takenBy}) on c.id = r.charge_id
    where ${due(now, inUse)}
      and r.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
    order by r.id
    limit ${limit}
  `)
  return rows.map(({ id }) => id)
}

/** A refund to a card. */
export type CardRefund = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string
  amountCents: Cents
  reason: string
  /** The card provider's id of the payment that is refunded. */
  reference: string
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number
}

export type ClaimedRefund = CardRefund & {
  /** When it was first attempted. */
  startedAt: Date
  /** When the bank account was debited; null for a card. */
  debitedAt: Date | null
}

/** Claims the refund until the lease expires; null if another worker has it or it is done. */
export async function claimRefund(
  db: Db,
  id: string,
  { now, leaseUntil, inUse }: { now: Date; leaseUntil: Date; inUse: ProviderInUse },
): Promise<ClaimedRefund | null> {
  const [row] = await db.query<ClaimedRefund>(sql`
    update refunds r
    set
      state = 'sent',
      started_at = coalesce(r.started_at, ${now}::timestamptz),
      lease_until = ${leaseUntil}
    from (${takenBy}), campaigns
    where r.id = ${id}
      and c.id = r.charge_id
      and campaigns.id = r.campaign_id
      and ${due(now, inUse)}
    returning
      r.id, r.campaign_id, r.pledge_id, r.charge_id, r.amount_cents, r.reason, r.started_at,
      c.money_mode, campaigns.commission_basis_points, a.provider_reference as reference,
      case when a.kind <> 'link' and k.kind = 'bank_account' then a.started_at end as debited_at
  `)
  return row ?? null
}

/** False if it was already recorded. */
export async function markPaid(
  db: Db,
  id: string,
  { reference, at }: { reference: string | null; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds
    set state = 'paid', provider_reference = ${reference}, succeeded_at = ${at}
    where id = ${id}
      and state = 'sent'
    returning id
  `)
  return rows.length === 1
}

/** False if it was already recorded, or made by hand since. */
export async function markFailed(
  db: Db,
  id: string,
  { from, reference }: { from: 'due' | 'sent' | 'paid'; reference: string | null },
): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds
    set state = 'failed', provider_reference = coalesce(provider_reference, ${reference})
    where id = ${id}
      and state = ${from}
      and not exists (select from manual_refunds where refund_id = ${id})
    returning id
  `)
  return rows.length === 1
}

type Known = CardRefund & { state: 'due' | 'sent' | 'paid' | 'failed'; refundReference: string | null }

/** By its key, or by the card provider's id: one that was made there may have taken the place of several. */
export async function findRefunds(
  db: Db,
  by: { chargeId: string; idempotencyKey: string | null; reference: string },
): Promise<Known[]> {
  const rows = await db.query<Known>(sql`
    select
      r.id, r.campaign_id, r.pledge_id, r.charge_id, r.amount_cents, r.reason, r.state,
      r.provider_reference as refund_reference, c.money_mode, m.commission_basis_points,
      a.provider_reference as reference
    from refunds r
    join charges c on c.id = r.charge_id
    join campaigns m on m.id = r.campaign_id
    join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
    where r.charge_id = ${by.chargeId}
      and (r.id::text = ${by.idempotencyKey} or r.provider_reference = ${by.reference})
    order by r.provider_reference = ${by.reference} desc nulls last
  `)
  return rows
}

type Elsewhere = {
  campaignId: string
  pledgeId: string
  chargeId: string
  reference: string
  amount: Cents
  /** When it was made at the card provider. */
  madeAt: Date
}

type TakenOver = { id: string; amountCents: Cents; wasBooked: boolean; reason: string }

/**
 * A refund of this charge that was not made yet, and that the one made at the card provider was: of exactly as much, or of what
 * exceeds `left`, what was left of the charge. Locked by the charge.
 */
export async function takeOver(db: Db, made: Elsewhere & { left: Cents }): Promise<TakenOver | undefined> {
  return first(
    await db.query<TakenOver>(sql`
      with held as (
        select id, is_booked
        from refunds
        where charge_id = ${made.chargeId}
          and (
            amount_cents = ${made.amount}::bigint
            or amount_cents <= ${made.amount}::bigint - ${made.left}::bigint
          )
          and state in ('due', 'sent')
        order by (amount_cents = ${made.amount}::bigint) desc, amount_cents desc, id
        limit 1
        for update
      )
      update refunds r
      set
        state = 'paid',
        by_hand = false,
        provider_reference = ${made.reference},
        succeeded_at = ${made.madeAt}::timestamptz
      from held h
      where r.id = h.id
      returning r.id, r.amount_cents, h.is_booked as was_booked, r.reason
    `),
  )
}

export async function insertOutsideRefund(
  db: Db,
  { id, at, ...row }: Elsewhere & { id: string; at: Date; reason: string },
): Promise<void> {
  await db.query(sql`
    insert into refunds (
      id, campaign_id, pledge_id, charge_id, kind, amount_cents, state, reason, provider_reference,
      created_at, succeeded_at
    )
    values (
      ${id}, ${row.campaignId}, ${row.pledgeId}, ${row.chargeId}, 'goodwill', ${row.amount}, 'paid',
      ${row.reason}, ${row.reference}, ${at}, ${row.madeAt}
    )
  `)
}

type Voided = { chargeId: string; amountCents: Cents }

/** Refunds by card that these settlements decided, and that were not made. */
export const voidRefunds = (db: Db, settlementIds: readonly string[]): Promise<Voided[]> =>
  db.query<Voided>(sql`
    update refunds
    set state = 'failed'
    where settlement_id = any(${sql.param([...settlementIds])}::uuid[])
      and state = 'due'
      and charge_id is not null
    returning charge_id, amount_cents
  `)

type Withdrawn = { id: string; amountCents: Cents; wasMade: boolean }

/** A bounced check was never money: its refunds are undone, whether they were made or only due. */
export const withdrawRefunds = (db: Db, paymentId: string): Promise<Withdrawn[]> =>
  db.query<Withdrawn>(sql`
    with held as (
      select id, state
      from refunds
      where payment_id = ${paymentId}
        and state in ('due', 'paid')
      order by id
      for update
    )
    update refunds r
    set state = 'failed'
    from held h
    where r.id = h.id
    returning r.id, r.amount_cents, h.state = 'paid' as was_made
  `)

/** Records that a refund was made by hand. */
export async function markRepaid(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`
    update refunds
    set state = 'paid', succeeded_at = ${at}
    where id = ${id}
      and state = 'due'
      and by_hand
  `)
}

/** Locks all refunds of these settlements, so that none is made until the transaction ends. */
export async function lockRefunds(db: Db, settlementIds: readonly string[]): Promise<void> {
  await db.query(sql`
    select id
    from refunds
    where settlement_id = any(${sql.param([...settlementIds])}::uuid[])
      and state <> 'failed'
    order by id
    for update
  `)
}

type ByHand = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string
  amountCents: Cents
  reason: string
  commissionBasisPoints: number
  moneyMode: 'live' | 'sandbox'
}

/** A refund of a charge that is due by hand, locked; undefined if it is not, or no longer. */
export async function lockDueByHand(db: Db, id: string): Promise<ByHand | undefined> {
  return first(
    await db.query<ByHand>(sql`
      select
        r.id, r.campaign_id, r.pledge_id, r.charge_id, r.amount_cents, r.reason, c.commission_basis_points, c.money_mode
      from refunds r
      join campaigns c on c.id = r.campaign_id
      where r.id = ${id}
        and r.state = 'due'
        and r.by_hand
        and r.charge_id is not null
      for update of r
    `),
  )
}
