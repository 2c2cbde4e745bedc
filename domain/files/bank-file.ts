/**
 * What a file of a bank account says: the lines of a CSV file as banks and QuickBooks write it, or of an OFX or QFX
 * file. Pure.
 */
import { getTransactions, parse } from '@f-o-t/ofx'
import { type Cents, negate, parseTyped } from '../money.ts'
import { addDays, isCalendarDay } from '../places/zone.ts'
import { readCells } from './cells.ts'
import { list, plain } from './column-names.ts'
import { readDates } from './dates.ts'
import { type Answers, answerTo, asking, FileProblem, type Question } from './file.ts'

/** One line of a bank account. */
export type BankLine = {
  line: number
  day: string
  /** What the bank wrote about it, at most 300 characters. */
  text: string
  /** Money in is above zero, money out below. */
  amount: Cents
  /** The bank's own id of it; null in a CSV file. */
  bankId: string | null
}

type BankFile = {
  lines: BankLine[]
  questions: Question[]
  errors: { line: number; reason: string }[]
}

const LONGEST_TEXT = 300
const LOOKED_AT = 12
/** Nobody matches older ones; a day that is read wrongly mostly falls outside. */
const OLDEST_DAYS = 730

const COLUMNS = {
  date: list('date transactiondate postingdate postdate posteddate dateposted posted bookingdate valuedate'),
  amount: list('amount transactionamount amountusd amt'),
  in: list('credit credits creditamount deposit deposits depositamount moneyin paidin in received'),
  out: list('debit debits debitamount withdrawal withdrawals withdrawalamount moneyout paidout out spent'),
  sign: list('creditdebit debitcredit crdr drcr creditdebitindicator transactiontype type'),
  text: list(
    'description transactiondescription originaldescription extendeddescription memo details transactiondetails narrative payee name transaction',
  ),
  number: list(
    'check checknumber checkno chknumber checkslip checkorslipnumber slip reference referencenumber ref refnumber bankreference customerreference serialnumber',
  ),
} as const
type Column = keyof typeof COLUMNS

type Found = { column: Column; index: number }

const columnsOf = (cells: readonly string[]): Found[] =>
  cells.flatMap((cell, index) => {
    const name = plain(cell)
    const column = (Object.keys(COLUMNS) as Column[]).find((one) => COLUMNS[one].includes(name))
    return column ? [{ column, index }] : []
  })

const hasAmounts = (found: readonly Found[]): boolean =>
  found.some(({ column }) => column === 'date') &&
  found.some(({ column }) => column === 'amount' || column === 'in' || column === 'out')

const PARENTHESES = /^\((.*)\)$/
const SIGN = /^([-+−–]?)\s*(.*?)\s*([-−–]?)$/

/** `1,842.19`, `-25.00`, `(25.00)`, `25.00-`, `-$25.00`, `$-25.00`. Null where it is no amount. */
export function bankAmount(text: string): Cents | null {
  const bare = text.replace(/\s*(?:USD|US\$)\s*/i, '').trim()
  const inside = PARENTHESES.exec(bare)?.[1]
  const [, before = '', digits = '', behind = ''] =
    SIGN.exec(inside ?? bare.replace(/^\$\s*(?=[-−–])/, '')) ?? []
  const amount = parseTyped(digits)
  const isOut = inside !== undefined || behind !== '' || /[-−–]/.test(before)
  return amount === null ? null : isOut ? negate(amount) : amount
}

/** Of a column that says in a word which way the money went, and in no other words. */
const wayOf = (word: string): 'in' | 'out' | null => {
  if (/^(?:c|cr|credit|deposit|dep|in|ach[ _]credit)$/i.test(word)) return 'in'
  return /^(?:d|dr|debit|withdrawal|check|fee|out|ach[ _]debit)$/i.test(word) ? 'out' : null
}

const isOfx = (text: string): boolean =>
  /^\s*(?:OFXHEADER\s*:|<\?xml[^>]*\?>\s*(?:<\?OFX|<OFX)|<\?OFX|<OFX>)/i.test(text)

/** Throws a FileProblem for a file that is none of a bank account. `today`: no line is later. */
export function readBankFile(
  text: string,
  { answers, today }: { answers: Answers; today: string },
): BankFile {
  return isOfx(text) ? readOfx(text) : readCsv(text, answers, today)
}

const UNREADABLE = 'The OFX file is not readable. Download it again, or as CSV, from your bank'

function readOfx(text: string): BankFile {
  const read = parse(text)
  if (!read.success) throw new FileProblem(UNREADABLE)
  const transactions = getTransactions(read.data)
  // The library reads amounts as numbers, and "1,234.56" as 1: they are read here as they are written.
  const amounts = [...text.matchAll(/<TRNAMT>\s*([^<\r\n]*)/gi)].map(([, amount = '']) => bankAmount(amount))
  if (amounts.length !== transactions.length) throw new FileProblem(UNREADABLE)
  const errors: BankFile['errors'] = []
  const lines = transactions.flatMap((one, index): BankLine[] => {
    const { DTPOSTED: posted, FITID, NAME, MEMO, CHECKNUM } = one
    const line = index + 1
    const day = /^\d{8}/.exec(posted.raw)?.[0].replace(/(\d{4})(\d{2})(\d{2})/, '$1-$2-$3') ?? ''
    const amount = amounts[index] ?? null
    if (!isCalendarDay(day) || amount === null) {
      errors.push({ line, reason: 'its day or its amount is not readable' })
      return []
    }
    if (amount === 0) return []
    const said = textOf([NAME, MEMO, CHECKNUM && `CHK ${CHECKNUM}`])
    return [{ line, day, text: said, amount, bankId: FITID ?? null }]
  })
  if (lines.length === 0 && errors.length === 0) throw new FileProblem('The file has no transactions')
  return { lines, questions: [], errors }
}

const textOf = (parts: readonly (string | undefined)[]): string =>
  [...new Set(parts.map((part) => part?.trim().replace(/\s+/g, ' ') ?? ''))]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, LONGEST_TEXT)

function readCsv(text: string, answers: Answers, today: string): BankFile {
  const { lines: rows, separator } = readCells(text)
  const header = rows.slice(0, LOOKED_AT).findIndex(({ cells }) => hasAmounts(columnsOf(cells)))
  if (header < 0)
    throw new FileProblem(
      'This is not a list of a bank account: it needs columns named Date, Description and Amount, or Credit and Debit',
    )
  const columns = columnsOf(rows[header]?.cells ?? [])
  const { ask, questions } = asking((question) => answerTo(question, answers))
  const body = rows.slice(header + 1)
  const errors: BankFile['errors'] = []
  const cellOf = (cells: readonly string[], column: Column): string =>
    columns
      .filter((one) => one.column === column)
      .map(({ index }) => cells[index] ?? '')
      .find((cell) => cell !== '') ?? ''
  const dates = readDates(
    body.map(({ number: line, cells }) => ({ line, text: cellOf(cells, 'date') })),
    { season: { from: addDays(today, -OLDEST_DAYS), to: today }, separator },
    ask,
  )
  const days = new Map(dates.map((one) => [one.line, one]))
  const lines = body.flatMap(({ number: line, cells }): BankLine[] => {
    const read = amountOf((column) => cellOf(cells, column))
    const date = days.get(line)
    // Balances and totals are there for the reader.
    if (read === 'none' || date === undefined) return []
    if (read === null) {
      errors.push({ line, reason: 'its amount is not readable' })
      return []
    }
    if ('reason' in date) {
      errors.push(date)
      return []
    }
    const parts = columns
      .filter(({ column }) => column === 'text' || column === 'number')
      .map(({ column, index }) => {
        const cell = cells[index] ?? ''
        return column === 'number' && /^\d+$/.test(cell) ? `No. ${cell}` : cell
      })
    return [{ line, day: date.day, text: textOf(parts), amount: read, bankId: null }]
  })
  return { lines, questions, errors }
}

/** 'none': the row has no amount, or zero. Null: not readable. */
function amountOf(said: (column: Column) => string): Cents | 'none' | null {
  const single = said('amount')
  if (single !== '') {
    const amount = bankAmount(single)
    if (amount === null) return null
    if (amount === 0) return 'none'
    return amount > 0 && wayOf(said('sign')) === 'out' ? negate(amount) : amount
  }
  const received = said('in') === '' ? null : bankAmount(said('in'))
  const spent = said('out') === '' ? null : bankAmount(said('out'))
  if (said('in') === '' && said('out') === '') return 'none'
  if (received !== null && received !== 0) return spent === null || spent === 0 ? received : null
  if (spent === null) return received === 0 ? 'none' : null
  if (spent === 0) return 'none'
  return spent > 0 ? negate(spent) : spent
}
