/**
 * What pledges will come to, through their own rules (R3, R6, R8) in every scenario of the season (R61). Pure. It is
 * never billed: settlements compute from confirmed results alone (domain/accrual.ts).
 */
import {
  type Amounts,
  addBounded,
  type Cents,
  inEach,
  noAmounts,
  sumEach,
  timesEach,
  ZERO,
} from '../money.ts'
import { isGift, type StatisticType } from '../statistic-types.ts'
import { HIGH, LOW } from './range.ts'
import type { Scenarios } from './scenarios.ts'

export type ForecastLine = { statisticId: string; type: StatisticType; rate: Cents }
/** `most` is the agreed maximum (R8). */
export type ForecastPledge = { lines: readonly ForecastLine[]; most: Cents }
export type AmountRange = { low: Cents; likely: Cents; high: Cents }

/** `reachesMost`: the share of scenarios in which the pledge comes to its agreed maximum, between 0 and 1. */
export type PledgeForecast = AmountRange & { reachesMost: number }

/** One pledge. */
export function forecastPledge({ lines, most }: ForecastPledge, scenarios: Scenarios): PledgeForecast {
  const unbounded = amountsOf(scenarios)(lines)
  const amounts = noAmounts(scenarios.count)
  addBounded(amounts, unbounded, [most])
  const reached = amounts.reduce((count, amount) => count + Number(amount >= most), 0)
  return { ...rangeOf(amounts), reachesMost: reached / scenarios.count }
}

/** All pledges of a campaign together: the range of their sum, which is narrower than the sum of their ranges. */
export function forecastCampaign(pledges: Iterable<ForecastPledge>, scenarios: Scenarios): AmountRange {
  const amountsFor = amountsOf(scenarios)
  const total = noAmounts(scenarios.count)
  for (const { lines, most } of byLines(pledges)) {
    addBounded(total, amountsFor(lines), most.sort(ascending))
  }
  return rangeOf(total)
}

const ascending = (a: Cents, b: Cents): number => (a < b ? -1 : 1)

type Shape = { lines: readonly ForecastLine[]; most: Cents[] }
/** Shapes by their lines, one line a step: no text is put together for each of a hundred thousand pledges. */
type Step = { shape: Shape | null; next: Map<string, Map<Cents, Step>> }

/** Pledges with the same lines differ only in their maximum: the lines are computed once. */
function byLines(pledges: Iterable<ForecastPledge>): Shape[] {
  const shapes: Shape[] = []
  const first: Step = { shape: null, next: new Map() }
  for (const { lines, most } of pledges) {
    let step = first
    for (const { statisticId, rate } of lines) step = stepTo(step, statisticId, rate)
    if (!step.shape) {
      step.shape = { lines, most: [] }
      shapes.push(step.shape)
    }
    step.shape.most.push(most)
  }
  return shapes
}

function stepTo({ next }: Step, statisticId: string, rate: Cents): Step {
  let byRate = next.get(statisticId)
  if (!byRate) {
    byRate = new Map()
    next.set(statisticId, byRate)
  }
  let step = byRate.get(rate)
  if (!step) {
    step = { shape: null, next: new Map() }
    byRate.set(rate, step)
  }
  return step
}

/** Each line's amount in every scenario (R6), computed once for each rate of a statistic. */
function amountsOf({ count, totals }: Scenarios): (lines: readonly ForecastLine[]) => Amounts {
  const known = new Map<string, Amounts>()
  const amountOf = ({ statisticId, type, rate }: ForecastLine): Amounts => {
    const key = `${statisticId}:${rate}`
    const found = known.get(key)
    if (found) return found
    const units = totals.get(statisticId)
    const made = isGift(type) ? inEach(rate, count) : units ? timesEach(rate, units) : inEach(ZERO, count)
    known.set(key, made)
    return made
  }
  return (lines) => sumEach(lines.map(amountOf), count)
}

/** The 10th and the 90th percentile and the median. */
function rangeOf(amounts: Amounts): AmountRange {
  const sorted = Float64Array.from(amounts).sort()
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as Cents
  return { low: at(LOW), likely: at(0.5), high: at(HIGH) }
}
