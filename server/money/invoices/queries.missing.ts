/** Refunds of checks that then bounced, neither repaid nor written off yet (R5, R36). */
import { sql } from '#server/platform/db/database.ts'

/** All manual refunds of the payment `y`: overpayments and refunds. */
export const manuallyRefunded = sql`
  (
    select coalesce(sum(b.amount_cents), 0)::bigint
    from (
      select r.amount_cents
      from manual_refunds r
      where r.payment_id = y.id
      union all
      select r.amount_cents
      from refunds f
      join manual_refunds r on r.refund_id = f.id
      where f.payment_id = y.id
    ) b
  )
`

/** The few invoices that may have a shortfall. */
export const refundedThenBounced = sql`
  select y.invoice_id
  from payments y
  where y.state = 'reversed'
    and ${manuallyRefunded} > 0
`

/** The shortfall of the invoice `i`. */
export const missing = sql`
  (
    (
      select coalesce(
        sum(case when y.state = 'reversed' then ${manuallyRefunded} else -y.recovered_cents end),
        0
      )::bigint
      from payments y
      where y.invoice_id = i.id
    ) - (
      select coalesce(sum(w.amount_cents), 0)::bigint
      from sign_offs w
      where w.subject_id = i.id
        and w.kind = 'write_off'
        and w.state = 'approved'
    )
  )
`
