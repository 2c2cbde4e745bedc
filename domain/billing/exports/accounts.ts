/**
 * Which account of a party's own books each line of its month goes to: a name in QuickBooks Online, a code in Xero. The
 * defaults are for who starts from a usual chart of accounts. Pure.
 */
import { accountName } from '../account-names.ts'
import type { Account } from '../journal.ts'

export const PROGRAMS = { quickbooks: 'QuickBooks Online', xero: 'Xero' } as const
export type Program = keyof typeof PROGRAMS

/** What an organization's own books know of a campaign: the provider collects, keeps its commission and pays out. */
export type OrganizationAccount = 'bank' | 'due' | 'contributions' | 'returned' | 'commission_paid'

export type LineAccount = Account | OrganizationAccount
type Defaults = { label: string; quickbooks: string; xero: string; hint?: string }

/**
 * Xero refuses journals to bank accounts, accounts receivable and accounts payable (help.xero.com, "Manually adjust a bank
 * account balance", "Record movements in system accounts"), so the defaults name none of these.
 */
const NOT_THE_BANK =
  'In Xero a current asset account, not the bank account: Xero accepts no journals there. Match the bank’s line to it.'

export const PROVIDER_ACCOUNTS: Record<Account, Defaults> = {
  cash: {
    label: accountName('cash'),
    quickbooks: 'Checking',
    xero: '091',
    hint: `${NOT_THE_BANK} The same in QuickBooks Online if it reads your bank’s lines: an entry may be the sum of several.`,
  },
  undeposited: { label: accountName('undeposited'), quickbooks: 'Undeposited Funds', xero: '092' },
  card_clearing: { label: accountName('card_clearing'), quickbooks: 'Card Clearing', xero: '093' },
  organization_payable: {
    label: accountName('organization_payable'),
    quickbooks: 'Due to Organizations',
    xero: '805',
  },
  commission: { label: accountName('commission'), quickbooks: 'Commission Income', xero: '200' },
  processing_fees: { label: accountName('processing_fees'), quickbooks: 'Card Processing Fees', xero: '404' },
  supporter_credit: { label: accountName('supporter_credit'), quickbooks: 'Supporter Credits', xero: '810' },
  refunds_owed: { label: accountName('refunds_owed'), quickbooks: 'Refunds Payable', xero: '815' },
  disputed: { label: accountName('disputed'), quickbooks: 'Disputed Payments', xero: '616' },
  write_offs: { label: accountName('write_offs'), quickbooks: 'Bad Debts', xero: '405' },
  unexplained: { label: accountName('unexplained'), quickbooks: 'Suspense', xero: '850' },
}

export const ORGANIZATION_ACCOUNTS: Record<OrganizationAccount, Defaults> = {
  bank: { label: 'Bank account', quickbooks: 'Checking', xero: '091', hint: NOT_THE_BANK },
  due: { label: 'Owed to the organization', quickbooks: 'Due from Fundraising Provider', xero: '615' },
  contributions: { label: 'Collected', quickbooks: 'Contributions:Performance pledges', xero: '200' },
  returned: {
    label: 'Refunds, disputes and bounced checks',
    quickbooks: 'Contributions:Refunds and returns',
    xero: '205',
  },
  commission_paid: {
    label: 'Commission',
    quickbooks: 'Fundraising Expense:Provider commission',
    xero: '404',
  },
}

export type AccountMap<Name extends string = string> = {
  /** `Parent:Sub` for an account within another. */
  quickbooks: Record<Name, string>
  xero: Record<Name, string>
  /** In Xero, of every line. */
  taxRate: string
  /** The tracking category in Xero whose options are the campaigns; empty: there is none. */
  tracking: string
}

const chosen = <Name extends string>(
  accounts: Record<Name, Defaults>,
  program: Program,
): Record<Name, string> =>
  Object.fromEntries(
    Object.entries<Defaults>(accounts).map(([name, defaults]) => [name, defaults[program]]),
  ) as Record<Name, string>

export const defaultMap = <Name extends string>(accounts: Record<Name, Defaults>): AccountMap<Name> => ({
  quickbooks: chosen(accounts, 'quickbooks'),
  xero: chosen(accounts, 'xero'),
  taxRate: 'Tax Exempt',
  tracking: 'Campaign',
})

/** QuickBooks Online asks for a customer or a vendor on each line of such an account. */
export const needsName = (account: string): boolean =>
  /accounts?\s+(receivable|payable)|\(A\/[RP]\)/i.test(account)
