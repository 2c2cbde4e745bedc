/** What importing a file would do: which event each row is, what changes on the schedule, and which figures (R19, R72). */

import { invalidField } from '#domain/errors.ts'
import { type Assigned, assign, numbered, type Schedule } from '#domain/files/assign.ts'
import { type Decoded, decodeFile, ENCODINGS } from '#domain/files/decode.ts'
import { type Answers, answerTo, FileProblem, type Question } from '#domain/files/file.ts'
import { type MatchRow, type Reading, readSeason } from '#domain/files/read.ts'
import type { Known, LineReason } from '#domain/files/source.ts'
import { reasonAgainstNameIn } from '#domain/links.ts'
import { isMatch } from '#domain/match-identity.ts'
import { MAX_EVENTS } from '#domain/schedule.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { ImportForm } from '#domain/schemas/import.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import { dateIn } from '#domain/zone.ts'
import type { Access } from '#server/accounts/access/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eventsOf, knownNames, sourcesOf, toRow } from '#server/season/events/index.ts'
import { type CurrentFigures, currentFigures } from '#server/season/results/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { askGone, askMoved, editedHere, type Following, keepEdited } from './actions.followed.ts'

export type EventRow = ReturnType<typeof toRow>

/** One row with what becomes of it. `after`: the event as it will be; null where the schedule stays as it is. */
export type Planned = Assigned & {
  kind: 'new' | 'changed' | 'unchanged' | 'called_off' | 'stays' | 'season'
  after: EventRow | null
}

export type Plan = {
  decoded: Decoded
  reading: Reading
  questions: (Question & { answer: string | null })[]
  rows: Planned[]
  errors: LineReason[]
  skipped: LineReason[]
  statistics: Statistic[]
  events: Event[]
  current: CurrentFigures
}

const NOT_YOURS =
  'Not on the schedule: the schedule of a campaign that is not a draft is changed by your representative'

/** Old files of Windows and of a Mac look alike: a person recognizes the words. */
function decode(bytes: Uint8Array, answers: Answers): { decoded: Decoded; question: Question | null } {
  const decoded = decodeFile(bytes)
  if (!decoded.instead) return { decoded, question: null }
  const question: Question = {
    ...{ id: 'letters', line: null, text: 'Which of these words are spelled right?' },
    choices: [
      { value: decoded.encoding, label: decoded.letters.join(', ') },
      { value: decoded.instead.encoding, label: decoded.instead.letters.join(', ') },
    ],
  }
  const answer = answerTo(question, answers)
  const chosen = (Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[]).find((name) => name === answer)
  return { decoded: chosen ? decodeFile(bytes, chosen) : decoded, question }
}

const knownOf = (access: Access, statistics: readonly Statistic[]): Known => ({
  timeZone: access.timeZone,
  season: { from: dateIn(access.timeZone, access.startsAt), to: dateIn(access.timeZone, access.endsAt) },
  words: access.vocabulary,
  ownNames: [access.organizationName, access.campaignName],
  statistics,
})

export type Asked = {
  bytes: Uint8Array
  /** The campaign's followed calendar, compared with what it said before. */
  following: Following | null
  mayChange: boolean
}

/** Changes nothing. Throws a 400 in words for a file that cannot be read as a whole. */
export async function planImport(db: Db, access: Access, form: ImportForm, asked: Asked): Promise<Plan> {
  const { campaignId, timeZone, vocabulary: words } = access
  const statistics = (await statisticsOf(db, campaignId, ALL_STATISTICS)).filter(({ type }) =>
    countsUnits(type),
  )
  const answers = form.answers ?? {}
  const events = await eventsOf(db, campaignId)
  const [sources, known] = [await sourcesOf(db, campaignId), await knownNames(db, campaignId)]
  const schedule: Schedule = { events, timeZone, words, sources, known }
  const current = await currentFigures(db, campaignId)
  try {
    const { decoded, question } = decode(asked.bytes, answers)
    const choices = {
      ...{ headerLine: form.headerLine, columns: form.columns ?? {}, answers },
      leftOut: new Set(form.leftOut ?? []),
      leftOutIds: new Set(asked.following?.leftOut ?? []),
    }
    const read = readSeason(decoded.text, knownOf(access, statistics), choices)
    // A calendar is not corrected by whoever follows it: what cannot be read is said, and stops nothing.
    const reading = asked.following
      ? { ...read, errors: [], skipped: [...read.skipped, ...read.errors] }
      : read
    const assigned = assign(reading.rows, schedule, (one) => answerTo(one, answers))
    const before = [...(question ? [question] : []), ...reading.questions, ...assigned.questions]
    const isOpen = before.some((one) => answerTo(one, answers) === null) || reading.errors.length > 0
    const planned = planRows(assigned.rows, { ...asked, timeZone, events, current, answers, isOpen })
    return {
      ...{ decoded, reading, statistics, events, current, rows: planned.rows },
      questions: [...before, ...planned.questions].map((one) => ({ ...one, answer: answerTo(one, answers) })),
      errors: [...reading.errors, ...planned.errors].sort((a, b) => a.line - b.line),
      skipped: [...reading.skipped, ...assigned.skipped, ...planned.skipped].sort((a, b) => a.line - b.line),
    }
  } catch (error) {
    if (error instanceof FileProblem) throw invalidField('file', error.message)
    throw error
  }
}

type Context = Omit<Asked, 'bytes'> & {
  timeZone: string
  events: readonly Event[]
  current: CurrentFigures
  answers: Answers
  /** Something of the file is not settled yet: what is missing in it may be there. */
  isOpen: boolean
}
type PlannedRows = { rows: Planned[]; questions: Question[]; errors: LineReason[]; skipped: LineReason[] }

const keyOf = (timeZone: string, opponent: string, start: Date): string =>
  `${dateIn(timeZone, start)}|${opponent.toLowerCase()}`

function planRows(assigned: readonly Assigned[], context: Context): PlannedRows {
  const { timeZone, events, current, mayChange } = context
  const [questions, errors, skipped]: [Question[], LineReason[], LineReason[]] = [[], [], []]
  const ask = (question: Question): string | null => {
    questions.push(question)
    return answerTo(question, context.answers)
  }
  const hasEntries = ({ id }: Event): boolean => (current.entries.get(id) ?? 0) > 0
  const gone = new Set(
    assigned.flatMap(({ row, event }) => (row.isCalledOff && event && !hasEntries(event) ? [event.id] : [])),
  )
  const moving = new Set(assigned.flatMap(({ row, event }) => (event && !row.isCalledOff ? [event.id] : [])))
  const taken = new Set(
    events.flatMap(({ id, opponent, startTime }) =>
      opponent && !gone.has(id) && !moving.has(id) ? [keyOf(timeZone, opponent, new Date(startTime))] : [],
    ),
  )
  const changing = { ...context, ask, skipped }
  const changes = new Map(
    assigned
      .filter(isPlanned)
      .map((one) => [one, hasOnlyFigures(one) ? null : changedBy(one.row, one.event, changing)]),
  )
  for (const { event } of assigned.filter((one) => changes.get(one) === null))
    if (event?.opponent) taken.add(keyOf(timeZone, event.opponent, new Date(event.startTime)))
  const rows = inTime(assigned).flatMap((one): Planned[] => {
    const { row, event } = one
    const skip = (reason: string): Planned[] => {
      skipped.push({ line: row.line, reason })
      return []
    }
    if (one.isSeason || row.start === null)
      return [{ ...one, kind: one.isSeason ? 'season' : 'unchanged', after: null }]
    if (row.isCalledOff) {
      if (!event) return skip('Called off, and not on the schedule')
      return mayChange
        ? [{ ...one, kind: hasEntries(event) ? 'stays' : 'called_off', after: null }]
        : skip(NOT_YOURS)
    }
    const linked = reasonAgainstLink(row, event)
    if (linked) {
      errors.push({ line: row.line, reason: linked })
      return []
    }
    const changed = changes.get(one) ?? null
    if (changed === null) return [{ ...one, kind: 'unchanged', after: null }]
    const { opponent, startTime } = changed
    const called = opponent && numbered(opponent, (name) => taken.has(keyOf(timeZone, name, startTime)))
    if (called) taken.add(keyOf(timeZone, called, startTime))
    const after = { ...changed, opponent: called ?? null, name: numberedName(changed, opponent, called) }
    if (event && changesOf(event, after).length === 0) return [{ ...one, kind: 'unchanged', after: null }]
    if (!mayChange && (event || row.figures.length === 0)) return skip(NOT_YOURS)
    return [{ ...one, kind: event ? 'changed' : 'new', after }]
  })
  const missing = context.isOpen ? [] : missingIn(assigned, context, ask)
  return {
    rows: [...withinLimit(rows, events.length - gone.size, skipped), ...missing],
    questions,
    errors,
    skipped,
  }
}

const isPlanned = ({ row, isSeason }: Assigned): boolean =>
  !isSeason && row.start !== null && !row.isCalledOff
/** A row with figures leaves a match of the schedule as it is. */
const hasOnlyFigures = ({ row, event }: Assigned): boolean => event !== null && row.figures.length > 0

type Changing = Context & { ask: (question: Question) => string | null; skipped: LineReason[] }

/** The event as the row has it; null where it stays as it is until a person has answered. */
function changedBy(
  row: MatchRow,
  event: Event | null,
  { following, current, ask, skipped }: Changing,
): EventRow | null {
  const taken = afterOf(row, event)
  if (!following || !event) return taken
  const said = following.said.get(event.id)
  const { after, kept } = said
    ? keepEdited(toRow(event), { taken, theirs: afterOf(row, null), said })
    : { after: taken, kept: [] }
  if (kept.length > 0) skipped.push(editedHere(row.line, event, kept))
  const isMoved = after.startTime.getTime() !== Date.parse(event.startTime)
  const mustAsk = isMoved && (current.entries.get(event.id) ?? 0) > 0
  return mustAsk && ask(askMoved(row.line, event)) !== 'move' ? null : after
}

/** Events of the followed calendar that are no longer in it. */
function missingIn(
  assigned: readonly Assigned[],
  { following, events, current }: Context,
  ask: Changing['ask'],
): Planned[] {
  if (!following || assigned.length === 0) return []
  const there = new Set(assigned.flatMap(({ event }) => (event ? [event.id] : [])))
  const isMissing = ({ id, startTime }: Event): boolean =>
    following.said.has(id) &&
    !there.has(id) &&
    !current.entries.has(id) &&
    new Date(startTime) > following.now
  return events.filter(isMissing).flatMap((event, index): Planned[] => {
    if (ask(askGone(event)) !== 'remove') return []
    const start = new Date(event.startTime)
    const row: MatchRow = {
      ...toRow(event),
      ...{ line: -index - 1, lines: [], uid: null, start, end: undefined },
      ...{ level: null, isCalledOff: true, figures: [] },
    }
    return [{ row, event, after: null, kind: 'called_off', apartFrom: [], isSaid: false, isSeason: false }]
  })
}

/** Two games on one day are numbered in order of time. */
const inTime = (rows: readonly Assigned[]): Assigned[] =>
  [...rows].sort(
    (a, b) =>
      Number(b.event !== null) - Number(a.event !== null) ||
      (a.row.start?.getTime() ?? 0) - (b.row.start?.getTime() ?? 0) ||
      a.row.line - b.row.line,
  )

const numberedName = ({ name }: EventRow, opponent: string | null, called: string | null): string =>
  opponent && called && called !== opponent ? `${name}${called.slice(opponent.length)}` : name

/** A schedule has fewer: practices are the first to stay out, so that no game does. A match with a result is always added. */
function withinLimit(rows: readonly Planned[], there: number, skipped: LineReason[]): Planned[] {
  const added = rows.filter(({ kind, row }) => kind === 'new' && row.figures.length === 0)
  const over = there + rows.filter(({ kind }) => kind === 'new').length - MAX_EVENTS
  if (over <= 0 || added.length === 0) return inLines(rows)
  const others = added
    .filter(({ row }) => !isMatch(row))
    .reverse()
    .slice(0, over)
  if (others.length < Math.min(over, added.length))
    throw new FileProblem(`The schedule would have more than ${MAX_EVENTS} events: import one season only`)
  skipped.push(
    ...others.map(({ row: { line } }) => ({ line, reason: `A schedule has at most ${MAX_EVENTS} events` })),
  )
  return inLines(rows.filter((row) => !others.includes(row)))
}
const inLines = (rows: readonly Planned[]): Planned[] => [...rows].sort((a, b) => a.row.line - b.row.line)

/** A file brings no new name with a link (R72); an event that has one from before keeps it. */
function reasonAgainstLink({ opponent, name }: MatchRow, before: Event | null): string | null {
  const isNew = (field: 'opponent' | 'name', text: string): boolean =>
    before?.[field]?.toLowerCase() !== text.toLowerCase()
  const linked = opponent && isNew('opponent', opponent) ? reasonAgainstNameIn('opponent', opponent) : null
  return linked ?? (isNew('name', name) ? reasonAgainstNameIn('name', name) : null)
}

/** What the file does not say stays as it is: a day without a time keeps the time that is known for that day. */
export function afterOf(row: MatchRow, event: Event | null): EventRow {
  const start = row.start as Date
  if (event === null)
    return {
      ...{
        name: row.name,
        eventType: row.eventType,
        startTime: start,
        hasTime: row.hasTime,
        endTime: row.end ?? null,
      },
      ...{ location: row.location ?? null, description: row.description ?? null, opponent: row.opponent },
      ...{ venue: row.venue, isCompleted: false },
    }
  const was = toRow(event)
  const keepsTime = !row.hasTime && Math.abs(start.getTime() - was.startTime.getTime()) <= HALF_A_DAY_MS
  const isOther = row.opponent !== null && row.opponent.toLowerCase() !== withoutGame(was.opponent)
  return {
    ...was,
    name: row.opponent === null || isOther ? row.name || was.name : was.name,
    startTime: keepsTime || isSameMinute(start, was.startTime) ? was.startTime : start,
    hasTime: keepsTime ? was.hasTime : row.hasTime,
    endTime: keepsTime ? was.endTime : endOf(row, was),
    location: row.location === undefined ? was.location : row.location,
    description: row.description === undefined ? was.description : row.description,
    opponent: isOther ? row.opponent : was.opponent,
    venue: row.venue ?? was.venue,
  }
}

const HALF_A_DAY_MS = 43_200_000
const withoutGame = (opponent: string | null): string | undefined =>
  opponent?.toLowerCase().replace(/ \(game \d+\)$/, '')
const isSameMinute = (a: Date, b: Date): boolean =>
  Math.floor(a.getTime() / 60_000) === Math.floor(b.getTime() / 60_000)

/** If the file gives no end, the end moves with the start. */
function endOf({ start, end }: MatchRow, was: EventRow): Date | null {
  if (end !== undefined) return end && was.endTime && isSameMinute(end, was.endTime) ? was.endTime : end
  return was.endTime && new Date((start as Date).getTime() + was.endTime.getTime() - was.startTime.getTime())
}

const FIELDS = ['name', 'startTime', 'endTime', 'location', 'description', 'opponent', 'venue'] as const
export type Change = { field: (typeof FIELDS)[number]; before: string | null; after: string | null }

const textOf = (value: Date | string | null): string | null =>
  value instanceof Date ? value.toISOString() : value

export function changesOf(event: Event, after: EventRow): Change[] {
  const was = toRow(event)
  const changes = FIELDS.flatMap((field): Change[] => {
    const [before, now] = [textOf(was[field]), textOf(after[field])]
    return before === now ? [] : [{ field, before, after: now }]
  })
  const isTimed = was.hasTime === after.hasTime || changes.some(({ field }) => field === 'startTime')
  return isTimed
    ? changes
    : [{ field: 'startTime', before: textOf(was.startTime), after: textOf(after.startTime) }, ...changes]
}
