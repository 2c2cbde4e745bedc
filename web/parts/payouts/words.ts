import { type Cents, formatUsd, sum } from '#domain/money.ts'
import { laterWords } from '#domain/payout-words.ts'
import type { Payout, PayoutBalance } from '#domain/schemas/payout.ts'
import { shortCalendarDayText, toCents, usd } from '#web/format.ts'
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
  reversals,
  next,
}: Pick<Payout, 'state' | 'amount' | 'reversed' | 'reversals' | 'next'>): Look {
  if (next === 'confirm') return { tone: 'paused', words: 'Sent, not confirmed' }
  if (isNothing(reversed)) return STATES[state]
  const word = reversals.every(({ isPaidBack }) => isPaidBack) ? 'Paid back' : 'Returned'
  const words = toCents(reversed) >= toCents(amount) ? word : `${word} in part`
  return { tone: 'cancelled', words, icon: 'warning' }
}

/** What no longer counts as paid out, by why: "$20.00 returned", "$30.00 paid back". */
export function cameBack({ reversals }: Pick<Payout, 'reversals'>): string[] {
  const total = (isPaidBack: boolean): Cents =>
    sum(
      reversals
        .filter((one) => (one.isPaidBack ?? false) === isPaidBack)
        .map(({ amount }) => toCents(amount)),
    )
  const [returned, paidBack] = [total(false), total(true)]
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
export function heldBack({ owed, heldForRefunds, carried, availableLater }: PayoutBalance): string[] {
  return [
    ...(isBelowZero(owed)
      ? [
          'More was paid out than is left after refunds. The next money collected covers the difference, or the organization sends it back.',
        ]
      : []),
    ...(isNothing(heldForRefunds)
      ? []
      : [`${usd(heldForRefunds)} is held for refunds that are not paid yet.`]),
    ...(isNothing(carried)
      ? []
      : [`${usd(carried)} covers a shortfall in another campaign of this organization.`]),
    ...later(availableLater),
  ]
}
