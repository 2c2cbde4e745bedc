import { z } from 'zod'
import { LARGEST_TOTAL } from '../money.ts'
import { Amount, amount } from './fields.ts'

const Tally = z.object({ count: z.number(), amount: Amount })

/** What cancelling a campaign does to money, for a confirmation that names the amounts. */
export const Cancellation = z.object({
  /** Pledges that stop accruing. */
  pledges: z.number(),
  /** Voided: charges that are due or wait for the supporter, retries, and what is open of invoices. */
  charges: Tally,
  retries: Tally,
  invoices: Tally,
  /** Collected by now: it stays, unless all is refunded. */
  collected: Amount,
  /** What refunding all refunds: to cards, and owed to those who paid by check or cash. */
  refundable: Amount,
  refunds: z.object({ cards: Tally, byHand: Tally }),
  /**
   * Of what was collected: paid out already; on its way by Stripe, which can no longer be stopped; prepared or approved, and
   * withdrawn if all is refunded. Missing if there is none of it.
   */
  payouts: z.object({ paidOut: Amount, onItsWay: Amount, unsent: Amount }).optional(),
})
export type Cancellation = z.infer<typeof Cancellation>

/** Of a whole campaign. */
const total = amount(undefined, { max: LARGEST_TOTAL })

/** The amounts as shown to the person who confirms, and what happens to what was collected. */
export const CancellationConfirmation = z.object({
  charges: total,
  retries: total,
  invoices: total,
  collected: total,
  refundable: total,
  refundAll: z.boolean({ error: 'Choose whether to refund everything' }),
})
export type CancellationConfirmation = z.output<typeof CancellationConfirmation>

/** What a confirmation dialog that showed these figures sends. */
export const confirmationOf = (shown: Cancellation, refundAll: boolean) => ({
  charges: shown.charges.amount,
  retries: shown.retries.amount,
  invoices: shown.invoices.amount,
  collected: shown.collected,
  refundable: shown.refundable,
  refundAll,
})

/** Does the confirmation name what cancelling would do at this moment? */
export function confirms(confirmation: CancellationConfirmation, now: Cancellation): boolean {
  const current = CancellationConfirmation.parse(confirmationOf(now, confirmation.refundAll))
  const names = Object.keys(current) as (keyof CancellationConfirmation)[]
  return names.every((name) => current[name] === confirmation[name])
}
