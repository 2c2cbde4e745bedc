/** What the names of a schedule's events say: whom a match is against, and what kind of event it is. Pure. */
import type { Event } from '../schemas/event.ts'

/** As many as one response carries: a season has fewer. */
export const MAX_EVENTS = 300

type EventType = Event['eventType']
type Venue = NonNullable<Event['venue']>

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

/** "vs. Harbor", "Varsity Soccer @ Ridgeview": whom against, and where. "Dinner at Lou’s" is against no one. */
export const opponentIn = (name: string): Whom | null =>
  name.length > MAX_NAME ? null : whomIn(AT_THE_START.exec(name) ?? IN_THE_MIDDLE.exec(name))

/** "vs. Harbor" at home or on neutral ground, "at Ridgeview" away. */
export const matchName = (opponent: string, venue: Venue | null): string =>
  `${venue === 'away' ? 'at' : 'vs.'} ${opponent}`

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
