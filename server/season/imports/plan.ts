/** What importing a file would do: which event each row is, what changes on the schedule, and which figures (R72). */
import { invalidField } from '#domain/errors.ts'
import { type Assigned, assign, numbered } from '#domain/files/assign.ts'
import { type Decoded, decodeFile, ENCODINGS } from '#domain/files/decode.ts'
import { type Answers, answerTo, FileProblem, type Question } from '#domain/files/file.ts'
import { type MatchRow, type Reading, readSeason } from '#domain/files/read.ts'
import type { LineReason } from '#domain/files/source.ts'
import { reasonAgainstNameIn } from '#domain/links.ts'
import { permissionsOf } from '#domain/people/roles.ts'
import { dateIn } from '#domain/places/zone.ts'
import { type Quantity, toNumber } from '#domain/quantity.ts'
import type { Event } from '#domain/schemas/event.ts'
import { CHANGED_FIELDS, type ImportForm, type ImportRow } from '#domain/schemas/import.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { reasonAgainstStart } from '#domain/season/event-times.ts'
import { isMatch } from '#domain/season/match-identity.ts'
import { reasonAgainstDay, reasonAgainstPast, reasonBegun } from '#domain/season/owner-changes.ts'
import { MAX_EVENTS } from '#domain/season/schedule.ts'
import { countsUnits } from '#domain/season/statistic-types.ts'
import { comparedWith, unusualReasons } from '#domain/season/unusual-result.ts'
import type { Access } from '#server/accounts/access/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eventsOf, isLimited, knownNames, sourcesOf, toRow } from '#server/season/events/index.ts'
import { type CurrentFigures, currentFigures } from '#server/season/results/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { askGone, askMoved, editedHere, keepEdited, textOf } from './followed-calendar.ts'
import { type Said, saidOf } from './store.ts'

export type EventRow = ReturnType<typeof toRow>

/** One row with what becomes of it. `after`: the event as it will be; null where the schedule stays as it is. */
export type Planned = Assigned & {
  kind: 'new' | 'changed' | 'unchanged' | 'called_off' | 'stays' | 'season'
  after: EventRow | null
}

type Asked = Question & { answer: string | null }
export const isUnanswered = ({ answer }: Pick<Asked, 'answer'>): boolean => answer === null

export type Plan = {
  /** The schedule follows this calendar. */
  isFollowing: boolean
  decoded: Decoded
  reading: Reading
  questions: Asked[]
  rows: Planned[]
  errors: LineReason[]
  skipped: LineReason[]
  statistics: Statistic[]
  events: Event[]
  current: CurrentFigures
}

/** What of the schedule: an owner of a campaign that runs changes what has not begun, a scorer adds played matches only. */
type MayChange = 'everything' | 'coming' | 'nothing'
export const mayChangeBy = (access: Access): MayChange =>
  !permissionsOf(access).canManageEvents ? 'nothing' : isLimited(access) ? 'coming' : 'everything'

const NOT_YOURS = 'Not on the schedule: its owners and representatives change the schedule'

/** Old files of Windows and of a Mac look alike: a person recognizes the words. */
function decode(bytes: Uint8Array, answers: Answers): { decoded: Decoded; question: Question | null } {
  const decoded = decodeFile(bytes)
  if (!decoded.instead) return { decoded, question: null }
  const question: Question = {
    id: 'letters',
    line: null,
    text: 'Which of these words are spelled right?',
    choices: [
      { value: decoded.encoding, label: decoded.letters.join(', ') },
      { value: decoded.instead.encoding, label: decoded.instead.letters.join(', ') },
    ],
  }
  const answer = answerTo(question, answers)
  const chosen = (Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[]).find((name) => name === answer)
  return { decoded: chosen ? decodeFile(bytes, chosen) : decoded, question }
}

type Content = {
  bytes: Uint8Array
  /** A followed calendar's own ids of what a person does not want. */
  leftOut: readonly string[]
  now: Date
  mayChange: MayChange
}

/** Changes nothing. Throws a 400 in words for a file that cannot be read as a whole. */
export async function planImport(
  db: Db,
  access: Access,
  form: ImportForm,
  { bytes, leftOut, now, mayChange }: Content,
): Promise<Plan> {
  const { campaignId, timeZone, vocabulary: words } = access
  const season = { from: dateIn(timeZone, access.startsAt), to: dateIn(timeZone, access.endsAt) }
  const ownNames = [access.organizationName, access.campaignName]
  const following = form.address === undefined ? null : { said: await saidOf(db, campaignId), now }
  const statistics = (await statisticsOf(db, campaignId, ALL_STATISTICS)).filter(({ type }) =>
    countsUnits(type),
  )
  const answers = form.answers ?? {}
  const events = await eventsOf(db, campaignId)
  const sources = await sourcesOf(db, campaignId)
  const known = await knownNames(db, campaignId)
  const schedule = { events, timeZone, words, sources, known }
  const current = await currentFigures(db, campaignId)
  try {
    const { decoded, question } = decode(bytes, answers)
    const choices = {
      headerLine: form.headerLine,
      columns: form.columns ?? {},
      answers,
      leftOut: new Set(form.leftOut),
      leftOutIds: new Set(leftOut),
    }
    const read = readSeason(decoded.text, { timeZone, season, words, ownNames, statistics }, choices)
    // A calendar is not corrected by whoever follows it: what cannot be read is said, and stops nothing.
    const reading = following ? { ...read, errors: [], skipped: [...read.skipped, ...read.errors] } : read
    const assigned = assign(reading.rows, schedule, (one) => answerTo(one, answers))
    const before = [...(question ? [question] : []), ...reading.questions, ...assigned.questions]
    const isOpen = before.some((one) => answerTo(one, answers) === null) || reading.errors.length > 0
    const reasonAgainst = reasonsAgainst(mayChange, { access, now, current })
    const context = { following, reasonAgainst, timeZone, events, current, answers, isOpen }
    const planned = planRows(assigned.rows, context)
    return {
      isFollowing: following !== null,
      decoded,
      reading,
      statistics,
      events,
      current,
      rows: planned.rows,
      questions: [...before, ...planned.questions].map((one) => ({ ...one, answer: answerTo(one, answers) })),
      errors: [...reading.errors, ...planned.errors].sort((a, b) => a.line - b.line),
      skipped: [...reading.skipped, ...assigned.skipped, ...planned.skipped].sort((a, b) => a.line - b.line),
    }
  } catch (error) {
    if (error instanceof FileProblem) throw invalidField('file', error.message)
    throw error
  }
}

type Context = {
  /** The campaign's followed calendar, compared with what it said before. */
  following: { said: ReadonlyMap<string, Said>; now: Date } | null
  /** Why the reader may not change the event, or add it, that way; null: they may. */
  reasonAgainst: (event: Event | null, start: Date | null) => string | null
  timeZone: string
  events: readonly Event[]
  current: CurrentFigures
  answers: Answers
  /** Something of the file is not settled yet: what is missing in it may be there. */
  isOpen: boolean
}
type PlannedRows = Pick<Plan, 'rows' | 'errors' | 'skipped'> & { questions: Question[] }

/** The same limits as on the screen. */
function reasonsAgainst(
  mayChange: MayChange,
  { access, now, current }: { access: Access; now: Date; current: CurrentFigures },
): Context['reasonAgainst'] {
  if (mayChange === 'everything') return () => null
  if (mayChange === 'nothing') return () => NOT_YOURS
  return (event, start) => {
    if (event && (new Date(event.startTime) <= now || (current.entries.get(event.id) ?? 0) > 0))
      return reasonBegun(event.name)
    const isPast =
      event &&
      start &&
      start.getTime() !== Date.parse(event.startTime) &&
      (reasonAgainstStart(start, access.timeZone, now) ?? reasonAgainstPast(start, now))
    return isPast || (start && reasonAgainstDay(start, access))
  }
}

const keyOf = (timeZone: string, opponent: string, start: Date): string =>
  `${dateIn(timeZone, start)}|${opponent.toLowerCase()}`

function planRows(assigned: readonly Assigned[], context: Context): PlannedRows {
  const { timeZone, events, current, reasonAgainst } = context
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
    const plan = (kind: Planned['kind'], after: EventRow | null = null) => [{ ...one, kind, after }]
    const skip = (reason: string, among = skipped): Planned[] => {
      among.push({ line: row.line, reason })
      return []
    }
    if (one.isSeason) return plan('season')
    if (row.start === null) return plan('unchanged')
    if (row.isCalledOff && !event) return skip('Called off, and not on the schedule')
    if (row.isCalledOff && event) {
      const reason = reasonAgainst(event, null)
      return reason ? skip(reason) : plan(hasEntries(event) ? 'stays' : 'called_off')
    }
    const linked = reasonAgainstLink(row, event)
    if (linked) return skip(linked, errors)
    const changed = changes.get(one)
    if (!changed) return plan('unchanged')
    const { opponent, startTime } = changed
    const called = opponent && numbered(opponent, (name) => taken.has(keyOf(timeZone, name, startTime)))
    if (called) taken.add(keyOf(timeZone, called, startTime))
    const after = { ...changed, opponent: called ?? null, name: numberedName(changed, opponent, called) }
    if (event && changesOf(event, after).length === 0) return plan('unchanged')
    // A match with figures was played: whoever enters results adds it.
    const reason = event || row.figures.length === 0 ? reasonAgainst(event, after.startTime) : null
    if (reason) return skip(reason)
    return plan(event ? 'changed' : 'new', after)
  })
  const missing = context.isOpen ? [] : missingIn(assigned, context, ask)
  const within = withinLimit(rows, events.length - gone.size, skipped)
  return { rows: [...within, ...missing], questions, errors, skipped }
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
      line: -index - 1,
      lines: [],
      uid: null,
      start,
      end: undefined,
      level: null,
      isCalledOff: true,
      figures: [],
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
  const reason = `A schedule has at most ${MAX_EVENTS} events`
  skipped.push(...others.map(({ row: { line } }) => ({ line, reason })))
  return inLines(rows.filter((row) => !others.includes(row)))
}
const inLines = (rows: readonly Planned[]): Planned[] => [...rows].sort((a, b) => a.row.line - b.row.line)

/** A file brings no new name with a link; an event that has one from before keeps it. */
function reasonAgainstLink({ opponent, name }: MatchRow, before: Event | null): string | null {
  const isNew = (field: 'opponent' | 'name', text: string): boolean =>
    before?.[field]?.toLowerCase() !== text.toLowerCase()
  const linked = opponent && isNew('opponent', opponent) ? reasonAgainstNameIn('opponent', opponent) : null
  return linked ?? (isNew('name', name) ? reasonAgainstNameIn('name', name) : null)
}

/** What the file does not say stays as it is: a day without a time keeps the time that is known for that day. */
export function afterOf(row: MatchRow, event: Event | null): EventRow {
  const start = row.start as Date
  if (event === null) {
    const { name, eventType, hasTime, end: endTime = null, location = null, description = null } = row
    const { opponent, venue } = row
    return {
      name,
      eventType,
      startTime: start,
      hasTime,
      endTime,
      location,
      description,
      opponent,
      venue,
      isCompleted: false,
    }
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

export function changesOf(event: Event, after: EventRow): ImportRow['changes'] {
  const was = toRow(event)
  return CHANGED_FIELDS.map((field) => ({
    field,
    before: textOf(was[field]),
    after: textOf(after[field]),
  })).filter(
    ({ field, before, after: now }) =>
      before !== now || (field === 'startTime' && was.hasTime !== after.hasTime),
  )
}

/** Unusual figures of a file, compared with the season including the whole file. */
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
    currentOf: (eventId: string, statisticId: string): number | null => {
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
