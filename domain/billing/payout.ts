/** What is available for a payout now, and a payout's next step (R38). Pure. */

import { add, type Cents, minimum, negate, positivePart, subtract, sum } from '../money.ts'
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
}

/** Owed = collected − commission − paid out; a negative amount is carried over. */
const owedOf = (books: Pick<CampaignBooks, 'collectedCents' | 'commissionCents' | 'paidOutCents'>): Cents =>
  subtract(subtract(books.collectedCents, books.commissionCents), books.paidOutCents)

/** The organization's share of an amount that is collected and may not stay. */
function shareOf({ collectedCents, commissionBasisPoints }: CampaignBooks, amount: Cents): Cents {
  // A dispute may have taken the money meanwhile: no more is given back than was collected.
  const given = minimum(amount, collectedCents)
  return add(given, commissionChange(collectedCents, negate(given), commissionBasisPoints))
}

/** The organization's share of pending refunds, which will be taken from it. */
const heldForRefunds = (books: CampaignBooks): Cents => shareOf(books, books.refundsWaitingCents)

function left(books: CampaignBooks): Cents {
  const uncleared = sum(books.uncleared.map(({ amountCents }) => amountCents))
  const held = shareOf(books, add(books.refundsWaitingCents, uncleared))
  return subtract(subtract(owedOf(books), held), books.sendingCents)
}

type Organization = { own: CampaignBooks; others: readonly CampaignBooks[] }
const available = ({ own, others }: Organization): Cents =>
  positivePart(minimum(left(own), sum([own, ...others].map(left))))

/** As the books are on that day if nothing else happens; null: once everything is deposited and has cleared. */
function on({ own, others }: Organization, day: string | null): Organization {
  const clear = (books: CampaignBooks): CampaignBooks => ({
    ...books,
    uncleared: day === null ? [] : books.uncleared.filter((one) => one.on === null || one.on > day),
  })
  return { own: clear(own), others: others.map(clear) }
}

/** What becomes available with the checks and cash that are not in the bank yet, day by day; null: once they are deposited. */
function availableLater(organization: Organization): Payable['availableLater'] {
  const { own, others } = organization
  const known = [own, ...others].flatMap(({ uncleared }) => uncleared.flatMap((one) => one.on ?? []))
  let before = available(organization)
  return [...[...new Set(known)].sort(), null].flatMap((day) => {
    const then = available(on(organization, day))
    const amount = subtract(then, before)
    before = then
    return amount > 0 ? [{ amount, on: day }] : []
  })
}

export type Payable = {
  owed: Cents
  heldForRefunds: Cents
  carried: Cents
  available: Cents
  availableLater: { amount: Cents; on: string | null }[]
}

/**
 * The amount available for one campaign: what is owed, less pending refunds, checks and cash that are not in the bank, and
 * negative balances of the organization's other campaigns. A season with a negative balance is covered by the next one, and
 * always shown.
 */
export function payableOf(own: CampaignBooks, others: readonly CampaignBooks[]): Payable {
  const organization = { own, others }
  const cleared = on(organization, null)
  return {
    owed: owedOf(own),
    heldForRefunds: heldForRefunds(own),
    carried: subtract(positivePart(left(cleared.own)), available(cleared)),
    available: available(organization),
    availableLater: availableLater(organization),
  }
}

type Stage = Pick<Payout, 'state' | 'method'>

/** Prepare, approve, send, confirm; null if nothing is left to do. */
export function payoutStepOf({ state, method }: Stage): Payout['next'] {
  if (state === 'prepared') return 'approve'
  if (state === 'approved') return method === 'stripe' ? 'transfer' : 'send'
  return state === 'sent' ? 'confirm' : null
}
