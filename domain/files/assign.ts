/** Which event of the schedule each row of a file is: where two could be meant, a person says (R19). Pure. */

import { capital, type Vocabulary } from '../campaigns/vocabulary.ts'
import { dateIn } from '../places/zone.ts'
import type { Event } from '../schemas/event.ts'
import { eventIdIn } from '../season/calendar-feed.ts'
import { alikeOf, isMatch, sureMatch } from '../season/match-identity.ts'
import { opponentIn, withoutNumber } from '../season/schedule.ts'
import { type Ask, asking, choicesOf, type Question, subjectOf } from './file.ts'
import { type MatchRow, sumOf } from './read.ts'
import type { LineReason } from './source.ts'

export type Schedule = {
  events: readonly Event[]
  /** What calendars call the events that came from them; a merged event leads to the one that it was merged into. */
  sources: readonly { id: string; sourceUid: string; isMerged: boolean }[]
  /** What files call the opponents of these events, as people have answered. */
  known: readonly { eventId: string; name: string }[]
  timeZone: string
  words: Vocabulary
}

/** `event`: null adds one. `apartFrom`: those of its day that a person said it is not. */
export type Assigned = {
  row: MatchRow
  event: Event | null
  apartFrom: Event[]
  /** A person said so: what the file calls the opponent is kept. */
  isSaid: boolean
  /** The figures are the season's totals, of no match. */
  isSeason: boolean
}
export type Assignment = { rows: Assigned[]; questions: Question[]; skipped: LineReason[] }

const SEASON = 'season'
const NEW = 'new'
const MAX_CHOICES = 60
/** Nobody has more matches on a day: beyond that only names that are written alike are compared. */
const MAX_ALIKE = 30

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

export function assign(rows: readonly MatchRow[], schedule: Schedule, answer: Ask): Assignment {
  const skipped: LineReason[] = []
  const { ask, questions } = asking(answer)
  const finder = new Finder(schedule, ask)
  const slots = new Slots(schedule, ask)
  const sure = withoutSharedIds(rows)
  const assigned = inOrder(sure, (row) => finder.isNamed(row)).flatMap((row): Assigned[] => {
    const found = finder.find(row)
    if (found === 'merged') skipped.push({ line: row.line, reason: 'Merged into another event here' })
    if (found === null || found === 'merged') return []
    return slots.isAdded(found, row.name === '') ? [] : [found]
  })
  const kept = assigned.filter(({ row, event }) => !row.isCalledOff || !finder.isPlayed(event))
  for (const { row } of assigned.filter((one) => !kept.includes(one)))
    skipped.push({ line: row.line, reason: 'Called off, but a game that was merged with it here is not' })
  return { rows: kept.sort((a, b) => a.row.line - b.row.line), questions, skipped }
}

/** An id that several rows share is a tournament's or a series', and names none of them. */
function withoutSharedIds(rows: readonly MatchRow[]): MatchRow[] {
  const byUid = Map.groupBy(rows, ({ uid }) => uid)
  return rows.map((row) => ((byUid.get(row.uid)?.length ?? 0) > 1 ? { ...row, uid: null } : row))
}

/** Empty where the file does not say. */
const dayOf = ({ start }: MatchRow, { timeZone }: Schedule): string => (start ? dateIn(timeZone, start) : '')

/** What each row of the file has become, so that two of them are one match only if a person says so. */
class Slots {
  readonly #schedule: Schedule
  readonly #ask: Ask
  readonly #bySlot = new Map<string, Assigned>()
  readonly #byDay = new Map<string, Assigned[]>()

  constructor(schedule: Schedule, ask: Ask) {
    this.#schedule = schedule
    this.#ask = ask
  }

  /** Whether the row is part of an earlier one of the file, which takes its figures; or is skipped, or waits for an answer. */
  isAdded(found: Assigned, isNameless: boolean): boolean {
    const { row, event, isSeason } = found
    const slot = isSeason ? SEASON : event?.id
    const before = (slot && this.#bySlot.get(slot)) ?? this.#alike(found)
    if (!before) return this.#keep(found, slot)
    // Days of a log, and lines of totals, add up by themselves.
    const answer = isSeason || isNameless ? 'add' : this.#sameAs(row, before, slot !== undefined)
    if (answer === NEW) return this.#keep(found, slot)
    if (answer === 'add') {
      before.row.lines.push(...row.lines)
      before.row.figures = sumOf([...before.row.figures, ...row.figures])
    }
    return true
  }

  #keep(found: Assigned, slot: string | undefined): false {
    if (slot) this.#bySlot.set(slot, found)
    const day = dayOf(found.row, this.#schedule)
    this.#byDay.set(day, [...(this.#byDay.get(day) ?? []), found])
    return false
  }

  /** A match that is not on the schedule, with figures, and another of its day in the file whose name is like it. */
  #alike(found: Assigned): Assigned | undefined {
    const { row, event, apartFrom } = found
    if (event || row.start === null || row.figures.length === 0 || apartFrom.length > 0) return undefined
    const others = (this.#byDay.get(dayOf(row, this.#schedule)) ?? []).filter(({ row: other }) => {
      const areTimed = row.hasTime && other.hasTime && row.start?.getTime() !== other.start?.getTime()
      const isTwin = other.opponent?.toLowerCase() === row.opponent?.toLowerCase()
      return other.figures.length > 0 && !areTimed && !isTwin
    })
    if (others.length > MAX_ALIKE) return undefined
    const named = others.map((one) => ({ name: one.row.name, opponent: one.row.opponent, one }))
    const { same, couldBe } = alikeOf({ name: row.name, opponent: row.opponent }, named)
    return (same[0] ?? (this.#schedule.words.hasOpponents ? couldBe[0] : undefined))?.one
  }

  #sameAs(row: MatchRow, { row: before }: Assigned, isSure: boolean): string | null {
    const { match } = this.#schedule.words
    return this.#ask({
      id: `${subjectOf(row)} same`,
      line: row.line,
      text: `Line ${row.line}, ${row.name}: is it the same ${match} as line ${before.line}, ${before.name}?`,
      choices: choicesOf({
        skip: 'Yes: skip it',
        add: 'Yes: add its figures',
        [NEW]: !isSure && `No, it is another ${match}`,
      }),
    })
  }
}

/** What names its event for sure comes first, then by time: the first game of a doubleheader takes the first of the schedule. */
function inOrder(rows: readonly MatchRow[], isNamed: (row: MatchRow) => boolean): MatchRow[] {
  const sure = new Map(rows.map((row) => [row, row.uid !== null ? 2 : isNamed(row) ? 1 : 0]))
  return [...rows].sort(
    (a, b) =>
      (sure.get(b) ?? 0) - (sure.get(a) ?? 0) ||
      (a.start?.getTime() ?? 0) - (b.start?.getTime() ?? 0) ||
      a.line - b.line,
  )
}

/** Whom it is against, or what it is called. */
const calledIn = ({ name, opponent }: { name: string; opponent: string | null }): string =>
  (opponent ?? opponentIn(name)?.opponent ?? name).toLowerCase()

class Finder {
  readonly #schedule: Schedule
  readonly #ask: Ask
  readonly #taken = new Set<string>()
  /** Events into which someone merged what the file still has. */
  readonly #played = new Set<string>()
  readonly #byDay: Map<string, Event[]>

  constructor(schedule: Schedule, ask: Ask) {
    this.#schedule = schedule
    this.#ask = ask
    this.#byDay = Map.groupBy(schedule.events, ({ startTime }) =>
      dateIn(schedule.timeZone, new Date(startTime)),
    )
  }

  /** Null while a question about it is open. */
  find(row: MatchRow): Assigned | 'merged' | null {
    const { events, sources } = this.#schedule
    const source = sources.find(({ sourceUid }) => sourceUid === row.uid)
    if (source?.isMerged) {
      if (!row.isCalledOff) this.#played.add(source.id)
      return 'merged'
    }
    const id = source?.id ?? (row.uid === null ? null : eventIdIn(row.uid))
    const named = id === null ? undefined : events.find((event) => event.id === id)
    if (named) return this.#take(row, named)
    if (row.start === null) return this.#withoutDay(row)
    const sameDay = this.#byDay.get(dayOf(row, this.#schedule)) ?? []
    return isMatch(row) ? this.#matchOf(row, sameDay.filter(isMatch)) : this.#otherOf(row, sameDay)
  }

  /** Whether its day has a match that is called exactly so: no other row takes that one. */
  isNamed(row: MatchRow): boolean {
    if (row.name === '' || !isMatch(row)) return false
    const sameDay = this.#byDay.get(dayOf(row, this.#schedule)) ?? []
    return sameDay.some((event) => isMatch(event) && calledIn(event) === calledIn(row))
  }

  isPlayed(event: Event | null): boolean {
    return event !== null && this.#played.has(event.id)
  }

  #take(row: MatchRow, event: Event | null, more: Partial<Assigned> = {}): Assigned {
    if (event) this.#taken.add(event.id)
    return { row, event, apartFrom: [], isSaid: false, isSeason: false, ...more }
  }

  /** An event with another calendar's name is another event. */
  #free(row: MatchRow, events: readonly Event[]): Event[] {
    const sourced = new Set(this.#schedule.sources.map(({ id }) => id))
    return events.filter(({ id }) => !this.#taken.has(id) && (row.uid === null || !sourced.has(id)))
  }

  /** A practice or a dinner is the one of that day with its name. */
  #otherOf(row: MatchRow, sameDay: readonly Event[]): Assigned {
    const alike = this.#free(row, sameDay).filter(({ name }) => name.toLowerCase() === row.name.toLowerCase())
    const exact = alike.find(({ startTime }) => startTime === row.start?.toISOString())
    // Of two practices only the time tells which one is called off.
    return this.#take(row, exact ?? (row.isCalledOff ? null : (alike[0] ?? null)))
  }

  #matchOf(row: MatchRow, all: readonly Event[]): Assigned | null {
    const { known, words } = this.#schedule
    const sameDay = this.#free(row, all)
    if (row.name === '') return this.#onThatDay(row, sameDay)
    const { name, opponent } = row
    const match = { name, opponent, startTime: row.hasTime ? row.start?.toISOString() : undefined }
    const called = (row.opponent ?? row.name).toLowerCase()
    const said = sameDay.filter(({ id }) => known.some((one) => one.eventId === id && one.name === called))
    const isGame = ({ opponent }: Event): boolean =>
      opponent !== null && withoutNumber(opponent).toLowerCase() === called
    const games = sameDay.filter(isGame)
    const exact = games.find(({ startTime }) => startTime === match.startTime)
    if (exact) return this.#take(row, exact)
    const isDoubleheader = all.filter(isGame).length > 1
    if (isDoubleheader && games[0])
      return games.length === 1 && !row.hasTime ? this.#take(row, games[0]) : this.#whichOf(row, games)
    const near =
      sameDay.length > MAX_ALIKE ? sameDay.filter((event) => calledIn(event) === calledIn(row)) : sameDay
    const sure = sureMatch(match, near) ?? (said.length === 1 ? said[0] : undefined)
    if (sure) return this.#take(row, sure)
    const { same, couldBe } = alikeOf(match, near)
    const open = words.hasOpponents ? [...same, ...couldBe] : same
    return open.length === 0 ? this.#take(row, null) : this.#whichOf(row, open)
  }

  #whichOf(row: MatchRow, events: readonly Event[]): Assigned | null {
    const { match } = this.#schedule.words
    const answer = this.#ask({
      id: `${subjectOf(row)} match`,
      line: row.line,
      text: `Line ${row.line}: is ${row.opponent ?? row.name} one of these on the schedule?`,
      choices: [
        ...events.map((event) => ({ value: event.id, label: this.#labelOf(event) })),
        { value: NEW, label: `No, it is another ${match}: add it` },
      ],
    })
    if (answer === null) return null
    if (answer === NEW) return this.#take(row, null, { apartFrom: [...events] })
    return this.#take(row, events.find(({ id }) => id === answer) ?? null, { isSaid: true })
  }

  #labelOf({ name, startTime }: Event): string {
    return `${name}, ${dayText(dateIn(this.#schedule.timeZone, new Date(startTime)))}`
  }

  /** Entries that name a day and nothing else belong to what is on the schedule that day. */
  #onThatDay(row: MatchRow, sameDay: readonly Event[]): Assigned | null {
    const { match } = this.#schedule.words
    const day = dayOf(row, this.#schedule)
    const [only] = sameDay
    if (only && sameDay.length === 1) return this.#take(row, only)
    const named = { ...row, name: `${capital(match)} of ${dayText(day)}` }
    if (sameDay.length > 1) return this.#whichOf(named, sameDay)
    const answer = this.#ask({
      id: 'days',
      line: null,
      text: `Some days of the file are not on the schedule, such as ${dayText(day)}. Where do their figures go?`,
      choices: choicesOf({
        before: `To the ${match} before that day`,
        [NEW]: `Add a ${match} for each of these days`,
      }),
    })
    if (answer === null) return null
    const before = this.#schedule.events
      .filter((event) => isMatch(event) && event.startTime <= (row.start as Date).toISOString())
      .at(-1)
    return this.#take(named, answer === 'before' ? (before ?? null) : null)
  }

  /** A file of totals: of one match, or of the whole season. */
  #withoutDay(row: MatchRow): Assigned | null {
    const { events, words } = this.#schedule
    const matches = events.filter(isMatch)
    const alike = row.opponent
      ? alikeOf({ name: row.name, opponent: row.opponent }, matches).same
      : matches.filter(({ name }) => name.toLowerCase() === row.name.toLowerCase())
    if (alike.length === 1 && alike[0]) return this.#take(row, alike[0])
    const open = (alike.length > 0 ? alike : [...matches].reverse()).slice(0, MAX_CHOICES)
    const whole = `The ${words.season}’s totals so far: enter what is missing to them`
    const answer = this.#ask({
      id: row.opponent ? `${subjectOf(row)} match` : 'match',
      line: row.opponent ? row.line : null,
      text: row.opponent
        ? `Line ${row.line}: which ${words.match} is ${row.opponent}?`
        : `The file does not say when this was. Which ${words.match} is it?`,
      choices: [
        ...(row.opponent ? [] : [{ value: SEASON, label: whole }]),
        ...open.map((event) => ({ value: event.id, label: this.#labelOf(event) })),
      ],
    })
    if (answer === null) return null
    if (answer === SEASON) return this.#take(row, null, { isSeason: true })
    return this.#take(row, open.find(({ id }) => id === answer) ?? null, { isSaid: true })
  }
}

/** A second game against one opponent on a day is called "(game 2)", so that each has its own results. */
export function numbered(opponent: string, isTaken: (opponent: string) => boolean): string {
  if (!isTaken(opponent)) return opponent
  const bare = withoutNumber(opponent)
  for (let number = 2; ; number += 1) {
    const called = `${bare} (game ${number})`
    if (!isTaken(called)) return called
  }
}
