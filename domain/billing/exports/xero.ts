/**
 * A month for the import of manual journals into Xero. Its rules: rows with the same narration and date are one journal, so each
 * entry has a narration of its own; dd/mm/yyyy; debits positive; at most 300 lines in a file
 * (help.xero.com, "Enter multiple manual journals using an import template"). Pure.
 */
import { record } from '../../csv.ts'
import { toDecimal } from '../../money.ts'
import type { AccountMap } from './accounts.ts'
import { type EntryLine, inFiles, type SummaryEntry } from './entries.ts'
import { cleaned, clipped, type Labels } from './labels.ts'

const XERO_COLUMNS = [
  '*Narration',
  '*Date',
  'Description',
  '*AccountCode',
  '*TaxRate',
  '*Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
]
const MAX_XERO_LINES = 300
const MAX_TITLE = 150
const MAX_DESCRIPTION = 200

const dateOf = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

/** The title may be that of another entry, too; its number is not. */
const narrationOf = ({ title, number }: SummaryEntry): string =>
  `${clipped(cleaned(title), MAX_TITLE)} ${number}`.trim()

export const xeroFiles = (
  entries: readonly SummaryEntry[],
  { xero, taxRate, tracking }: Pick<AccountMap, 'xero' | 'taxRate' | 'tracking'>,
  { campaigns }: Labels,
): string[] => {
  const row = (entry: SummaryEntry, { account, amount, description, campaignId }: EntryLine) => {
    const option = tracking === '' ? '' : (campaigns.get(campaignId ?? '') ?? '')
    return record([
      narrationOf(entry),
      dateOf(entry.on),
      clipped(cleaned(description), MAX_DESCRIPTION),
      xero[account] ?? '',
      taxRate,
      toDecimal(amount),
      option === '' ? '' : tracking,
      option,
      '',
      '',
    ])
  }
  return inFiles(entries, MAX_XERO_LINES).map((file) =>
    [record(XERO_COLUMNS), ...file.flatMap((entry) => entry.lines.map((line) => row(entry, line)))].join(''),
  )
}
