/**
 * The accounts and the entries that move money between them (R5). A positive posting is a debit, a negative one a credit;
 * the postings of an entry sum to zero, here and in the database. Pure.
 */

import { type Cents, negate, subtract, sum } from '../money.ts'
import { commissionChange } from './commission.ts'

const ACCOUNTS = [
  'cash',
  'card_clearing',
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
/** `campaignId` and `paymentId` where an entry is about several campaigns: of which it is, and of which check or cash. */
export type Posting = { account: Account; amount: Cents; campaignId?: string; paymentId?: string }

/** Where received money is held: with the card provider, not yet deposited, or at the bank. */
export type HoldingAccount = 'card_clearing' | 'undeposited' | 'cash'
/** Where money is paid from: by the card provider, or from the bank account. */
export type PayingAccount = 'card_clearing' | 'cash'

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

/** A card refund leaves the card provider at once; a refund of a check or cash is owed until it is paid. */
export const refund = (
  from: 'card_clearing' | 'refunds_owed',
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

type Deposited = { paymentId: string; campaignId: string; amount: Cents }

/** One slip: what it brings each campaign at the bank, and each check or cash on it. */
export const deposit = (deposited: readonly Deposited[]): Posting[] =>
  entry([
    ...[...Map.groupBy(deposited, ({ campaignId }) => campaignId)].map(([campaignId, own]) => ({
      account: 'cash' as const,
      campaignId,
      amount: sum(own.map(({ amount }) => amount)),
    })),
    ...deposited.map(({ amount, ...of }) => ({
      ...of,
      account: 'undeposited' as const,
      amount: negate(amount),
    })),
  ])

/** Refunds an overpayment: it was not income, so no commission is reversed. */
export const overpaymentPaid = (amount: Cents): Posting[] =>
  entry([
    { account: 'supporter_credit', amount },
    { account: 'cash', amount: negate(amount) },
  ])

/** Pays an owed refund, by hand from the bank or to the card after all. */
export const owedRefundPaid = (from: PayingAccount, amount: Cents): Posting[] =>
  entry([
    { account: 'refunds_owed', amount },
    { account: from, amount: negate(amount) },
  ])

/** A disputed charge leaves collected right away, with its commission, and is held until it is decided. */
export const disputeOpened = (amount: Cents, collectedBefore: Cents, basisPoints: number): Posting[] =>
  collected('disputed', negate(amount), collectedBefore, basisPoints)

/** A won dispute is collected again: from what was held, or, after a loss, from the card provider. */
export const disputeWon = (
  into: 'disputed' | 'card_clearing',
  amount: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => collected(into, amount, collectedBefore, basisPoints)

export const disputeLost = (amount: Cents): Posting[] =>
  entry([
    { account: 'disputed', amount },
    { account: 'card_clearing', amount: negate(amount) },
  ])

/** The card's bank returned a refund: it is due by hand now. */
export const refundFailed = (amount: Cents): Posting[] =>
  entry([
    { account: 'card_clearing', amount },
    { account: 'refunds_owed', amount: negate(amount) },
  ])

/**
 * Undoes a refund: collected again, with its commission. Taken from what is owed, from the card provider that the refund came
 * back to or, if the refund was already made, from the supporter's credit, which is negative until it is repaid.
 */
export const refundReversed = (
  from: 'refunds_owed' | 'card_clearing' | 'supporter_credit',
  amount: Cents,
  collectedBefore: Cents,
  basisPoints: number,
): Posting[] => collected(from, amount, collectedBefore, basisPoints)

/** By check or bank transfer from the bank, by the card provider's transfer from the account there. */
export const payout = (from: PayingAccount, amount: Cents): Posting[] =>
  entry([
    { account: 'organization_payable', amount },
    { account: from, amount: negate(amount) },
  ])

/** A reversed or returned payout is owed again. */
export const payoutReversed = (into: PayingAccount, amount: Cents): Posting[] =>
  reversal(payout(into, amount))

/** What the card provider keeps of a movement, which the provider bears (R4); below zero, it is given back. */
export const cardFee = (amount: Cents): Posting[] =>
  entry([
    { account: 'processing_fees', amount },
    { account: 'card_clearing', amount: negate(amount) },
  ])

/** The card provider pays to the bank; below zero, it did not arrive or was taken back. */
export const cardPayout = (amount: Cents): Posting[] =>
  entry([
    { account: 'cash', amount },
    { account: 'card_clearing', amount: negate(amount) },
  ])

/** A correction is a reversal, never an edit. */
export const reversal = (postings: readonly Posting[]): Posting[] =>
  entry(postings.map(({ amount, ...of }) => ({ ...of, amount: negate(amount) })))

/** Money of the card provider that nothing explains: whose it is, a person decides. */
export const unexplained = (amount: Cents): Posting[] =>
  entry([
    { account: 'card_clearing', amount },
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
