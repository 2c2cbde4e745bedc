/** A result in one cell, such as "(W) 3-1": our score, theirs, and whether we won. Pure. */
import { type Ask, choicesOf } from './file.ts'
import { type Cell, shortened } from './numbers.ts'

export type Score = {
  line: number
  /** Our score and theirs, or the home team's and the away team's; and 1 for a win, 0 for anything else. */
  figures: Record<string, string>
  isForfeit: boolean
  /** "Postponed": nothing was played. */
  status: string | null
  reason: string | null
}

type Read = Cell & {
  letter: 'W' | 'L' | 'T' | null
  score: readonly [first: number, second: number] | null
  hasSeveral: boolean
  hasShootout: boolean
  isForfeit: boolean
  rest: string
}

const LETTER = /(?<![a-z])(w|win|won|l|loss|lost|lose|t|tie|tied|d|draw|drew)(?![a-z])/i
const FORFEIT = /\bforfeit(?:ed|ure)?\b|\bff\b|\bw\/o\b|\bwalkover\b/i
const SCORE = /(\d{1,3})\s*[-–—:]\s*(\d{1,3})/g
const SHOOTOUT = /\b(?:pks?|pens?|penalt(?:y|ies)|shoot-?out|so|kicks)\b/i
const NOISE = /\b(?:final|ot|\d?ot|aet|f|result|score|so|pks?|pens?)\b|[\s,.:;*()\-–—/]+/gi
const CLOCK = /^\d{1,2}:\d{2}\s*(?:[ap]\.?m?\.?)(?:\s*[a-z]{2,4})?$/i

/** A draw is a tie. */
function letterIn(words: string): Read['letter'] {
  const letter = LETTER.exec(words)?.[1]?.charAt(0).toUpperCase().replace('D', 'T')
  return (letter as Read['letter'] | undefined) ?? null
}

/** What stands in parentheses behind a score is a half, a shoot-out or the sets, never the score. */
function read({ line, text }: Cell): Read {
  // A time of the day is no result.
  const withLetter = CLOCK.test(text.trim()) ? '' : text.replace(/\((w|l|t|win|loss|tie)\)/gi, '$1 ')
  const bare = withLetter.replace(/\([^)]*\)/g, ' ')
  // "W (3-1)": the only score is in them.
  const shown = /\d/.test(bare) ? bare : withLetter.replace(/[()]/g, ' ')
  const scores = [...shown.matchAll(SCORE)].map(
    ([, first, second]) => [Number(first), Number(second)] as const,
  )
  const words = shown.replace(SCORE, ' ').replace(FORFEIT, ' ')
  return {
    line,
    text,
    hasSeveral: scores.length > 1,
    score: scores.length === 1 ? (scores[0] ?? null) : null,
    letter: letterIn(words),
    isForfeit: scores.length < 2 && FORFEIT.test(text),
    hasShootout: SHOOTOUT.test(text),
    rest: words.replace(LETTER, ' ').replace(NOISE, ' ').trim(),
  }
}

const isHigh = ({ score }: Read): boolean => score !== null && score[0] > score[1]
const isEqual = ({ score }: Read): boolean => score !== null && score[0] === score[1]
const isWonOrLost = ({ letter }: Read): boolean => letter === 'W' || letter === 'L'

/**
 * Whose score is first: ours where every letter agrees with it and a loss proves it, the winner's where every score does.
 * Null: nothing in the file says so.
 */
function firstIn(all: readonly Read[]): 'ours' | 'winner' | null {
  const told = all.filter((one) => one.score !== null && isWonOrLost(one) && !isEqual(one))
  if (told.every((one) => isHigh(one) === (one.letter === 'W')))
    return told.some(({ letter }) => letter === 'L') ? 'ours' : null
  return told.every(isHigh) ? 'winner' : null
}

type Said = 'ours' | 'theirs' | 'home' | 'away' | null
const SIDES = { home: 'The home team’s', away: 'The away team’s' }

/** The column's results; what no letter says is asked about once for the whole file. `hasSides`: a home and an away team. */
export function readScores(cells: readonly Cell[], ask: Ask, hasSides: boolean): Score[] {
  const all = cells.map(shortened).map(read)
  const first = firstIn(all)
  const open = all.find(
    (one) =>
      one.score !== null &&
      !one.isForfeit &&
      !isEqual(one) &&
      (one.letter === null || (first === null && isWonOrLost(one) && isHigh(one) !== (one.letter === 'W'))),
  )
  const question = open && {
    id: 'first score',
    line: null,
    text: `Whose score is first in "${open.text.slice(0, 30)}"?`,
    choices: choicesOf(hasSides ? SIDES : { ours: 'Ours', theirs: 'Theirs' }),
  }
  const said = first === 'ours' ? first : question ? (ask(question) as Said) : null
  return all.map((one) => scoreOf(one, said))
}

function scoreOf(one: Read, said: Said): Score {
  const { line, text, letter, score, isForfeit, rest } = one
  const bare = { line, figures: {}, isForfeit, status: null, reason: null }
  const shown = `"${text.slice(0, 30)}"`
  if (one.hasSeveral)
    return { ...bare, reason: `${shown} has more than one score: leave the row out, or write one` }
  if (score === null) {
    if (/\d/.test(rest)) return { ...bare, reason: `${shown} is not a result such as W 3-1` }
    if (letter) return { ...bare, figures: { win: letter === 'W' ? '1' : '0' } }
    return { ...bare, status: isForfeit || rest === '' ? null : text.trim() }
  }
  const [first, second] = score.map(String) as [string, string]
  const isUnsaid = letter === null && !isEqual(one)
  if (isUnsaid && said === 'home') return { ...bare, figures: { 'home score': first, 'away score': second } }
  if (isUnsaid && said === 'away') return { ...bare, figures: { 'home score': second, 'away score': first } }
  if (isUnsaid && said === null) return bare
  const isWon = letter === 'W' || (isUnsaid && isHigh(one) === (said === 'ours'))
  const isAsWritten = letter === 'T' || isHigh(one) === isWon
  const [ours, theirs] = isAsWritten ? [first, second] : [second, first]
  // Who won on penalties stands in no score.
  const isOpen = isEqual(one) && letter === null && one.hasShootout
  const figures = { 'our score': ours, 'their score': theirs }
  return { ...bare, figures: isOpen ? figures : { ...figures, win: isWon ? '1' : '0' } }
}
