/** What the other matches of a season have of one statistic, for tests of unusual results (R19). */
import type { Season as AddedUp } from '#domain/season/unusual-result.ts'

export type Season = { matches: number; others: readonly number[] }
export const NOTHING: Season = { matches: 0, others: [] }

export const addedUp = ({ matches, others }: Season): AddedUp => ({
  matches,
  others: {
    count: others.length,
    best: Math.max(0, ...others),
    sum: others.reduce((sum, one) => sum + one, 0),
  },
  fractions: others.filter((one) => !Number.isInteger(one)).length,
})
