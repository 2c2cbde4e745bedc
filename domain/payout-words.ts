/** Labels of payouts on screens, in print and in mail. */
import type { Payout, PayoutEntry, PayoutFigure, PayoutStatement } from './schemas/payout.ts'

const FIGURE_WORDS: Record<PayoutFigure, string> = {
  cards: 'Cards',
  by_hand: 'Checks and cash',
  bounced: 'Bounced checks',
  refunds: 'Refunds',
  disputes: 'Disputes',
}

/** A debit is no card: the label of the cards says so where there are debits. */
export const figureWords = ({
  figure,
  hasDebits,
}: Pick<PayoutStatement['figures'][number], 'figure' | 'hasDebits'>): string =>
  figure === 'cards' && hasDebits ? 'Cards and bank accounts' : FIGURE_WORDS[figure]

export const entryFigureWords = ({ figure, isDebit }: Pick<PayoutEntry, 'figure' | 'isDebit'>): string =>
  isDebit ? 'Bank accounts' : FIGURE_WORDS[figure]

/** What the statement says of money that is back: the amount and the day in words. */
export const reversalText = (
  { reason, isPaidBack }: Pick<Payout['reversals'][number], 'reason' | 'isPaidBack'>,
  { amount, on }: { amount: string; on: string },
): string => {
  if (isPaidBack) return `${amount} of this payout was paid back by the organization on ${on}.`
  const what = reason === null ? 'was reversed at Stripe' : 'was returned'
  return `${amount} of this payout ${what} on ${on}: it is owed again.`
}

/** `$15.00 is available on Dec 8`: amounts and days in words, each part a sentence without its period. */
export const laterWords = (parts: readonly { amount: string; on: string | null }[]): string[] =>
  parts.map(({ amount, on }) =>
    on === null
      ? `${amount} is in checks and cash that are not deposited yet`
      : `${amount} is available on ${on}`,
  )

export const METHOD_WORDS: Record<NonNullable<Payout['method']>, string> = {
  check: 'Check',
  bank_transfer: 'Bank transfer',
  stripe: 'Stripe transfer',
}
