import { setImmediate } from 'node:timers/promises'
import type { PaymentMethod } from '#domain/billing/instruments.ts'
import {
  type AmountRange,
  type ForecastPledge,
  forecastCampaign,
  rangeWith,
} from '#domain/forecast/pledge-forecast.ts'
import { forecastAfter } from '#domain/forecast/season-forecast.ts'
import type { QuantityRange, StatisticForecast } from '#domain/forecast/statistic-forecast.ts'
import { type Cents, cents, toDecimal } from '#domain/money.ts'
import { NONE, plus, type Quantity, toNumber } from '#domain/quantity.ts'
import type { CampaignForecast } from '#domain/schemas/forecast.ts'
import type { Db } from '#server/platform/db/database.ts'
import { keptAmount } from './saved-forecast.ts'
import { type CampaignSeason, type PledgeShape, pledgeShapes, seasonOf } from './store.ts'

/** Points in the chart of one statistic, and of all together: a forecast takes a millisecond or two. */
const MAX_POINTS = 25
const MAX_POINTS_IN_ALL = 240

/** Everything forecast for a campaign, as anyone may see it: no supporter, and no single pledge. */
export async function campaignForecast(db: Db, campaignId: string, now: Date): Promise<CampaignForecast> {
  const season = await seasonOf(db, campaignId, now)
  const { played, schedule } = season.season
  const statistics: CampaignForecast['statistics'] = []
  for (const index of season.statistics.keys()) {
    statistics.push(statisticView(season, index))
    // Lets other requests run between two statistics.
    await setImmediate()
  }
  return {
    campaignId,
    isOver: schedule?.left === 0,
    matches: { played: played.length, left: schedule?.left ?? null, cancelled: schedule?.cancelled ?? null },
    statistics,
    amount: inDecimals(await publicAmountOf(db, season)),
    earned: toDecimal(cents(season.facts.earnedCents)),
    quarters: schedule?.left === 0 ? season.statistics.flatMap((_, index) => quartersOf(season, index)) : [],
  }
}

/** Above this many supporters, the public reads what a job stores: a campaign that goes viral changes with each request. */
const MANY_SUPPORTERS = 2_000

async function publicAmountOf(db: Db, season: CampaignSeason): Promise<AmountRange> {
  const { facts, input } = season
  const kept =
    facts.supportersCount > MANY_SUPPORTERS && !input.isOver ? await keptAmount(db, facts.id) : null
  return kept ? rangeWith(kept, cents(facts.pledgedCents)) : amountOf(db, season)
}

/**
 * All pledges in the same endings, around what is pledged; once the campaign is settled or cancelled, the final amount (R9,
 * R21).
 */
export async function amountOf(db: Db, season: CampaignSeason): Promise<AmountRange> {
  const { facts, input, endings } = season
  if (input.isOver) {
    const final = cents(facts.pledgedCents)
    return { low: final, likely: final, high: final }
  }
  const range = forecastCampaign(each(season, await pledgeShapes(db, facts.id)), endings)
  return rangeWith(range, cents(facts.pledgedCents))
}

type MethodForecast = { paymentMethod: PaymentMethod; pledges: number; amount: AmountRange }

/** The same by payment method. The ranges of several methods must not be added: they are correlated. */
export async function amountsByMethod(db: Db, season: CampaignSeason): Promise<MethodForecast[]> {
  const { facts, endings } = season
  const byMethod = Map.groupBy(await pledgeShapes(db, facts.id), ({ paymentMethod }) => paymentMethod)
  return [...byMethod].map(([paymentMethod, shapes]) => ({
    paymentMethod,
    pledges: shapes.reduce((all, { times }) => all + times, 0),
    amount: forecastCampaign(each(season, shapes), endings),
  }))
}

function each({ statistics }: CampaignSeason, shapes: readonly PledgeShape[]): ForecastPledge[] {
  const confirmed = new Map(statistics.map((one) => [one.id, one.confirmed]))
  return shapes.flatMap(({ most, lines, times }) => {
    const pledge = {
      most,
      lines: lines.map(({ part, ...line }) =>
        part ? { ...line, part: { ...part, confirmed: confirmed.get(line.statisticId) ?? NONE } } : line,
      ),
    }
    return new Array<ForecastPledge>(times).fill(pledge)
  })
}

export const inDecimals = ({ low, likely, high }: AmountRange): CampaignForecast['amount'] => {
  const decimal = (amount: Cents) => toDecimal(amount)
  return { low: decimal(low), likely: decimal(likely), high: decimal(high) }
}

const inUnits = ({ low, likely, high }: QuantityRange) => ({
  low: toNumber(low),
  likely: toNumber(likely),
  high: toNumber(high),
})
const rangeOf = (forecast: StatisticForecast): QuantityRange | null =>
  forecast.kind === 'units' ? forecast.range : null

function statisticView(season: CampaignSeason, index: number): CampaignForecast['statistics'][number] {
  const facts = season.statistics[index] as CampaignSeason['statistics'][number]
  const { forecast } = season.season.statistics[index] as (typeof season.season.statistics)[number]
  const range = rangeOf(forecast)
  return {
    statisticId: facts.id,
    name: facts.name,
    unitName: facts.unitName,
    type: facts.type,
    confirmedQuantity: toNumber(forecast.confirmed),
    range: range && inUnits(range),
    chance: forecast.kind === 'achievement' ? forecast.chance : null,
    history: forecast.kind === 'units' ? historyOf(season, index) : [],
  }
}

/** The range over time, from before the first match to now, evenly spaced if there are many matches. */
function historyOf(season: CampaignSeason, index: number): CampaignForecast['statistics'][number]['history'] {
  const { played } = season.season
  const most = Math.max(2, Math.min(MAX_POINTS, Math.floor(MAX_POINTS_IN_ALL / season.statistics.length)))
  const step = Math.max(1, Math.ceil(played.length / (most - 1)))
  const points = Array.from({ length: played.length + 1 }, (_, matches) => matches).filter(
    (matches) => matches % step === 0 || matches === played.length,
  )
  return points.flatMap((matches) => {
    const forecast = forecastThen(season, index, matches)
    const range = rangeOf(forecast)
    if (!range) return []
    const match = played[matches - 1]
    return [
      {
        played: matches,
        at: match ? new Date(match.at).toISOString() : null,
        eventId: match?.eventId ?? null,
        confirmedQuantity: toNumber(forecast.confirmed),
        ...inUnits(range),
      },
    ]
  })
}

const forecastThen = ({ input, season }: CampaignSeason, index: number, matches: number): StatisticForecast =>
  forecastAfter(
    input.statistics[index] as (typeof input.statistics)[number],
    season,
    season.statistics[index] as (typeof season.statistics)[number],
    matches,
  )

const QUARTERS = [
  ['start', 0],
  ['quarter', 1],
  ['half', 2],
  ['three_quarters', 3],
] as const

/** After the season: what was forecast at its quarters, next to the final figure. */
function quartersOf(season: CampaignSeason, index: number): CampaignForecast['quarters'] {
  const { played, statistics } = season.season
  const { id, results, beside } = statistics[index] as (typeof statistics)[number]
  const final: Quantity = results.reduce(plus, beside)
  return QUARTERS.flatMap(([quarter, share]) => {
    const matches = Math.floor((played.length * share) / QUARTERS.length)
    const range = rangeOf(forecastThen(season, index, matches))
    if (!range) return []
    const held = range.low <= final && final <= range.high
    return [{ statisticId: id, quarter, played: matches, ...inUnits(range), final: toNumber(final), held }]
  })
}
