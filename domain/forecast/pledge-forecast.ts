/**
 * What pledges will come to, through their own rules in every ending of the season. Pure. It is
 * never billed: settlements compute from confirmed results alone (domain/pledges/accrual.ts).
 */
import {
  type Amounts,
  addBounded,
  type Cents,
  inEach,
  maximum,
  minimum,
  noAmounts,
  sum,
  sumEach,
  timesEach,
  timesQuantity,
  ZERO,
} from '../money.ts'
import { larger, NONE } from '../quantity.ts'
import { isGift, type StatisticType } from '../season/statistic-types.ts'
import { type LinePart, unitsOfPart } from './likely.ts'
import { HIGH, LOW } from './range.ts'
import type { Scenarios } from './scenarios.ts'

/** Without `part` it counts the whole season. */
type ForecastLine = { statisticId: string; type: StatisticType; rate: Cents; part?: LinePart }
/** `most` is the agreed maximum. */
export type ForecastPledge = { lines: readonly ForecastLine[]; most: Cents }
/** `likely` is what is expected: the one figure, which the range always holds. */
export type AmountRange = { low: Cents; likely: Cents; high: Cents }

/** What a pledge is expected to come to: its lines at what is likely, at most its maximum. */
const expectedOf = (lines: readonly ForecastLine[], { likely }: Scenarios): Cents =>
  sum(
    lines.map(({ statisticId, type, rate, part }) => {
      if (isGift(type)) return rate
      const total = likely.get(statisticId) ?? NONE
      return timesQuantity(rate, part ? larger(NONE, unitsOfPart(part, total)) : total)
    }),
  )

/** One pledge. */
export function forecastPledge({ lines, most }: ForecastPledge, scenarios: Scenarios): AmountRange {
  const unbounded = amountsOf(scenarios)(lines)
  const amounts = noAmounts(scenarios.count)
  addBounded(amounts, unbounded, [most])
  return rangeWith(percentilesOf(amounts), minimum(most, expectedOf(lines, scenarios)))
}

/** The range, widened to hold what is expected. */
export const rangeWith = (
  { low, high }: Pick<AmountRange, 'low' | 'high'>,
  expected: Cents,
): AmountRange => ({
  low: minimum(low, expected),
  likely: expected,
  high: maximum(high, expected),
})

/** All pledges of a campaign together: the range of their sum, which is narrower than the sum of their ranges. */
export function forecastCampaign(pledges: Iterable<ForecastPledge>, scenarios: Scenarios): AmountRange {
  const amountsFor = amountsOf(scenarios)
  const total = noAmounts(scenarios.count)
  let expected = ZERO
  for (const { lines, most } of byLines(pledges)) {
    addBounded(total, amountsFor(lines), most.sort(ascending))
    const each = expectedOf(lines, scenarios)
    expected = sum([expected, ...most.map((one) => minimum(one, each))])
  }
  return rangeWith(percentilesOf(total), expected)
}

const ascending = (a: Cents, b: Cents): number => (a < b ? -1 : 1)

type Shape = { lines: readonly ForecastLine[]; most: Cents[] }
/** Shapes by their lines, one line per step: no text is built for each of a hundred thousand pledges. */
type Step = { shape: Shape | null; next: Map<string, Map<Cents | string, Step>> }

/** Pledges with the same lines differ only in their maximum: the lines are computed once. */
function byLines(pledges: Iterable<ForecastPledge>): Shape[] {
  const shapes: Shape[] = []
  const first: Step = { shape: null, next: new Map() }
  for (const { lines, most } of pledges) {
    let step = first
    for (const line of lines) step = stepTo(step, line.statisticId, rateKey(line))
    if (!step.shape) {
      step.shape = { lines, most: [] }
      shapes.push(step.shape)
    }
    step.shape.most.push(most)
  }
  return shapes
}

/** Most lines count the whole season: their rate alone determines what they come to. */
const rateKey = ({ rate, part }: ForecastLine): Cents | string =>
  part ? [rate, part.counted, part.parts, part.all].join() : rate

function stepTo({ next }: Step, statisticId: string, rate: Cents | string): Step {
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

/** Each line's amount in every scenario, computed once for each rate of a statistic. */
function amountsOf({ count, totals }: Scenarios): (lines: readonly ForecastLine[]) => Amounts {
  const known = new Map<string, Amounts>()
  const amountOf = (line: ForecastLine): Amounts => {
    const { statisticId, type, rate, part } = line
    const key = `${statisticId}:${rateKey(line)}`
    const found = known.get(key)
    if (found) return found
    const all = totals.get(statisticId)
    const units = part && all ? all.map((total) => unitsOfPart(part, total)) : all
    const made = isGift(type) ? inEach(rate, count) : units ? timesEach(rate, units) : inEach(ZERO, count)
    known.set(key, made)
    return made
  }
  return (lines) => sumEach(lines.map(amountOf), count)
}

/** The 10th and the 90th percentile: for each, the smallest amount that reaches it, as for units. */
function percentilesOf(amounts: Amounts): Pick<AmountRange, 'low' | 'high'> {
  const sorted = Float64Array.from(amounts).sort()
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as Cents
  return { low: at(LOW), high: at(HIGH) }
}
