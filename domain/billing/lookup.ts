/** What someone types to find something: numbers, references and amounts as they are read off paper. Pure. */

import { type Cents, parseTyped, ZERO } from '../money.ts'
import type { SearchKind } from '../schemas/search.ts'

/**
 * The short address in print: the end of a campaign's id, which is random, in ten letters that are hard to mix up when
 * typed. Pure.
 */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const HEX_DIGITS = 12
const LETTERS = 10
const BITS = 5n

/** `0199a4c2-…-5d0e9b7c31f2` is `C2DUE…`: 48 bits, five to a letter. */
export function shortCode(id: string): string {
  let rest = BigInt(`0x${id.slice(-HEX_DIGITS)}`)
  let code = ''
  for (let place = 0; place < LETTERS; place += 1) {
    code = ALPHABET[Number(rest & 31n)] + code
    rest >>= BITS
  }
  return code
}

/** The end of the id that a code names; null if it is not a code. As typed: lowercase letters and spaces are accepted. */
export function idEndOf(code: string): string | null {
  const letters = [...code.toUpperCase().replace(/[\s-]/g, '')]
  if (letters.length !== LETTERS) return null
  let value = 0n
  for (const letter of letters) {
    const at = ALPHABET.indexOf(letter)
    if (at < 0) return null
    value = (value << BITS) | BigInt(at)
  }
  const hex = value.toString(16).padStart(HEX_DIGITS, '0')
  return hex.length === HEX_DIGITS ? hex : null
}

const HALF = 5
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const INVOICE = /^(?:INV)?[\s-]*(?:(20\d\d)[\s-]+)?0*(\d{1,12})$/
const COMPACT_INVOICE = /^(?:INV)?(20\d\d)(\d{6})$/
const RECEIPT = /^R?(?:20\d\d)?([0-9A-F]{8})$/
const DIGITS = 6
/** An invoice number without its year may be of any of so many years. */
const YEARS = 10
/** A reference in which more letters are doubtful is not one. */
const MAX_DOUBTFUL = 4

/** What a pledge is called where no one is named: `C2DUE-7KQRX`. */
export function pledgeReference(id: string): string {
  const code = shortCode(id)
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`
}

/** What a payout is called in the list and the file for the bank, and so on both statements: at most 15 letters. */
export const payoutReference = (id: string): string => pledgeReference(id)

/** What a receipt is called: short, and distinct by the random part of the id of its charge or payment. */
export const receiptNumber = ({ id, receivedOn }: { id: string; receivedOn: string }): string =>
  `R-${receivedOn.slice(0, 4)}-${id.slice(-8).toUpperCase()}`

/** Digits that were read as letters. */
const asDigits = (text: string): string => text.replaceAll('O', '0').replace(/[IL]/g, '1')

/** `inv-2026-42`, `INV2026000042` and `2026 000042` are INV-2026-000042; `42` is that of any year, the newest first. */
export function invoiceNumbersIn(text: string, thisYear: number): string[] {
  const upper = text.trim().toUpperCase()
  const typed = upper.startsWith('INV') ? `INV${asDigits(upper.slice(3))}` : upper
  const [, year, number] = COMPACT_INVOICE.exec(typed.replace(/[\s-]/g, '')) ?? INVOICE.exec(typed) ?? []
  if (number === undefined) return []
  const years = year ? [year] : Array.from({ length: YEARS }, (_, ago) => thisYear - ago)
  return years.map((one) => `INV-${one}-${number.padStart(DIGITS, '0')}`)
}

/** No code has an O, an I, a 0 or a 1: they were read instead of what looks like them. */
const MISREAD: Record<string, readonly string[]> = {
  O: ['Q', 'D'],
  '0': ['Q', 'D'],
  I: ['L', 'J'],
  '1': ['L', 'J'],
}

/** A whole id, also from a pasted address, or the ends of ids that a pledge's or campaign's code may mean. */
export function idsIn(text: string): { id: string | null; ends: string[] } {
  const [id] = UUID.exec(text) ?? []
  if (id) return { id: id.toLowerCase(), ends: [] }
  const letters = [...text.toUpperCase().replace(/[\s-]/g, '')]
  if (letters.length !== LETTERS || letters.filter((one) => MISREAD[one]).length > MAX_DOUBTFUL)
    return { id: null, ends: [] }
  const codes = letters.reduce<string[]>(
    (before, letter) => before.flatMap((code) => (MISREAD[letter] ?? [letter]).map((one) => code + one)),
    [''],
  )
  return { id: null, ends: codes.map(idEndOf).filter((end) => end !== null) }
}

/** The end of the id that a receipt's number names. `R-2026-7C31F2A0`, `r2026 7c31 f2ao` and `7C31F2A0` are the same. */
export function receiptEndIn(text: string): string | null {
  const typed = asDigits(text.toUpperCase().trim())
  return RECEIPT.exec(typed.replace(/[\s-]/g, ''))?.[1]?.toLowerCase() ?? null
}

/** Words before a number say what it is of; they are no part of it. */
const KIND_WORDS: Record<string, SearchKind | null> = {
  invoice: 'invoice',
  inv: 'invoice',
  pledge: 'pledge',
  receipt: 'receipt',
  check: 'payment',
  cheque: 'payment',
  payment: 'payment',
  cash: 'payment',
  charge: 'charge',
  card: 'charge',
  slip: 'deposit',
  deposit: 'deposit',
  refund: 'refund',
  payout: 'payout',
  transfer: 'payout',
  exception: 'exception',
  number: null,
  no: null,
  '#': null,
  reference: null,
  ref: null,
  phone: null,
  tel: null,
  amount: null,
  dollars: null,
  usd: null,
}

export type Lookup = {
  /** What a word in front says that it is. */
  kind: SearchKind | null
  invoiceNumbers: string[]
  id: string | null
  idEnds: string[]
  receiptEnd: string | null
  amount: Cents | null
  /** Typed with a dollar sign, a point or a comma: it is an amount before it is a number. */
  isMoney: boolean
  /** Of a check, slip or payout: its digits without leading zeros. */
  number: string | null
  /** The last digits of a phone number, from its end. */
  phone: string | null
}

const PHONE = /^\+?[\d\s().-]+$/

/** Ten digits of a number in the United States, or its last seven to nine. */
function phoneIn(text: string): string | null {
  if (!PHONE.test(text)) return null
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length >= 7 && digits.length <= 10 ? [...digits].reverse().join('') : null
}

/** Everything that one typed text may mean besides a name. */
export function lookupIn(text: string, thisYear: number): Lookup {
  const tokens = text.toLowerCase().replace(/#/g, ' # ').split(/\s+/).filter(Boolean)
  const isKindWord = (token: string): boolean => token.replace(/[.:]$/, '') in KIND_WORDS
  const rest = tokens.filter((token) => !isKindWord(token))
  const kinds = tokens.map((token) => KIND_WORDS[token.replace(/[.:]$/, '')] ?? null)
  const typed = rest.join(' ')
  const amount = parseTyped(typed)
  const isNumber = rest.length > 0 && rest.every((token) => /\d/.test(token))
  const { id, ends } = idsIn(typed)
  return {
    kind: kinds.find((kind) => kind !== null) ?? null,
    invoiceNumbers: invoiceNumbersIn(kinds.includes('invoice') ? `INV ${typed}` : typed, thisYear),
    id,
    idEnds: ends,
    receiptEnd: receiptEndIn(typed),
    amount: amount !== null && amount > ZERO ? amount : null,
    isMoney:
      amount !== null && (/[$.,]/.test(typed) || tokens.some((token) => ['usd', 'dollars'].includes(token))),
    number: isNumber && id === null ? typed.replace(/\D/g, '').replace(/^0+/, '') || null : null,
    phone: phoneIn(typed),
  }
}
