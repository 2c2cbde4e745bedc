/** What is available for a payout now, and a payout's next step (R38). Pure. */
import { commissionChange } from './commission.ts'
import { add, type Cents, minimum, negate, positivePart, subtract, sum } from './money.ts'
import type { Payout } from './schemas/payout.ts'

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

/** Owed = collected − commission − paid out; a negative amount is carried over (R38). */
export const owedOf = (
  books: Pick<CampaignBooks, 'collectedCents' | 'commissionCents' | 'paidOutCents'>,
): Cents => subtract(subtract(books.collectedCents, books.commissionCents), books.paidOutCents)

/** The organization's share of an amount that is collected and may not stay (R4). */
function shareOf({ collectedCents, commissionBasisPoints }: CampaignBooks, amount: Cents): Cents {
  // A dispute may have taken the money meanwhile: no more is given back than was collected.
  const given = minimum(amount, collectedCents)
  return add(given, commissionChange(collectedCents, negate(given), commissionBasisPoints))
}

/** The organization's share of pending refunds, which will be taken from it (R4). */
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

/** Prepare, approve, send, confirm (R38); null if nothing is left to do. */
export function payoutStepOf({ state, method }: Stage): Payout['next'] {
  if (state === 'prepared') return 'approve'
  if (state === 'approved') return method === 'stripe' ? 'transfer' : 'send'
  return state === 'sent' ? 'confirm' : null
}
