/**
 * Counted things: a result, a target, last year (R2). A `Quantity` is a branded safe integer of three-hundredths, never a
 * float in arithmetic: hundredths and thirds, as innings have them, add up exactly. At most 1,000,000 either way. The
 * database and responses write it to the millionth (9.666667), which names one three-hundredth, even after long sums.
 */
import { grouped } from './digits.ts'

declare const quantityBrand: unique symbol
export type Quantity = number & { readonly [quantityBrand]: true }

const UNIT = 300
const HUNDREDTHS = 100
const MILLIONTHS = 1_000_000

export const NONE = 0 as Quantity
export const ONE = UNIT as Quantity
export const HUNDREDTH = (UNIT / HUNDREDTHS) as Quantity
export const LARGEST = (1_000_000 * UNIT) as Quantity

/** Brands three-hundredths that are already whole. Throws a RangeError on anything else. */
export function quantity(parts: number): Quantity {
  if (!Number.isSafeInteger(parts)) throw new RangeError(`not a quantity: ${parts}`)
  return parts as Quantity
}

/** `thirds(29)` is 9⅔. */
export const thirds = (count: number): Quantity => quantity((count * UNIT) / 3)

/** Parses a number or decimal text as people type it from its shortest decimal form; null if invalid or out of range. */
export function parseQuantity(input: unknown): Quantity | null {
  if (typeof input !== 'number' && typeof input !== 'string') return null
  const match = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/.exec(String(input).trim())
  if (!match) return null
  const whole = Number(match[2]) * UNIT + Number((match[3] ?? '').padEnd(2, '0')) * HUNDREDTH
  if (whole > LARGEST) return null
  return (match[1] && whole !== 0 ? -whole : whole) as Quantity
}

/** Far less than between two quantities, and more than hundreds of thirds lose when they are added as decimals. */
const NEAR = 0.0005

/** Reads the JSON number of a response, which may be in thirds: 9.666667. Null if it is not a quantity. */
export function readQuantity(input: unknown): Quantity | null {
  const parsed = parseQuantity(input)
  if (parsed !== null || (typeof input !== 'number' && typeof input !== 'string')) return parsed
  const number = /^-?\d{1,7}\.\d+$/.test(String(input).trim()) ? Number(input) : Number.NaN
  const parts = Math.round(number * UNIT)
  if (!(Math.abs(parts) <= LARGEST && Math.abs(number - parts / UNIT) <= NEAR)) return null
  return (parts === 0 ? 0 : parts) as Quantity
}

/** From a `numeric(13,6)` column, or a sum of them. */
export function fromNumeric(text: string): Quantity {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) throw new RangeError(`not numeric(13,6): ${text}`)
  const rest = Number((match[3] ?? '').padEnd(6, '0'))
  const whole = Number(match[2]) * UNIT + Math.round((rest * UNIT) / MILLIONTHS)
  return quantity(match[1] && whole !== 0 ? -whole : whole)
}

const inMillionths = (parts: number): number => Math.round((parts * MILLIONTHS) / UNIT)

/** For a `numeric(13,6)` column: `"3.00"`, `"9.666667"`. */
export function toNumeric(value: Quantity): string {
  const absolute = Math.abs(value)
  const rest = absolute % UNIT
  const decimals = String(inMillionths(rest))
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${value < 0 ? '-' : ''}${(absolute - rest) / UNIT}.${decimals}`
}

/** The JSON number of a response. */
export const toNumber = (value: Quantity): number => Number(toNumeric(value))

const THIRDS: Readonly<Record<number, string>> = { [UNIT / 3]: '⅓', [(2 * UNIT) / 3]: '⅔' }

/** `1,234`, `2.5` or `9⅔`, as people read it: at most two decimals, without trailing zeros. */
export function formatQuantity(value: Quantity): string {
  const absolute = Math.abs(value)
  const third = THIRDS[absolute % UNIT]
  const hundredths = third ? 0 : Math.round(absolute / HUNDREDTH)
  const rest = hundredths % HUNDREDTHS
  const whole = third ? Math.floor(absolute / UNIT) : (hundredths - rest) / HUNDREDTHS
  const sign = value < 0 ? '\u2212' : ''
  if (third) return `${sign}${whole === 0 ? '' : grouped(whole)}${third}`
  const decimals = String(rest).padStart(2, '0').replace(/0$/, '')
  return `${sign}${grouped(whole)}${rest === 0 ? '' : `.${decimals}`}`
}

export const plus = (a: Quantity, b: Quantity): Quantity => quantity(a + b)
export const minus = (a: Quantity, b: Quantity): Quantity => quantity(a - b)
export const larger = (a: Quantity, b: Quantity): Quantity => (a > b ? a : b)
/** `parts` of `all` equal parts, rounded half up to a hundredth unless it is all of them; `parts` is at most `all`. */
export const partOf = (a: Quantity, parts: number, all: number): Quantity =>
  parts === all
    ? a
    : quantity(Math.floor((2 * a * parts + all * HUNDREDTH) / (2 * all * HUNDREDTH)) * HUNDREDTH)
/** The nearest whole number of `step`. */
export const inSteps = (a: Quantity, step: Quantity): number => Math.round(a / step)
/** The next whole number. */
export const roundedUp = (a: Quantity): Quantity => quantity(Math.ceil(a / UNIT) * UNIT)
export const twice = (a: Quantity): Quantity => quantity(a * 2)
