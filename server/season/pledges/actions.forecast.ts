/** The quote with what the pledge will likely come to. Nothing that is stored depends on it (R61). */
import { forecastPledge } from '#domain/forecast/amounts.ts'
import { type Cents, parseCents, ZERO } from '#domain/money.ts'
import type { CountsForm, Quote } from '#domain/schemas/pledge.ts'
import { isGift } from '#domain/statistic-types.ts'
import type { Deps } from '#server/platform/deps.ts'
import { inDecimals, seasonOf } from '#server/season/forecasts/index.ts'
import { quote } from './actions.ts'

type Form = {
  maximumAmount: Cents | null
  pledgeStatistics: { statisticId: string; pledgeAmount: Cents }[]
  counts?: CountsForm
}

export async function quoteWithForecast(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  campaignId: string,
  form: Form,
): Promise<Quote> {
  const figures = await quote({ db, clock }, campaignId, form)
  // There is no forecast for a part of the season (R58).
  if (form.counts && form.counts.from !== 'season') return figures
  const { statistics, endings } = await seasonOf(db, campaignId, clock.now())
  const types = new Map(statistics.map(({ id, type }) => [id, type]))
  const lines = form.pledgeStatistics.flatMap(({ statisticId, pledgeAmount }) => {
    const type = types.get(statisticId)
    return type ? [{ statisticId, type, rate: pledgeAmount }] : []
  })
  const leftOut = endings.leftOut.filter((id) => lines.some(({ statisticId }) => statisticId === id))
  const isKnown = lines.some(({ statisticId, type }) => !isGift(type) && !leftOut.includes(statisticId))
  if (!isKnown || lines.length < form.pledgeStatistics.length) return figures
  const most = parseCents(figures.most) ?? ZERO
  const { reachesMost, ...range } = forecastPledge({ lines, most }, endings)
  return { ...figures, forecast: { ...inDecimals(range), chanceOfMost: reachesMost, leftOut } }
}
