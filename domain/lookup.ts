/** What someone types to find one invoice or one pledge: numbers and references as they are read off paper. Pure. */
import { idEndOf, shortCode } from './short-code.ts'

const HALF = 5
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
const INVOICE = /^(?:INV)?[\s-]*(?:(\d{4})[\s-]+)?0*(\d{1,12})$/i
const DIGITS = 6

/** What a pledge is called where no one is named: `C2DUE-7KQRX`. */
export function pledgeReference(id: string): string {
  const code = shortCode(id)
  return `${code.slice(0, HALF)}-${code.slice(HALF)}`
}

/** `inv-2026-42`, `2026 000042` and `42` are all the invoice INV-2026-000042. Null if it is not one. */
export function invoiceNumberIn(text: string, thisYear: number): string | null {
  const [, year = String(thisYear), number] = INVOICE.exec(text.trim()) ?? []
  return number === undefined ? null : `INV-${year}-${number.padStart(DIGITS, '0')}`
}

/** A whole id, also from a pasted address, or the end of one from a pledge reference. */
export function pledgeIn(text: string): { id: string } | { idEnd: string } | null {
  const [id] = UUID.exec(text) ?? []
  if (id) return { id: id.toLowerCase() }
  const idEnd = idEndOf(text)
  return idEnd === null ? null : { idEnd }
}
