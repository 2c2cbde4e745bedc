/**
 * The accounts and the entries that move money between them (R5). A positive posting is a debit, a negative one a credit;
 * the postings of an entry sum to zero, here and in the database. Pure.
 */

import { type Cents, negate, subtract, sum } from '../money.ts'
import { commissionChange } from './commission.ts'

const ACCOUNTS = [
  'cash',
  'undeposited',
  'organization_payable',
  'commission',
  'processing_fees',
  'supporter_credit',
  'refunds_owed',
  'disputed',
  'write_offs',
  'unexplained',
] as const
export type Account = (typeof ACCOUNTS)[number]
export type Posting = { account: Account; amount: Cents }

/** Where received money is held: card money is in the bank, checks and cash wait to be deposited. */
export type HoldingAccount = 'cash' | 'undeposited'

/** Drops empty postings and refuses a set that does not balance. */
export function entry(postings: readonly Posting[]): Posting[] {
  const kept = postings.filter(({ amount }) => amount !== 0)
  if (sum(kept.map(({ amount }) => amount)) !== 0) throw new RangeError('postings do not balance')
  return kept
}

/** Money collected (or, below zero, refunded) against an account, its commission posted as the difference. */
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

/** A card refund leaves the bank at once; a refund of a check or cash is owed until it is paid. */
export const refund = (
  from: 'cash' | 'refunds_owed',
  amount: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => collected(from, negate(amount), collectedBefore, basisPoints)

/** An overpayment is the supporter's credit, without commission, until it is refunded. */
export const overpayment = (into: HoldingAccount, amount: Cents): Posting[] =>
  entry([
    { account: into, amount },
    { account: 'supporter_credit', amount: negate(amount) },
  ])

/** A bounced or mistakenly posted payment leaves collected, with its commission, and any credit. */
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

/** Refunds an overpayment: it was not income, so no commission is reversed. */
export const overpaymentPaid = (amount: Cents): Posting[] =>
  entry([
    { account: 'supporter_credit', amount },
    { account: 'cash', amount: negate(amount) },
  ])

/** Pays an owed refund from the bank. */
export const owedRefundPaid = (amount: Cents): Posting[] =>
  entry([
    { account: 'refunds_owed', amount },
    { account: 'cash', amount: negate(amount) },
  ])

/** A disputed charge leaves collected right away, with its commission, and is held until it is decided. */
export const disputeOpened = (amount: Cents, collectedBefore: Cents, basisPoints: number): Posting[] =>
  collected('disputed', negate(amount), collectedBefore, basisPoints)

/** A won dispute is collected again: from what was held, or, after a loss, from the bank. */
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

/** The card's bank returned a refund: it is due by hand now. */
export const refundFailed = (amount: Cents): Posting[] =>
  entry([
    { account: 'cash', amount },
    { account: 'refunds_owed', amount: negate(amount) },
  ])

/**
 * Undoes a refund: collected again, with its commission. Taken from what is owed, from the bank account that the refund came
 * back to or, if the refund was already made, from the supporter's credit, which is negative until it is repaid.
 */
export const refundReversed = (
  from: 'refunds_owed' | 'cash' | 'supporter_credit',
  amount: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => collected(from, amount, collectedBefore, basisPoints)

export const payout = (amount: Cents): Posting[] =>
  entry([
    { account: 'organization_payable', amount },
    { account: 'cash', amount: negate(amount) },
  ])

/** A reversed or returned payout is owed again. */
export const payoutReversed = (amount: Cents): Posting[] => reversal(payout(amount))

/** A correction is a reversal, never an edit. */
export const reversal = (postings: readonly Posting[]): Posting[] =>
  entry(postings.map(({ account, amount }) => ({ account, amount: negate(amount) })))

/** Money of the card provider that nothing explains: whose it is, a person decides. */
export const unexplained = (amount: Cents): Posting[] =>
  entry([
    { account: 'cash', amount },
    { account: 'unexplained', amount: negate(amount) },
  ])

/** Two people move an amount between two accounts. */
export const adjustment = (
  { debit, credit }: { debit: Account; credit: Account },
  amount: Cents,
): Posting[] =>
  entry([
    { account: debit, amount },
    { account: credit, amount: negate(amount) },
  ])
