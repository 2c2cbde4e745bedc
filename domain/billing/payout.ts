/** What is available for a payout now, and a payout's next step (R38). Pure. */

import { add, type Cents, maximum, minimum, negate, positivePart, subtract, sum, ZERO } from '../money.ts'
import type { Payout, PayoutEntry, PayoutFigure, PayoutStatement } from '../schemas/payout.ts'
import { commissionChange } from './commission.ts'

/** Labels of payouts on screens, in print and in mail. */
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

/** A payout has usually arrived this many days after it was sent: a check in the mail, a transfer over a weekend. */
export const EXPECTED_DAYS: Record<NonNullable<Payout['method']>, number> = {
  check: 7,
  bank_transfer: 5,
  stripe: 5,
}

type Uncleared = { amountCents: Cents; on: string | null }

export type CampaignBooks = {
  campaignId: string
  collectedCents: Cents
  commissionCents: Cents
  paidOutCents: Cents
  /** Card refunds that are decided and not made yet: still collected, but not for long. */
  refundsWaitingCents: Cents
  /** Checks and cash that are collected and may not be in the bank, by the day on which they are; null: on no deposit slip. */
  uncleared: readonly Uncleared[]
  /** Approved and not sent yet: not in the journal yet, but not available to another payout. */
  sendingCents: Cents
  commissionBasisPoints: number
  /** Its books do not balance: nothing of it is paid out until they do. */
  isOnHold: boolean
}

/** Owed = collected − commission − paid out; a negative amount is deducted from the organization's next payout. */
const owedOf = (books: Pick<CampaignBooks, 'collectedCents' | 'commissionCents' | 'paidOutCents'>): Cents =>
  subtract(subtract(books.collectedCents, books.commissionCents), books.paidOutCents)

/** The organization's share of an amount that is collected and may not stay. */
function shareOf({ collectedCents, commissionBasisPoints }: CampaignBooks, amount: Cents): Cents {
  // A dispute may have taken the money meanwhile: no more is given back than was collected.
  const given = minimum(amount, collectedCents)
  return add(given, commissionChange(collectedCents, negate(given), commissionBasisPoints))
}

/** On that day if nothing else happens; null: once everything is deposited and has cleared. Undefined: now. */
function availableOn(books: CampaignBooks, day?: string | null): Cents {
  const open = books.uncleared.filter(
    ({ on }) => day === undefined || (day !== null && (on === null || on > day)),
  )
  const held = shareOf(books, add(books.refundsWaitingCents, sum(open.map(({ amountCents }) => amountCents))))
  const left = subtract(subtract(owedOf(books), held), books.sendingCents)
  return books.isOnHold ? minimum(left, ZERO) : left
}

export type Payable = {
  owed: Cents
  /** The organization's share of pending refunds, which will be taken from it. */
  heldForRefunds: Cents
  /** Its line of a payout now. Below zero: deducted from what the organization's other campaigns are owed. */
  available: Cents
  /** What is added with the checks and cash that are not in the bank yet, day by day; null: once they are deposited. */
  availableLater: { amount: Cents; on: string | null }[]
}

/** What is owed for one campaign, less pending refunds, and checks and cash that are not in the bank. */
export function payableOf(books: CampaignBooks): Payable {
  const days = [...new Set(books.uncleared.flatMap(({ on }) => on ?? []))].sort()
  const available = availableOn(books)
  let before = available
  const availableLater = [...days, null].flatMap((day) => {
    const then = availableOn(books, day)
    const amount = subtract(then, before)
    before = then
    return amount > 0 ? [{ amount, on: day }] : []
  })
  const heldForRefunds = shareOf(books, books.refundsWaitingCents)
  return { owed: owedOf(books), heldForRefunds, available, availableLater }
}

/** What an organization can be paid now over its campaigns with one kind of money: one below zero is deducted. */
export const availableTo = (campaigns: readonly Pick<Payable, 'available'>[]): Cents =>
  positivePart(sum(campaigns.map(({ available }) => available)))

/**
 * Which campaigns an amount that came back was paid for: their lines in order, each up to its amount. `before`: what came
 * back earlier, at Stripe or from the organization; more than was paid begins with the first line again. What was
 * deducted for a campaign below zero stays deducted.
 */
export function linesBack<Line extends { amount: Cents }>(
  lines: readonly Line[],
  { before, amount }: { before: Cents; amount: Cents },
): Line[] {
  const total = sum(lines.map((line) => line.amount))
  if (before >= total) return linesBack(lines, { before: subtract(before, total), amount })
  const until = add(before, amount)
  const again = positivePart(subtract(until, total))
  let start = ZERO
  return lines.flatMap((line) => {
    const end = add(start, positivePart(line.amount))
    const first = positivePart(subtract(minimum(end, minimum(until, total)), maximum(start, before)))
    const second = positivePart(subtract(minimum(end, again), start))
    const back = add(first, second)
    start = end
    return back > 0 ? [{ ...line, amount: back }] : []
  })
}

type Stage = Pick<Payout, 'state' | 'method'>

/** Prepare, approve, send, confirm; null if nothing is left to do. */
export function payoutStepOf({ state, method }: Stage): Payout['next'] {
  if (state === 'prepared') return 'approve'
  if (state === 'approved') return method === 'stripe' ? 'transfer' : 'send'
  return state === 'sent' ? 'confirm' : null
}
