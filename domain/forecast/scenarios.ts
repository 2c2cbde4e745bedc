/**
 * Many ways in which a season may end, for all of a campaign's statistics at once. Pure. A sum of ranges would be
 * wrong: goals and wins move together, and a cap looks at their sum.
 *
 * Each statistic keeps exactly its own distribution; how they move together is a Gaussian copula (Nelsen, An Introduction
 * to Copulas, 2006) with rank correlations of the matches confirmed so far, drawn as a Latin hypercube and reordered
 * (Iman and Conover 1982), so that few scenarios suffice.
 */
import jStat from 'jstat'
import { HUNDREDTH, NONE, ONE, type Quantity } from '../quantity.ts'
import { type Distribution, quantile } from './distributions.ts'
import { EVEN } from './likely.ts'
import { type StatisticForecast, totalAfter } from './statistic-forecast.ts'

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

/** How statistics of one team move together from match to match. Pure. */
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, index) => sum + one * (b[index] as number), 0)

/** Enough for percentiles that are accurate to about 1 in 100. */
const SCENARIOS = 512

type SimulatedStatistic = {
  id: string
  forecast: StatisticForecast
  /** One entry for each match played, the same matches for all statistics. */
  results: readonly Quantity[]
}

export type Scenarios = {
  count: number
  /** The total of each statistic in each scenario; the same scenario has the same index everywhere. */
  totals: ReadonlyMap<string, readonly Quantity[]>
  /** What each statistic will likely come to: the one figure that everything expected uses. */
  likely: ReadonlyMap<string, Quantity>
}

export function simulate(statistics: readonly SimulatedStatistic[], count: number = SCENARIOS): Scenarios {
  const open = statistics.filter(({ forecast }) => isOpen(forecast))
  const random = generator(seedOf(open.map(seedText).join(';')))
  const ranks = reordered(correlations(open.map(({ results }) => results)), count, random)
  const totals = new Map<string, readonly Quantity[]>()
  for (const { id, forecast } of statistics) totals.set(id, constant(settledTotal(forecast), count))
  open.forEach(({ id, forecast }, index) => {
    const levels = levelsOf(forecast, count)
    totals.set(
      id,
      (ranks[index] as number[]).map((rank) => levels[rank] as Quantity),
    )
  })
  return {
    count,
    totals,
    likely: new Map(statistics.map(({ id, forecast }) => [id, forecast.likely])),
  }
}

const constant = (value: Quantity, count: number): Quantity[] => new Array<Quantity>(count).fill(value)
const seedText = ({ forecast, results }: SimulatedStatistic): string =>
  [forecast.kind, forecast.confirmed / HUNDREDTH, results.length].join()

const isOpen = (forecast: StatisticForecast): boolean =>
  forecast.kind === 'units' || (forecast.kind === 'achievement' && (forecast.chance ?? EVEN) > 0)
/** Where nothing is known, what is expected. */
const settledTotal = ({ kind, confirmed, likely }: StatisticForecast): Quantity =>
  kind === 'unknown' ? likely : confirmed

/** For each variable the rank (0 to count − 1) it has in each scenario. */
function reordered(
  correlated: readonly (readonly number[])[],
  count: number,
  random: () => number,
): number[][] {
  const scores = Array.from({ length: count }, (_, rank) => jStat.normal.inv((rank + 0.5) / count, 0, 1))
  const independent = correlated.map(() => shuffled(count, random).map((rank) => scores[rank] as number))
  const factor = cholesky(correlated)
  return factor.map((row) => {
    const mixed = Array.from({ length: count }, (_, scenario) =>
      row.reduce(
        (sum, share, other) => sum + share * ((independent[other] as number[])[scenario] as number),
        0,
      ),
    )
    const order = mixed
      .map((_, scenario) => scenario)
      .sort((a, b) => (mixed[a] as number) - (mixed[b] as number))
    const ranks = new Array<number>(count).fill(0)
    order.forEach((scenario, rank) => {
      ranks[scenario] = rank
    })
    return ranks
  })
}

/** Lower triangle whose product with itself is the matrix; what rounding makes negative counts as 0. */
function cholesky(matrix: readonly (readonly number[])[]): number[][] {
  const factor = matrix.map((row) => row.map(() => 0))
  matrix.forEach((row, i) => {
    const mine = factor[i] as number[]
    for (let j = 0; j <= i; j += 1) {
      const other = factor[j] as number[]
      let rest = row[j] as number
      for (let k = 0; k < j; k += 1) rest -= (mine[k] as number) * (other[k] as number)
      if (i === j) mine[j] = Math.sqrt(Math.max(0, rest))
      else mine[j] = (other[j] as number) > 0 ? rest / (other[j] as number) : 0
    }
  })
  return factor
}

/** The statistic's totals at evenly spaced probabilities, rising. */
function levelsOf(forecast: StatisticForecast, count: number): Quantity[] {
  if (forecast.kind === 'achievement') {
    const chance = forecast.chance ?? EVEN
    return Array.from({ length: count }, (_, rank) => ((rank + 0.5) / count > 1 - chance ? ONE : NONE))
  }
  if (forecast.kind !== 'units') return constant(forecast.confirmed, count)
  const { confirmed, rest, step } = forecast
  return quantiles(rest, count).map((steps) => totalAfter(confirmed, steps, step))
}

/** Beyond this many steps they are spaced evenly, with linear interpolation in between. */
const MAX_STEPS = 400

function quantiles(of: Distribution, count: number): number[] {
  const first = quantile(of, 0.5 / count)
  const last = quantile(of, 1 - 0.5 / count)
  const width = Math.max(1, (last - first) / MAX_STEPS)
  const found: number[] = []
  let [at, below] = [first, 0]
  let reached = of.atMost(first)
  for (let rank = 0; rank < count; rank += 1) {
    const wanted = (rank + 0.5) / count
    while (reached < wanted && at < last) {
      below = reached
      at = Math.min(last, at + width)
      reached = of.atMost(at)
    }
    const share = width > 1 && reached > below ? Math.min(1, (wanted - below) / (reached - below)) : 1
    found.push(at === first ? first : Math.ceil(at - width * (1 - share)))
  }
  return found
}

/** Random numbers that are the same every time: forecasts of the same season are equal. Pure. */

/** Numbers in [0, 1) from a seed: mulberry32 (Tommy Ettinger, public domain), a 32-bit counter through a mixing function. */
export function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A seed from text: FNV-1a, 32 bits. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** 0 to count − 1 in random order (Fisher and Yates). */
function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const kept = order[at] as number
    order[at] = order[other] as number
    order[other] = kept
  }
  return order
}
