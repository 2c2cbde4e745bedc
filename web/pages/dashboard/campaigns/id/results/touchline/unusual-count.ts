import { parseQuantity, toNumber } from '#domain/quantity.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { comparedWith, unusualReasons } from '#domain/unusual-result.ts'
import { ADD, type Count, rowsOf } from './count.ts'
import type { Standing } from './matches.ts'
import { toEvent } from './new-match.tsx'

/** Why figures about to be saved are unusual: asked about once. */
export function unusualCount(
  count: Count,
  data: Pick<Management, 'events' | 'statistics' | 'campaign'>,
  { standing, now }: { standing: Standing; now: number },
): string[] {
  const { events, statistics, campaign } = data
  const isAdded = count.choice === ADD
  const event = isAdded
    ? { id: ADD, eventType: 'game' as const, ...toEvent(count.added, campaign.timeZone) }
    : (events.find(({ id }) => id === count.choice) ?? null)
  if (!event || event.startTime === '') return []
  const season = comparedWith({
    events: isAdded ? [...events, { ...event }] : events,
    standing,
    words: campaign.vocabulary,
  })
  const reasons = rowsOf(count).flatMap(({ statisticId, quantity }) => {
    const statistic = statistics.find(({ id }) => id === statisticId)
    const parsed = parseQuantity(quantity)
    if (!statistic || parsed === null) return []
    return unusualReasons({ statistic, total: toNumber(parsed), event, at: new Date(now) }, season, 'asking')
  })
  // Each statistic of a match that has not been played yet says so.
  return [...new Set(reasons)]
}
