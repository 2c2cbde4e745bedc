/** A schedule from CSV or a calendar file: a preview, then all rows or none. */
import { createHash } from 'node:crypto'
import { readCalendar, readCalledOff } from '#domain/calendar.ts'
import { eventIdIn } from '#domain/calendar-feed.ts'
import { CalendarProblem } from '#domain/calendar-lines.ts'
import { DomainError, invalidField } from '#domain/errors.ts'
import { reasonAgainstNameIn } from '#domain/links.ts'
import { isMatch, sureMatch } from '#domain/match-identity.ts'
import { isRefused, MAX_EVENTS, type ScheduleLine, type ScheduleRow } from '#domain/schedule.ts'
import { matchScheduleColumns, readScheduleRow } from '#domain/schedule-csv.ts'
import {
  type Event,
  SCHEDULE_FIELDS,
  type ScheduleChange,
  type ScheduleForm,
  type SchedulePreview,
} from '#domain/schemas/event.ts'
import { dateIn } from '#domain/zone.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { readCsvLines } from '#server/platform/csv/csv-reading.ts'
import type { Db, Transact, Transaction } from '#server/platform/db/database.ts'
import type { Actor, Deps } from '#server/platform/deps.ts'
import { takeOff } from './actions.archive.ts'
import { type CalledOff, calledOffEvents, numberedRows, shownCalledOff } from './actions.called-off.ts'
import { addEvent, changeEvent, toRow } from './actions.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

type File = Pick<SchedulePreview, 'format' | 'columns'> & {
  lines: ScheduleLine[]
  /** What a calendar file calls off, as far as it can be read; and how many such events it has. */
  off: ScheduleRow[]
  calledOff: number
}

const NO_EVENTS = 'The file has no events'
const isCalendar = (text: string): boolean => /^\ufeff?\s*BEGIN:VCALENDAR/i.test(text)

/** Throws a 400 in words for a file that cannot be read as a whole; a row that cannot be read becomes one of the lines. */
function readFile(
  { text, columns: chosen }: ScheduleForm,
  campaign: Pick<Access, 'timeZone' | 'vocabulary'>,
): File {
  const file = isCalendar(text) ? readIcs(text, campaign.timeZone) : readCsv(text, campaign, chosen)
  if (file.lines.length === 0 && file.off.length === 0) throw invalidField('text', NO_EVENTS)
  return file
}

function readIcs(text: string, timeZone: string): File {
  if (text.includes('\u0000')) throw invalidField('text', 'The file contains NUL bytes: export it again')
  try {
    const off = readCalledOff(text, timeZone)
    return { format: 'ics', columns: [], ...readCalendar(text, timeZone), off }
  } catch (error) {
    if (error instanceof CalendarProblem) throw invalidField('text', error.message)
    throw error
  }
}

function readCsv(
  text: string,
  { timeZone, vocabulary }: Pick<Access, 'timeZone' | 'vocabulary'>,
  chosen: ScheduleForm['columns'],
): File {
  const [first, ...rows] = readCsvLines(text, { field: 'text', maxRows: MAX_EVENTS })
  const headers = first?.cells ?? []
  const { columns, problems } = matchScheduleColumns(headers, chosen, vocabulary)
  const named = headers.map((header, index) => ({
    header,
    field: SCHEDULE_FIELDS.find((field) => columns[field] === index) ?? null,
  }))
  if (problems.length > 0)
    throw new DomainError('invalid', `${problems.join('. ')}.`, {
      fields: { columns: `${problems.join('. ')}.` },
      details: { columns: named },
    })
  const lines = rows.map((row) => readScheduleRow(row, { headers, columns, timeZone, words: vocabulary }))
  return { format: 'csv', columns: named, lines, off: [], calledOff: 0 }
}

type Planned = { row: ScheduleRow; before: Event | null; after: queries.EventRow; shown: ScheduleChange }
/** An event of the file that somebody merged into another one here, so it is not added again. */
type Merged = { merged: ScheduleChange }
type Plan = { preview: SchedulePreview; rows: Planned[]; calledOff: CalledOff[] }

/** What an import would do, row by row. Changes nothing. */
async function plan(db: Db, access: Access, form: ScheduleForm): Promise<Plan> {
  const { campaignId, timeZone } = access
  const file = readFile(form, access)
  const events = await queries.eventsOf(db, campaignId)
  const sources = await store.sourcesOf(db, campaignId)
  const entries = await store.entriesByEvent(db, campaignId)
  const { lines, off } = numberedRows(file, { events, sources, entries, timeZone })
  const find = finder(events, sources, timeZone)
  const merged = new Map(
    sources.flatMap(({ id, sourceUid, isMerged }) => (isMerged ? [[sourceUid, id]] : [])),
  )
  const taken = new Map<string, number>()
  const kept = new Set<string>()
  const planned = lines.map((line): ScheduleLine | Planned | Merged => {
    if (isRefused(line)) return line
    const stays = line.uid && events.find(({ id }) => id === merged.get(line.uid ?? ''))
    if (stays) {
      kept.add(stays.id)
      return { merged: mergedRow(line, stays) }
    }
    const before = find(line)
    const names = [before?.id, line.uid].filter((name) => typeof name === 'string')
    const twice = names.map((name) => taken.get(name)).find((known) => known !== undefined)
    if (twice !== undefined) return { line: line.line, reason: `is the same event as line ${twice}` }
    for (const name of names) taken.set(name, line.line)
    const linked = reasonAgainstLink(line, before)
    return linked ? { line: line.line, reason: linked } : planRow(line, before)
  })
  const calledOff = calledOffEvents(
    off,
    { events, sources, entries },
    {
      find,
      isPlanned: (id) => taken.has(id) || kept.has(id),
    },
  )
  const gone = new Set(calledOff.flatMap(({ event, stays }) => (stays ? [] : [event.id])))
  const left = events.filter(({ id }) => !gone.has(id))
  const fitting = refuseClashes(planned, left, timeZone)
  const rows = fitting.filter((line): line is Planned => 'shown' in line)
  const added = rows.filter(({ before }) => !before).length
  if (added > 0 && left.length + added > MAX_EVENTS)
    throw invalidField('text', `The schedule would have more than ${MAX_EVENTS} events`)
  const shown = fitting.map((line) =>
    'shown' in line ? line.shown : 'merged' in line ? line.merged : refusedRow(line),
  )
  return { rows, calledOff, preview: summarize(form, file, shown, shownCalledOff(calledOff)) }
}

/**
 * Finds an event by the calendar file's own name, by our id, then by day and opponent, or by day and name in file order;
 * last a match on that day whose title names the same opponent (R19).
 */
function finder(events: readonly Event[], sources: readonly store.SourceRow[], timeZone: string) {
  const byId = new Map(events.map((event) => [event.id, event]))
  const byUid = new Map(sources.map(({ id, sourceUid }) => [sourceUid, byId.get(id)]))
  const byKey = new Map<string, Event[]>()
  const byDay = new Map<string, Event[]>()
  for (const event of events) {
    const day = dateIn(timeZone, new Date(event.startTime))
    const key = keyOf(event, day)
    byKey.set(key, [...(byKey.get(key) ?? []), event])
    if (isMatch(event)) byDay.set(day, [...(byDay.get(day) ?? []), event])
  }
  const sourced = new Set(sources.map(({ id }) => id))
  return (row: ScheduleRow): Event | null => {
    const known = row.uid && (byUid.get(row.uid) ?? byId.get(eventIdIn(row.uid) ?? ''))
    if (known) return known
    const day = dateIn(timeZone, row.start)
    const alike = byKey.get(keyOf(row, day)) ?? []
    // An event with a different calendar name is a different event.
    const isFree = ({ id }: Event): boolean => row.uid === null || !sourced.has(id)
    const at = alike.findIndex(isFree)
    const exact = at < 0 ? undefined : alike.splice(at, 1)[0]
    const matches = byDay.get(day) ?? []
    const isPlayed = isMatch({ eventType: row.eventType ?? 'other', opponent: row.opponent })
    const found =
      exact ??
      (isPlayed
        ? sureMatch({ ...row, startTime: row.start.toISOString() }, matches.filter(isFree))
        : undefined)
    byDay.set(
      day,
      matches.filter(({ id }) => id !== found?.id),
    )
    return found ?? null
  }
}

const keyOf = ({ opponent, name }: { opponent: string | null; name: string }, day: string): string =>
  `${day}|${opponent ? `vs ${opponent}` : name}`.toLowerCase()

/** A file brings no new name with a link (R72); an event that has one from before keeps it. */
function reasonAgainstLink({ opponent, name }: ScheduleRow, before: Event | null): string | null {
  const isNew = (field: 'opponent' | 'name', text: string): boolean =>
    before?.[field]?.toLowerCase() !== text.toLowerCase()
  const linked = opponent && isNew('opponent', opponent) ? reasonAgainstNameIn('opponent', opponent) : null
  return linked ?? (isNew('name', name) ? reasonAgainstNameIn('name', name) : null)
}

const instantText = (instant: Date | null): string | null => instant?.toISOString() ?? null
const FIELDS = [
  'name',
  'eventType',
  'startTime',
  'hasTime',
  'endTime',
  'location',
  'description',
  'opponent',
  'venue',
] as const

/** Fields that the file does not state stay as they are; a day without a time keeps the event's time on that day. */
function planRow(row: ScheduleRow, before: Event | null): Planned {
  const was = before && toRow(before)
  const keepsTime = was !== null && !row.hasTime && sameDay(row.start, was.startTime)
  const after: queries.EventRow = {
    name: row.name,
    eventType: row.eventType ?? was?.eventType ?? 'other',
    startTime: keepsTime ? was.startTime : exactTime(row.start, was?.startTime),
    hasTime: keepsTime ? was.hasTime : row.hasTime,
    endTime: keepsTime || row.end === undefined ? endFor(row, was) : exactTime(row.end, was?.endTime),
    location: row.location === undefined ? (was?.location ?? null) : row.location,
    description: row.description === undefined ? (was?.description ?? null) : row.description,
    opponent: row.opponent,
    venue: row.venue ?? (row.opponent && was ? was.venue : null),
    isCompleted: was?.isCompleted ?? false,
  }
  const written = (fields: queries.EventRow) => ({
    ...fields,
    startTime: instantText(fields.startTime),
    hasTime: String(fields.hasTime),
    endTime: instantText(fields.endTime),
  })
  const changes = was
    ? FIELDS.flatMap((field) => {
        const [old, now] = [written(was)[field], written(after)[field]]
        return old === now ? [] : [{ field, before: old, after: now }]
      })
    : []
  const kind = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  const shown: ScheduleChange = {
    ...{ line: row.line, kind, eventId: before?.id ?? null, name: after.name, eventType: after.eventType },
    ...{ startTime: after.startTime.toISOString(), location: after.location, changes, reason: null },
    hasTime: after.hasTime,
  }
  return { row, before, after, shown }
}

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / 60_000)
/** A file states minutes: an event that was added at 7:30:45 is not moved to 7:30. */
function exactTime<At extends Date | null>(stated: At, was: Date | null | undefined): At | Date {
  return stated && was && stated.getTime() % 60_000 === 0 && minuteOf(stated) === minuteOf(was) ? was : stated
}

function mergedRow({ line }: ScheduleRow, stays: Event): ScheduleChange {
  const { id: eventId, name, eventType, startTime, hasTime, location } = stays
  return {
    line,
    kind: 'unchanged',
    eventId,
    name,
    eventType,
    startTime,
    location,
    hasTime,
    changes: [],
    reason: null,
  }
}

const HALF_A_DAY_MS = 43_200_000
/** Noon stands in for a day without a time, since nothing on that day is further away. */
const sameDay = (noon: Date, instant: Date): boolean =>
  Math.abs(noon.getTime() - instant.getTime()) <= HALF_A_DAY_MS

/** If the file gives no end, the end moves with the start. */
function endFor(row: ScheduleRow, was: queries.EventRow | null): Date | null {
  if (!was?.endTime) return null
  if (!row.hasTime && sameDay(row.start, was.startTime)) return was.endTime
  return new Date(row.start.getTime() + was.endTime.getTime() - was.startTime.getTime())
}

/** Two games against the same team on one day would be one game when results are entered (R19). */
function refuseClashes(
  lines: readonly (ScheduleLine | Planned | Merged)[],
  events: readonly Event[],
  timeZone: string,
): (ScheduleLine | Planned | Merged)[] {
  const changed = new Set(lines.flatMap((line) => ('shown' in line && line.before ? [line.before.id] : [])))
  const key = (opponent: string, start: Date): string =>
    `${dateIn(timeZone, start)}|${opponent.toLowerCase()}`
  const there = new Set(
    events.flatMap(({ id, opponent, startTime }) =>
      opponent && !changed.has(id) ? [key(opponent, new Date(startTime))] : [],
    ),
  )
  return lines.map((line) => {
    if (!('shown' in line) || !line.after.opponent) return line
    const { opponent, startTime } = line.after
    if (there.has(key(opponent, startTime)))
      return { line: line.row.line, reason: `another game against ${opponent} is on the schedule that day` }
    there.add(key(opponent, startTime))
    return line
  })
}

function refusedRow(line: ScheduleLine): ScheduleChange {
  return {
    ...{ line: line.line, kind: 'refused', eventId: null, name: null, eventType: null, startTime: null },
    ...{ location: null, hasTime: false, changes: [], reason: isRefused(line) ? line.reason : null },
  }
}

function summarize(
  form: ScheduleForm,
  file: File,
  rows: ScheduleChange[],
  calledOff: SchedulePreview['calledOff'],
): SchedulePreview {
  const count = (kind: ScheduleChange['kind']): number => rows.filter((row) => row.kind === kind).length
  return {
    previewId: createHash('sha256')
      .update(JSON.stringify([form.text, form.columns ?? null, rows, calledOff]))
      .digest('base64url'),
    ...{ format: file.format, columns: file.columns, rows, calledOff },
    totals: {
      ...{ new: count('new'), changed: count('changed'), unchanged: count('unchanged') },
      ...{ refused: count('refused'), calledOff: file.calledOff },
    },
  }
}

export async function previewSchedule(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  form: ScheduleForm,
): Promise<SchedulePreview> {
  const access = await accessWith(deps.db, actor, campaignId, 'canManageEvents')
  return (await plan(deps.db, access, form)).preview
}

/** All rows or none; refused if they no longer match the preview. Past events may be imported (R22). */
export function importSchedule(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  campaignId: string,
  form: ScheduleForm,
): Promise<SchedulePreview> {
  return transact(
    async (tx) => {
      const access = await accessWith(tx, actor, campaignId, 'canManageEvents')
      const { preview, rows, calledOff } = await plan(tx, access, form)
      refuseBadRows(preview)
      if (form.previewId !== undefined && form.previewId !== preview.previewId)
        throw new DomainError(
          'stale',
          'The schedule changed since this preview. Review the new preview, then import again.',
          { details: { preview } },
        )
      for (const one of calledOff) if (!one.stays) await takeOff(deps, tx, actor, one)
      await write(deps, tx, actor, access, rows)
      return preview
    },
    { campaignId, mode: 'exclusive' },
  )
}

const MAX_NAMED = 50

function refuseBadRows({ rows }: SchedulePreview): void {
  const bad = rows.filter(({ kind }) => kind === 'refused')
  const [first] = bad
  if (!first) return
  throw new DomainError('invalid', `Nothing was imported. Line ${first.line}: ${first.reason}`, {
    fields: Object.fromEntries(
      bad.slice(0, MAX_NAMED).map(({ line, reason }) => [`line ${line}`, reason ?? '']),
    ),
  })
}

async function write(deps: Deps, tx: Transaction, actor: Actor, access: Access, rows: readonly Planned[]) {
  const { campaignId, timeZone } = access
  const moved = rows.flatMap(({ before, shown }) =>
    before && shown.changes.some(({ field }) => field === 'startTime' || field === 'opponent')
      ? [before.id]
      : [],
  )
  if (moved.length > 0) await store.clearOpponents(tx, campaignId, moved)
  for (const { row, before, after, shown } of rows) {
    // Our own names contain the id; only another program's name is kept.
    const sourceUid = row.uid && !eventIdIn(row.uid) ? row.uid : null
    if (!before) await addEvent(deps, tx, actor, { campaignId, timeZone, sourceUid }, after)
    else if (shown.kind === 'changed')
      await changeEvent(deps, tx, actor, { timeZone, before, sourceUid }, after)
    else if (sourceUid) await store.setSource(tx, before.id, sourceUid)
  }
}
