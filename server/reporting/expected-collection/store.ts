import type { PaymentMethod } from '#domain/billing/instruments.ts'
import { leftOf } from '#server/money/charges/index.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

export const goalOf = async (db: Db, campaignId: string): Promise<number> =>
  only(await db.query<{ goalCents: number }>(sql`select goal_cents from campaigns where id = ${campaignId}`))
    .goalCents

/** The most bills read, the newest among those that have had `DAYS_TO_PAY` days. */
const MAX_BILLS = 10_000
const DAYS_TO_PAY = 45
const DAY_MS = 86_400_000

export type Collected = {
  paymentMethod: PaymentMethod
  bills: number
  billedCents: number
  keptCents: number
}

/** What was billed by each payment method, across all campaigns, and how much of it was received and kept. */
export const collectedByMethod = (db: Db, moneyMode: 'live' | 'sandbox', now: Date): Promise<Collected[]> =>
  db.query<Collected>(sql`
    with charged as (
      select pledge_id, amount_cents, ${leftOf(sql`charges`)} as kept_cents, state
      from charges
      where invoice_id is null
        and state not in ('voided', 'scheduled', 'processing')
        and money_mode = ${moneyMode}
        and charge_at < ${new Date(now.getTime() - DAYS_TO_PAY * DAY_MS)}
      order by id desc
      limit ${MAX_BILLS}
    ),
    invoiced as (
      select i.pledge_id, i.amount_cents, i.paid_cents as kept_cents, i.state
      from invoices i
      join campaigns c on c.id = i.campaign_id and c.money_mode = ${moneyMode}
      where i.state <> 'void'
        and i.amount_cents > 0
        and i.issued_at < ${new Date(now.getTime() - DAYS_TO_PAY * DAY_MS)}
      order by i.id desc
      limit ${MAX_BILLS}
    )
    select
      p.payment_method,
      count(*)::integer as bills,
      sum(b.amount_cents)::bigint as billed_cents,
      sum(b.kept_cents)::bigint as kept_cents
    from (
      select pledge_id, amount_cents, case when state = 'succeeded' then kept_cents else 0 end as kept_cents
      from charged
      union all
      select pledge_id, amount_cents, kept_cents
      from invoiced
    ) b
    join pledges p on p.id = b.pledge_id
    group by p.payment_method
  `)
