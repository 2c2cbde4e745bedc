/** The figures of a pledge before it is made. Writes nothing. */
import { DomainError, notFound } from '#domain/errors.ts'
import { type ForecastPledge, forecastPledge, rangeWith } from '#domain/forecast/pledge-forecast.ts'
import { type Cents, toDecimal } from '#domain/money.ts'
import { maximumUnits } from '#domain/pledges/maximum.ts'
import {
  accruedOnLine,
  estimateLine,
  isUnusualRate,
  type PledgeLine,
  pledgeType,
} from '#domain/pledges/pledge.ts'
import { type CurrentLine, type ShownLine, termsChanged } from '#domain/pledges/shown-terms.ts'
import { toNumber } from '#domain/quantity.ts'
import type { CountsForm, CurrentTerms, Pledge, PledgeForm, Quote } from '#domain/schemas/pledge.ts'
import { countsUnits, isGift } from '#domain/season/statistic-types.ts'
import { isPrivateCampaign } from '#server/accounts/access/index.ts'
import type { Deps } from '#server/season/deps.ts'
import { inDecimals, seasonOf } from '#server/season/forecasts/index.ts'
import { type ChosenLines, choose, countsFor, figuresOf, partialKey, refuseMatch } from './choices.ts'
import { type PledgeContext, readContext } from './context.ts'
import { countsOf } from './lines/index.ts'
import type * as store from './store.ts'

type QuoteForm = { maximumAmount: Cents | null; pledgeStatistics: ChosenLines; counts?: CountsForm }
/** What a forecast of the same pledge needs. */
type Quoted = { quote: Quote; likely: Cents; pledge: ForecastPledge }

/** The figures for the panel and the review, computed on the server. Writes nothing. */
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

/** The quote with its range, which holds what is expected. Nothing that is stored depends on it. */
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

/** The response to a new pledge: nothing billed yet, and what confirmed results have already earned. */
export function toPledge(
  pledge: store.NewPledge,
  context: PledgeContext,
  form: PledgeForm,
): Omit<Pledge, 'isHeld'> {
  return {
    id: pledge.id,
    campaignId: pledge.campaignId,
    campaignName: context.campaignName,
    pledgerId: pledge.pledgerId,
    ambassadorId: pledge.ambassadorId,
    status: 'active',
    pledgeType: pledgeType(pledge.lines.map(({ type }) => type)),
    paymentTiming: pledge.paymentTiming as Pledge['paymentTiming'],
    paymentMethod: form.paymentMethod,
    isAnonymous: pledge.isAnonymous,
    ...(pledge.thanks ? { thanks: pledge.thanks } : {}),
    note: pledge.note,
    maximumAmount: pledge.maximumCents === null ? null : toDecimal(pledge.maximumCents),
    agreedMaximum: toDecimal(pledge.agreedMaximumCents),
    estimatedTotal: toDecimal(pledge.estimateCents),
    earned: toDecimal(pledge.earnedCents),
    totalAmountDue: toDecimal(pledge.expectedCents),
    billed: '0.00',
    received: '0.00',
    pledgeStatistics: pledge.lines.map((line) => ({
      statisticId: line.statisticId,
      name: line.name,
      type: line.type,
      pledgeAmount: toDecimal(line.rate),
      estimatedTotal: toDecimal(line.estimate),
      counts: countsOf(
        { from: line.fromAt?.getTime() ?? null, until: null, eventId: line.eventId },
        context.match?.name ?? null,
      ),
    })),
    consentText: pledge.consentText,
    createdAt: pledge.createdAt.toISOString(),
    version: 1,
  }
}

/** @throws a 409 with the current terms if they are no longer those that the screen showed. */
export function refuseOtherTerms(
  shown: { most: Cents | null; lines: readonly ShownLine[] },
  current: { most: Cents; lines: readonly CurrentLine[] },
): void {
  const changed = termsChanged(shown, current)
  if (changed === null) return
  const details: CurrentTerms = {
    agreedMaximum: toDecimal(current.most),
    pledgeStatistics: current.lines.map(({ statisticId, name, unitName, type }) => ({
      statisticId,
      name,
      unitName,
      type,
    })),
  }
  throw new DomainError('conflict', `${changed} Check it, then pledge again.`, { details })
}
