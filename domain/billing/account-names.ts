/** Names of accounts and journal entries, for bookkeepers who also keep them elsewhere. */
import type { Account } from './journal.ts'

/** What a broken invariant means, for the person who has to find out why. One line for each SQL file. */
const WORDS: Readonly<Record<string, string>> = {
  'cancelled-totals-are-collected':
    'The campaign is cancelled, but its figures do not match what was collected before.',
  'card-fees-are-as-moved':
    'A fee or payout of the card provider in the journal does not match what moved on the account there.',
  'charges-are-as-taken':
    'A charge does not match what the card provider took: its amount, its date, its kind of money or its entry in the journal.',
  'collected-is-received':
    'Collected does not equal charges less refunds and disputes plus payments recorded manually.',
  'collected-totals-match-books': 'The collected figure on the campaign’s pages does not match the books.',
  'commission-is-its-share': 'The provider’s share does not match its percentage of what was collected.',
  'disputes-are-taken-out':
    'The amount that banks dispute does not match what was taken out of the charges, or a refund of one is due.',
  'invoices-are-paid-by-payments':
    'The amount paid on an invoice does not match the payments recorded for it.',
  'journal-balances': 'A journal entry does not add up to zero, or is in an account that is not in use.',
  'no-pledge-above-its-maximum': 'A pledge was billed above the maximum that its supporter agreed to.',
  'one-charge-per-attempt': 'A charge is marked as succeeded, but its attempts disagree.',
  'owed-back-is-posted':
    'What supporters are owed, as overpayments or refunds, does not match what the books hold for them.',
  'paid-out-is-posted': 'Paid out does not equal the payouts that were sent, less what was returned.',
  'refunds-are-reserved': 'What was refunded of a charge does not match its refunds.',
  'results-stand-as-confirmed': 'A statistic’s total does not match the confirmed results of its matches.',
  'returned-was-paid': 'More of a payout was returned than was paid out.',
  'set-offs-are-posted': 'The refunds offset against open invoices do not match the books and the invoices.',
  'settled-is-accounted-for':
    'For a pledge, the amount settled does not equal what was received, is open, written off or waived.',
  'unexplained-is-held':
    'Money that nothing explains does not match the exceptions that hold it, or an adjustment what two people signed.',
  'totals-are-sums': 'The campaign’s figures do not equal the sums over its pledges.',
}

/** Beside the figures of a campaign on a month, on the screen and on paper. */
export const BOOKS_ON_HOLD = 'On hold: the books do not balance, so these figures may change'

/** Why billing is on hold, in words. */
export const bookProblem = (invariant: string): string => WORDS[invariant] ?? invariant
export const KNOWN_INVARIANTS: readonly string[] = Object.keys(WORDS)

const ACCOUNT_NAMES: Record<Account, string> = {
  cash: 'Cash at bank',
  card_clearing: 'Card clearing',
  undeposited: 'Undeposited checks and cash',
  organization_payable: 'Owed to organizations',
  commission: 'Commission',
  processing_fees: 'Processing fees',
  supporter_credit: 'Supporters’ credit',
  refunds_owed: 'Refunds owed',
  disputed: 'Disputed',
  write_offs: 'Write-offs',
  unexplained: 'Unexplained money',
}
export const accountName = (account: string): string => ACCOUNT_NAMES[account as Account] ?? account

const KINDS: Record<string, string> = {
  charge: 'Card charged',
  payment: 'Check or cash received',
  overpayment: 'Overpayment',
  overpayment_paid: 'Overpayment refunded',
  deposit: 'Deposit',
  refund: 'Refund',
  refund_paid: 'Owed refund paid',
  refund_failed: 'Refund returned',
  reversal: 'Reversal',
  set_off: 'Refund offset',
  payout: 'Payout',
  payout_reversed: 'Payout reversed',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  unexplained: 'Unexplained money',
  unexplained_returned: 'Unexplained money returned',
  adjustment: 'Adjustment',
  card_fee: 'Card provider’s fee',
  card_payout: 'Card provider’s payout',
}
export const entryKindName = (kind: string): string => KINDS[kind] ?? kind
