/** A month of the provider or of an organization for QuickBooks Online and Xero, and the accounts it goes to. */
import { z } from 'zod'
import {
  needsName,
  ORGANIZATION_ACCOUNTS,
  type OrganizationAccount,
  PROGRAMS,
  PROVIDER_ACCOUNTS,
  type Program,
} from '../billing/exports/accounts.ts'
import { cleaned } from '../billing/exports/labels.ts'
import type { Account } from '../billing/journal.ts'
import { id } from './fields.ts'
import { MoneyMode, Month, Moved } from './report.ts'

export const ProgramParams = z.object({
  program: z.enum(Object.keys(PROGRAMS) as [Program, ...Program[]], 'Choose quickbooks or xero'),
})
/** Without a month, the last one that is over. */
export const BookkeepingQuery = z.object({ month: Month.optional(), money: MoneyMode.optional() })

const MAX_NAME = 100
/** QuickBooks Online has an account, and four levels of accounts within it. */
const MAX_LEVELS = 5
const MAX_CODE = 10

/** One line without what the programs, or a spreadsheet that opens the file, would take for something else. */
const plain = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .max(MAX_NAME * MAX_LEVELS, 'Use a shorter name')
    .refine(
      (value) => value === '' || value.split(':').every((part) => cleaned(part) === part.trim()),
      'Use letters, digits and spaces, without quotes, and begin with a letter or a digit',
    )

const accountName = plain('Enter the account’s name')
  .min(1, 'Enter the account’s name')
  .transform((value) =>
    value
      .split(':')
      .map((part) => part.trim())
      .join(':'),
  )
  .refine((value) => !/^:|::|:$/.test(value), 'Write Parent:Sub, with a name on both sides of each colon')
  .refine((value) => value.split(':').length <= MAX_LEVELS, 'Use at most five levels')
  .refine(
    (value) => value.split(':').every((part) => part.length <= MAX_NAME),
    'Use at most 100 characters for each name',
  )

const code = z
  .string({ error: 'Enter the account’s code' })
  .trim()
  .min(1, 'Enter the account’s code')
  .max(MAX_CODE, 'Use at most 10 characters')
  .regex(/^[A-Za-z0-9][A-Za-z0-9.\-/]*$/, 'Use letters and digits, such as 200')

/** What is owed to or by a partner: there a name is on each line. */
const PARTNER_ACCOUNTS: readonly string[] = ['organization_payable', 'due']
const withoutName = accountName.refine(
  (value) => !needsName(value),
  'QuickBooks Online asks for a customer or vendor in this account: choose another one',
)

const each = <Name extends string, Field extends z.ZodType>(
  accounts: Record<Name, unknown>,
  of: (name: string) => Field,
) =>
  z.object(Object.fromEntries(Object.keys(accounts).map((name) => [name, of(name)])) as Record<Name, Field>)

const mapOf = <Name extends string>(accounts: Record<Name, unknown>) =>
  z
    .object({
      quickbooks: each(accounts, (name) => (PARTNER_ACCOUNTS.includes(name) ? accountName : withoutName)),
      xero: each(accounts, () => code),
      taxRate: plain('Enter the tax rate’s name')
        .min(1, 'Enter the tax rate’s name')
        .max(50, 'Use at most 50 characters'),
      tracking: plain('Enter the tracking category, or leave it empty').max(
        100,
        'Use at most 100 characters',
      ),
    })
    .partial()

export const ProviderAccounts = mapOf<Account>(PROVIDER_ACCOUNTS)
export const OrganizationAccounts = mapOf<OrganizationAccount>(ORGANIZATION_ACCOUNTS)

export const BookkeepingAccounts = z.object({
  quickbooks: z.record(z.string(), z.string()),
  xero: z.record(z.string(), z.string()),
  taxRate: z.string(),
  tracking: z.string(),
})

export const Bookkeeping = z.object({
  /** Whose books; null: the provider's. */
  organization: z.object({ id, name: z.string() }).nullable(),
  month: Month,
  /** Present where the month is not over yet in every zone: its files are those so far. */
  isRunning: z.literal(true).optional(),
  /** From the one that has begun last to the first with entries; the one that is shown is among them. */
  months: z.array(Month),
  moneyMode: MoneyMode,
  /** There is money of the other kind as well. */
  hasOther: z.boolean(),
  totals: Moved,
  /** How many entries the files have. */
  entries: z.number(),
  accounts: BookkeepingAccounts,
  /** Whether the caller may change the accounts. */
  mayEdit: z.boolean(),
})
export type Bookkeeping = z.infer<typeof Bookkeeping>
