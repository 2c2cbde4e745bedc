/**
 * A month for "Import journal entries" of QuickBooks Online. Its rules: all rows of an entry have one Journal No. of at most 21
 * characters, MM/DD/YYYY, `Parent:Sub`, a name on rows of accounts receivable or payable, at most 1,000 rows in a file
 * (quickbooks.intuit.com/learn-support, "Import journal entries"). Pure.
 */
import { record } from '../../csv.ts'
import { type Cents, negate, positivePart, toDecimal } from '../../money.ts'
import { type AccountMap, needsName } from './accounts.ts'
import { type EntryLine, inFiles, type SummaryEntry } from './entries.ts'
import { cleaned, clipped, type Labels } from './labels.ts'

const QUICKBOOKS_COLUMNS = [
  'Journal No.',
  'Journal Date',
  'Account Name',
  'Debits',
  'Credits',
  'Description',
  'Name',
  'Class',
]
/** With the header, 1,000. */
const MAX_LINES = 999
const MAX_DESCRIPTION = 200

const dateOf = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
const above = (amount: Cents): string => (amount > 0 ? toDecimal(positivePart(amount)) : '')

export const quickbooksFiles = (
  entries: readonly SummaryEntry[],
  { quickbooks }: Pick<AccountMap, 'quickbooks'>,
  { campaigns, partners }: Labels,
): string[] => {
  const row = (entry: SummaryEntry, { account, amount, description, campaignId, partner }: EntryLine) => {
    const name = quickbooks[account] ?? ''
    return record([
      entry.number,
      dateOf(entry.on),
      name,
      above(amount),
      above(negate(amount)),
      clipped(cleaned(description), MAX_DESCRIPTION),
      needsName(name) ? (partners.get(partner ?? '') ?? '') : '',
      campaigns.get(campaignId ?? '') ?? '',
    ])
  }
  return inFiles(entries, MAX_LINES).map((file) =>
    [
      record(QUICKBOOKS_COLUMNS),
      ...file.flatMap((entry) => entry.lines.map((line) => row(entry, line))),
    ].join(''),
  )
}
