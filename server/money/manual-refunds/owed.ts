import { isHeldByException } from '#server/money/exceptions/index.ts'
import { clearsOn } from '#server/money/payments/index.ts'
import { type SQL, sql } from '#server/platform/db/database.ts'

/** A row for each manual refund owed now: overpayments not returned yet, and refunds that cannot go to a card. */
export const refundsOwedRows = (checkClearingDays: number): SQL => sql`
  select
    y.id,
    'overpayment' as kind,
    y.campaign_id, y.pledge_id, i.number as invoice_number,
    y.overpaid_cents as amount_cents,
    y.received_on as since,
    ${clearsOn(checkClearingDays)} as clears_on,
    y.received_on as paid_on
  from payments y
  join invoices i on i.id = y.invoice_id
  where y.overpaid_cents > 0
    and y.state <> 'reversed'
    and not exists (select from manual_refunds r where r.payment_id = y.id)
  union all
  select
    f.id, 'refund', f.campaign_id, f.pledge_id, i.number, f.amount_cents,
    wall_clock(c.time_zone, f.created_at)::date,
    null,
    coalesce(y.received_on, wall_clock(c.time_zone, h.succeeded_at)::date)
  from refunds f
  join campaigns c on c.id = f.campaign_id
  left join charges h on h.id = f.charge_id
  left join payments y on y.id = f.payment_id
  left join invoices i on i.id = y.invoice_id
  where f.state = 'due'
    and f.by_hand
    and not ${isHeldByException(sql`f.id`)}
`
