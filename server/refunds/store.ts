import type { Cents } from '#domain/money.ts'
import { type Db, sql } from '#server/db/database.ts'

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
  key: { campaignId: string; settlementId: string; reason: string; createdAt: Date },
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

export type OpenRefund = {
  id: string
  campaignId: string
  pledgeId: string
  chargeId: string
  amountCents: Cents
  reference: string
  moneyMode: 'live' | 'sandbox'
  commissionBasisPoints: number
}

/** Card refunds that wait for the card side. */
export async function scheduledRefunds(db: Db, afterId: string | null, limit: number): Promise<OpenRefund[]> {
  return db.query<OpenRefund>(sql`
    select r.id, r.campaign_id, r.pledge_id, r.charge_id, r.amount_cents, c.money_mode, k.commission_basis_points,
           (select a.provider_reference from charge_attempts a where a.charge_id = c.id and a.outcome = 'succeeded' limit 1) as reference
      from refunds r join charges c on c.id = r.charge_id join campaigns k on k.id = r.campaign_id
     where r.state = 'scheduled' and (${afterId}::uuid is null or r.id > ${afterId}::uuid) order by r.id limit ${limit}`)
}

/** Answers false when it was recorded before. */
export async function finishRefund(db: Db, id: string, reference: string, at: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update refunds set state = 'succeeded', provider_reference = ${reference}, succeeded_at = ${at}
     where id = ${id} and state = 'scheduled' returning id`)
  return rows.length === 1
}
