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
