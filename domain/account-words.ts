/** Names of accounts and journal entries, for bookkeepers who also keep them elsewhere (R5). */
import type { Account } from './journal.ts'

const ACCOUNT_NAMES: Record<Account, string> = {
  cash: 'Cash at bank',
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
  unexplained: 'Unexplained payment',
  unexplained_returned: 'Unexplained payment returned',
  adjustment: 'Adjustment',
}
export const entryKindName = (kind: string): string => KINDS[kind] ?? kind
