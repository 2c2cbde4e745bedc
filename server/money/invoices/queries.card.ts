import type { Invoice } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'

/** What of an invoice is in a card payment by link, as it is read from the database. */
export type ByCard = { cardPayment: Invoice['cardPayment']; cardCents: number }

/** Of the invoice `i`: its charge holds what the card is to pay, or has paid; one that did not pay refunded it (R36). */
export const byCard = sql`
  (
    select case h.state when 'succeeded' then 'paid' else 'under_way' end
    from charges h
    where h.invoice_id = i.id
      and h.state <> 'voided'
  ) as card_payment,
  coalesce((
    select h.amount_cents
    from charges h
    where h.invoice_id = i.id
      and h.state <> 'voided'
  ), 0) as card_cents
`

/** Invoices that a card payment is under way for. */
export const paidByCardNow = sql`
  select invoice_id
  from charges
  where state = 'processing'
    and invoice_id is not null
`
