/** What is available for a payout now, and a payout's next step (R38). Pure. */
import { commissionChange } from './commission.ts'
import { add, type Cents, minimum, negate, positivePart, subtract, sum } from './money.ts'
import type { Payout } from './schemas/payout.ts'

export type CampaignBooks = {
  campaignId: string
  collectedCents: Cents
  commissionCents: Cents
  paidOutCents: Cents
  /** Card refunds that are decided and not made yet: still collected, but not for long. */
  refundsWaitingCents: Cents
  /** Approved and not sent yet, or being transferred: not in the journal yet, but not available to another payout. */
  sendingCents: Cents
  commissionBasisPoints: number
}

/** Owed = collected − commission − paid out; a negative amount is carried over (R38). */
export const owedOf = (
  books: Pick<CampaignBooks, 'collectedCents' | 'commissionCents' | 'paidOutCents'>,
): Cents => subtract(subtract(books.collectedCents, books.commissionCents), books.paidOutCents)

/** The organization's share of pending refunds, which will be taken from it (R4). */
export function heldForRefunds(books: CampaignBooks): Cents {
  const { collectedCents, refundsWaitingCents, commissionBasisPoints } = books
  // A dispute may have taken the money meanwhile: no more is refunded than was collected.
  const given = minimum(refundsWaitingCents, collectedCents)
  return add(given, commissionChange(collectedCents, negate(given), commissionBasisPoints))
}

const left = (books: CampaignBooks): Cents =>
  subtract(subtract(owedOf(books), heldForRefunds(books)), books.sendingCents)

export type Payable = { owed: Cents; heldForRefunds: Cents; carried: Cents; available: Cents }

/**
 * The amount available for one campaign: what is owed, less pending refunds, less negative balances of the organization's
 * other campaigns. A season with a negative balance is covered by the next one, and always shown.
 */
export function payableOf(books: CampaignBooks, others: readonly CampaignBooks[]): Payable {
  const own = left(books)
  const together = sum([own, ...others.map(left)])
  const available = positivePart(minimum(own, together))
  return {
    owed: owedOf(books),
    heldForRefunds: heldForRefunds(books),
    carried: subtract(positivePart(own), available),
    available,
  }
}

type Stage = Pick<Payout, 'state' | 'arrivedOn' | 'amount' | 'reversed'>

/** Prepare, approve, send, confirm (R38); null if nothing is left to do. */
export function payoutStepOf({ state, arrivedOn, amount, reversed }: Stage): Payout['next'] {
  if (state === 'prepared') return 'approve'
  if (state === 'approved') return 'send'
  if (state === 'sending') return 'transfer'
  return state === 'paid' && arrivedOn === null && reversed !== amount ? 'confirm' : null
}
