/** Who plays whom, in rows of a file; where two readings are possible, a person is asked (R19). Pure. */
import { matchName } from '../schedule.ts'
import {
  type Answers,
  answerTo,
  type Entry,
  type EventType,
  type Question,
  subjectOf,
  type Venue,
} from './file.ts'
import { findOurs, namesUs, type Ours } from './ours.ts'
import {
  type Draft,
  draftOf,
  type Known as Names,
  NO_GAME,
  opponentName,
  reasonAgainst,
} from './title-draft.ts'
import { isOfTeam, type Labels, labelsOf } from './title-levels.ts'
import { keyOf, type Level, levelIn } from './words.ts'

export type Known = Names & { answers: Answers }

export type State = 'planned' | 'called_off' | 'forfeit' | 'unclear' | 'not_ours' | 'left_out'

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

const YES_NO = (yes: string, no: string): Question['choices'] => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
]

/** In the order of the entries; each question once, those of the whole file first. */
export function readTitles(
  entries: readonly Entry[],
  known: Known,
): { rows: Titled[]; questions: Question[] } {
  const isNamed = namesUs(known.ownNames)
  const drafts = entries.map((entry) => draftOf(entry, known, isNamed))
  const at = gamesByAt(drafts, isNamed, known.answers)
  const read = at.drafts
  const ours = findOurs(
    read.flatMap(({ pair, leftOut }) => (pair && !leftOut && pair.word !== 'maybe_at' ? [pair] : [])),
    isNamed,
    known.answers,
  )
  const asked: Question[] = []
  const found = read.map((draft) => whomOf(draft, ours, isNamed, known.answers, asked))
  const games = found.filter(
    ({ state, draft }) => isGame(draft) && state !== 'not_ours' && state !== 'left_out',
  )
  const labels = labelsOf(
    known.hasOpponents ? games.map(({ level }) => level) : [],
    known.ownNames,
    known.answers,
  )
  const shown = known.hasOpponents ? labels : { ...labels, of: () => null }
  const rows = found.map((one) => finished(one, shown, known.answers, asked))
  const ofFile = [at.question, ours.question, labels.question].filter((one) => one !== null)
  return { rows, questions: [...ofFile, ...asked] }
}

const isGame = ({ eventType }: Draft): boolean => eventType === 'game'

type Sorted = { drafts: Draft[]; question: Question | null }

/** "Cove at Harbor" may be a game or a party: one answer for all of a file. */
function gamesByAt(drafts: Draft[], isNamed: (name: string) => boolean, answers: Answers): Sorted {
  const unsure = drafts.filter(({ pair, leftOut }) => pair?.word === 'maybe_at' && !leftOut)
  if (unsure.length === 0) return { drafts, question: null }
  const isHabit = drafts.some(({ pair }) => pair?.word === 'at' && isNamed(pair.away))
  const first = unsure[0]
  const question: Question = {
    ...{ id: 'at', line: first?.entry.line ?? null },
    text: `Line ${first?.entry.line} says "${first?.title}". Is that a game against ${first?.pair?.away}?`,
    choices: YES_NO('Yes, and so are others like it', 'No, it is something else'),
  }
  const answer = isHabit ? 'yes' : answerTo(question, answers)
  const read = drafts.map((draft): Draft => {
    if (draft.pair?.word !== 'maybe_at' || answer === null) return draft
    return answer === 'yes'
      ? { ...draft, pair: { ...draft.pair, word: 'at' } }
      : { ...draft, pair: null, venue: null, eventType: 'other' }
  })
  return { drafts: read, question: isHabit ? null : question }
}

type Found = {
  draft: Draft
  opponent: string | null
  venue: Venue | null
  side?: Titled['side']
  level: Level
  state: 'planned' | 'unclear' | 'not_ours' | 'left_out'
  reason: string | null
  isRefused?: boolean
}

const UNCLEAR_TEAM = 'depends on which team is yours'

function whomOf(
  draft: Draft,
  ours: Ours,
  isNamed: (name: string) => boolean,
  answers: Answers,
  asked: Question[],
): Found {
  const { pair, leftOut, venue } = draft
  const plain = {
    draft,
    opponent: draft.opponent,
    venue,
    level: levelOf(draft, draft.opponent === null ? draft.title : ''),
    reason: null,
  }
  if (leftOut) return { ...plain, state: 'left_out', reason: leftOut, isRefused: leftOut !== NO_GAME }
  if (!pair)
    return draft.opponent === null ? { ...plain, state: 'planned' } : against(plain, isNamed, answers, asked)
  const nobody = { ...plain, opponent: null, level: levelOf(draft, null) }
  if (pair.home === '' && pair.away === '')
    return { ...nobody, state: 'left_out', reason: 'names neither of the teams', isRefused: true }
  const side = pair.word === 'maybe_at' ? 'unclear' : ours.sideOf(pair)
  if (side === 'unclear' || side === 'both') return { ...nobody, state: 'unclear', reason: UNCLEAR_TEAM }
  if (side === 'neither') return { ...nobody, state: 'not_ours', reason: 'is a game of other teams' }
  const opponent = side === 'home' ? pair.away : pair.home
  return {
    ...{ ...plain, opponent: opponent === '' ? null : opponentName(opponent), venue: venue ?? side },
    ...{ level: levelOf(draft, pair[side]), state: 'planned', side },
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
function against(
  plain: Omit<Found, 'state'>,
  isNamed: (name: string) => boolean,
  answers: Answers,
  asked: Question[],
): Found {
  const { draft } = plain
  const opponent = opponentName(draft.opponent ?? '')
  if (!isNamed(opponent)) return { ...plain, opponent, state: 'planned' }
  const { line } = draft.entry
  // "JV Soccer @ Harbor High" may be at home against somebody.
  const isPlace = draft.venue === 'away'
  const question: Question = {
    ...{ id: `own ${keyOf(opponent)}${isPlace ? ' place' : ''}`, line },
    text: `Line ${line} says "${matchName(opponent, draft.venue)}", which looks like your own team. Is it a game against another one?`,
    choices: YES_NO(
      `Yes, against another ${opponent}`,
      isPlace ? 'No, it is where we play' : 'No, leave it out',
    ),
  }
  if (!asked.some(({ id }) => id === question.id)) asked.push(question)
  const answer = answerTo(question, answers)
  if (answer === 'yes') return { ...plain, opponent, state: 'planned' }
  if (answer === 'no' && isPlace) return { ...plain, opponent: null, venue: 'home', state: 'planned' }
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

function finished(found: Found, labels: Labels, answers: Answers, asked: Question[]): Titled {
  const { draft, opponent, venue, reason } = found
  const name = nameOf(found)
  const row: Titled = {
    ...{ entry: draft.entry, name, eventType: draft.eventType, opponent, venue },
    ...{ level: labels.of(found.level), state: found.state, reason, side: found.side ?? null },
  }
  if (found.state === 'left_out') return { ...row, opponent: null, isRefused: found.isRefused ?? false }
  const refused =
    name === '' ? 'has neither a name nor an opponent' : refusedName(name, opponent, draft.entry)
  if (refused) return { ...row, opponent: null, state: 'left_out', reason: refused, isRefused: true }
  if (found.state !== 'planned') return row
  const isOurs = isOfTeam(labels, found.level, isGame(draft))
  if (isOurs === null) return { ...row, state: 'unclear', reason: 'depends on which team’s games these are' }
  if (!isOurs)
    return {
      ...row,
      state: 'not_ours',
      reason: `is a game of ${row.level ?? 'no level that the file names'}`,
    }
  return withStatus(row, draft, answers, asked)
}

const refusedName = (name: string, opponent: string | null, { isText }: Entry): string | null =>
  reasonAgainst('opponent', opponent ?? '') ?? reasonAgainst('name', name, isText)

function withStatus(
  row: Titled,
  { status, entry, said }: Draft,
  answers: Answers,
  asked: Question[],
): Titled {
  if (status === 'planned') return row
  if (status === 'called_off') return { ...row, state: 'called_off', reason: 'was called off' }
  if (status === 'forfeit') return { ...row, state: 'forfeit', reason: 'was forfeited' }
  const question: Question = {
    ...{ id: `${subjectOf(entry)} status`, line: entry.line },
    text: `Line ${entry.line} says "${said}". Is this ${row.eventType === 'game' ? 'game' : 'event'} on the schedule?`,
    choices: YES_NO('Yes, keep it', 'No, leave it out'),
  }
  asked.push(question)
  const answer = answerTo(question, answers)
  if (answer === 'yes') return row
  return answer === null
    ? { ...row, state: 'unclear', reason: `says "${said}"` }
    : { ...row, state: 'left_out', reason: `says "${said}"` }
}
