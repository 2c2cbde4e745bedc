import { sql } from '#server/db/database.ts'

/** All that went back by hand of the payment `y`: what came above its invoice, and refunds. */
const repaidOf = sql`
  select sum(r.amount_cents) as amount_cents from repayments r
   where r.payment_id = y.id or r.refund_id in (select f.id from refunds f where f.payment_id = y.id)`

/** The few invoices that may lack it. */
export const bouncedAfterGiving = sql`
  select y.invoice_id from payments y where y.state = 'bounced' and exists (${repaidOf} having count(*) > 0)`

/** Went back of checks that then bounced, and did not come again yet: of the invoice `i` (R5, R36). */
export const missing = sql`
  (select coalesce(sum(b.amount_cents) filter (where y.state = 'bounced'), 0)
        - coalesce(sum(y.covers_cents) filter (where y.state <> 'bounced'), 0)
     from payments y left join lateral (${repaidOf}) b on true where y.invoice_id = i.id)::bigint`
