/** Who plays whom, in rows of a file; where two readings are possible, a person is asked. Pure. */
import { matchName } from '../season/schedule.ts'
import {
  type Ask,
  choicesOf,
  type Entry,
  type EventType,
  type Question,
  subjectOf,
  type Venue,
} from './file.ts'
import { withoutCode } from './marks.ts'
import { type Draft, draftOf, type Known as Names, NO_GAME, reasonAgainst } from './title-draft.ts'
import { isOfTeam, type Labels, labelsOf } from './title-levels.ts'
import { keyOf, type Level, levelIn, tellingOf } from './title-vocabulary.ts'

/** Which side is ours: by the names that are known, or because it plays in nearly every game of the file. Pure. */
type Pair = { home: string; away: string }

/** Whether a name is one of ours: everything that tells it from others is in it. */
function namesUs(ownNames: readonly string[]): (name: string) => boolean {
  const own = ownNames.map((name) => new Set(tellingOf(name))).filter(({ size }) => size > 0)
  return (name) => {
    const telling = tellingOf(name)
    return telling.length > 0 && own.some((words) => telling.every((word) => words.has(word)))
  }
}

/** In all but one of the games at most, and in more than any other. */
function mostOften(pairs: readonly Pair[]): string | null {
  if (pairs.length < 2) return null
  const counts = new Map<string, number>()
  for (const { home, away } of pairs)
    for (const key of new Set([home, away].filter(Boolean).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const [[key, most] = ['', 0], [, second] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a)
  return most >= pairs.length - 1 && most > second ? key : null
}

/** Which side of a pair is ours: unclear until someone has said so. */
type SideOf = (pair: Pair) => 'home' | 'away' | 'both' | 'neither' | 'unclear'

const MAX_CHOICES = 60

function question(names: readonly string[]): Question {
  const choices = [...new Set(names)].slice(0, MAX_CHOICES).map((name) => ({ value: name, label: name }))
  return { id: 'us', line: null, text: 'Which team is yours?', choices }
}

/** Each team of the file once, as it is first written. */
function teamsOf(pairs: readonly Pair[]): string[] {
  const names = pairs.flatMap(({ home, away }) => [home, away]).filter(Boolean)
  const byKey = new Map(names.toReversed().map((name) => [keyOf(name), name]))
  return [...byKey.values()].sort((a, b) => a.localeCompare(b, 'en-US'))
}

function sideIn(keys: ReadonlySet<string>, exactly: string | null, { home, away }: Pair) {
  if (exactly !== null && (home === exactly) !== (away === exactly)) return home === exactly ? 'home' : 'away'
  const isHome = keys.has(keyOf(home))
  const isAway = keys.has(keyOf(away))
  if (isHome && isAway) return 'both'
  return isHome ? 'home' : isAway ? 'away' : 'neither'
}

function findOurs(pairs: readonly Pair[], isNamed: (name: string) => boolean, ask: Ask): SideOf {
  if (pairs.length === 0) return () => 'unclear'
  const teams = teamsOf(pairs)
  const named = new Set(teams.filter(isNamed).map(keyOf))
  const often = mostOften(pairs)
  const isContrary = named.size > 0 && often !== null && !named.has(often)
  const keys = named.size > 0 ? named : new Set(often === null ? [] : [often])
  if (isContrary || keys.size === 0) {
    const answer = ask(question(teams))
    return (pair) => (answer === null ? 'unclear' : sideIn(new Set([keyOf(answer)]), answer, pair))
  }
  const against = pairs.filter((pair) => sideIn(keys, null, pair) === 'both')
  if (against.length === 0) return (pair) => sideIn(keys, null, pair)
  // Two teams of ours against each other: which one the file is for decides those games only.
  const answer = ask(question(against.flatMap(({ home, away }) => [home, away])))
  const chosen = answer === null ? keys : new Set([keyOf(answer)])
  return (pair) => {
    const side = sideIn(chosen, answer, pair)
    return side === 'both' ? 'unclear' : side
  }
}

type Known = Names & { ask: Ask }

type State = 'planned' | 'called_off' | 'forfeit' | 'unclear' | 'not_ours' | 'left_out'

export type Titled = {
  entry: Entry
  /** "vs. Harbor", "at Ridgeview", or the title of what is no game. */
  name: string
  eventType: EventType
  opponent: string | null
  venue: Venue | null
  /** Which of the file's two sides is ours, wherever it was played. Null: it does not name both. */
  side?: 'home' | 'away' | null
  /** "Varsity", "14U Red", "Girls JV Soccer". */
  level: string | null
  state: State
  /** Why it is not planned. */
  reason: string | null
  /** Left out because of what is written, and not because it is no game or a person said so. */
  isRefused?: boolean
}

/** In the order of the entries. */
export function readTitles(entries: readonly Entry[], known: Known): Titled[] {
  const { ask } = known
  const isNamed = namesUs(known.ownNames)
  const written = entries.map((entry) => draftOf(entry, known, isNamed))
  const drafts = gamesByAt(written, isNamed, ask)
  const pairs = drafts.flatMap(({ pair, leftOut }) => (!leftOut && pair?.word !== 'maybe_at' && pair) || [])
  const sideOf = findOurs(pairs, isNamed, ask)
  const found = drafts.map((draft) => whomOf(draft, sideOf, isNamed, ask))
  const isOpen = ({ state }: Found): boolean => state === 'planned' || state === 'unclear'
  const levels = found.flatMap((one) => (isGame(one.draft) && isOpen(one) ? [one.level] : []))
  const labels = labelsOf(levels, known, ask)
  return found.map((one) => finished(one, labels, ask))
}

const isGame = ({ eventType }: Draft): boolean => eventType === 'game'

/** "Cove at Harbor" may be a game or a party: one answer for all of a file. */
function gamesByAt(drafts: Draft[], isNamed: (name: string) => boolean, ask: Ask): Draft[] {
  const first = drafts.find(({ pair, leftOut }) => pair?.word === 'maybe_at' && !leftOut)
  if (!first) return drafts
  const { entry, title, pair: sides } = first
  const isHabit = drafts.some(({ pair }) => pair?.word === 'at' && isNamed(pair.away))
  const question: Question = {
    id: 'at',
    line: entry.line,
    text: `Line ${entry.line} says "${title}". Is that a game against ${sides?.away}?`,
    choices: choicesOf({ yes: 'Yes, and so are others like it', no: 'No, it is something else' }),
  }
  const answer = isHabit ? 'yes' : ask(question)
  return drafts.map((draft): Draft => {
    if (draft.pair?.word !== 'maybe_at' || answer === null) return draft
    return answer === 'yes'
      ? { ...draft, pair: { ...draft.pair, word: 'at' } }
      : { ...draft, pair: null, venue: null, eventType: 'other' }
  })
}

type Found = Omit<Titled, 'entry' | 'name' | 'eventType' | 'level'> & { draft: Draft; level: Level }

function whomOf(draft: Draft, sideOf: SideOf, isNamed: (name: string) => boolean, ask: Ask): Found {
  const { pair, leftOut, venue, opponent, title } = draft
  const level = levelOf(draft, pair ? null : opponent === null ? title : '')
  const plain: Found = { draft, opponent, venue, level, state: 'planned', reason: null }
  if (leftOut) return { ...plain, state: 'left_out', reason: leftOut, isRefused: leftOut !== NO_GAME }
  if (!pair) return opponent === null ? plain : against(plain, withoutCode(opponent), isNamed, ask)
  if (pair.home === '' && pair.away === '')
    return { ...plain, state: 'left_out', reason: 'names neither of the teams', isRefused: true }
  const side = pair.word === 'maybe_at' ? 'unclear' : sideOf(pair)
  if (side === 'unclear' || side === 'both')
    return { ...plain, state: 'unclear', reason: 'depends on which team is yours' }
  if (side === 'neither') return { ...plain, state: 'not_ours', reason: 'is a game of other teams' }
  const other = side === 'home' ? pair.away : pair.home
  return {
    ...plain,
    opponent: other === '' ? null : withoutCode(other),
    venue: venue ?? side,
    level: levelOf(draft, pair[side]),
    side,
  }
}

/** "Soccer V Harbor": not the varsity. */
const withoutVersus = (text: string): string => text.replace(/ v\.? (?=\p{Letter})/giu, ' ')

/** Another team's age is not ours: 12U plays 13U. */
const unlessAge = (level: string | null): string | null => (level && /^\d+U\b/.test(level) ? null : level)

/** By its column, else by what is said of our side, else by any word of the title; no side: not by the names. */
function levelOf({ level, about, title }: Draft, side: string | null): Level {
  const said = levelIn(`${about} ${withoutVersus(side ?? '')}`)
  const inTitle = side === null ? said : levelIn(withoutVersus(title))
  return {
    level: level.level ?? said.level ?? unlessAge(inTitle.level),
    gender: level.gender ?? said.gender ?? inTitle.gender,
    sport: level.sport ?? said.sport ?? inTitle.sport,
  }
}

/** The opponent is never ourselves, but another team may be called alike. */
function against(plain: Found, opponent: string, isNamed: (name: string) => boolean, ask: Ask): Found {
  const { draft } = plain
  if (!isNamed(opponent)) return { ...plain, opponent }
  const { line } = draft.entry
  // "JV Soccer @ Harbor High" may be at home against somebody.
  const isPlace = draft.venue === 'away'
  const answer = ask({
    id: `own ${keyOf(opponent)}${isPlace ? ' place' : ''}`,
    line,
    text: `Line ${line} says "${matchName(opponent, draft.venue)}", which looks like your own team. Is it a game against another one?`,
    choices: choicesOf({
      yes: `Yes, against another ${opponent}`,
      no: isPlace ? 'No, it is where we play' : 'No, leave it out',
    }),
  })
  if (answer === 'yes') return { ...plain, opponent }
  if (answer === 'no' && isPlace) return { ...plain, opponent: null, venue: 'home' }
  const state = answer === null ? 'unclear' : 'left_out'
  return { ...plain, opponent: null, state, reason: 'names your own team as the opponent' }
}

const isBare = (title: string): boolean =>
  /^(?:(?:vs?\.?|versus|at|@) ?)?(?:tb[adc]|to be \w+|\?+|#? ?\d+|-+)?$/i.test(title)

function nameOf({ draft, opponent, venue }: Found): string {
  if (opponent !== null) return matchName(opponent, venue)
  const title = draft.title.replace(/^@ ?/, 'at ')
  return isBare(title) ? (isGame(draft) || title !== '' ? 'Game' : '') : title
}

function finished(found: Found, labels: Labels, ask: Ask): Titled {
  const { draft, opponent, venue, reason, state, side = null } = found
  const { entry, eventType } = draft
  const name = nameOf(found)
  const level = labels.of(found.level)
  const row: Titled = { entry, name, eventType, opponent, venue, level, state, reason, side }
  if (state === 'left_out') return { ...row, opponent: null, isRefused: found.isRefused ?? false }
  const refused =
    name === ''
      ? 'has neither a name nor an opponent'
      : (reasonAgainst('opponent', opponent ?? '') ?? reasonAgainst('name', name, entry.isText))
  if (refused) return { ...row, opponent: null, state: 'left_out', reason: refused, isRefused: true }
  if (state !== 'planned') return row
  const isOurs = isOfTeam(labels, found.level, isGame(draft))
  if (isOurs === null) return { ...row, state: 'unclear', reason: 'depends on which team’s games these are' }
  if (!isOurs)
    return { ...row, state: 'not_ours', reason: `is a game of ${level ?? 'no level that the file names'}` }
  return { ...row, ...statusOf(draft, ask) }
}

function statusOf({ status, entry, said, eventType }: Draft, ask: Ask): Pick<Titled, 'state' | 'reason'> {
  if (status === 'planned') return { state: 'planned', reason: null }
  if (status === 'called_off') return { state: 'called_off', reason: 'was called off' }
  if (status === 'forfeit') return { state: 'forfeit', reason: 'was forfeited' }
  const answer = ask({
    id: `${subjectOf(entry)} status`,
    line: entry.line,
    text: `Line ${entry.line} says "${said}". Is this ${eventType === 'game' ? 'game' : 'event'} on the schedule?`,
    choices: choicesOf({ yes: 'Yes, keep it', no: 'No, leave it out' }),
  })
  if (answer === 'yes') return { state: 'planned', reason: null }
  return { state: answer === null ? 'unclear' : 'left_out', reason: `says "${said}"` }
}
