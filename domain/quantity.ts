/**
 * Counted things: a result, a target, last year (R2). A `Quantity` is a branded safe integer of hundredths,
 * never a float in arithmetic; at most 1,000,000.00 either way.
 */
declare const quantityBrand: unique symbol
export type Quantity = number & { readonly [quantityBrand]: true }

export const NONE = 0 as Quantity
export const ONE = 100 as Quantity
export const LARGEST = 100_000_000 as Quantity

/** Brands hundredths that are already whole. Throws a RangeError on anything else. */
export function quantity(hundredths: number): Quantity {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`not a quantity: ${hundredths}`)
  return hundredths as Quantity
}

/** Parses a number or decimal text from its shortest decimal form; null if invalid or out of range. */
export function parseQuantity(input: unknown): Quantity | null {
  if (typeof input !== 'number' && typeof input !== 'string') return null
  const match = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/.exec(String(input).trim())
  if (!match) return null
  const whole = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  if (whole > LARGEST) return null
  return (match[1] && whole !== 0 ? -whole : whole) as Quantity
}

/** From a `numeric(12,2)` column. */
export function fromNumeric(text: string): Quantity {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new RangeError(`not numeric(12,2): ${text}`)
  const whole = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return quantity(match[1] && whole !== 0 ? -whole : whole)
}

/** For a `numeric(12,2)` column, and for people: `"3.00"`. */
export function toNumeric(value: Quantity): string {
  const absolute = Math.abs(value)
  const rest = absolute % 100
  return `${value < 0 ? '-' : ''}${(absolute - rest) / 100}.${String(rest).padStart(2, '0')}`
}

/** The JSON number of a response (R1). */
export const toNumber = (value: Quantity): number => Number(toNumeric(value))

/** `1,234` or `2.5`: trailing zeros trimmed, as the management tables show it. */
export const formatQuantity = (value: Quantity): string =>
  toNumeric(value)
    .replace(/^-/, '\u2212')
    .replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : zeros))
    .replace(/(\.\d)0$/, '$1')
    .replace(/\B(?=(\d{3})+(?=$|\.))/g, ',')

export const plus = (a: Quantity, b: Quantity): Quantity => quantity(a + b)
export const minus = (a: Quantity, b: Quantity): Quantity => quantity(a - b)
export const larger = (a: Quantity, b: Quantity): Quantity => (a > b ? a : b)
/** `parts` of `all` equal parts, rounded half up; `parts` is at most `all`. */
export const partOf = (a: Quantity, parts: number, all: number): Quantity =>
  quantity(Math.floor((2 * a * parts + all) / (2 * all)))
/** The next whole number. */
export const roundedUp = (a: Quantity): Quantity => quantity(Math.ceil(a / 100) * 100)
export const twice = (a: Quantity): Quantity => quantity(a * 2)
