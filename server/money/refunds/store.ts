import type { Cents } from '#domain/money.ts'
import type { ProviderInUse } from '#server/money/charges/index.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

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
        ${row.id}, campaign_id, pledge_id, id, 'goodwill', ${row.amount}, 'scheduled', ${row.reason},
        ${row.aloneBy}::uuid, ${row.createdAt}
      from charges
      where id = ${row.chargeId}
      returning campaign_id
    `),
  ).campaignId
}

/**
 * Pending card refunds, and attempts without an answer (R34). Only the card provider that collected the money can refund
 * it: refunds of another one wait for it (R39).
 */
const due = (now: Date, inUse: ProviderInUse) => sql`
  (
    (r.state = 'scheduled' or (r.state = 'processing' and r.lease_until <= ${now}))
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

export type ClaimedRefund = {
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
  /** When it was first attempted. */
  startedAt: Date
  /** When the bank account was debited; null for a card. */
  debitedAt: Date | null
}

/** Claims the refund until the lease expires; null if another worker has it or it is done (R34). */
export async function claimRefund(
  db: Db,
  id: string,
  { now, leaseUntil, inUse }: { now: Date; leaseUntil: Date; inUse: ProviderInUse },
): Promise<ClaimedRefund | null> {
  const [row] = await db.query<ClaimedRefund>(sql`
    update refunds r
    set
      state = 'processing',
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

export async function isProcessing(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(sql`select id from refunds where id = ${id} and state = 'processing'`)
  return rows.length === 1
}

/** False if it was already recorded. */
export async function finishRefund(
  db: Db,
  id: string,
  { state, reference, at }: { state: 'succeeded' | 'owed'; reference: string | null; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds
    set
      state = ${state},
      provider_reference = ${reference},
      succeeded_at = case when ${state} = 'succeeded' then ${at}::timestamptz end
    where id = ${id}
      and state = 'processing'
    returning id
  `)
  return rows.length === 1
}
