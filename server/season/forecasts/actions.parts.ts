/** What a line that counts a part of the season will still count (R58, R61). Pure. */
import type { LinePart } from '#domain/forecast/amounts.ts'
import type { SeasonForecast } from '#domain/forecast/campaign.ts'
import { USUAL_MATCHES } from '#domain/forecast/fitted.ts'
import { NONE } from '#domain/quantity.ts'
import type { CountedPart } from './store.ts'

export function partOfLine(
  season: Pick<SeasonForecast, 'played' | 'schedule' | 'statistics' | 'open'>,
  statisticId: string,
  { counted, isClosed, eventId }: CountedPart,
): LinePart {
  const of = season.statistics.find(({ id }) => id === statisticId)
  const confirmed = of?.forecast.confirmed ?? NONE
  if (isClosed) return { counted, confirmed, parts: 0, all: 1 }
  if (eventId === null) return { counted, confirmed, parts: 1, all: 1 }
  // A line on one match still to come counts the average per remaining match in each ending.
  const isToCome = season.open.has(eventId)
  const all = Math.max(1, season.schedule?.left ?? USUAL_MATCHES)
  return { counted, confirmed, parts: isToCome ? 1 : 0, all }
}
