/** Transfers reversed in Stripe’s dashboard, and checks and bank transfers that were returned (R34, R38). */
import type { Cents } from '#domain/money.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type TransferredPayout = {
  id: string
  campaignId: string
  campaignName: string
  organizationId: string
  organizationName: string
  timeZone: string
  moneyMode: 'live' | 'sandbox'
  /** Stripe's id, or the number of the check or bank transfer. */
  reference: string
  amountCents: Cents
}

export async function payoutOfTransfer(db: Db, reference: string): Promise<TransferredPayout | undefined> {
  return first(
    await db.query<TransferredPayout>(sql`
      select
        p.id, p.campaign_id, c.name as campaign_name, c.organization_id, o.name as organization_name,
        c.time_zone, p.money_mode, p.reference, p.amount_cents
      from payouts p
      join campaigns c on c.id = p.campaign_id
      join organizations o on o.id = c.organization_id
      where p.method = 'stripe'
        and p.reference = ${reference}
    `),
  )
}

/** Transfers of this kind of money, sent since that day and not fully reversed at Stripe; in pages, oldest first. */
export async function transfersToLookAt(
  db: Db,
  given: { moneyMode: 'live' | 'sandbox'; since: string; afterId: string | null; limit: number },
): Promise<{ id: string; reference: string }[]> {
  return db.query(sql`
    select p.id, p.reference
    from payouts p
    where p.method = 'stripe'
      and p.money_mode = ${given.moneyMode}
      and p.paid_on >= ${given.since}::date
      and p.id > ${given.afterId ?? BEFORE_ALL_IDS}::uuid
      and p.amount_cents > coalesce((
        select sum(r.amount_cents)
        from payout_reversals r
        where r.payout_id = p.id
          and r.provider_reference is not null
      ), 0)
    order by p.id
    limit ${given.limit}
  `)
}

/** If all of it came back, in any way. */
export async function markReturned(db: Db, payoutId: string): Promise<void> {
  await db.query(sql`
    update payouts
    set state = 'returned'
    where id = ${payoutId}
      and state in ('sent', 'arrived')
      and amount_cents <= (select sum(amount_cents) from payout_reversals where payout_id = payouts.id)
  `)
}

/** False if it was already recorded. */
export async function insertReversal(
  db: Db,
  row: {
    id: string
    campaignId: string
    payoutId: string
    /** Stripe's id; null: a representative recorded it, with a reason. */
    reference: string | null
    recorded?: { by: string; reason: string; isPaidBack: boolean }
    amount: Cents
    on: string
    at: Date
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into payout_reversals (
      id, campaign_id, payout_id, provider_reference, amount_cents, reversed_on, created_at,
      recorded_by, reason, is_paid_back
    )
    values (
      ${row.id}, ${row.campaignId}, ${row.payoutId}, ${row.reference}, ${row.amount},
      ${row.on}::date, ${row.at}, ${row.recorded?.by ?? null}::uuid, ${row.recorded?.reason ?? null},
      ${row.recorded?.isPaidBack ?? false}
    )
    on conflict (provider_reference) do nothing
    returning id
  `)
  return rows.length === 1
}
