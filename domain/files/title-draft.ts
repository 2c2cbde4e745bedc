/** What one entry says by itself, before it is known which team is ours. Pure. */
import { kindOf } from '../season/schedule.ts'
import type { Entry, EventType, Venue } from './file.ts'
import {
  cleanText,
  isFormula,
  LONGEST_TITLE,
  type Marked,
  nobodyIn,
  type Status,
  statusOf,
  venueIn,
  withoutHeading,
  withoutKind,
  withoutMarks,
} from './marks.ts'
import {
  isDescription,
  isNoTeam,
  isNumberOnly,
  type Level,
  levelIn,
  levelInColumn,
} from './title-vocabulary.ts'

/** Both sides of a title. `about`: what stands before, `place`: where it is. */
type Two = {
  kind: 'two'
  home: string
  away: string
  word: Word
  about: string[]
  place: string | null
}
/** One side only: it is the other one. */
type One = {
  kind: 'one'
  opponent: string
  venue: 'home' | 'away'
  about: string[]
  place: string | null
}
type Sides = Two | One
/** `maybe_at`: "Cove at Harbor" of a file that does not say otherwise whether it is a game. */
type Word = 'vs' | 'at' | 'maybe_at' | 'v'

/** Signs written together with a name stand alone: "vs.Harbor", "@Ridgeview". */
const spaced = (title: string): string =>
  title
    .replace(/(^| )(vs\.)(?=\p{Letter})/giu, '$1$2 ')
    .replace(/(^| )@(?=[^ ])/g, '$1@ ')
    .trim()

/** What is known beside the title. */
type Hints = {
  isOurs: (name: string) => boolean
  /** Its type, or its prefix, says so. */
  isGame: boolean
}

const isSporty = (text: string): boolean => {
  const { level, gender, sport } = levelIn(text)
  return isDescription(text) && (level ?? gender ?? sport) !== null
}

/** A title in two, at the word between both sides or before the only one. */
type Found = { before: string; behind: string; word: Word; sign: string }

function splitAt(title: string, sign: RegExp, word: Word): Found | null {
  const found = sign.exec(title)
  if (!found) return null
  const behind = title.slice(found.index + found[0].length)
  return { before: title.slice(0, found.index).trim(), behind: behind.trim(), word, sign: found[0].trim() }
}

function findWord(title: string, hints: Hints): Found | null {
  const versus = splitAt(title, /(?<!\S)(?:vs\.?|versus)\s/i, 'vs')
  if (versus) return isNoTeam(versus.before) ? null : versus
  const sign = splitAt(title, /(?<!\S)@\s/, 'at')
  const at = ofAt(splitAt(title, /(?<!\S)at\s/i, 'at'), hints)
  // "Harbor at Ridgeview @ Main Field": the sign is about the place.
  if (sign && !(at?.word === 'at' && at.before.length < sign.before.length))
    return isNoTeam(sign.before) ? null : sign
  if (at) return at
  const lone = splitAt(title, /(?<!\S)v\.?\s/i, 'v')
  return lone && isVersusAlone(lone, hints) ? lone : null
}

/** "at" is also where a dinner is. */
function ofAt(at: Found | null, { isOurs, isGame }: Hints): Found | null {
  if (!at) return null
  const { before, behind } = at
  const isSure = before === '' || isOurs(before) || isSporty(before) || (isGame && !isNoTeam(before))
  if (isSure || (isDescription(before) && /\b(?:game|match)\b/i.test(before))) return at
  return isOurs(behind) && !isNoTeam(before) && !isDescription(before) ? { ...at, word: 'maybe_at' } : null
}

/** "Harbor V Ridgeview", but not "Henry V rehearsal" or "Harbor V Football". */
function isVersusAlone({ before, behind, sign }: Found, { isOurs, isGame }: Hints): boolean {
  if (isDescription(behind) || isNoTeam(behind)) return false
  if (before === '') return sign !== 'V' || isGame
  return isOurs(before) || isOurs(behind) || isGame || isSporty(before) || sign.startsWith('v')
}

/** "W 3-1 vs. Ridgeview". */
const SCORE = /^[wltd],? ?\d{1,3} ?[-–] ?\d{1,3}$/i

/** Who plays whom, as one title says it: "A vs B", "A @ B", "vs. B", "at B". Pure. */
function sidesIn(given: string, hints: Hints): Sides | null {
  const found = findWord(spaced(given), hints)
  if (!found) return null
  const { word } = found
  const before = found.before.replace(/[ \-–—:|,(]{1,20}$/, '').trim()
  // "Harbor at Main Field": where it is, behind whom it is against.
  const [, name = '', place = null] = /^(.*?)(?: (?:@|at) (.*))?$/is.exec(found.behind) ?? []
  if (name.trim() === '') return null
  const isAway = word === 'at' || word === 'maybe_at'
  if (before === '' || isDescription(before) || SCORE.test(before))
    return {
      kind: 'one',
      opponent: name.trim(),
      venue: isAway ? 'away' : 'home',
      place,
      about: before === '' ? [] : [before],
    }
  const [home, away] = isAway ? [name.trim(), before] : [before, name.trim()]
  return { kind: 'two', home, away, word, about: [], place }
}

export type Known = {
  /** The organization's and the campaign's names, and the calendar's. */
  ownNames: readonly string[]
  hasOpponents: boolean
}

export type Draft = {
  entry: Entry
  /** As it is shown where no opponent is known. */
  title: string
  eventType: EventType
  status: Status
  /** The word that says so, where it is not known what it means. */
  said: string
  /** Two sides, one of which may be ours. */
  pair: Two | null
  /** Whom it is against, where only that is said. Null: nobody, or nobody yet. */
  opponent: string | null
  venue: Venue | null
  /** What describes the game beside the names. */
  about: string
  level: Level
  /** Why it is no row of the schedule. */
  leftOut: string | null
}

const LONGEST = 200
export const NO_GAME = 'is a bye or an open date, not a game'

/** Why a text is refused; null when it is accepted. */
export function reasonAgainst(what: string, text: string, isText = false): string | null {
  if (text.includes('\ufffd')) return 'contains characters that cannot be read: save the file as UTF-8'
  if (/\p{Surrogate}/u.test(text)) return 'contains control characters'
  if (!isText && isFormula(text.trimStart()) && nobodyIn(text) === null)
    return `the ${what} looks like a formula`
  return text.length > LONGEST ? `the ${what} has more than ${LONGEST} characters` : null
}

const CALLED: Record<string, string> = { title: 'name', opponent: 'opponent', home: 'team', away: 'team' }

type Texts = { title: string; opponent: string; home: string; away: string; level: string; status: string }

function textsOf({ title, isText = false, opponent, teams, level, status }: Entry): Texts | string {
  const given = { title, opponent, home: teams?.home, away: teams?.away, level, status }
  const texts: Record<string, string> = {}
  for (const [what, text] of Object.entries(given)) {
    const written = text ?? ''
    const cleaned = written.length > LONGEST_TITLE * 2 ? written : cleanText(written)
    const called = CALLED[what]
    // A control character in front is there to hide what follows.
    const isHidden = /^\p{Control}/u.test(written.replace(/^[\r\n ]+/, ''))
    if (called && isHidden) return `the ${called} looks like a formula`
    const reason = called && reasonAgainst(called, cleaned, isText && what === 'title')
    if (reason) return reason
    texts[what] = cleaned.slice(0, LONGEST_TITLE)
  }
  return texts as Texts
}

/** Who plays, as the columns or else the title say it. */
type Who = {
  /** Somebody, even if nobody knows yet who. */
  isAgainst: boolean
  pair: Two | null
  opponent: string | null
  venue: Venue | null
  about: string[]
  isNoGame: boolean
}
const NOBODY: Who = { pair: null, opponent: null, venue: null, about: [], isNoGame: false, isAgainst: false }
const ONE: Who = { ...NOBODY, isAgainst: true }

/** "Harbor vs Ridgeview @ Ridgeview HS": where it is played says more than who is named first. */
const isAtPlace = (name: string, place: string | null): boolean =>
  name !== '' && Boolean(place?.toLowerCase().startsWith(name.toLowerCase()))

function fromSides(sides: Sides): Who {
  const { about, place } = sides
  if (sides.kind === 'one') {
    const { name, marks, isNoGame } = nameIn(sides.opponent)
    const venue = marks.venue ?? (isAtPlace(name, place) ? 'away' : sides.venue)
    return { ...ONE, isNoGame, opponent: name || null, venue, about: [...about, ...marks.about] }
  }
  const first = nameIn(sides.home)
  const second = nameIn(sides.away)
  const [home, away] = isAtPlace(second.name, place) ? [second.name, first.name] : [first.name, second.name]
  return {
    ...ONE,
    pair: { ...sides, home, away },
    isNoGame: first.isNoGame || second.isNoGame,
    about: [...about, ...first.marks.about, ...second.marks.about],
  }
}

/** "vs. vs. Harbor", and pictures. */
const AROUND =
  /^(?:(?:vs\.?|versus|@)(?= |$)|[\p{Extended_Pictographic} ])+|[\p{Extended_Pictographic} ]+$/giu

/** Empty where the text is no name. */
function nameIn(text: string): { name: string; marks: Marked; isNoGame: boolean } {
  const marks = withoutMarks(text.replace(AROUND, ''))
  const nobody = nobodyIn(marks.text)
  const isName = nobody === null && !isNumberOnly(marks.text)
  return { name: isName ? marks.text : '', marks, isNoGame: nobody === 'no_game' }
}

function fromColumns({ opponent, home, away }: Texts, hints: Hints): Who | null {
  if (home !== '' && away !== '')
    return fromSides({ kind: 'two', home, away, word: 'vs', about: [], place: null })
  if (opponent === '') return null
  const marks = withoutMarks(opponent)
  const sides = sidesIn(marks.text, { ...hints, isGame: false })
  if (sides) return fromSides(sides)
  const { name, isNoGame } = nameIn(marks.text)
  return { ...ONE, opponent: name || null, venue: marks.venue, about: marks.about, isNoGame }
}

/** A meet is at a school, and not against it; a championship is against someone. */
const MEETS = /\b(?:tournament|tourney|invitational|invite|meet)\b/i
const PRACTICES = /\b(?:practice|training|scrimmage|try-?outs?)\b/i

/** "Harbor Invitational @ Bay", but "Harbor vs Cup City". */
const isMeet = (side: string, isOnlyPlace: boolean): boolean =>
  MEETS.test(side) || (isOnlyPlace && /\b(?:classic|championships?|cup)$/i.test(side))

function typeOf(title: string, { pair, opponent, venue, about, isAgainst }: Who): EventType {
  if (PRACTICES.test(title)) return 'practice'
  if (title === '' || /^(?:vs\.?|versus|at|@)$/i.test(title)) return 'game'
  if (!pair && opponent === null && !isAgainst) return kindOf(title, null)
  const described = about.join(' ')
  const sides = pair ? [pair.home, pair.away] : [opponent ?? '']
  const isOnlyPlace = pair ? pair.word !== 'vs' : venue === 'away'
  if (MEETS.test(described) || sides.some((side) => isMeet(side, isOnlyPlace))) return 'tournament'
  const word = kindOf(described, 'somebody')
  return word === 'tournament' && venue !== 'away' ? 'game' : word
}

/** "Ridgeview (H)", "AWAY: Ridgeview": a name and where it is played are a game. */
function alone(text: string, venue: Venue | null): Who {
  if (nobodyIn(text) === 'no_game') return { ...NOBODY, isNoGame: true }
  const isOther = venue === null || isDescription(text) || isNoTeam(text) || kindOf(text, null) !== 'other'
  return isOther ? NOBODY : { ...NOBODY, opponent: nameIn(text).name || null, venue }
}

export function draftOf(entry: Entry, known: Known, isOurs: Hints['isOurs']): Draft {
  const texts = textsOf(entry)
  if (typeof texts === 'string') return refused(entry, texts)
  const { text: plain, kind: prefix } = withoutKind(texts.title)
  const marks = withoutMarks(plain)
  const shown = withoutMarks(texts.title, true)
  const inColumn = withoutMarks(texts.opponent)
  const written = {
    entry,
    ...statusIn(texts.status, [marks, shown, inColumn]),
    level: levelInColumn(texts.level),
    leftOut: null,
  }
  if (!known.hasOpponents) return withoutSides(written, shown.text, inColumn.text)
  const hints: Hints = { isOurs, isGame: entry.eventType === 'game' || prefix === 'game' }
  const heading = withoutHeading(marks.text)
  const columns = fromColumns(texts, hints)
  const sides = sidesIn(heading.text, hints)
  const place = marks.venue ?? venueIn(heading.about) ?? venueIn(marks.about)
  const titled = sides ? fromSides(sides) : alone(heading.text, place)
  const isSaid = columns && (columns.pair || columns.opponent !== null || columns.isNoGame)
  const who = isSaid ? columns : titled
  const eventType = entry.eventType ?? prefix ?? typeOf(heading.text === '' ? '' : texts.title, who)
  const isAgainst = eventType === 'game' || (eventType === 'tournament' && columns === who)
  const about = [...heading.about, ...marks.about, ...inColumn.about, ...who.about].join(' ')
  const leftOut = who.isNoGame && (eventType === 'game' || !entry.eventType) ? NO_GAME : null
  return {
    ...written,
    title: shown.text,
    eventType,
    leftOut,
    about,
    pair: isAgainst ? who.pair : null,
    opponent: isAgainst ? who.opponent : null,
    venue: isAgainst ? (entry.venue ?? place ?? inColumn.venue ?? venueIn(who.about) ?? who.venue) : null,
  }
}

const NO_SIDES = { pair: null, opponent: null, venue: null, about: '' }

const refused = (entry: Entry, leftOut: string): Draft => ({
  ...NO_SIDES,
  entry,
  title: '',
  eventType: entry.eventType ?? 'other',
  status: 'planned',
  said: '',
  level: levelInColumn(''),
  leftOut,
})

/** Of a campaign that plays against nobody: a name is a name. */
function withoutSides(
  written: Pick<Draft, 'entry' | 'status' | 'said' | 'level' | 'leftOut'>,
  title: string,
  other: string,
): Draft {
  const name = (title || other).replace(/^@ ?/, 'at ')
  const eventType = written.entry.eventType ?? (title === '' && other !== '' ? 'game' : kindOf(name, null))
  return { ...written, ...NO_SIDES, title: name, eventType }
}

const ORDER: readonly Status[] = ['called_off', 'forfeit', 'unclear']

function statusIn(column: string, marks: readonly Marked[]): Pick<Draft, 'status' | 'said'> {
  const found = [{ status: statusOf(column), said: column }, ...marks]
  const status = ORDER.find((one) => found.some((mark) => mark.status === one)) ?? 'planned'
  return { status, said: found.find((mark) => mark.status === status)?.said ?? '' }
}
