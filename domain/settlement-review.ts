/** Which pledges of a settlement a person should look at before it is locked, and why. Pure. */
import { type Cents, dollars, percentOf, ZERO } from './money.ts'

export const EXCEPTIONS = ['decrease', 'outlier', 'maximum', 'first_large'] as const
export type Exception = (typeof EXCEPTIONS)[number]

/** The first bill of a pledge is looked at from here on. */
export const LARGE_FIRST_BILL = dollars('200.00')
/** So many times what is usual in the campaign is out of the ordinary, but never below this amount. */
const OUTLIER_TIMES = 5
const SMALLEST_OUTLIER = dollars('50.00')

export type Reviewed = {
  toBill: Cents
  billedBefore: Cents
  /** What the lines come to without a maximum. */
  uncapped: Cents
  most: Cents
}

/** What can be told of a pledge by itself; whether it is an outlier shows only beside the others. */
export function exceptionsOf({ toBill, billedBefore, uncapped, most }: Reviewed): Exception[] {
  return [
    ...(toBill < 0 ? (['decrease'] as const) : []),
    ...(uncapped > most ? (['maximum'] as const) : []),
    ...(billedBefore === 0 && toBill >= LARGE_FIRST_BILL ? (['first_large'] as const) : []),
  ]
}

/** The middle one of all bills above nothing; of two in the middle the lower. 0 where nothing is billed. */
export function typicalOf(bills: readonly Cents[]): Cents {
  const sorted = bills.filter((bill) => bill > 0).sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? ZERO
}

export const isOutlier = (bill: Cents, typical: Cents): boolean =>
  bill >= SMALLEST_OUTLIER && bill > percentOf(typical, OUTLIER_TIMES * 100)
