/**
 * Many ways in which a season may end, for all of a campaign's statistics at once (R61). Pure. A sum of ranges would be
 * wrong: goals and wins move together, and a cap looks at their sum.
 *
 * Each statistic keeps exactly its own distribution; how they move together is a Gaussian copula (Nelsen, An Introduction
 * to Copulas, 2006) with rank correlations of the matches confirmed so far, drawn as a Latin hypercube and reordered
 * (Iman and Conover 1982), so that few scenarios suffice.
 */
import jStat from 'jstat'
import { type StatisticForecast, totalAfter } from '../forecast.ts'
import { HUNDREDTH, NONE, ONE, type Quantity } from '../quantity.ts'
import { correlations } from './correlation.ts'
import { type Distribution, quantile } from './distributions.ts'
import { generator, seedOf, shuffled } from './generator.ts'
import { EVEN } from './likely.ts'

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
  /** What each statistic will likely come to: the one figure that everything expected uses (R9). */
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
