/**
 * A file of ACH credits, as a bank reads it (Nacha Operating Rules, appendix on file formats): lines of 94 characters, a
 * batch with one entry for each payout, so that each is a line of the bank's own statement; no addenda, filled with nines to
 * a multiple of ten lines. Pure.
 */
import { type Cents, sum } from '../money.ts'

/** Who sends the money, as its bank registered it. */
export type Originator = {
  companyName: string
  /** Ten characters, which the bank assigned: often a 1 and the EIN. */
  companyId: string
  bankName: string
  /** Nine digits. */
  bankRouting: string
}

export type Credit = {
  routingNumber: string
  /** Up to 17 characters. */
  accountNumber: string
  payeeName: string
  /** Up to 15 characters, by which the payout is found on both statements. */
  reference: string
  amount: Cents
}

type File = {
  originator: Originator
  credits: readonly Credit[]
  /** `YYYY-MM-DD` and `HHMM`, when it was made. */
  madeOn: string
  madeAt: string
  /** `YYYY-MM-DD`, a banking day: when the money arrives. */
  settlesOn: string
  /** `A` to `Z`, `0` to `9`: tells files of one day apart. */
  modifier: string
}

const LINE = 94
const BLOCK = 10
const CHECKING_CREDIT = '22'
const CREDITS_ONLY = '220'
/** Between businesses and other organizations. */
const ENTRY_CLASS = 'CCD'
/** An amount has ten digits, and the sum of a batch twelve. */
export const MOST_CENTS = 9_999_999_999
/** The hash of the routing numbers has ten digits: what overflows is cut off. */
const HASH = 10_000_000_000

/** Letters of other languages lose their accents, and what the format does not know becomes a space. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replace(/[^ -~]/g, ' ')
    .toUpperCase()
const left = (text: string, width: number): string => plain(text).slice(0, width).padEnd(width)
const digits = (value: number | string, width: number): string => String(value).padStart(width, '0')
const day = (iso: string): string => iso.slice(2).replaceAll('-', '')

/** Text that ends with a line break. @throws if there is no credit, or an amount does not fit. */
export function nachaFile({ originator, credits, madeOn, madeAt, settlesOn, modifier }: File): string {
  if (credits.length === 0) throw new Error('a bank file without a payment')
  if (credits.some(({ amount }) => amount <= 0 || amount > MOST_CENTS))
    throw new Error('an amount that a bank file cannot hold')
  const { companyName, companyId, bankName, bankRouting } = originator
  const origin = bankRouting.slice(0, 8)
  const sums = (some: readonly Credit[]): string => {
    const hash = some.reduce((all, { routingNumber }) => (all + Number(routingNumber.slice(0, 8))) % HASH, 0)
    return `${digits(hash, 10)}${digits(0, 12)}${digits(sum(some.map(({ amount }) => amount)), 12)}`
  }
  const batches = credits.flatMap((credit, index) => {
    const { routingNumber, accountNumber, amount, reference, payeeName } = credit
    const number = digits(index + 1, 7)
    return [
      `5${CREDITS_ONLY}${left(companyName, 16)}${' '.repeat(20)}${left(companyId, 10)}${ENTRY_CLASS}${left('PAYOUT', 10)}${day(madeOn)}${day(settlesOn)}   1${origin}${number}`,
      `6${CHECKING_CREDIT}${routingNumber}${left(accountNumber, 17)}${digits(amount, 10)}${left(reference, 15)}${left(payeeName, 22)}  0${origin}${number}`,
      `8${CREDITS_ONLY}${digits(1, 6)}${sums([credit])}${left(companyId, 10)}${' '.repeat(25)}${origin}${number}`,
    ]
  })
  const lines = [
    `101 ${bankRouting}${left(companyId, 10)}${day(madeOn)}${madeAt}${modifier}094101${left(bankName, 23)}${left(companyName, 23)}${' '.repeat(8)}`,
    ...batches,
  ]
  const blocks = Math.ceil((lines.length + 1) / BLOCK)
  lines.push(
    `9${digits(credits.length, 6)}${digits(blocks, 6)}${digits(credits.length, 8)}${sums(credits)}${' '.repeat(39)}`,
  )
  const filled = [...lines, ...Array.from({ length: blocks * BLOCK - lines.length }, () => '9'.repeat(LINE))]
  return `${filled.join('\n')}\n`
}
