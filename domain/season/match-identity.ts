/** Are two matches of one day the same match? By opponent or title, as people write them (R19). Pure. */

import type { Event } from '../schemas/event.ts'
import { opponentIn } from './schedule.ts'

/** What is known about a match besides its day. */
export type Match = { name: string; opponent: string | null }
type Likeness = 'same' | 'could_be' | 'different'

/** Games, tournaments, and any event with an opponent have results. */
export const isMatch = ({ eventType, opponent }: Pick<Event, 'eventType' | 'opponent'>): boolean =>
  eventType === 'game' || eventType === 'tournament' || Boolean(opponent)

const list = (words: string): Set<string> => new Set(words.split(' '))
/** Words about who hosts, not about who plays. */
const SIDES = list('vs v versus at against home away neutral visitor visitors host the')
/** Words of a title that names no opponent: "Homecoming", "Game 3", "Varsity Soccer: Senior Night". */
const GENERIC = list(
  'game games match matches matchup fixture opponent opponents team tba tbd tbc homecoming senior seniors parents ' +
    'alumni teacher night day week evening morning season opening opener first second third last final finals finale ' +
    'semifinal semifinals semi quarterfinal quarterfinals quarter playoff playoffs round league conference district ' +
    'districts regional regionals sectional sectionals state championship championships cup tournament invitational ' +
    'classic rivalry makeup rescheduled friendly exhibition preseason postseason scrimmage varsity jv junior freshman ' +
    'soccer football basketball baseball softball volleyball hockey lacrosse rugby tennis boys girls men mens women ' +
    'womens coed and of our a an no number play doubleheader monday tuesday wednesday thursday friday saturday sunday',
)
/** What follows many names: "Redmond High" and "Redmond Eagles" share all that distinguishes them from others. */
const COMMON = list('high school hs academy college university fc sc afc club')
const LONG: Record<string, string> = { st: 'saint', mt: 'mount', ft: 'fort', mens: 'men', womens: 'women' }
/** Two teams of one school play on the same day: the varsity and the JV, the girls and the boys. */
const LEVELS = [list('varsity jv freshman'), list('boys girls'), list('men women')]
const AGE = /^u\d{1,2}$/

/** "(game 2)", "Game #2", "G2", "DH 2", "2nd game": which of a doubleheader it is. */
const NUMBERED = /\b(?:game|match|gm|g|dh|doubleheader)\s{0,3}(?:no\.?|number|#)?\s{0,3}(\d{1,3}|[a-c])\b/
const ORDINAL = /\b(first|1st|second|2nd|third|3rd)\s+(?:game|match)\b/
const ORDINALS: Record<string, string> = { first: '1', second: '2', third: '3' }
/** "Redmond (A)": where it is played, as league tables write it. */
const PLACE = /\([han]\)/g

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(PLACE, ' ')
    .replaceAll('&', ' and ')

const wordsOf = (text: string): string[] =>
  text
    .replace(NUMBERED, ' ')
    .replace(ORDINAL, ' ')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '' && !SIDES.has(word))
    .map((word) => LONG[word] ?? word)

function numberIn(text: string): string | null {
  const ordinal = ORDINAL.exec(text)?.[1]
  if (ordinal) return ORDINALS[ordinal] ?? ordinal.charAt(0)
  return NUMBERED.exec(text)?.[1] ?? null
}

/** A name in the opponent field is an opponent, even "Team 3". */
const NOT_YET = list('tba tbd tbc')
const UNKNOWN = list('opponent opponents team unknown')
const isSomebody = (words: readonly string[]): boolean =>
  words.some((word) => !UNKNOWN.has(word)) && !words.some((word) => NOT_YET.has(word))
const namesSomebody = (words: readonly string[]): boolean =>
  words.some((word) => !GENERIC.has(word) && !/^\d+$/.test(word))
/** The words that tell this team from others. */
const telling = (words: readonly string[]): string[] =>
  words.filter((word) => !GENERIC.has(word) && !COMMON.has(word) && !/^\d+$/.test(word))

type Reading = {
  /** Whom it is against: by its opponent, and by its title. Empty where neither names anyone. */
  names: string[][]
  /** Every word: some titles name both sides. */
  all: Set<string>
  /** The number after the opponent, "Redmond (game 2)": one of a doubleheader. */
  game: string | null
  /** The number anywhere: "Game 7 vs. Redmond" may be the seventh of the season. */
  number: string | null
  /** By an opponent, or by "vs.": not just a title that could be about anything. */
  saysWhom: boolean
}

const readings = new WeakMap<Match, Reading>()
/** Read once: a file with many rows compares each of them with the same matches. */
function read(match: Match): Reading {
  const known = readings.get(match) ?? readAnew(match)
  readings.set(match, known)
  return known
}

function readAnew({ name, opponent }: Match): Reading {
  const versus = opponentIn(name.trim())
  const title = plain(name)
  const against = plain(versus?.opponent ?? name)
  const said = opponent ? [wordsOf(plain(opponent))].filter(isSomebody) : []
  const titled = [wordsOf(against)].filter(versus ? isSomebody : namesSomebody)
  const names = [...said, ...titled]
  return {
    names,
    all: new Set([...names.flat(), ...wordsOf(title)]),
    game: (opponent && numberIn(plain(opponent))) || numberIn(against),
    number: numberIn(title) ?? (opponent ? numberIn(plain(opponent)) : null),
    saysWhom: names.length > 0 && (Boolean(opponent) || versus !== null),
  }
}

const oneWord = (words: readonly string[]): string => [...words].sort().join('')
const isOneName = (a: readonly string[], b: readonly string[]): boolean =>
  a.join('') === b.join('') || oneWord(a) === oneWord(b)
const isWithin = (words: readonly string[], all: ReadonlySet<string>): boolean => {
  const distinctive = telling(words)
  return distinctive.length > 0 && distinctive.every((word) => all.has(word))
}

function areTwoTeams(a: Reading, b: Reading): boolean {
  const of = (words: ReadonlySet<string>, isOne: (word: string) => boolean) => [...words].filter(isOne)
  return [...LEVELS.map((level) => (word: string) => level.has(word)), (word: string) => AGE.test(word)].some(
    (isOne) => {
      const those = of(a.all, isOne)
      const others = of(b.all, isOne)
      return those.length > 0 && others.length > 0 && !those.some((word) => others.includes(word))
    },
  )
}

/** "Rival 1" and "Rival 2", "Team A" and "Team B": what they have in common does not tell them apart. */
function areMarkedApart(a: readonly string[], b: readonly string[]): boolean {
  const marksOf = (words: readonly string[]) => words.filter((word) => word.length === 1 || /\d/.test(word))
  const those = marksOf(a)
  const others = marksOf(b)
  return those.length > 0 && others.length > 0 && !those.some((word) => others.includes(word))
}

/** A first game often has no number; of three games in a day, the later ones have one. */
function areTwoGames(a: Reading, b: Reading): boolean {
  if (a.number !== null && b.number !== null) return a.number !== b.number
  const later = a.number === null ? b.game : a.game
  return later === '2' || later === '3'
}

/** Why two are alike: by a shared name, because one names no opponent, or because a title could be about anyone. */
type Why = Likeness | 'names_nobody' | 'title_only'

function compare(a: Reading, b: Reading): Why {
  if (areTwoTeams(a, b)) return 'different'
  if (a.names.length === 0 && b.names.length === 0) {
    if (a.number !== b.number && a.number !== null && b.number !== null) return 'different'
    if (areMarkedApart([...a.all], [...b.all])) return 'different'
    return a.number === b.number && isOneName([...a.all], [...b.all]) ? 'same' : 'names_nobody'
  }
  if (a.names.length === 0 || b.names.length === 0) return 'names_nobody'
  const isSame = a.names.some((one) => b.names.some((other) => isOneName(one, other)))
  if (!isSame && areMarkedApart(a.names.flat(), b.names.flat())) return 'different'
  const isNamed =
    isSame || a.names.some((one) => isWithin(one, b.all)) || b.names.some((one) => isWithin(one, a.all))
  if (isNamed) return areTwoGames(a, b) ? 'different' : isSame ? 'same' : 'could_be'
  return a.saysWhom === b.saysWhom ? 'different' : 'title_only'
}

/** Of two matches of the same day. Where someone has to decide, they could be one. */
export function likeness(first: Match, second: Match): Likeness {
  const why = compare(read(first), read(second))
  return why === 'names_nobody' || why === 'title_only' ? 'could_be' : why
}

type Alike<Known> = { same: Known[]; couldBe: Known[] }

/**
 * Which of a day's other matches is this one. A title such as "Battle of the Bridge" is asked about only where it is
 * the one such title of the day: several of them are several matches, each with its own name.
 */
export function alikeOf<Known extends Match>(match: Match, sameDay: readonly Known[]): Alike<Known> {
  const own = read(match)
  const others = sameDay.map((known) => ({ known, reading: read(known) }))
  const titles = [own, ...others.map(({ reading }) => reading)].filter(
    ({ names, saysWhom }) => names.length > 0 && !saysWhom,
  )
  const alike = others.map(({ known, reading }) => ({ known, why: compare(own, reading) }))
  const isAsked = (why: Why): boolean =>
    why === 'could_be' || why === 'names_nobody' || (why === 'title_only' && titles.length === 1)
  return {
    same: alike.filter(({ why }) => why === 'same').map(({ known }) => known),
    couldBe: alike.filter(({ why }) => isAsked(why)).map(({ known }) => known),
  }
}

type Timed = Match & { startTime: string }

/**
 * The one match of the day that this surely is: the same opponent as it is written first, then the same name, at the
 * same time where there are several. Undefined where none is, or where it is unclear which.
 */
export function sureMatch<Known extends Timed>(
  match: Match & { startTime?: string | undefined },
  sameDay: readonly Known[],
): Known | undefined {
  const whom = match.opponent?.toLowerCase()
  const exact = whom && sameDay.find(({ opponent }) => opponent?.toLowerCase() === whom)
  if (exact) return exact
  const { same } = alikeOf(match, sameDay)
  const atThatTime = same.filter(({ startTime }) => startTime === match.startTime)
  return same.length === 1 ? same[0] : atThatTime.length === 1 ? atThatTime[0] : undefined
}
