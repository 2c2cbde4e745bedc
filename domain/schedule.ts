/** A schedule from a file: what each line of it says of an event, or why it cannot be read. Pure. */
import type { RowError } from './results-csv.ts'
import type { Event } from './schemas/event.ts'

/** As many as one response carries: a season has fewer. */
export const MAX_EVENTS = 300
export const TOO_MANY_EVENTS = `The file has more than ${MAX_EVENTS} events: import one season only`

export type EventType = Event['eventType']
export type Venue = NonNullable<Event['venue']>

/** What a file says nothing about is undefined, and stays as it was. */
export type ScheduleRow = {
  line: number
  /** The file's own name for the event, where it has one: it is found again by that name. */
  uid: string | null
  name: string
  eventType: EventType | undefined
  start: Date
  /** False: the file gives a day only, and noon is used. */
  hasTime: boolean
  end: Date | null | undefined
  location: string | null | undefined
  description: string | null | undefined
  opponent: string | null
  venue: Venue | null
}
export type ScheduleLine = ScheduleRow | RowError
export const isRefused = (line: ScheduleLine): line is RowError => 'reason' in line

/** A day without a time: somewhere in the middle of it. */
export const NOON = '12:00'

const AT_THE_START = /^(?:(vs?\.?|versus|at)\s+|(@)\s*)(\S.*)$/i
const IN_THE_MIDDLE = /\s(?:(vs?\.?|versus)|(@))\s+(\S.*)$/i

/** No event name is longer, and a pattern would take long to find nothing in a longer one. */
const MAX_NAME = 300

type Whom = { opponent: string; venue: Venue }
const whomIn = (found: RegExpExecArray | null): Whom | null => {
  const [, word = '@', , opponent] = found ?? []
  return opponent ? { opponent: opponent.trim(), venue: /^(at|@)$/i.test(word) ? 'away' : 'home' } : null
}

/** "vs. Harbor", "at Ridgeview", "@ Bay". What stands before "vs." says which game or team it is, and stays. */
export const opponentAtStart = (name: string): Whom | null =>
  name.length > MAX_NAME ? null : whomIn(AT_THE_START.exec(name))

/** "vs. Harbor", "Varsity Soccer @ Ridgeview": whom against, and where. "Dinner at Lou’s" is against no one. */
export const opponentIn = (name: string): Whom | null =>
  name.length > MAX_NAME ? null : whomIn(AT_THE_START.exec(name) ?? IN_THE_MIDDLE.exec(name))

const KINDS: readonly [EventType, RegExp][] = [
  ['practice', /\b(practice|training|scrimmage|try-?outs?)\b/i],
  ['tournament', /\b(tournament|invitational|classic|cup|championships?|meet)\b/i],
  ['fundraiser', /\b(fundraiser|car wash|bake sale|auction|gala|raffle)\b/i],
  ['game', /\b(game|match)\b/i],
]

/** By its own words; anything with an opponent is a game. */
export const kindOf = (name: string, opponent: string | null): EventType =>
  KINDS.find(([, words]) => words.test(name))?.[0] ?? (opponent ? 'game' : 'other')

/** A cell that a spreadsheet would run: refused, so that it never reaches one again. */
const FORMULA = /^[=+\-@\t\r]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]|\p{Surrogate}/u
/** What a decoder writes for bytes that are not UTF-8. */
const GARBLED = '\ufffd'
const LONGEST = 200
export const LONGEST_DESCRIPTION = 2_000

/** Whether a text has characters that a file in UTF-8 does not have, or control characters. */
export const isUnreadable = (text: string): boolean => text.includes(GARBLED) || CONTROL.test(text)

/** Why a text of the file is refused; null when it is accepted. */
export function reasonAgainst(what: string, text: string, longest = LONGEST): string | null {
  if (text.includes(GARBLED)) return 'contains characters that cannot be read: save the file as UTF-8'
  if (CONTROL.test(text)) return 'contains control characters'
  if (FORMULA.test(text)) return `the ${what} looks like a formula`
  if (text.length > longest) return `the ${what} has more than ${longest} characters`
  return null
}

const NUMBER = / \(game \d{1,3}\)$/i
/** "Redmond (game 2)" is against Redmond. */
export const withoutNumber = (opponent: string): string => opponent.replace(NUMBER, '')

const keyOf = (day: string, opponent: string): string => `${day}|${opponent.toLowerCase()}`

/**
 * Two games against the same team on one day are two games: the later one is called "(game 2)", so that each has its
 * own results (R19). At the same time they are one game that is in the file twice. A game that was called off keeps its
 * place, unless another one is at its time (R72).
 */
export function numberDoubleHeaders(
  lines: readonly ScheduleLine[],
  dayOf: (instant: Date) => string,
  calledOff: ReadonlySet<ScheduleLine> = new Set(),
): ScheduleLine[] {
  const games = new Map<string, ScheduleRow[]>()
  for (const line of lines) {
    if (isRefused(line) || !line.opponent) continue
    const key = keyOf(dayOf(line.start), line.opponent)
    games.set(key, [...(games.get(key) ?? []), line])
  }
  const changed = new Map<ScheduleLine, ScheduleLine>()
  for (const rows of games.values())
    for (const [row, numbered] of numberGames(rows, dayOf, calledOff)) changed.set(row, numbered)
  return lines.map((line) => changed.get(line) ?? line)
}

function numberGames(
  rows: readonly ScheduleRow[],
  dayOf: (instant: Date) => string,
  calledOff: ReadonlySet<ScheduleLine>,
): [ScheduleRow, ScheduleLine][] {
  const place = (row: ScheduleRow): number => (calledOff.has(row) ? 0 : 1)
  const inOrder = [...rows].sort(
    (a, b) => a.start.getTime() - b.start.getTime() || place(a) - place(b) || a.line - b.line,
  )
  let shared = 0
  return inOrder.flatMap((row, index): [ScheduleRow, ScheduleLine][] => {
    const before = inOrder[index - 1]
    if (!before) return []
    const isAtOnce = row.start.getTime() === before.start.getTime()
    if (isAtOnce && !calledOff.has(before)) {
      const { line, opponent, start } = row
      return [[row, { line, reason: `the game against ${opponent} on ${dayOf(start)} is in the file twice` }]]
    }
    if (isAtOnce) shared += 1
    const number = index + 1 - shared
    return number > 1 ? [[row, numberedGame(row, number)]] : []
  })
}

function numberedGame(row: ScheduleRow, number: number): ScheduleRow {
  const called = (text: string) => `${text} (game ${number})`
  return { ...row, opponent: called(row.opponent ?? ''), name: called(row.name) }
}
