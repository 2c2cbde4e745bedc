/** Labels of payouts on screens, in print and in mail. */
import type { Payout, PayoutFigure } from './schemas/payout.ts'

export const FIGURE_WORDS: Record<PayoutFigure, string> = {
  cards: 'Cards',
  debits: 'Bank accounts',
  by_hand: 'Checks and cash',
  bounced: 'Bounced checks',
  refunds: 'Refunds',
  disputes: 'Disputes',
}

/** What the statement says of money that is back: the amount and the day in words. */
export const reversalText = (
  { reason, isPaidBack }: Pick<Payout['reversals'][number], 'reason' | 'isPaidBack'>,
  { amount, on }: { amount: string; on: string },
): string => {
  if (isPaidBack) return `${amount} of this payout was paid back by the organization on ${on}.`
  const what = reason === null ? 'was reversed at Stripe' : 'was returned'
  return `${amount} of this payout ${what} on ${on}: it is owed again.`
}

export const METHOD_WORDS: Record<NonNullable<Payout['method']>, string> = {
  check: 'Check',
  bank_transfer: 'Bank transfer',
  stripe: 'Stripe transfer',
}

/** Refused or withdrawn: nothing was sent, and nothing will be. */
export const hasEnded = ({ state }: Pick<Payout, 'state'>): boolean =>
  state === 'refused' || state === 'withdrawn'
