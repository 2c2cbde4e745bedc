import type { Cents } from '#domain/money.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type NewRefund = {
  id: string
  pledgeId: string
  chargeId: string | null
  paymentId: string | null
  amount: Cents
  state: 'scheduled' | 'owed' | 'claimed' | 'waiting' | 'dropped'
  /** The dispute that it waits for, or that it is dropped for unless it is won (R66). */
  disputeId?: string
}

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
      reason, created_at, dispute_id
    )
    select
      id, ${key.campaignId}::uuid, pledge_id, ${key.settlementId}::uuid, charge_id, payment_id,
      'correction', amount, state, ${key.reason}, ${key.createdAt}::timestamptz, dispute_id
    from unnest(
      ${list('id')}::uuid[], ${list('pledgeId')}::uuid[], ${list('chargeId')}::uuid[],
      ${list('paymentId')}::uuid[], ${list('amount')}::bigint[], ${list('state')}::text[],
      ${list('disputeId')}::uuid[]
    ) as given (id, pledge_id, charge_id, payment_id, amount, state, dispute_id)
  `)
}

/** Marks goodwill refunds as claimed by a correction, oldest first, so that the money is not refunded twice (R32). */
export async function claimGoodwill(db: Db, pledgeId: string, amount: Cents): Promise<void> {
  await db.query(sql`
    with goodwill as (
      select
        id,
        amount_cents - claimed_cents as open,
        sum(amount_cents - claimed_cents) over (order by id)
          - (amount_cents - claimed_cents) as before
      from refunds
      where pledge_id = ${pledgeId}
        and kind = 'goodwill'
        and state not in ('failed', 'dropped')
        and claimed_cents < amount_cents
    )
    update refunds r
    set claimed_cents = r.claimed_cents + least(g.open, ${amount} - g.before)
    from goodwill g
    where r.id = g.id
      and g.before < ${amount}
  `)
}

export type Withdrawn = { id: string; amountCents: Cents; wasMade: boolean }

/** A bounced check was never money: its refunds are undone, whether they were made or only owed. */
export const withdrawRefunds = (db: Db, paymentId: string): Promise<Withdrawn[]> =>
  db.query<Withdrawn>(sql`
    with held as (
      select id, state
      from refunds
      where payment_id = ${paymentId}
        and state in ('owed', 'succeeded')
      order by id
      for update
    )
    update refunds r
    set state = 'failed'
    from held h
    where r.id = h.id
    returning r.id, r.amount_cents, h.state = 'succeeded' as was_made
  `)

/** Records that an owed refund was paid manually (R32). */
export async function markRepaid(db: Db, id: string, at: Date): Promise<void> {
  await db.query(
    sql`update refunds set state = 'succeeded', succeeded_at = ${at} where id = ${id} and state = 'owed'`,
  )
}
