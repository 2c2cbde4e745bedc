import { laterWords } from '#domain/billing/payout.ts'
import { type Cents, formatUsd, sum } from '#domain/money.ts'
import type { Payout, PayoutBalance } from '#domain/schemas/payout.ts'
import { shortCalendarDayText, toCents, usd } from '#web/format.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type Look = { tone: BadgeTone; words: string; icon?: 'check' | 'warning' }
export const STATES: Record<Payout['state'], Look> = {
  prepared: { tone: 'waiting', words: 'Waiting for approval' },
  approved: { tone: 'waiting', words: 'Approved, not sent' },
  sent: { tone: 'paused', words: 'Sent, not confirmed' },
  arrived: { tone: 'completed', words: 'Arrived', icon: 'check' },
  returned: { tone: 'cancelled', words: 'Returned', icon: 'warning' },
  withdrawn: { tone: 'draft', words: 'Withdrawn' },
}

/** Of one that is approved, whether a person sends it; of one that was sent, whether a part came back. */
export function lookOf({ state, reversed, reversals, next, held, waits }: Shown): Look {
  if (held) return { tone: 'cancelled', words: 'Waits for a decision', icon: 'warning' }
  if (next === 'transfer')
    return { tone: 'paused', words: waits ? 'Approved, waits' : 'Approved, Stripe sends it' }
  if (isNothing(reversed) || next === 'confirm') return STATES[state]
  const word = reversals.every(({ isPaidBack }) => isPaidBack) ? 'Paid back' : 'Returned'
  return { tone: 'cancelled', words: state === 'returned' ? word : `${word} in part`, icon: 'warning' }
}
type Shown = Pick<Payout, 'state' | 'reversed' | 'reversals' | 'next' | 'held' | 'waits'>

/** What no longer counts as paid out, by why: "$20.00 returned", "$30.00 paid back". */
export function cameBack({ reversals }: Pick<Payout, 'reversals'>): string[] {
  const total = (isPaidBack: boolean): Cents =>
    sum(
      reversals
        .filter((one) => (one.isPaidBack ?? false) === isPaidBack)
        .map(({ amount }) => toCents(amount)),
    )
  const returned = total(false)
  const paidBack = total(true)
  return [
    ...(returned > 0 ? [`${formatUsd(returned)} returned`] : []),
    ...(paidBack > 0 ? [`${formatUsd(paidBack)} paid back`] : []),
  ]
}

export const isBelowZero = (amount: string): boolean => toCents(amount) < 0
export const isNothing = (amount: string): boolean => toCents(amount) === 0

/** "$15.00 is available on Dec 8." */
export const later = (parts: PayoutBalance['availableLater']): string[] =>
  laterWords(
    parts.map(({ amount, on }) => ({ amount: usd(amount), on: on && shortCalendarDayText(on) })),
  ).map((words) => `${words}.`)

/** Why less than what is owed is available; empty when all of it is. */
export function heldBack({ owed, heldForRefunds, availableLater }: PayoutBalance): string[] {
  return [
    ...(isBelowZero(owed)
      ? [
          'More was paid out than is left after refunds. The difference is deducted from the next payout, or the organization sends it back.',
        ]
      : []),
    ...(isNothing(heldForRefunds)
      ? []
      : [`${usd(heldForRefunds)} is held for refunds that are not paid yet.`]),
    ...later(availableLater),
  ]
}
