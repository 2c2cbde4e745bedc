/** Every forecast that could have been made of a season, beside what actually happened. */

import { betaBinomial, countDistribution, quantile } from '#domain/forecast/distributions.ts'
import {
  type ForecastTerms,
  forecastStatistic,
  type StatisticForecast,
} from '#domain/forecast/statistic-forecast.ts'
import { NONE, ONE, plus, type Quantity } from '#domain/quantity.ts'
import { type Pair, STATISTICS, type StatisticName } from './team-seasons.ts'

export const QUARTERS = [0, 0.25, 0.5, 0.75] as const

/** Figures in units, or in dollars for a campaign. `low` and `high` null: this way of forecasting gives no range. */
export type Guess = { likely: number; low: number | null; high: number | null }
export type Ways = { today: Guess; pace: Guess; textbook: Guess; here: Guess }
export type Forecast = {
  league: string
  season: string
  team: string
  statistic: StatisticName | 'campaign'
  quarter: number
  played: number
  matches: number
  soFar: number
  final: number
  ways: Partial<Ways> & { here: Guess }
}

export const sumOf = (results: readonly Quantity[]): Quantity => results.reduce(plus, NONE)
const units = (value: Quantity): number => value / ONE

export const playedAt = (matches: number, quarter: number): number => Math.round(matches * quarter)

export function termsOf({ before }: Pair, statistic: StatisticName): ForecastTerms {
  return {
    type: 'per_increment',
    expectedMin: null,
    expectedMax: null,
    expectedTarget: null,
    lastYearResult: sumOf(before.results[statistic]),
    lastYearMatches: before.matches,
    chance: null,
  }
}

/** The product's own forecast after this many matches. */
export function forecastAt(pair: Pair, statistic: StatisticName, played: number): StatisticForecast {
  const results = pair.now.results[statistic].slice(0, played)
  const schedule = { left: pair.now.matches - played, cancelled: 0 }
  return forecastStatistic(termsOf(pair, statistic), schedule, { results, beside: NONE })
}

export function forecastsOf(pair: Pair, statistics: readonly StatisticName[] = STATISTICS): Forecast[] {
  const { league, season, team, matches } = pair.now
  return statistics.flatMap((statistic) =>
    QUARTERS.map((quarter) => {
      const played = playedAt(matches, quarter)
      const all = pair.now.results[statistic]
      return {
        league,
        season,
        team,
        statistic,
        quarter,
        played,
        matches,
        soFar: units(sumOf(all.slice(0, played))),
        final: units(sumOf(all)),
        ways: waysAt(pair, statistic, played),
      }
    }),
  )
}

function waysAt(pair: Pair, statistic: StatisticName, played: number): Ways {
  const { matches } = pair.now
  const soFar = units(sumOf(pair.now.results[statistic].slice(0, played)))
  const last = units(sumOf(pair.before.results[statistic]))
  const lastPerMatch = last / pair.before.matches
  const point = (likely: number): Guess => ({ likely, low: null, high: null })
  const forecast = forecastAt(pair, statistic, played)
  if (forecast.kind !== 'units') throw new Error(`no forecast of ${statistic}`)
  const { low, likely, high } = forecast.range
  return {
    today: point(Math.max(last, soFar)),
    pace: point(played > 0 ? (soFar / played) * matches : lastPerMatch * matches),
    textbook: textbook({ soFar, played, left: matches - played, last, lastMatches: pair.before.matches }),
    here: { low: units(low), likely: units(likely), high: units(high) },
  }
}

type Figures = { soFar: number; played: number; left: number; last: number; lastMatches: number }

/**
 * Textbook conjugate models with last year as prior, each of its matches worth one of this year: beta-binomial where
 * last year had at most one a match, otherwise gamma-Poisson. Percentiles are the smallest values that reach them.
 */
function textbook({ soFar, played, left, last, lastMatches }: Figures): Guess {
  const isOnce = last <= lastMatches && soFar <= played
  const hits = last + 0.5 + soFar
  const seen = lastMatches + played
  const mean = (left * hits) / seen
  const rest = isOnce
    ? betaBinomial(left, hits, Math.max(0.5, seen - hits + 0.5))
    : countDistribution({ mean, variance: mean + (left * mean) / seen })
  const at = (share: number) => soFar + quantile(rest, share)
  return { low: at(0.1), likely: at(0.5), high: at(0.9) }
}
