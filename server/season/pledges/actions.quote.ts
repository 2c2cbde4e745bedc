/** The figures of a pledge before it is made. Writes nothing. */
import { notFound } from '#domain/errors.ts'
import { type ForecastPledge, forecastPledge, rangeWith } from '#domain/forecast/amounts.ts'
import { type Cents, toDecimal } from '#domain/money.ts'
import { accruedOnLine, estimateLine, isUnusualRate, maximumUnits, type PledgeLine } from '#domain/pledge.ts'
import { toNumber } from '#domain/quantity.ts'
import type { CountsForm, Quote } from '#domain/schemas/pledge.ts'
import { countsUnits, isGift } from '#domain/statistic-types.ts'
import { isPrivateCampaign } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/season/deps.ts'
import { inDecimals, seasonOf } from '#server/season/forecasts/index.ts'
import { type ChosenLines, choose, figuresOf } from './actions.chosen.ts'
import { countsFor, partialKey, refuseMatch } from './actions.counts.ts'
import { readContext } from './context.ts'

type QuoteForm = { maximumAmount: Cents | null; pledgeStatistics: ChosenLines; counts?: CountsForm }
/** What a forecast of the same pledge needs (R61). */
type Quoted = { quote: Quote; likely: Cents; pledge: ForecastPledge }

/** The figures for the panel and the review, computed on the server (R6 to R8). Writes nothing. */
async function quote(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  campaignId: string,
  form: QuoteForm,
): Promise<Quoted> {
  const counts = countsFor(form.counts)
  const now = clock.now()
  const statisticIds = form.pledgeStatistics.map(({ statisticId }) => statisticId)
  const context = await readContext(db, {
    campaignId,
    userId: null,
    ambassadorId: null,
    statisticIds,
    ...partialKey(counts, now),
  })
  if (!context || (await isPrivateCampaign(db, campaignId, context.status))) throw notFound('Campaign')
  refuseMatch(context, counts)
  const chosen = choose(context, form.pledgeStatistics, counts, { since: now })
  const figures = figuresOf(chosen, form.maximumAmount)
  const quote = {
    estimate: toDecimal(figures.estimate),
    alreadyEarned: toDecimal(figures.alreadyEarned),
    likely: toDecimal(figures.likely),
    most: toDecimal(figures.most),
    mostWithoutCap: toDecimal(figures.mostWithoutCap),
    suggestedCap: toDecimal(figures.suggestedCap),
    lines: chosen.map(({ statistic, line }) => ({
      statisticId: statistic.id,
      rate: toDecimal(line.rate),
      estimate: toDecimal(estimateLine(line)),
      alreadyEarned: toDecimal(accruedOnLine(line)),
      confirmedQuantity: toNumber(line.terms.confirmed),
      maximumUnits: maximumUnitsOf(line),
      isUnusual: isUnusualRate(line.rate, statistic.presets),
    })),
  }
  const lines = chosen.map(({ statistic, line, part }) => ({
    statisticId: statistic.id,
    type: line.terms.type,
    rate: line.rate,
    ...(part && { part }),
  }))
  return { quote, likely: figures.likely, pledge: { lines, most: figures.most } }
}

function maximumUnitsOf({ terms }: PledgeLine): number | null {
  const units = countsUnits(terms.type) ? maximumUnits(terms) : null
  return units === null ? null : toNumber(units)
}

/** The quote with its range, which holds what is expected. Nothing that is stored depends on it (R61). */
export async function quoteWithForecast(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  campaignId: string,
  form: QuoteForm,
): Promise<Quote> {
  const quoted = await quote({ db, clock }, campaignId, form)
  const { season, endings } = await seasonOf(db, campaignId, clock.now())
  const known = season.statistics.filter(({ forecast }) => forecast.kind !== 'unknown').map(({ id }) => id)
  const isKnown = quoted.pledge.lines.some((line) => !isGift(line.type) && known.includes(line.statisticId))
  if (!isKnown) return quoted.quote
  const range = rangeWith(forecastPledge(quoted.pledge, endings), quoted.likely)
  return { ...quoted.quote, forecast: inDecimals(range) }
}
