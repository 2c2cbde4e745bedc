import { add, type Cents, ZERO } from '#domain/money.ts'
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import { toCents } from '#web/format.ts'

/** The amount outstanding on an invoice: the open amount, and what was refunded of a check that then bounced (R5, R36). */
export const amountOutstanding = ({ open, missing }: FoundInvoice): Cents =>
  add(toCents(open), toCents(missing))

/** Nothing is open on it while a card payment is processing: a check for it waits until that has succeeded or failed. */
export const isPaidByCardNow = ({ open, cardPayment }: FoundInvoice): boolean =>
  cardPayment === 'under_way' && toCents(open) === ZERO
