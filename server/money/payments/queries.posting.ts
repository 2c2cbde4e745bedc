/** For posting a batch of checks: finds open invoices by what is on a check, and lists payments by where they are. */
import { cents, toDecimal } from '#domain/money.ts'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

export type PaymentRow = Omit<PostedPayment, 'amount' | 'overpaid' | 'createdAt'> & {
  amountCents: number
  overpaidCents: number
  createdAt: Date
}

/** The API's name for a reversed payment, whatever the reason: clients count all others. */
export const shownState = (state: SQL): SQL =>
  sql`case ${state} when 'reversed' then 'bounced' else ${state} end`

export const columns = sql`
  y.id, y.campaign_id, c.name as campaign_name, i.number as invoice_number, y.amount_cents,
  y.overpaid_cents, y.method, y.reference, y.received_on,
  ${shownState(sql`y.state`)} as state,
  y.deposit_id, y.reversed_on as bounced_on, y.reversal_note as bounce_reason, y.reversal_reason,
  c.time_zone, c.money_mode, y.created_at,
  (
    select refunded_on
    from manual_refunds b
    where b.payment_id = y.id
  ) as overpaid_returned_on
`

export const from = sql`
  payments y
  join invoices i on i.id = y.invoice_id
  join campaigns c on c.id = y.campaign_id
`

export const toPosted = ({ amountCents, overpaidCents, ...row }: PaymentRow): PostedPayment => ({
  ...row,
  amount: toDecimal(cents(amountCents)),
  overpaid: toDecimal(cents(overpaidCents)),
  createdAt: row.createdAt.toISOString(),
})

/** The payments on one slip: by method, checks by their number. */
export async function paymentsOfDeposit(db: Db, depositId: string): Promise<PostedPayment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${columns}
    from ${from}
    where y.deposit_id = ${depositId}
    order by y.method, y.reference, y.id
  `)
  return rows.map(toPosted)
}
