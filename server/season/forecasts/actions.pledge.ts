/** What one pledge will likely come to, now and before the newest results (R61). Billing never reads it. */
import { type AccrualLine, buildSeason, type ConfirmedResult, type Season, unitsOf } from '#domain/accrual.ts'
import { type AmountRange, forecastPledge } from '#domain/forecast/amounts.ts'
import { type SeasonForecast, type SeasonInput, seasonWith } from '#domain/forecast/campaign.ts'
import type { Scenarios } from '#domain/forecast/scenarios.ts'
import type { Cents } from '#domain/money.ts'
import { isGift } from '#domain/statistic-types.ts'
import { partOfLine } from './actions.parts.ts'
import { forecastFrom } from './queries.ts'

/** A season with its endings, and its confirmed results for lines that count a part of it (R58). */
export type Standing = { season: SeasonForecast; endings: Scenarios; confirmed: Season }

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
  const isKnown = lines.some(
    ({ type, statisticId }) => !isGift(type) && !endings.leftOut.includes(statisticId),
  )
  if (!isKnown) return null
  const { low, likely, high } = forecastPledge(
    {
      most,
      lines: lines.map(({ scope, ...line }) => {
        if (!scope) return line
        const counted = unitsOf({ ...line, scope }, confirmed)
        const part = { counted, isClosed: scope.until !== null, eventId: scope.eventId }
        return { ...line, part: partOfLine(season, line.statisticId, part) }
      }),
    },
    endings,
  )
  return { low, likely, high }
}
