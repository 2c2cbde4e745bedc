import type { Invoice } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'

/** The part of an invoice that is being paid, or was paid, by card through a link. */
export type ByCard = { cardPayment: Invoice['cardPayment']; cardCents: number }

/** For the invoice `i`: the amount of its charge, pending or paid; a failed one has moved it back (R36). */
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

/** Invoices with a card payment in progress. */
export const paidByCardNow = sql`
  select invoice_id
  from charges
  where state = 'processing'
    and invoice_id is not null
`
