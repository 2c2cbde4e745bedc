/** What a forecast learns, and what it does not claim (R61). */
import { describe, expect, test } from 'vitest'
import { dollars } from '../money.ts'
import { NONE, ONE, type Quantity, quantity, thirds } from '../quantity.ts'
import { countDistribution, quantile } from './distributions.ts'
import { forecastCampaign, forecastPledge } from './pledge-forecast.ts'
import { likelyRange } from './range.ts'
import { correlations, simulate } from './scenarios.ts'
import { type ForecastTerms, forecastStatistic, type QuantityRange } from './statistic-forecast.ts'

const units = (value: number): Quantity => quantity(Math.round(value * ONE))
const terms = (of: Partial<ForecastTerms> = {}): ForecastTerms => ({
  type: 'per_increment',
  expectedMin: null,
  expectedMax: null,
  expectedTarget: null,
  lastYearResult: null,
  lastYearMatches: null,
  chance: null,
  ...of,
})
const each = (...values: number[]) => values.map(units)
const repeated = (values: readonly number[], times: number) =>
  each(...Array.from({ length: times }, () => values).flat())
const forecast = (of: ForecastTerms, results: readonly Quantity[], left: number | null, cancelled = 0) =>
  forecastStatistic(of, left === null ? null : { left, cancelled }, { results, beside: NONE })
function range(of: ForecastTerms, results: readonly Quantity[], left: number | null): QuantityRange {
  const found = forecast(of, results, left)
  if (found.kind !== 'units') throw new Error(found.kind)
  return found.range
}
/** What the distribution alone says, before the first match: until then what is likely is what was entered. */
function medianBefore(of: ForecastTerms, left: number): Quantity {
  const found = forecast(of, [], left)
  if (found.kind !== 'units') throw new Error(found.kind)
  return quantity(likelyRange(found.rest).likely * found.step)
}
const widthOf = ({ low, high }: QuantityRange) => high - low

describe('a forecast', () => {
  const lastYear = terms({ lastYearResult: units(68) })

  test('of thirds is much as of the nearest hundredths, and keeps what is confirmed', () => {
    const of = (last: Quantity, results: Quantity[], left: number) =>
      range(terms({ lastYearResult: last, lastYearMatches: 20 }), results, left)
    const innings = [17, 10, 2, 16].map(thirds)
    const inThirds = of(thirds(250), innings, 16)
    const inHundredths = of(units(83.33), each(5.67, 3.33, 0.67, 5.33), 16)
    expect(Math.abs(inThirds.likely - inHundredths.likely)).toBeLessThan(units(0.1))
    expect(Math.abs(widthOf(inThirds) - widthOf(inHundredths))).toBeLessThan(units(0.1))
    const ended = thirds(45)
    expect(of(thirds(250), innings, 0)).toEqual({ low: ended, likely: ended, high: ended })
  })

  test('falls when the season goes badly', () => {
    const badly = repeated([1, 0, 1, 0], 5)
    expect(range(lastYear, badly, 18).likely).toBeLessThan(units(40))
    expect(range(lastYear, badly, 18).high).toBeLessThan(units(68))
  })

  test.each([
    ['last year’s result', { lastYearResult: units(68), expectedTarget: units(40) }, 68],
    ['otherwise the target', { lastYearResult: NONE, expectedTarget: units(40) }, 40],
    [
      'otherwise what the forecast makes of the expected range',
      { expectedMin: units(20), expectedMax: units(40) },
      27,
    ],
    ['one unit where nothing is known', {}, 1],
  ])('before the first result says %s (R9)', (_, of, likely) => {
    const found = forecast(terms(of), [], 20)
    expect(found.likely).toBe(units(likely))
    if (found.kind !== 'units') return
    expect(found.range.likely).toBe(found.likely)
    expect(found.range.low).toBeLessThanOrEqual(found.likely)
    expect(found.range.high).toBeGreaterThanOrEqual(found.likely)
  })

  test('before the first result holds what is likely, however many matches there are', () => {
    const fewer = terms({ lastYearResult: units(68), lastYearMatches: 38 })
    expect(range(fewer, [], 10)).toMatchObject({ likely: units(68), high: units(68) })
  })

  test('with nothing left says what is confirmed, and never less (R9)', () => {
    expect(forecast(lastYear, each(3, 4), 0).likely).toBe(units(7))
    expect(forecast(terms(), [], 0).likely).toBe(NONE)
    expect(forecast(lastYear, each(90), 3).likely).toBeGreaterThanOrEqual(units(90))
  })

  test('says last year’s result for a statistic that nothing was entered for, whatever else was', () => {
    const found = forecastStatistic(
      lastYear,
      { left: 5, cancelled: 0 },
      {
        results: repeated([0], 15),
        beside: NONE,
        hasResults: false,
      },
    )
    expect(found.likely).toBe(units(68))
  })

  test('narrows as matches are played', () => {
    const results = repeated([2, 1, 3, 0, 2], 7)
    const widths = [0, 10, 20, 30, 35].map((played) =>
      widthOf(range(lastYear, results.slice(0, played), 35 - played)),
    )
    expect(widths).toEqual([...widths].sort((a, b) => b - a))
    expect(widths.at(-1)).toBe(0)
  })

  test('pulls an extreme last year toward the middle, up and down', () => {
    const wins = (won: number) => medianBefore(terms({ lastYearResult: units(won), lastYearMatches: 38 }), 38)
    expect(wins(32)).toBeLessThan(units(32))
    expect(wins(3)).toBeGreaterThan(units(3))
    const goals = (scored: number) =>
      medianBefore(terms({ lastYearResult: units(scored), lastYearMatches: 38 }), 38)
    expect(goals(110)).toBeLessThan(units(110))
    expect(goals(40)).toBeGreaterThan(units(40))
  })

  test('pulls a last year of few matches more than one of many, and leaves other kinds of statistic where they were', () => {
    const of = (total: number, matches: number) =>
      medianBefore(terms({ lastYearResult: units(total), lastYearMatches: matches }), 40)
    expect(of(26, 10)).toBeLessThan(of(104, 40) - units(5))
    const touchdowns = of(34, 10)
    expect(touchdowns).toBeGreaterThan(units(40 * 3.4 * 0.95))
    const shutouts = of(2, 40)
    expect(shutouts).toBeLessThanOrEqual(units(3))
  })

  test('holds for thousands of matches', () => {
    const won = repeated([1, 0], 1_000)
    const { low, high } = range(terms({ lastYearResult: units(5_000), lastYearMatches: 10_000 }), won, 10)
    expect(low).toBeGreaterThan(units(1_001))
    expect(high).toBeLessThan(units(1_009))
  })

  test('knows after many matches how much one match varies, and is no wider than that', () => {
    const steady = repeated([4, 7, 8, 6, 5, 6], 20)
    const { low, high } = range(terms({ lastYearResult: units(960), lastYearMatches: 160 }), steady, 40)
    // A match has a variance of 5 ÷ 3, so 40 of them have a standard deviation of 8.2, and 80 % are within 10.5 of the middle.
    expect(high - low).toBeGreaterThan(units(18))
    expect(high - low).toBeLessThan(units(25))
  })

  test('learns from the results of matches how much one match varies', () => {
    const steady = repeated([90, 91, 89, 90], 5)
    const wild = repeated([50, 130, 70, 110], 5)
    expect(widthOf(range(terms(), steady, 20))).toBeLessThan(widthOf(range(terms(), wild, 20)) / 3)
  })

  test('recognizes by the figures what happens at most once a match', () => {
    const wins = range(terms({ lastYearResult: units(19), lastYearMatches: 20 }), repeated([1], 18), 20)
    expect(wins.high).toBeLessThanOrEqual(units(38))
    const goals = range(terms({ lastYearResult: units(19), lastYearMatches: 20 }), each(0, 2, 0, 1, 2, 1), 20)
    expect(goals.high - units(6)).toBeGreaterThan(units(20))
  })

  test('uses a target less the more the season contradicts it', () => {
    const played = repeated([1, 2, 1, 0], 3)
    const modest = range(terms({ lastYearResult: units(40) }), played, 24).likely
    const near = range(terms({ lastYearResult: units(40), expectedTarget: units(44) }), played, 24).likely
    const absurd = range(terms({ lastYearResult: units(40), expectedTarget: units(400) }), played, 24).likely
    expect(near).toBeGreaterThanOrEqual(modest)
    expect(absurd - modest).toBeLessThanOrEqual(units(2))
  })

  test('works without last year, from the target or the expected range, then from what was played', () => {
    const { low, high } = range(terms({ expectedTarget: units(30) }), [], 20)
    expect(low).toBeLessThan(units(30))
    expect(high).toBeGreaterThan(units(30))
    expect(range(terms({ expectedMin: units(10), expectedMax: units(20) }), [], 10).likely).toBeLessThan(
      units(21),
    )
    const { likely } = range(terms(), repeated([3, 2, 4], 4), 12)
    expect(likely).toBeGreaterThan(units(60))
    expect(likely).toBeLessThan(units(84))
  })

  test('works without a schedule, less surely than with one', () => {
    const played = repeated([1, 2, 0, 3], 3)
    const guessed = range(terms({ lastYearResult: units(30), lastYearMatches: 20 }), played, null)
    const known = range(terms({ lastYearResult: units(30), lastYearMatches: 20 }), played, 8)
    expect(widthOf(guessed)).toBeGreaterThan(widthOf(known))
  })

  test('says nothing when nothing is known', () => {
    expect(forecast(terms(), [], 20).kind).toBe('unknown')
    expect(forecast(terms({ lastYearResult: NONE }), [], 20).kind).toBe('unknown')
  })

  test('takes fractions of a unit as they are', () => {
    const { low, high } = range(terms(), each(2.5, 3.25, 2.75, 3.1), 4)
    expect(low).toBeGreaterThan(units(15))
    expect(high).toBeLessThan(units(32))
    expect([low, high].some((one) => one % ONE !== 0)).toBe(true)
  })

  test('counts what was confirmed without a match, and a correction', () => {
    const found = forecastStatistic(
      terms(),
      { left: 0, cancelled: 0 },
      { results: each(2, 3), beside: units(-1) },
    )
    expect(found).toMatchObject({ kind: 'units', confirmed: units(4), range: { high: units(4) } })
  })
})

test('the example of the rulebook: 56 to 65 goals, and $110.00 to $130.00 under the maximum (R61)', () => {
  const results = [...repeated([2], 11), ...repeated([1], 8)]
  const goals = forecast(terms({ lastYearResult: units(68) }), results, 19)
  expect(goals).toMatchObject({ range: { low: units(56), likely: units(61), high: units(65) } })
  const lines = [{ statisticId: 'goals', type: 'per_increment' as const, rate: dollars('2.00') }]
  const scenarios = simulate([{ id: 'goals', forecast: goals, results }])
  expect(forecastPledge({ lines, most: dollars('130.00') }, scenarios)).toMatchObject({
    low: dollars('110.00'),
    likely: dollars('122.00'),
    high: dollars('130.00'),
  })
})

describe('an achievement', () => {
  const title = (chance: number | null) => terms({ type: 'per_achievement', chance })

  test('has the probability that the coach gave, otherwise none', () => {
    expect(forecast(title(0.3), [], 10)).toMatchObject({ chance: 0.3 })
    expect(forecast(title(null), [], 10)).toMatchObject({ chance: null })
  })

  test('is certain once it is confirmed, or confirmed as not achieved', () => {
    expect(forecast(title(0.3), each(1), 10)).toMatchObject({ chance: 1 })
    const missed = forecastStatistic(title(0.3), null, { results: [], beside: NONE, isDecided: true })
    expect(missed).toMatchObject({ chance: 0 })
  })

  test('without a probability is as likely as not, and expected in full (R9)', () => {
    const scenarios = simulate([{ id: 'title', forecast: forecast(title(null), [], 10), results: [] }])
    const achieved = (scenarios.totals.get('title') ?? []).filter((total) => total === ONE)
    expect(achieved.length / scenarios.count).toBeCloseTo(0.5, 2)
    const pledge = {
      lines: [{ statisticId: 'title', type: 'per_achievement' as const, rate: dollars('50.00') }],
      most: dollars('50.00'),
    }
    const all = dollars('50.00')
    expect(forecastPledge(pledge, scenarios)).toEqual({ low: 0, likely: all, high: all })
  })

  test.each([
    [0.49, NONE],
    [0.5, ONE],
    [0.51, ONE],
  ])('with a probability of %j counts %j in what is expected', (chance, likely) => {
    expect(forecast(title(chance), [], 10)).toMatchObject({ likely })
  })

  test('with a probability is in that share of the endings', () => {
    const scenarios = simulate([{ id: 'title', forecast: forecast(title(0.25), [], 10), results: [] }])
    const achieved = (scenarios.totals.get('title') ?? []).filter((total) => total === ONE)
    expect(achieved.length / scenarios.count).toBeCloseTo(0.25, 2)
  })
})

describe('the endings of a season', () => {
  const goals = repeated([3, 0, 1, 2, 0, 4], 3)
  const wins = goals.map((goal) => (goal >= units(2) ? ONE : NONE))
  const of = (lastYear: number, results: readonly Quantity[]) =>
    forecast(terms({ lastYearResult: units(lastYear) }), results, 18)
  const together = simulate([
    { id: 'goals', forecast: of(60, goals), results: goals },
    { id: 'wins', forecast: of(18, wins), results: wins },
  ])

  test('keep each statistic’s own range', () => {
    const found = of(60, goals)
    if (found.kind !== 'units') throw new Error(found.kind)
    const totals = [...(together.totals.get('goals') ?? [])].sort((a, b) => a - b)
    expect(Math.abs((totals[51] as number) - found.range.low)).toBeLessThanOrEqual(ONE)
    expect(Math.abs((totals[460] as number) - found.range.high)).toBeLessThanOrEqual(ONE)
  })

  test('let goals and wins move together, so that a sum of both is wider than if they did not', () => {
    const lines = [
      { statisticId: 'goals', type: 'per_increment' as const, rate: dollars('1.00') },
      { statisticId: 'wins', type: 'per_increment' as const, rate: dollars('3.00') },
    ]
    const pledge = { lines, most: dollars('1000000.00') }
    const { low, high } = forecastCampaign([pledge], together)
    const unrelated = simulate([
      { id: 'goals', forecast: of(60, goals), results: goals },
      { id: 'wins', forecast: of(18, wins), results: [...wins].reverse() },
    ])
    const other = forecastCampaign([pledge], unrelated)
    expect(high - low).toBeGreaterThan(other.high - other.low)
  })

  test('learn from the matches how statistics move together, and from few matches little', () => {
    const [, [learned] = []] = correlations([goals, wins])
    expect(learned).toBeGreaterThan(0.6)
    const [, [few] = []] = correlations([each(3, 0), each(0, 1)])
    expect(few).toBeGreaterThan(-0.1)
  })
})

describe('a range of whole numbers', () => {
  test('holds close to 80 %, not the 90 % and more of percentiles rounded outward', () => {
    const held = [0.6, 1.1, 1.7, 2.4, 3.2, 4.5, 6, 8.3, 11].map((mean) => {
      const of = countDistribution({ mean, variance: mean })
      const { low, high } = likelyRange(of)
      return of.atMost(high) - of.atMost(low - 1)
    })
    const average = held.reduce((sum, one) => sum + one, 0) / held.length
    expect(average).toBeGreaterThan(0.77)
    expect(average).toBeLessThan(0.84)
  })

  test('of rare events leaves about 2 in 10 above it, because nothing can be left below', () => {
    const chancesAbove = Array.from({ length: 60 }, (_, index) => {
      const mean = 0.05 + index * 0.025
      const of = countDistribution({ mean, variance: mean })
      const { low, high } = likelyRange(of)
      expect(low).toBe(0)
      return 1 - of.atMost(high)
    })
    const average = chancesAbove.reduce((sum, one) => sum + one, 0) / chancesAbove.length
    expect(average).toBeGreaterThan(0.16)
    expect(average).toBeLessThan(0.23)
  })

  test('has the mean and the spread it was asked for, whatever the family', () => {
    for (const [mean, variance] of [
      [5, 5],
      [5, 12],
      [12, 6],
      [90, 40],
      [5_000, 40_000],
      [60_000, 10_000_000],
    ] as const) {
      const of = countDistribution({ mean, variance })
      const middle = quantile(of, 0.5)
      const spread = (quantile(of, 0.841) - quantile(of, 0.159)) / 2
      expect(Math.abs(middle - mean)).toBeLessThan(1 + Math.sqrt(variance) / 4)
      expect(spread / Math.sqrt(variance)).toBeGreaterThan(0.75)
      expect(spread / Math.sqrt(variance)).toBeLessThan(1.3)
    }
  })
})
