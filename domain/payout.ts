/** What may leave for an organization now, and what a payout's next step is (R38). Pure. */
import { commissionChange } from './commission.ts'
import { add, type Cents, minimum, negate, positivePart, subtract, sum } from './money.ts'
import type { Payout } from './schemas/payout.ts'

export type CampaignBooks = {
  campaignId: string
  collectedCents: Cents
  commissionCents: Cents
  paidOutCents: Cents
  /** Card refunds that are decided and not refunded yet: collected still, and not for long. */
  refundsWaitingCents: Cents
  /** Approved and not sent yet, or on its way by Stripe: not in the journal, and not there for another payout. */
  sendingCents: Cents
  commissionBasisPoints: number
}

/** Owed = collected − commission − paid out; below zero it is carried (R38). */
export const owedOf = (
  books: Pick<CampaignBooks, 'collectedCents' | 'commissionCents' | 'paidOutCents'>,
): Cents => subtract(subtract(books.collectedCents, books.commissionCents), books.paidOutCents)

/** The organization's share of the refunds that wait: what giving them back will take from it (R4). */
export function heldForRefunds(books: CampaignBooks): Cents {
  const { collectedCents, refundsWaitingCents, commissionBasisPoints } = books
  // A dispute may have taken the money meanwhile: no more is refunded than is there.
  const given = minimum(refundsWaitingCents, collectedCents)
  return add(given, commissionChange(collectedCents, negate(given), commissionBasisPoints))
}

const left = (books: CampaignBooks): Cents =>
  subtract(subtract(owedOf(books), heldForRefunds(books)), books.sendingCents)

export type Payable = { owed: Cents; heldForRefunds: Cents; carried: Cents; available: Cents }

/**
 * What can leave for one campaign: what it is owed, less refunds that wait, less what the organization's other
 * campaigns are short by. A season that ended below zero is made up for by the next one, and never hidden.
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

/** Prepare, approve, send, confirm (R38): null where nothing is left to do. */
export function payoutStepOf({ state, arrivedOn, amount, reversed }: Stage): Payout['next'] {
  if (state === 'prepared') return 'approve'
  if (state === 'approved') return 'send'
  if (state === 'sending') return 'transfer'
  return state === 'paid' && arrivedOn === null && reversed !== amount ? 'confirm' : null
}
