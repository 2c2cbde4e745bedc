/** Labels of payouts on screens, in print and in mail. */
import type { Payout, PayoutFigure } from './schemas/payout.ts'

export const FIGURE_WORDS: Record<PayoutFigure, string> = {
  cards: 'Cards',
  by_hand: 'Checks and cash',
  bounced: 'Bounced checks',
  refunds: 'Refunds',
  disputes: 'Disputes',
}

export const METHOD_WORDS: Record<NonNullable<Payout['method']>, string> = {
  check: 'Check',
  bank_transfer: 'Bank transfer',
  stripe: 'Stripe transfer',
}
