import type { Cents } from '#domain/money.ts'
import type { CardSide } from '#server/money/charges/actions.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type NewRefund = {
  id: string
  pledgeId: string
  chargeId: string | null
  paymentId: string | null
  amount: Cents
  state: 'scheduled' | 'owed' | 'claimed'
}

export async function insertRefunds(
  db: Db,
  key: { campaignId: string; settlementId: string | null; reason: string; createdAt: Date },
  refunds: readonly NewRefund[],
): Promise<void> {
  const list = <K extends keyof NewRefund>(name: K) => sql.param(refunds.map((refund) => refund[name]))
  await db.query(sql`
    insert into refunds (id, campaign_id, pledge_id, settlement_id, charge_id, payment_id, kind, amount_cents, state, reason, created_at)
    select id, ${key.campaignId}::uuid, pledge_id, ${key.settlementId}::uuid, charge_id, payment_id, 'correction', amount, state,
           ${key.reason}, ${key.createdAt}::timestamptz
      from unnest(${list('id')}::uuid[], ${list('pledgeId')}::uuid[], ${list('chargeId')}::uuid[], ${list('paymentId')}::uuid[],
                  ${list('amount')}::bigint[], ${list('state')}::text[]) as given (id, pledge_id, charge_id, payment_id, amount, state)`)
}

/** One that a representative gives on purpose. */
export async function insertGoodwill(
  db: Db,
  row: {
    id: string
    campaignId: string
    pledgeId: string
    chargeId: string
    amount: Cents
    reason: string
    createdAt: Date
  },
): Promise<void> {
  await db.query(sql`
    insert into refunds (id, campaign_id, pledge_id, charge_id, kind, amount_cents, state, reason, created_at)
    values (${row.id}, ${row.campaignId}, ${row.pledgeId}, ${row.chargeId}, 'goodwill', ${row.amount}, 'scheduled', ${row.reason}, ${row.createdAt})`)
}

/** Marks goodwill refunds as claimed by a correction, oldest first, so that the money is not given twice (R32). */
export async function claimGoodwill(db: Db, pledgeId: string, amount: Cents): Promise<void> {
  await db.query(sql`
    with goodwill as (
      select id, amount_cents - claimed_cents as open,
             sum(amount_cents - claimed_cents) over (order by id) - (amount_cents - claimed_cents) as before
        from refunds where pledge_id = ${pledgeId} and kind = 'goodwill' and state <> 'failed' and claimed_cents < amount_cents)
    update refunds r set claimed_cents = r.claimed_cents + least(g.open, ${amount} - g.before)
      from goodwill g where r.id = g.id and g.before < ${amount}`)
}

/**
 * Card refunds that wait for the card provider, and attempts whose answer never came (R34). Only the side that took the money
 * can refund it: those of another one wait for it (R39).
 */
const due = (now: Date, side: CardSide) => sql`
  ((r.state = 'scheduled' or (r.state = 'processing' and r.lease_until <= ${now}))
    and coalesce(a.provider, k.provider) = ${side.provider}
    and case when a.provider is null then k.money_mode else c.money_mode end = ${side.moneyMode})`
/** A charge that was paid by link was taken by the side of that attempt, whatever card it was meant for. */
const takenBy = sql`
  charges c left join cards k on k.id = c.card_id left join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'`

export async function dueRefunds(
  db: Db,
  now: Date,
  side: CardSide,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select r.id from refunds r join (${takenBy}) on c.id = r.charge_id
     where ${due(now, side)} and r.id > ${afterId ?? BEFORE_ALL_IDS}::uuid order by r.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export type ClaimedRefund = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string
  amountCents: Cents
  reason: string
  /** The payment that is refunded, by the card provider's own name. */
  reference: string
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number
  /** When it was first tried. */
  startedAt: Date
}

/** The refund, this worker's until the lease ends; null when another one has it or it is done (R34). */
export async function claimRefund(
  db: Db,
  id: string,
  { now, leaseUntil, side }: { now: Date; leaseUntil: Date; side: CardSide },
): Promise<ClaimedRefund | null> {
  const [row] = await db.query<ClaimedRefund>(sql`
    update refunds r set state = 'processing', started_at = coalesce(r.started_at, ${now}::timestamptz), lease_until = ${leaseUntil}
      from (${takenBy}), campaigns
     where r.id = ${id} and c.id = r.charge_id and campaigns.id = r.campaign_id and ${due(now, side)}
    returning r.id, r.campaign_id, r.pledge_id, r.charge_id, r.amount_cents, r.reason, r.started_at, c.money_mode, campaigns.commission_basis_points,
      a.provider_reference as reference`)
  return row ?? null
}

export async function isProcessing(db: Db, id: string): Promise<boolean> {
  const rows = await db.query(sql`select id from refunds where id = ${id} and state = 'processing'`)
  return rows.length === 1
}

export type Withdrawn = { id: string; amountCents: Cents; wasMade: boolean }

/** A check that bounced was never money: what was refunded of it is no refund, whether it was made by then or owed. */
export const withdrawRefunds = (db: Db, paymentId: string): Promise<Withdrawn[]> =>
  db.query<Withdrawn>(sql`
    with held as (
      select id, state from refunds where payment_id = ${paymentId} and state in ('owed', 'succeeded') order by id for update)
    update refunds r set state = 'failed' from held h where r.id = h.id
    returning r.id, r.amount_cents, h.state = 'succeeded' as was_made`)

/** What was owed has been refunded manually (R32). */
export async function markRepaid(db: Db, id: string, at: Date): Promise<void> {
  await db.query(
    sql`update refunds set state = 'succeeded', succeeded_at = ${at} where id = ${id} and state = 'owed'`,
  )
}

/** Answers false when it was recorded before. */
export async function finishRefund(
  db: Db,
  id: string,
  { state, reference, at }: { state: 'succeeded' | 'owed'; reference: string | null; at: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds set state = ${state}, provider_reference = ${reference},
           succeeded_at = case when ${state} = 'succeeded' then ${at}::timestamptz end
     where id = ${id} and state = 'processing' returning id`)
  return rows.length === 1
}
