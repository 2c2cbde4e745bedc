/** What someone types to find one invoice or one pledge: numbers and references as they are read off paper. Pure. */

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
