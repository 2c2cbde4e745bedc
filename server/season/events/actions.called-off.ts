/** What a calendar file calls off is taken off the schedule, if nothing was entered for it (R72). */
import { isMatch } from '#domain/match-identity.ts'
import {
  isRefused,
  numberDoubleHeaders,
  type ScheduleLine,
  type ScheduleRow,
  withoutNumber,
} from '#domain/schedule.ts'
import type { Event, SchedulePreview } from '#domain/schemas/event.ts'
import { dateIn } from '#domain/zone.ts'
import type { SourceRow } from './store.ts'

/** The file's rows: what is planned, and what is called off. */
type Rows = { lines: ScheduleLine[]; off: ScheduleRow[] }
type Schedule = {
  events: readonly Event[]
  sources: readonly SourceRow[]
  /** How many entries that are not voided each event has; 0 for one whose entries are all voided. */
  entries: ReadonlyMap<string, number>
  timeZone: string
}

/**
 * Numbers the doubleheaders of the file. A called-off game counts where the schedule has a second game of that day, which
 * keeps its name then, or where it stays on the schedule itself.
 */
export function numberedRows({ lines, off }: Rows, schedule: Schedule): Rows {
  const { events, sources, entries, timeZone } = schedule
  const dayOf = (instant: Date): string => dateIn(timeZone, instant)
  const keyOf = (opponent: string, start: Date): string => `${dayOf(start)}|${opponent.toLowerCase()}`
  const numbered = new Set(
    events.flatMap(({ opponent, startTime }) =>
      opponent && withoutNumber(opponent) !== opponent
        ? [keyOf(withoutNumber(opponent), new Date(startTime))]
        : [],
    ),
  )
  const entered = new Set(sources.flatMap(({ id, sourceUid }) => (entries.get(id) ? [sourceUid] : [])))
  const isCounted = ({ opponent, start, uid }: ScheduleRow): boolean =>
    opponent !== null && (numbered.has(keyOf(opponent, start)) || (uid !== null && entered.has(uid)))
  const counted = off.filter(isCounted)
  const all = numberDoubleHeaders([...lines, ...counted], dayOf, new Set(counted))
  const renamed = all.slice(lines.length).filter((line): line is ScheduleRow => !isRefused(line))
  return { lines: all.slice(0, lines.length), off: [...renamed, ...off.filter((row) => !isCounted(row))] }
}

type Planned = {
  find: (row: ScheduleRow) => Event | null
  /** Whether the file also plans the event with this id, or the one that it calls so. */
  isPlanned: (id: string) => boolean
}
export type CalledOff = { line: number; event: Event; hasResults: boolean; stays: boolean }

/** The events that those rows call off; what the file also plans, or someone merged into another event, is left alone. */
export function calledOffEvents(
  rows: readonly ScheduleRow[],
  { events, sources, entries }: Omit<Schedule, 'timeZone'>,
  { find, isPlanned }: Planned,
): CalledOff[] {
  const known = new Map(sources.map((source) => [source.sourceUid, source]))
  const named = new Set(sources.map(({ id }) => id))
  const seen = new Set<string>()
  return rows.flatMap((row): CalledOff[] => {
    const source = row.uid === null ? undefined : known.get(row.uid)
    if (source?.isMerged || (row.uid !== null && isPlanned(row.uid))) return []
    const at = row.start.toISOString()
    const exact = events.find(
      ({ id, name, startTime }) => name === row.name && startTime === at && !named.has(id),
    )
    const event = (source ? undefined : exact) ?? find(row)
    if (!event || isPlanned(event.id) || seen.has(event.id)) return []
    // Two practices of a day have one name: without the file's own, only the time tells them apart.
    const isSure = source || isMatch(event) || event.startTime === at
    if (!isSure) return []
    seen.add(event.id)
    const standing = entries.get(event.id)
    return [{ line: row.line, event, hasResults: standing !== undefined, stays: (standing ?? 0) > 0 }]
  })
}

const STAYS =
  'Results were entered for it, so it stays on the schedule. If it was not played, void them and remove it.'

export const shownCalledOff = (calledOff: readonly CalledOff[]): SchedulePreview['calledOff'] =>
  calledOff.map(({ line, event: { id, name, startTime }, stays }) => ({
    ...{ line, eventId: id, name, startTime },
    staysBecause: stays ? STAYS : null,
  }))
