/** What holds for a forecast of any season (R61). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '#tests/pledge-arbitraries.ts'
import { cents, sum, timesQuantity } from '../money.ts'
import { NONE, ONE, plus, type Quantity, quantity } from '../quantity.ts'
import { countDistribution, type Distribution } from './distributions.ts'
import { type ForecastPledge, forecastCampaign, forecastPledge } from './pledge-forecast.ts'
import { simulate } from './scenarios.ts'
import { type ForecastTerms, forecastStatistic, type StatisticForecast } from './statistic-forecast.ts'

fc.configureGlobal({ numRuns: 60 })

const units = (value: number): Quantity => quantity(value * ONE)
const count = (largest: number) => fc.integer({ min: 0, max: largest }).map(units)
const terms = fc.record({
  type: fc.constant('per_increment' as const),
  expectedMin: fc.constant(null),
  expectedMax: fc.option(count(300)),
  expectedTarget: fc.option(count(300)),
  lastYearResult: fc.option(count(300)),
  lastYearMatches: fc.option(fc.integer({ min: 0, max: 60 })),
  chance: fc.constant(null),
}) satisfies fc.Arbitrary<ForecastTerms>
const results = fc.oneof(
  fc.array(count(1), { maxLength: 40 }),
  fc.array(count(9), { maxLength: 40 }),
  fc.array(count(5_000), { maxLength: 12 }),
  fc.array(fc.integer({ min: 0, max: 900 }).map(quantity), { maxLength: 12 }),
)
const left = fc.integer({ min: 0, max: 160 })
const gone = fc.integer({ min: 0, max: 20 })

const at = (
  of: ForecastTerms,
  matches: readonly Quantity[],
  open: number,
  cancelled = 0,
): StatisticForecast => forecastStatistic(of, { left: open, cancelled }, { results: matches, beside: NONE })
const rangeOf = (forecast: StatisticForecast) => (forecast.kind === 'units' ? forecast.range : null)

/** Evenly spaced over nearly all that is possible. */
function stepsOf({ mean, variance }: Distribution): number[] {
  const top = Math.ceil(mean + 4 * Math.sqrt(variance) + 2)
  return Array.from({ length: 40 }, (_, index) => Math.floor((top * index) / 39))
}

describe('a forecast of units', () => {
  test('is in order and never below what is confirmed', () => {
    fc.assert(
      fc.property(terms, results, left, (of, matches, open) => {
        const range = rangeOf(at(of, matches, open))
        if (!range) return
        expect(range.low).toBeGreaterThanOrEqual(matches.reduce(plus, NONE))
        expect(range.likely).toBeGreaterThanOrEqual(range.low)
        expect(range.high).toBeGreaterThanOrEqual(range.likely)
      }),
    )
  })

  test('equals what is confirmed when no match is left', () => {
    fc.assert(
      fc.property(terms, results, (of, matches) => {
        const total = matches.reduce(plus, NONE)
        expect(rangeOf(at(of, matches, 0))).toEqual({ low: total, likely: total, high: total })
      }),
    )
  })

  test('falls when matches are cancelled, in every probability', () => {
    fc.assert(
      fc.property(
        terms,
        results,
        left,
        fc.integer({ min: 1, max: 20 }),
        gone,
        (of, matches, open, cancelled, already) => {
          const before = at(of, matches, open + cancelled, already)
          const after = at(of, matches, open, already + cancelled)
          if (before.kind !== 'units' || after.kind !== 'units') return
          expect(after.rest.mean).toBeLessThanOrEqual(before.rest.mean + 1e-9)
          expect(after.range.low).toBeLessThanOrEqual(before.range.low)
          expect(after.range.likely).toBeLessThanOrEqual(before.range.likely)
          expect(after.range.high).toBeLessThanOrEqual(before.range.high)
          for (const steps of stepsOf(before.rest)) {
            expect(after.rest.atMost(steps)).toBeGreaterThanOrEqual(before.rest.atMost(steps) - 1e-9)
          }
        },
      ),
    )
  })

  test('falls when one of the matches left in an uneven season of large counts is cancelled', () => {
    const of = { ...noTerms, lastYearResult: NONE, lastYearMatches: 9 }
    const matches = [0, 0, 0, 0, 152].map(units)
    const before = rangeOf(at(of, matches, 12))
    const after = rangeOf(at(of, matches, 11, 1))
    expect(after?.low).toBeLessThanOrEqual(before?.low as number)
    expect(after?.likely).toBeLessThanOrEqual(before?.likely as number)
    expect(after?.high).toBeLessThanOrEqual(before?.high as number)
  })

  test('is the same for the same input', () => {
    fc.assert(
      fc.property(terms, results, left, (of, matches, open) => {
        expect(rangeOf(at(of, matches, open))).toEqual(rangeOf(at(of, [...matches], open)))
      }),
    )
  })

  test('has probabilities from 0 to 1 that never fall', () => {
    fc.assert(
      fc.property(terms, results, left, (of, matches, open) => {
        const forecast = at(of, matches, open)
        if (forecast.kind !== 'units') return
        const { rest } = forecast
        const chances = [-1, ...stepsOf(rest)].map(rest.atMost)
        expect(chances[0]).toBe(0)
        chances.slice(1).forEach((chance, index) => {
          expect(chance).toBeGreaterThanOrEqual((chances[index] as number) - 1e-6)
          expect(chance).toBeLessThanOrEqual(1)
        })
      }),
    )
  })
})

const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000 }).map((part) => min + ((max - min) * part) / 1_000)

test('a count of fewer matches of the same schedule is never larger in any probability, whatever its family', () => {
  const matches = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 30 }))
  const logarithms = fc.tuple(between(-4, 5), between(-4, 4))
  fc.assert(
    fc.property(logarithms, between(0, 0.5), matches, ([mean, spread], doubt, [left, cancelled]) => {
      const each = Math.exp(mean)
      const ratio = Math.exp(spread)
      const of = (count: number) => ({
        mean: count * each,
        variance: count * each * ratio + (count * each * doubt) ** 2,
      })
      const [fewer, more] = [left, left + 1].map((count) =>
        countDistribution(of(count), of(left + cancelled)),
      )
      for (const steps of stepsOf(more as Distribution))
        expect(fewer?.atMost(steps)).toBeGreaterThanOrEqual((more?.atMost(steps) as number) - 1e-9)
    }),
  )
})

const line = fc.record({
  statisticId: fc.constantFrom('goals', 'wins'),
  type: fc.constant('per_increment' as const),
  rate: amount(1_000).map((rate) => cents(Number(rate) + 1)),
})
const pledge: fc.Arbitrary<ForecastPledge> = fc.record({
  lines: fc.uniqueArray(line, { minLength: 1, maxLength: 2, selector: ({ statisticId }) => statisticId }),
  most: amount(20_000).map((most) => cents(Number(most) + 1)),
})

describe('the range of an amount', () => {
  const goals = [units(2), units(0), units(1), units(3), units(1), units(0)]
  const wins = goals.map((goal) => (goal > units(1) ? units(1) : NONE))
  const season = (lastYear: number, matches: readonly Quantity[], cancelled: number) =>
    at({ ...noTerms, lastYearResult: units(lastYear) }, matches, 12 - cancelled, cancelled)
  const scenariosWithout = (cancelled: number) =>
    simulate([
      { id: 'goals', forecast: season(25, goals, cancelled), results: goals },
      { id: 'wins', forecast: season(8, wins, cancelled), results: wins },
    ])
  const scenarios = scenariosWithout(0)
  const earned = ({ lines }: ForecastPledge) =>
    sum(
      lines.map(({ statisticId, rate }) =>
        timesQuantity(rate, (statisticId === 'goals' ? goals : wins).reduce(plus, NONE)),
      ),
    )

  test('is within what is earned and the agreed maximum, at every percentile', () => {
    fc.assert(
      fc.property(pledge, (one) => {
        const { low, likely, high } = forecastPledge(one, scenarios)
        expect(low).toBeGreaterThanOrEqual(Math.min(one.most, earned(one)))
        expect(likely).toBeGreaterThanOrEqual(low)
        expect(high).toBeGreaterThanOrEqual(likely)
        expect(high).toBeLessThanOrEqual(one.most)
      }),
    )
  })

  test('does not rise when matches are cancelled', () => {
    const shorter = Array.from({ length: 13 }, (_, cancelled) => scenariosWithout(cancelled))
    fc.assert(
      fc.property(fc.array(pledge, { minLength: 1, maxLength: 5 }), (pledges) => {
        const ranges = shorter.map((endings) => forecastCampaign(pledges, endings))
        for (const [index, { low, likely, high }] of ranges.slice(1).entries()) {
          const before = ranges[index] as (typeof ranges)[number]
          expect(low).toBeLessThanOrEqual(before.low)
          expect(likely).toBeLessThanOrEqual(before.likely)
          expect(high).toBeLessThanOrEqual(before.high)
        }
      }),
    )
  })

  test('of a campaign is what its pledges come to in the same endings, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(pledge, { minLength: 1, maxLength: 12 }), (pledges) => {
        const total = forecastCampaign(pledges, scenarios)
        expect(forecastCampaign([...pledges].reverse(), scenarios)).toEqual(total)
        const ranges = pledges.map((one) => forecastPledge(one, scenarios))
        expect(total.high).toBeGreaterThanOrEqual(sum(ranges.map(({ low }) => low)))
        const twice = forecastCampaign([...pledges, ...pledges], scenarios)
        expect(twice.likely).toBe(2 * total.likely)
      }),
    )
  })
})

const noTerms: ForecastTerms = {
  type: 'per_increment',
  expectedMin: null,
  expectedMax: null,
  expectedTarget: null,
  lastYearResult: null,
  lastYearMatches: null,
  chance: null,
}
