import { toNumber } from '#domain/quantity.ts'
import { comparedWith, outdatedReason, unusualReasons } from '#domain/unusual-result.ts'
import type { Access } from '#server/accounts/access/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eventsOf } from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import * as matches from './store.matches.ts'
import type * as store from './store.ts'

type Waiting = Pick<
  store.StoredResult,
  'id' | 'state' | 'statisticId' | 'eventId' | 'kind' | 'total' | 'enteredAt'
>

/** Why entries that wait for a second person are unusual, by their ids; computed anew each time. */
export async function unusualOf(
  db: Db,
  { campaignId, vocabulary: words }: Pick<Access, 'campaignId' | 'vocabulary'>,
  results: readonly Waiting[],
): Promise<Map<string, string[]>> {
  const waiting = results.filter(({ state }) => state === 'entered')
  if (waiting.length === 0) return new Map()
  const [events, statistics, totals, counting] = await Promise.all([
    eventsOf(db, campaignId),
    statisticsOf(db, campaignId, ALL_STATISTICS),
    matches.standingByMatch(db, campaignId),
    matches.confirmedByMatch(db, campaignId),
  ])
  const [eventById, statisticById] = [
    new Map(events.map((event) => [event.id, event])),
    new Map(statistics.map((statistic) => [statistic.id, statistic])),
  ]
  const standing = (eventId: string, statisticId: string): number | null => {
    const total = totals.get(`${eventId}|${statisticId}`)
    return total === undefined ? null : toNumber(total)
  }
  const season = comparedWith({ events, standing, words })
  return new Map(
    waiting.flatMap((result) => {
      const statistic = statisticById.get(result.statisticId)
      if (!statistic) return []
      const event = eventById.get(result.eventId ?? '') ?? null
      const { total } = result
      const entered = { statistic, total, event, at: new Date(result.enteredAt) }
      const reasons = unusualReasons(entered, season, 'confirming')
      const later = counting.get(`${result.eventId}|${result.statisticId}`)
      if (later && later.id > result.id && later.total !== total)
        reasons.push(outdatedReason(entered, later.total))
      return reasons.length > 0 ? [[result.id, reasons] as const] : []
    }),
  )
}
