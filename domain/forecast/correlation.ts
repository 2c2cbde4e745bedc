/** How statistics of one team move together from match to match (R61). Pure. */
import type { Quantity } from '../quantity.ts'

/** Before any match: about what goals, wins and clean sheets have on average, as if this many matches had shown it. */
const USUAL = 0.35
const USUAL_MATCHES = 6

/**
 * Spearman's rank correlations of the matches, pulled toward the usual one while there are few. Every list has the
 * same match at the same index; a mean of two correlation matrices is a correlation matrix.
 */
export function correlations(results: readonly (readonly Quantity[])[]): number[][] {
  const played = Math.min(...results.map(({ length }) => length))
  const ranks = results.map((list) => standardized(ranksOf(list.slice(0, Math.max(0, played)))))
  return results.map((_, a) =>
    results.map((_, b) => {
      if (a === b) return 1
      const seen = dot(ranks[a] as number[], ranks[b] as number[])
      return (USUAL_MATCHES * USUAL + played * seen) / (USUAL_MATCHES + played)
    }),
  )
}

/** Ties share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Array<number>(values.length).fill(0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && values[order[to] as number] === values[order[from] as number]) to += 1
    for (let at = from; at < to; at += 1) ranks[order[at] as number] = (from + to - 1) / 2
    from = to
  }
  return ranks
}

/** With mean 0 and length 1; all 0 where every match had the same. */
function standardized(values: readonly number[]): number[] {
  const mean = values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)
  const length = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0))
  return values.map((one) => (length > 0 ? (one - mean) / length : 0))
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, index) => sum + one * (b[index] as number), 0)
