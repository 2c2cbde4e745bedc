import type { Cents } from '#domain/money.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

export type NewPayment = {
  id: string
  campaignId: string
  invoiceId: string
  pledgeId: string
  amount: Cents
  overpaid: Cents
  method: Payment['method']
  reference: string | null
  receivedOn: string
  state: 'received' | 'deposited'
  /** The payment that was posted to another invoice first. */
  movedFrom: string | null
  recordedBy: string
  createdAt: Date
}

export async function insertPayment(db: Db, payment: NewPayment): Promise<void> {
  await db.query(sql`
    insert into payments (
      id, campaign_id, invoice_id, pledge_id, amount_cents, overpaid_cents, method, reference,
      received_on, state, moved_from, recorded_by, created_at
    )
    values (
      ${payment.id}, ${payment.campaignId}, ${payment.invoiceId}, ${payment.pledgeId},
      ${payment.amount}, ${payment.overpaid}, ${payment.method}, ${payment.reference},
      ${payment.receivedOn}, ${payment.state}, ${payment.movedFrom}::uuid,
      ${payment.recordedBy}, ${payment.createdAt}
    )
  `)
}
