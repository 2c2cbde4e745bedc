/** What a stack of checks is posted with: open invoices by what is on a check, and the payments by where they are. */
import { cents, toDecimal } from '#domain/money.ts'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import { missing, wentBack } from '#server/money/invoices/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type PaymentRow = Omit<
  PostedPayment,
  'amount' | 'overpaid' | 'credit' | 'covers' | 'missing' | 'createdAt'
> & {
  amountCents: number
  overpaidCents: number
  creditCents: number
  coversCents: number
  missingCents: number
  createdAt: Date
}

export const columns = sql`
  y.id, y.campaign_id, c.name as campaign_name, i.number as invoice_number, y.amount_cents, y.overpaid_cents, y.overpaid_cents - y.covers_cents as credit_cents, y.covers_cents, y.method, y.reference,
  y.received_on, y.state, y.deposit_id, y.bounced_on, y.bounce_reason, c.money_mode, y.created_at,
  (select given_on from repayments b where b.payment_id = y.id) as overpaid_returned_on,
  case when y.state = 'bounced' then least(${wentBack}, ${missing}) else 0 end as missing_cents`

export const from = sql`payments y join invoices i on i.id = y.invoice_id join campaigns c on c.id = y.campaign_id`

export const toPosted = ({
  amountCents,
  overpaidCents,
  creditCents,
  coversCents,
  missingCents,
  ...row
}: PaymentRow): PostedPayment => ({
  ...row,
  amount: toDecimal(cents(amountCents)),
  overpaid: toDecimal(cents(overpaidCents)),
  credit: toDecimal(cents(creditCents)),
  covers: toDecimal(cents(coversCents)),
  missing: toDecimal(cents(missingCents)),
  createdAt: row.createdAt.toISOString(),
})

/** Those of one slip, as they lie in the stack: checks by their number, then cash. */
export async function paymentsOfDeposit(db: Db, depositId: string): Promise<PostedPayment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${columns} from ${from} where y.deposit_id = ${depositId} order by y.method, y.reference, y.id`)
  return rows.map(toPosted)
}
