import type { Payout, PayoutBalance } from '#domain/schemas/payout.ts'
import { toCents, usd } from '#web/format.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type Look = { tone: BadgeTone; words: string; icon?: 'check' | 'warning' }
export const STATES: Record<Payout['state'], Look> = {
  prepared: { tone: 'waiting', words: 'Waiting for approval' },
  approved: { tone: 'waiting', words: 'Approved, not sent' },
  sending: { tone: 'paused', words: 'On its way' },
  paid: { tone: 'completed', words: 'Paid', icon: 'check' },
  refused: { tone: 'cancelled', words: 'Refused by Stripe', icon: 'warning' },
  withdrawn: { tone: 'draft', words: 'Withdrawn' },
}

/** One that was sent may not have arrived yet, or may have been returned since, in whole or in part. */
export function lookOf({
  state,
  amount,
  reversed,
  next,
}: Pick<Payout, 'state' | 'amount' | 'reversed' | 'next'>): Look {
  if (next === 'confirm') return { tone: 'paused', words: 'Sent, not confirmed' }
  if (isNothing(reversed)) return STATES[state]
  const isWhole = reversed === amount
  return { tone: 'cancelled', words: isWhole ? 'Returned' : 'Returned in part', icon: 'warning' }
}

export const isBelowZero = (amount: string): boolean => toCents(amount) < 0
export const isNothing = (amount: string): boolean => toCents(amount) === 0

/** Why less than what is owed is available; empty when all of it is. */
export function heldBack({ owed, heldForRefunds, carried }: PayoutBalance): string[] {
  return [
    ...(isBelowZero(owed)
      ? ['More was paid out than is left after refunds. The next money collected covers the difference.']
      : []),
    ...(isNothing(heldForRefunds)
      ? []
      : [`${usd(heldForRefunds)} is held for refunds that are not paid yet.`]),
    ...(isNothing(carried)
      ? []
      : [`${usd(carried)} covers a shortfall in another campaign of this organization.`]),
  ]
}
