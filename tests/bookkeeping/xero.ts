/**
 * Xero's rules for the import of manual journals, as Xero states them, independent of the code that writes the files:
 * help.xero.com/nz/ManualJournalsImport (rows with the same narration and date are one journal; narration, date, account code,
 * tax rate and amount are mandatory; dd/mm/yyyy or dd mmm yyyy; debits positive; 300 lines in a file); the lengths of account
 * codes and tracking options are those of developer.xero.com (Accounts, TrackingCategories).
 */
import {
  centsIn,
  groupsOf,
  isDay,
  type Movements,
  movementsOf,
  problemsWithText,
  type Row,
  rowsOf,
} from './rows.ts'

const TEMPLATE = [
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

function problemsInRow(row: Row): string[] {
  const {
    '*Narration': narration = '',
    '*Date': on = '',
    '*AccountCode': code = '',
    '*TaxRate': tax = '',
  } = row
  const [, day = '', month = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(on) ?? []
  const tracked = [1, 2].map(
    (at) => [row[`TrackingName${at}`] ?? '', row[`TrackingOption${at}`] ?? ''] as const,
  )
  return [
    ...(narration === '' ? ['no narration'] : problemsWithText(narration, { max: 500 })),
    ...(isDay(year, month, day) ? [] : [`date: ${on}`]),
    ...(/^[\w.\-/]{1,10}$/.test(code) ? [] : [`account code: ${code}`]),
    ...(tax === '' ? ['no tax rate'] : problemsWithText(tax, { max: 50 })),
    ...((centsIn(row['*Amount'] ?? '') ?? 0) === 0 ? [`amount: ${row['*Amount']}`] : []),
    ...problemsWithText(row.Description ?? '', { max: 4_000 }),
    ...tracked.flatMap(([name, option]) => [
      ...((name === '') === (option === '') ? [] : [`half of a tracking: ${name}|${option}`]),
      ...problemsWithText(name, { max: 100 }),
      ...problemsWithText(option, { max: 100 }),
    ]),
  ]
}

/** Everything that the import of these files would refuse; empty: it takes them. */
export function xeroProblems(files: readonly string[]): string[] {
  const journals = new Set<string>()
  return files.flatMap((text) => {
    const { header, rows } = rowsOf(text)
    const entries = groupsOf(rows, (row) => `${row['*Narration']} on ${row['*Date']}`)
    return [
      ...(header.join() === TEMPLATE.join() ? [] : [`columns: ${header.join(', ')}`]),
      ...(rows.length > 300 ? [`${rows.length} lines`] : []),
      ...rows.flatMap(problemsInRow),
      ...entries.flatMap(({ key, rows: lines }) => {
        const isRepeated = journals.has(key)
        journals.add(key)
        const sum = lines.reduce((total, row) => total + (centsIn(row['*Amount'] ?? '') ?? 0), 0)
        return [
          ...(isRepeated ? [`used twice or split: ${key}`] : []),
          ...(sum === 0 ? [] : [`does not balance by ${sum}: ${key}`]),
          ...(lines.length < 2 ? [`one line: ${key}`] : []),
        ]
      }),
    ]
  })
}

/** What the accounts in Xero have moved by once all is imported, by code. */
export const xeroMovements = (files: readonly string[]): Movements =>
  movementsOf(
    files.flatMap((text) =>
      rowsOf(text).rows.map((row) => ({
        account: row['*AccountCode'] ?? '',
        amount: centsIn(row['*Amount'] ?? '') ?? 0,
      })),
    ),
  )
