/**
 * The accounts and the entries that move money between them (R5). A posting above zero is a debit, below zero a
 * credit; the postings of an entry sum to zero, here and in the database. Pure.
 */
import { commissionChange } from './commission.ts'
import { type Cents, negate, subtract, sum, ZERO } from './money.ts'

export const ACCOUNTS = [
  'cash',
  'undeposited',
  'organization_payable',
  'commission',
  'processing_fees',
  'supporter_credit',
  'refunds_owed',
  'disputed',
  'write_offs',
] as const
export type Account = (typeof ACCOUNTS)[number]
export type Posting = { account: Account; amount: Cents }

/** Where money is held when it arrives: a card pays into the bank, checks and cash wait to be deposited. */
export type HoldingAccount = 'cash' | 'undeposited'

/** Drops empty postings and refuses a set that does not balance. */
export function entry(postings: readonly Posting[]): Posting[] {
  const kept = postings.filter(({ amount }) => amount !== 0)
  if (sum(kept.map(({ amount }) => amount)) !== 0) throw new RangeError('postings do not balance')
  return kept
}

/** Money collected (or, below zero, refunded) against an account, its commission posted as the difference (R4). */
function collected(against: Account, amount: Cents, collectedBefore: Cents, basisPoints: number): Posting[] {
  const commission = commissionChange(collectedBefore, amount, basisPoints)
  return entry([
    { account: against, amount },
    { account: 'organization_payable', amount: negate(subtract(amount, commission)) },
    { account: 'commission', amount: negate(commission) },
  ])
}

export const collection = (
  into: HoldingAccount,
  amount: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => collected(into, amount, collectedBefore, basisPoints)

/** A card refund leaves the bank at once; a refund of a check or cash is owed until it is paid (R32). */
export const refund = (
  from: 'cash' | 'refunds_owed',
  amount: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => collected(from, negate(amount), collectedBefore, basisPoints)

/** Above what was left of its charge it is no refund: the supporter owes it, so the credit goes below zero (R5). */
export const refundWithExcess = (
  amount: Cents,
  excess: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => entry([...refund('cash', amount, collectedBefore, basisPoints), ...overpaymentPaid(excess)])

/** What came in above the invoice is the supporter's, without commission, until given or refunded (R5). */
export const overpayment = (into: HoldingAccount, amount: Cents): Posting[] =>
  entry([
    { account: into, amount },
    { account: 'supporter_credit', amount: negate(amount) },
  ])

/** A bounced check, or one posted wrongly: out of what was collected again, commission and all, and out of any credit. */
export const paymentReversed = (
  from: HoldingAccount,
  { applied, overpaid }: { applied: Cents; overpaid: Cents },
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] =>
  entry([
    ...collected(from, negate(applied), collectedBefore, basisPoints),
    ...reversal(overpayment(from, overpaid)),
  ])

export const deposit = (amount: Cents): Posting[] =>
  entry([
    { account: 'cash', amount },
    { account: 'undeposited', amount: negate(amount) },
  ])

/** An overpayment is refunded: it was no income, so no commission is reversed with it (R5). */
export const overpaymentPaid = (amount: Cents): Posting[] =>
  entry([
    { account: 'supporter_credit', amount },
    { account: 'cash', amount: negate(amount) },
  ])

/** A refund that was owed has left the bank. */
export const owedRefundPaid = (amount: Cents): Posting[] =>
  entry([
    { account: 'refunds_owed', amount },
    { account: 'cash', amount: negate(amount) },
  ])

/** A bank disputes a charge: out of what was collected at once, commission and all, and held until it is decided (R35). */
export const disputeOpened = (amount: Cents, collectedBefore: Cents, basisPoints: number): Posting[] =>
  collected('disputed', negate(amount), collectedBefore, basisPoints)

/** It comes back: from what was held, or, after a loss, from the bank. */
export const disputeWon = (
  into: 'disputed' | 'cash',
  amount: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => collected(into, amount, collectedBefore, basisPoints)

export const disputeLost = (amount: Cents): Posting[] =>
  entry([
    { account: 'disputed', amount },
    { account: 'cash', amount: negate(amount) },
  ])

/** The card's bank returned a refund: it is owed from now on, and pays no card (R32). Any excess is made good. */
export const refundFailed = (amount: Cents, excess: Cents = ZERO): Posting[] =>
  entry([
    { account: 'cash', amount: sum([amount, excess]) },
    { account: 'refunds_owed', amount: negate(amount) },
    { account: 'supporter_credit', amount: negate(excess) },
  ])

/** What never came again of a check that bounced: the provider's loss, out of the supporter's credit below zero. */
export const shortfallWrittenOff = (amount: Cents): Posting[] =>
  entry([
    { account: 'write_offs', amount },
    { account: 'supporter_credit', amount: negate(amount) },
  ])

/**
 * It was no refund after all: collected again, with its commission. Out of what is owed; or, where it was made, out of
 * the supporter's credit, which is below zero until it comes again (R5).
 */
export const refundReversed = (
  from: 'refunds_owed' | 'supporter_credit',
  amount: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => collected(from, amount, collectedBefore, basisPoints)

export const payout = (amount: Cents): Posting[] =>
  entry([
    { account: 'organization_payable', amount },
    { account: 'cash', amount: negate(amount) },
  ])

/** Some of it came back: it is owed again. */
export const payoutReversed = (amount: Cents): Posting[] => reversal(payout(amount))

/** A correction is a reversal, never an edit (R5). */
export const reversal = (postings: readonly Posting[]): Posting[] =>
  entry(postings.map(({ account, amount }) => ({ account, amount: negate(amount) })))

export const balances = (postings: readonly Posting[]): Record<Account, Cents> => {
  const totals = Object.fromEntries(ACCOUNTS.map((account) => [account, ZERO])) as Record<Account, Cents>
  for (const { account, amount } of postings) totals[account] = sum([totals[account], amount])
  return totals
}
