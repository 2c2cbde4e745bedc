import type { Cents } from '#domain/money.ts'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type HeldPayment = {
  id: string
  campaignId: string
  pledgeId: string
  pledgerId: string
  invoiceId: string
  invoiceNumber: string
  amountCents: Cents
  overpaidCents: Cents
  refundedCents: Cents
  method: PostedPayment['method']
  reference: string | null
  receivedOn: string
  state: 'received' | 'deposited' | 'reversed'
  /** What of it was already refunded by hand. */
  goneCents: Cents
}

/** The payment in this campaign, locked until the transaction ends; related rows are read after it is locked. */
export async function lockPayment(db: Db, campaignId: string, id: string): Promise<HeldPayment | undefined> {
  await db.query(sql`
    select id
    from payments
    where campaign_id = ${campaignId}
      and id = ${id}
    for update
  `)
  return first(
    await db.query<HeldPayment>(sql`
      select
        y.id, y.campaign_id, y.pledge_id, p.pledger_id, y.invoice_id, i.number as invoice_number,
        y.amount_cents, y.overpaid_cents, y.refunded_cents, y.method, y.reference, y.received_on,
        y.state,
        (
          select coalesce(sum(b.amount_cents), 0)::bigint
          from manual_refunds b
          left join refunds f on f.id = b.refund_id
          where coalesce(b.payment_id, f.payment_id) = y.id
        ) as gone_cents
      from payments y
      join invoices i on i.id = y.invoice_id
      join pledges p on p.id = y.pledge_id
      where y.campaign_id = ${campaignId}
        and y.id = ${id}
    `),
  )
}

/** `note` is shown to its supporter and on the list of payments. */
export async function markReversed(
  db: Db,
  id: string,
  given: { on: string; by: string; reason: 'bounced' | 'posted_wrongly'; note: string },
): Promise<void> {
  await db.query(sql`
    update payments
    set
      state = 'reversed',
      reversed_on = ${given.on}::date,
      reversed_by = ${given.by},
      reversal_reason = ${given.reason},
      reversal_note = ${given.note}
    where id = ${id}
  `)
}
