/** What one pledge will likely come to, now and before the newest results (R61). Billing never reads it. */
import { type AccrualLine, buildSeason, type ConfirmedResult, type Season, unitsOf } from '#domain/accrual.ts'
import { type AmountRange, forecastPledge } from '#domain/forecast/amounts.ts'
import { type SeasonForecast, type SeasonInput, seasonWith } from '#domain/forecast/campaign.ts'
import { partToCome } from '#domain/forecast/likely.ts'
import type { Scenarios } from '#domain/forecast/scenarios.ts'
import type { Cents } from '#domain/money.ts'
import { NONE } from '#domain/quantity.ts'
import { isGift } from '#domain/statistic-types.ts'
import { type CampaignSeason, forecastFrom } from './store.ts'

/** A season with its endings, and its confirmed results for lines that count a part of it (R58). */
type Standing = { season: SeasonForecast; endings: Scenarios; confirmed: Season }

/** The season of today, as everything expected sees it. */
export const standingOf = ({ season, endings, input }: CampaignSeason): Standing => ({
  season,
  endings,
  confirmed: buildSeason(input.results),
})

/** The same with these results only. */
export async function standingWith(
  campaignId: string,
  input: SeasonInput,
  results: readonly ConfirmedResult[] = input.results,
): Promise<Standing> {
  const { season, endings } = await forecastFrom(campaignId, seasonWith(input, results))
  return { season, endings, confirmed: buildSeason(results) }
}

/** Null if nothing is known about any of its statistics. */
export function pledgeIn(
  { season, endings, confirmed }: Standing,
  { lines, most }: { lines: readonly AccrualLine[]; most: Cents },
): AmountRange | null {
  const known = new Map(season.statistics.map(({ id, forecast }) => [id, forecast]))
  const isKnown = ({ type, statisticId }: AccrualLine) =>
    !isGift(type) && (known.get(statisticId)?.kind ?? 'unknown') !== 'unknown'
  if (!lines.some(isKnown)) return null
  return forecastPledge(
    {
      most,
      lines: lines.map(({ scope, ...line }) => {
        if (!scope) return line
        const counted = unitsOf({ ...line, scope }, confirmed)
        const of = { counted, confirmed: known.get(line.statisticId)?.confirmed ?? NONE }
        return { ...line, part: { ...of, ...partToCome(season.open, { type: line.type, scope }) } }
      }),
    },
    endings,
  )
}
