/** Which pledges of a settlement a person should look at before it is locked, and why. Pure. */
import { type Cents, dollars, percentOf, ZERO } from './money.ts'

export const EXCEPTIONS = ['decrease', 'outlier', 'maximum', 'first_large'] as const
export type Exception = (typeof EXCEPTIONS)[number]

/** The first bill of a pledge is looked at from here on, where it is also twice what is usual in the campaign. */
export const LARGE_FIRST_BILL = dollars('200.00')
const LARGE_TIMES = 2
/** So many times what is usual is out of the ordinary, but never below this amount. */
const OUTLIER_TIMES = 5
const SMALLEST_OUTLIER = dollars('50.00')

export type Reviewed = {
  toBill: Cents
  billedBefore: Cents
  /** What the lines come to without a maximum. */
  uncapped: Cents
  most: Cents
}

const isMoreThan = (times: number, bill: Cents, typical: Cents): boolean =>
  bill > percentOf(typical, times * 100)

/** Whatever all others are billed. */
export const standsOut = ({ toBill, uncapped, most }: Reviewed): boolean => toBill < 0 || uncapped > most
/** Beside small bills only. */
export const mayBeLarge = ({ toBill, billedBefore }: Reviewed): boolean =>
  billedBefore === 0 && toBill >= LARGE_FIRST_BILL
export const isOutlier = (bill: Cents, typical: Cents): boolean =>
  bill >= SMALLEST_OUTLIER && isMoreThan(OUTLIER_TIMES, bill, typical)

/** Everything that is out of the ordinary about it, where `typical` is what is usual. */
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

/** The middle one of all bills above nothing; of two in the middle the lower. 0 where nothing is billed. */
export function typicalOf(bills: readonly Cents[]): Cents {
  const sorted = bills.filter((bill) => bill > 0).sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? ZERO
}
