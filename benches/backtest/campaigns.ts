/** Campaigns generated for team seasons: a seeded book of pledges each, and the range of what it collects in the end. */
import { type AmountRange, type ForecastPledge, forecastCampaign } from '#domain/forecast/pledge-forecast.ts'
import { generator, seedOf, simulate } from '#domain/forecast/scenarios.ts'
import { add, type Cents, cents, minimum, percentOf, sum, toDecimal, ZERO } from '#domain/money.ts'
import { agreedMaximum } from '#domain/pledges/maximum.ts'
import { accruedOnLine, estimatePledge, type PledgeLine } from '#domain/pledges/pledge.ts'
import { larger, NONE, ONE, type Quantity } from '#domain/quantity.ts'
import { type Forecast, forecastAt, playedAt, QUARTERS, sumOf, termsOf } from './forecasts.ts'
import { type Pair, STATISTICS, type StatisticName } from './team-seasons.ts'

const PLEDGES = 20
type Line = { statistic: StatisticName | 'gift'; line: PledgeLine }
type Pledge = { lines: Line[]; most: Cents }

export function campaignForecasts(pair: Pair): Forecast[] {
  const { league, season, team, matches } = pair.now
  const book = bookOf(pair)
  return QUARTERS.map((quarter) => {
    const played = playedAt(matches, quarter)
    const { low, likely, high } = campaignAt(pair, book, played)
    const here = { low: dollarsOf(low), likely: dollarsOf(likely), high: dollarsOf(high) }
    return {
      league,
      season,
      team,
      statistic: 'campaign' as const,
      quarter,
      played,
      matches,
      soFar: dollarsOf(accrued(pair, book, played)),
      final: dollarsOf(accrued(pair, book, matches)),
      ways: { here },
    }
  })
}

const dollarsOf = (amount: Cents): number => Number(toDecimal(amount))

/** The campaign's joint range after this many matches. */
function campaignAt(pair: Pair, book: readonly Pledge[], played: number): AmountRange {
  const scenarios = simulate(
    STATISTICS.map((id) => ({
      id,
      forecast: forecastAt(pair, id, played),
      results: pair.now.results[id].slice(0, played),
    })),
  )
  const pledges = book.map(
    ({ lines, most }): ForecastPledge => ({
      most,
      lines: lines.map(({ statistic, line }) => ({
        statisticId: statistic,
        type: line.terms.type,
        rate: line.rate,
      })),
    }),
  )
  return forecastCampaign(pledges, scenarios)
}

/** What the book has earned after this many matches (R6, R8). */
function accrued(pair: Pair, book: readonly Pledge[], played: number): Cents {
  const amountOf = ({ statistic, line }: Line) => {
    const confirmed = statistic === 'gift' ? NONE : sumOf(pair.now.results[statistic].slice(0, played))
    return accruedOnLine({ ...line, terms: { ...line.terms, confirmed } })
  }
  return book.reduce((total, { lines, most }) => add(total, minimum(most, sum(lines.map(amountOf)))), ZERO)
}

/** Twenty pledges of one to three statistics, some with a gift, half of them with a cap near what last year would have cost. */
function bookOf(pair: Pair): Pledge[] {
  const random = generator(seedOf([pair.now.league, pair.now.season, pair.now.team].join('|')))
  return Array.from({ length: PLEDGES }, () => {
    const chosen = STATISTICS.filter(() => random() < 0.6)
    const lines = (chosen.length > 0 ? chosen : STATISTICS.slice(0, 1)).map((statistic) => ({
      statistic,
      line: lineOf(pair, statistic, cents(500 + Math.floor(random() * 7_500))),
    }))
    const gift: Line = {
      statistic: 'gift',
      line: { rate: cents(2_500), terms: { ...noTerms, type: 'one_time' } },
    }
    const all: Line[] = random() < 0.2 ? [...lines, gift] : lines
    const pledged = all.map(({ line }) => line)
    const cap = random() < 0.5 ? percentOf(estimatePledge(pledged), 80 + Math.floor(random() * 70)) : null
    return { lines: all, most: agreedMaximum(pledged, cap) }
  })
}

const noTerms = {
  expectedMin: null,
  expectedMax: null,
  expectedTarget: null,
  lastYearResult: null,
  confirmed: NONE,
}

/** Priced to cost about this amount in a season like last year's. */
function lineOf(pair: Pair, statistic: StatisticName, season: Cents): PledgeLine {
  const terms = termsOf(pair, statistic)
  const units = larger(terms.lastYearResult ?? NONE, ONE) as Quantity
  return {
    rate: cents(Math.max(1, Math.round((season * ONE) / units))),
    terms: { ...terms, confirmed: NONE },
  }
}
