/** Unusual figures of a file, compared with the season including the whole file (R19). */
import { isMatch } from '#domain/match-identity.ts'
import { type Quantity, toNumber } from '#domain/quantity.ts'
import { comparedWith, unusualReasons } from '#domain/unusual-result.ts'
import type { Access } from '#server/accounts/access/index.ts'
import type { Plan, Planned } from './actions.plan.ts'

export function unusualRows(
  { rows, events, statistics, current }: Plan,
  { vocabulary: words }: Access,
  now: Date,
): (row: Planned) => string[] {
  const matches = new Map(
    rows.filter(({ isSeason }) => !isSeason).map((planned) => [planned, matchOf(planned)]),
  )
  const inFile = new Map<string, Quantity>()
  for (const [{ row }, { id }] of matches)
    for (const { statisticId, quantity } of row.figures) inFile.set(`${id}|${statisticId}`, quantity)
  const added = [...matches].flatMap(([{ event }, match]) => (event ? [] : [match]))
  const season = comparedWith({
    events: [...events.filter(isMatch), ...added],
    standing: (eventId: string, statisticId: string): number | null => {
      const key = `${eventId}|${statisticId}`
      const total = inFile.get(key) ?? current.byMatch.get(key)
      return total === undefined ? null : toNumber(total)
    },
    words,
  })
  const statisticById = new Map(statistics.map((statistic) => [statistic.id, statistic]))
  return (planned) => {
    const event = matches.get(planned)
    if (!event) return []
    return planned.row.figures.flatMap(({ statisticId, quantity }) => {
      const statistic = statisticById.get(statisticId)
      const isUnchanged = current.byMatch.get(`${event.id}|${statisticId}`) === quantity
      if (!statistic || isUnchanged) return []
      return unusualReasons({ statistic, total: toNumber(quantity), event, at: now }, season, 'asking')
    })
  }
}

/** The match that the row belongs to, or would add. */
const matchOf = ({ row: { line, name, eventType, opponent, start }, event, after }: Planned) =>
  event ?? {
    id: `line ${line}`,
    name: after?.name ?? name,
    eventType,
    opponent,
    startTime: (start ?? new Date(0)).toISOString(),
  }
