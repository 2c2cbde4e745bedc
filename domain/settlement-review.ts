/** Which pledges of a settlement a person should look at before it is locked, and why. Pure. */
import { type Cents, dollars, percentOf, ZERO } from './money.ts'

export const EXCEPTIONS = ['decrease', 'outlier', 'maximum', 'first_large'] as const
export type Exception = (typeof EXCEPTIONS)[number]

/** A pledge's first bill is reviewed from this amount, if it is also twice the campaign's typical bill. */
export const LARGE_FIRST_BILL = dollars('200.00')
const LARGE_TIMES = 2
/** This many times the typical bill is unusual, but never below this amount. */
const OUTLIER_TIMES = 5
const SMALLEST_OUTLIER = dollars('50.00')

export type Reviewed = {
  toBill: Cents
  billedBefore: Cents
  /** The sum of the lines without a maximum. */
  uncapped: Cents
  most: Cents
}

const isMoreThan = (times: number, bill: Cents, typical: Cents): boolean =>
  bill > percentOf(typical, times * 100)

/** Unusual on its own, regardless of what the other pledges are billed. */
export const standsOut = ({ toBill, uncapped, most }: Reviewed): boolean => toBill < 0 || uncapped > most
/** Unusual only in comparison with the other bills. */
export const mayBeLarge = ({ toBill, billedBefore }: Reviewed): boolean =>
  billedBefore === 0 && toBill >= LARGE_FIRST_BILL
export const isOutlier = (bill: Cents, typical: Cents): boolean =>
  bill >= SMALLEST_OUTLIER && isMoreThan(OUTLIER_TIMES, bill, typical)

/** Every unusual thing about it, given the `typical` bill. */
export function exceptionsOf(one: Reviewed, typical: Cents): Exception[] {
  const { toBill, uncapped, most } = one
  const found: Record<Exception, boolean> = {
    decrease: toBill < 0,
    outlier: isOutlier(toBill, typical),
    maximum: uncapped > most,
    first_large: mayBeLarge(one) && isMoreThan(LARGE_TIMES, toBill, typical),
  }
  return EXCEPTIONS.filter((exception) => found[exception])
}

/** The median of all bills above zero, the lower of two. 0 if nothing is billed. */
export function typicalOf(bills: readonly Cents[]): Cents {
  const sorted = bills.filter((bill) => bill > 0).sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? ZERO
}
