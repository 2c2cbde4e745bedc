/**
 * All arithmetic on money (R1, R3). An amount is `Cents`: a branded safe integer of US cents.
 * Nothing outside this file adds, multiplies, splits, rounds, parses or formats an amount.
 *
 * Why no sum leaves the safe integers (9,007,199,254,740,991 cents):
 * - A request names at most LARGEST_AMOUNT (`amount()` in schemas/fields.ts), and no pledge owes more, so a
 *   charge, invoice, payment, refund, waiver or write-off is at most 100,000,000 cents. It takes 90,071,992 of the
 *   largest of them to exceed it: at 120 writes a minute, one person working for 521 days and nights.
 * - Before its maximum a line is at most $10,000.00 x 1,000,000 units = 1,000,000,000,000 cents, and a pledge
 *   has at most 100 lines: 1/90 of the safe integers. Uncapped figures stand for one pledge and are never added up.
 * - What is larger by nature is not added up, or is bounded by what is: goals are compared one by one; a deposit is the
 *   sum of at most 500 payments; a payout is at most what was collected.
 * The database refuses what is above these bounds as well (constraints `_bounded`). Intermediate products that may be larger
 * (rate x quantity, weights of a split, basis points) are computed with BigInt.
 */
import { grouped } from './digits.ts'
import { ONE, type Quantity } from './quantity.ts'

declare const centsBrand: unique symbol
export type Cents = number & { readonly [centsBrand]: true }

export const ZERO = 0 as Cents

/** $1,000,000.00: the largest amount that a request may name, and the most that one pledge may owe. */
export const LARGEST_AMOUNT = 100_000_000 as Cents

/** $1,000,000,000,000.00: the largest total that a request may name, such as a payout: a million times the largest amount. */
export const LARGEST_TOTAL = 100_000_000_000_000 as Cents

/** Brands an integer that is already cents, such as a bigint column. Throws a RangeError on anything else. */
export function cents(value: number | bigint | string): Cents {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`not a whole number of cents: ${value}`)
  return number as Cents
}

/** Dollars written in the source: `dollars('200.00')`. */
export const dollars = (text: string): Cents => {
  const parsed = parseCents(text)
  if (parsed === null) throw new RangeError(`not an amount: ${text}`)
  return parsed
}

/**
 * Reads a JSON number or decimal string of dollars from its shortest decimal text.
 * Null when it is not an amount: more than two decimals, an exponent, NaN, more than 13 digits.
 */
export function parseCents(input: unknown): Cents | null {
  if (typeof input !== 'number' && typeof input !== 'string') return null
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(input).trim())
  if (!match) return null
  const whole = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  if (!Number.isSafeInteger(whole)) return null
  return (match[1] && whole !== 0 ? -whole : whole) as Cents
}

/**
 * Reads an amount as people type it: `$1,000`, `.5`, `12.`. Commas only where thousands are grouped: `12,50` may be meant
 * as twelve and a half, and is not an amount. Null when it is not one.
 */
export function parseTyped(text: string): Cents | null {
  const [, plain, grouped, decimals = ''] =
    /^\$?\s*(?:(\d*)|(\d{1,3}(?:,\d{3})+))(?:\.(\d*))?$/.exec(text.trim()) ?? []
  const whole = grouped?.replaceAll(',', '') ?? plain
  if (whole === undefined || (whole === '' && decimals === '')) return null
  return parseCents(`${whole || '0'}${decimals && `.${decimals}`}`)
}

/** `"12.50"`: the form of every amount in a response. */
export function toDecimal(amount: Cents): string {
  const absolute = Math.abs(amount)
  const rest = absolute % 100
  return `${amount < 0 ? '-' : ''}${(absolute - rest) / 100}.${String(rest).padStart(2, '0')}`
}

/** Dollars as a JSON number, for pledgeAmountOptions only. */
export const toNumber = (amount: Cents): number => Number(toDecimal(amount))

/** `$1,234.50`, with a real minus sign. `cents: 'auto'` leaves out `.00`; 'none' drops them, rounding half up. */
export function formatUsd(amount: Cents, show: 'always' | 'auto' | 'none' = 'always'): string {
  const absolute = Math.abs(amount)
  const rest = absolute % 100
  const sign = amount < 0 ? '\u2212' : ''
  const whole = (absolute - rest) / 100
  if (show === 'none') return `${sign}$${grouped(rest >= 50 ? whole + 1 : whole)}`
  if (show === 'auto' && rest === 0) return `${sign}$${grouped(whole)}`
  return `${sign}$${grouped(whole)}.${String(rest).padStart(2, '0')}`
}

const exact = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError('amount out of range')
  return (value === 0 ? 0 : value) as Cents
}

export const add = (a: Cents, b: Cents): Cents => exact(a + b)
export const subtract = (a: Cents, b: Cents): Cents => exact(a - b)
export const negate = (a: Cents): Cents => exact(-a)
export const minimum = (a: Cents, b: Cents): Cents => (a < b ? a : b)
export const maximum = (a: Cents, b: Cents): Cents => (a > b ? a : b)
export const positivePart = (a: Cents): Cents => maximum(a, ZERO)

export function sum(amounts: Iterable<Cents>): Cents {
  let total = ZERO
  for (const amount of amounts) total = add(total, amount)
  return total
}

/** numerator ÷ denominator, rounded half up toward positive infinity, in whole numbers only. */
function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const doubled = numerator * 2n + denominator
  const divisor = denominator * 2n
  const quotient = doubled / divisor
  return doubled % divisor < 0n ? quotient - 1n : quotient
}

/** Rate × quantity, rounded half up to the cent, once per line. */
export function timesQuantity(rate: Cents, quantity: Quantity): Cents {
  const product = rate * quantity
  if (Number.isSafeInteger(product) && product >= 0) {
    const raised = product + ONE / 2
    return exact((raised - (raised % ONE)) / ONE)
  }
  return cents(divideHalfUp(BigInt(rate) * BigInt(quantity), BigInt(ONE)))
}

/** amount × basisPoints ÷ 10 000, rounded half up. */
export const basisPointsOf = (amount: Cents, basisPoints: number): Cents =>
  cents(divideHalfUp(BigInt(amount) * BigInt(basisPoints), 10_000n))

/** The share that a card provider keeps of a payment, and a fixed part of each. */
export const cardFeeOf = (
  amount: Cents,
  { basisPoints, fixed }: { basisPoints: number; fixed: Cents },
): Cents => add(basisPointsOf(amount, basisPoints), fixed)

/** amount × percent ÷ 100, rounded half up: `percentOf(estimate, 150)` is half as much again. */
export const percentOf = (amount: Cents, percent: number): Cents => basisPointsOf(amount, percent * 100)

/** Mean of `total` over `count`, rounded half up; zero where there is nothing to divide by. */
export const average = (total: Cents, count: number): Cents =>
  count > 0 ? cents(divideHalfUp(BigInt(total), BigInt(count))) : ZERO

/**
 * amount ÷ quantity, rounded half up to a whole multiple of the step that `stepOf` names for the exact quotient, in
 * cents. Throws a RangeError for a quantity of 0 or below.
 */
export function perQuantity(amount: Cents, quantity: Quantity, stepOf: (quotient: number) => Cents): Cents {
  if (quantity <= 0) throw new RangeError('nothing to divide by')
  const step = BigInt(stepOf((amount * ONE) / quantity))
  return cents(divideHalfUp(BigInt(amount) * BigInt(ONE), BigInt(quantity) * step) * step)
}

/** part ÷ whole in whole percent, rounded half up; 0 when the whole is 0. */
export const percentage = (part: Cents, whole: Cents): number =>
  whole === 0 ? 0 : Number(divideHalfUp(BigInt(part) * 100n, BigInt(whole)))

/** part ÷ whole in hundredths of a percent, rounded half up; 0 when the whole is 0. */
export const shareInBasisPoints = (part: Cents, whole: Cents): number =>
  whole === 0 ? 0 : Number(divideHalfUp(BigInt(part) * 10_000n, BigInt(whole)))

/**
 * Splits `total` over `weights` into parts that sum exactly; the remainder goes by largest remainder,
 * ties to the earlier part. Throws where there is something to split and no weight to hold it.
 */
export function split(total: Cents, weights: readonly Cents[]): Cents[] {
  if (weights.some((weight) => weight < 0)) throw new RangeError('a weight below zero')
  const whole = sum(weights)
  if (whole === 0) {
    if (total !== 0) throw new RangeError('nothing to split over')
    return weights.map(() => ZERO)
  }
  const parts = weights.map((weight, index) => ({ index, ...shareOf(total, weight, whole) }))
  let left = parts.reduce((all, { part }) => all - part, total as number)
  const byRemainder = [...parts].sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const entry of byRemainder) {
    if (left === 0) break
    entry.part += 1
    left -= 1
  }
  return parts.map(({ part }) => cents(part))
}

/** total × weight ÷ whole in whole cents, and what remains; both exact, with BigInt where needed. */
function shareOf(total: Cents, weight: Cents, whole: Cents): { part: number; remainder: number } {
  const product = total * weight
  if (Number.isSafeInteger(product)) {
    const remainder = product % whole
    return { part: (product - remainder) / whole, remainder }
  }
  const exactly = BigInt(total) * BigInt(weight)
  return { part: Number(exactly / BigInt(whole)), remainder: Number(exactly % BigInt(whole)) }
}

/** Amounts of many scenarios, one entry for each: for forecasts only, which are never billed. */
export type Amounts = Float64Array

export const noAmounts = (count: number): Amounts => new Float64Array(count)

/** Rate × quantity in every scenario, rounded as a line is. A total below zero earns nothing. */
export const timesEach = (rate: Cents, quantities: readonly Quantity[]): Amounts =>
  Float64Array.from(quantities, (quantity) => (quantity > 0 ? timesQuantity(rate, quantity) : ZERO))

/** The same amount in every scenario. */
export const inEach = (amount: Cents, count: number): Amounts => new Float64Array(count).fill(amount)

/** The sum of several lines in every scenario. */
export function sumEach(lines: readonly Amounts[], count: number): Amounts {
  const total = noAmounts(count)
  for (const line of lines) {
    for (let at = 0; at < count; at += 1) total[at] = (total[at] as number) + (line[at] as number)
  }
  return total
}

/**
 * Adds to each scenario what pledges of the same lines come to there: the lines' amount, at most each pledge's own maximum. `most` has one entry for each pledge, in rising order.
 */
export function addBounded(total: Amounts, amounts: Amounts, most: readonly Cents[]): void {
  const boundedBefore = new Float64Array(most.length + 1)
  for (let at = 0; at < most.length; at += 1) {
    boundedBefore[at + 1] = exact((boundedBefore[at] as number) + (most[at] as number))
  }
  for (let scenario = 0; scenario < total.length; scenario += 1) {
    const amount = amounts[scenario] as number
    const bounded = countBelow(most, amount)
    const added = (boundedBefore[bounded] as number) + (most.length - bounded) * amount
    total[scenario] = exact((total[scenario] as number) + added)
  }
}

/** How many entries of a rising list are below this. */
function countBelow(rising: readonly number[], value: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rising[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
