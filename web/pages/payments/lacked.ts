import { add, type Cents } from '#domain/money.ts'
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import { toCents } from '#web/format.ts'

/** What is to come for an invoice: what is open, and what went back of a check that then bounced (R5, R36). */
export const lackedBy = ({ open, missing }: FoundInvoice): Cents => add(toCents(open), toCents(missing))
