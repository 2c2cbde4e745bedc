/**
 * QuickBooks Online's rules for "Import journal entries", as Intuit states them, independent of the code that writes the files:
 * quickbooks.intuit.com/learn-support/…/import-journal-entries-quickbooks-online (columns, `Parent:Sub`, names for A/R and
 * A/P); the import takes 1,000 rows at a time; a journal number has at most 21 characters, an account or a class 100, without
 * colons and double quotes (developer.intuit.com, JournalEntry.DocNumber, Account.Name, Class.Name).
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

const REQUIRED = ['Journal No.', 'Journal Date', 'Account Name', 'Debits', 'Credits']
const KNOWN = [...REQUIRED, 'Description', 'Name', 'Class', 'Location']

/** Debits above zero; null: not exactly one of the two, or not an amount above zero. */
function amountOf({ Debits = '', Credits = '' }: Row): number | null {
  const debit = centsIn(Debits)
  const credit = centsIn(Credits)
  if (Debits === '' && credit !== null && credit > 0) return -credit
  return Credits === '' && debit !== null && debit > 0 ? debit : null
}

function problemsInRow(row: Row): string[] {
  const { 'Account Name': account = '', 'Journal No.': number = '', 'Journal Date': on = '' } = row
  const { Name = '', Class = '', Description = '' } = row
  const [, month = '', day = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(on) ?? []
  const levels = account.split(':')
  return [
    ...(/^\S.{0,20}$/.test(number) ? [] : [`journal number: ${number}`]),
    ...(isDay(year, month, day) ? [] : [`date: ${on}`]),
    ...(levels.length > 5 ? [`too many levels: ${account}`] : []),
    ...levels.flatMap((level) => [
      ...(level === '' ? [`no account: ${account}`] : []),
      ...(level.includes('"') ? [`a quote: ${account}`] : []),
      ...problemsWithText(level, { max: 100 }),
    ]),
    ...(amountOf(row) === null ? [`amount: ${row.Debits}|${row.Credits}`] : []),
    ...(/accounts (receivable|payable)|\(A\/[RP]\)/i.test(account) && Name === ''
      ? [`no name: ${account}`]
      : []),
    ...[Name, Class].flatMap((text) => [
      ...(/[":]/.test(text) ? [`a colon or a quote: ${text}`] : []),
      ...problemsWithText(text, { max: 100 }),
    ]),
    ...problemsWithText(Description, { max: 4_000 }),
  ]
}

/** Everything that the import of these files would refuse; empty: it takes them. */
export function quickbooksProblems(files: readonly string[]): string[] {
  const numbers = new Set<string>()
  return files.flatMap((text) => {
    const { header, rows } = rowsOf(text)
    const entries = groupsOf(rows, (row) => row['Journal No.'] ?? '')
    return [
      ...(REQUIRED.every((name) => header.includes(name)) ? [] : [`columns: ${header.join(', ')}`]),
      ...header.filter((name) => !KNOWN.includes(name)).map((name) => `unknown column: ${name}`),
      ...(rows.length + 1 > 1_000 ? [`${rows.length} rows`] : []),
      ...rows.flatMap(problemsInRow),
      ...entries.flatMap(({ key, rows: lines }) => {
        const isRepeated = numbers.has(key)
        numbers.add(key)
        const sum = lines.reduce((total, row) => total + (amountOf(row) ?? 0), 0)
        return [
          ...(isRepeated ? [`used twice or split: ${key}`] : []),
          ...(sum === 0 ? [] : [`does not balance by ${sum}: ${key}`]),
          ...(lines.length < 2 ? [`one line: ${key}`] : []),
          ...(new Set(lines.map((row) => row['Journal Date'])).size > 1 ? [`two dates: ${key}`] : []),
        ]
      }),
    ]
  })
}

/** What the accounts in QuickBooks Online have moved by once all is imported. */
export const quickbooksMovements = (files: readonly string[]): Movements =>
  movementsOf(
    files.flatMap((text) =>
      rowsOf(text).rows.map((row) => ({ account: row['Account Name'] ?? '', amount: amountOf(row) ?? 0 })),
    ),
  )
