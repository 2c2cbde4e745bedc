import { type ForecastPledge, forecastCampaign } from '#domain/forecast/pledge-forecast.ts'
import { generator, simulate } from '#domain/forecast/scenarios.ts'
import { forecastStatistic } from '#domain/forecast/statistic-forecast.ts'
import { cents } from '#domain/money.ts'
import { NONE, ONE, quantity } from '#domain/quantity.ts'
import { median } from './compare.ts'
import type { Bench, Row } from './report.ts'

const PLEDGES = 100_000
const STATISTICS = ['goals', 'wins', 'clean sheets', 'corners', 'saves']
const RATES = [50, 100, 200, 500]
const ALLOWED_MS = 1_000

/** A campaign's range from scratch: five statistics, their joint endings, and every pledge in each of them (R61). */
export function benchForecast(bench: Bench): Row[] {
  const random = generator(1)
  const pledges = Array.from(
    { length: PLEDGES },
    (): ForecastPledge => ({
      most: cents(5_000 + Math.floor(random() * 20_000)),
      lines: STATISTICS.map((statisticId) => ({
        statisticId,
        type: 'per_increment',
        rate: cents(RATES[Math.floor(random() * RATES.length)] as number),
      })),
    }),
  )
  const oursMs = median(Array.from({ length: bench.rounds }, () => timeOf(pledges)))
  const row: Row = {
    what: `forecast of ${PLEDGES.toLocaleString('en-US')} pledges of ${STATISTICS.length} lines`,
    oursMs,
    against: 'allowed',
    limitMs: ALLOWED_MS,
    ratio: oursMs / ALLOWED_MS,
    atMost: 1,
  }
  bench.progress(row)
  return [row]
}

function timeOf(pledges: readonly ForecastPledge[]): number {
  const before = performance.now()
  const results = Array.from({ length: 19 }, (_, match) => quantity(ONE * ((match * 7) % 4)))
  const terms = {
    expectedMin: null,
    expectedMax: null,
    expectedTarget: null,
    lastYearMatches: null,
    chance: null,
  }
  const scenarios = simulate(
    STATISTICS.map((id) => ({
      id,
      results,
      forecast: forecastStatistic(
        { ...terms, type: 'per_increment', lastYearResult: quantity(ONE * 46) },
        { left: 19, cancelled: 0 },
        { results, beside: NONE },
      ),
    })),
  )
  forecastCampaign(pledges, scenarios)
  return performance.now() - before
}
