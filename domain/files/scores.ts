/** A result in one cell, such as "(W) 3-1": our score, theirs, and whether we won (R72). Pure. */
import type { Question } from './file.ts'
import { type Cell, shortened } from './numbers.ts'

export type Score = {
  line: number
  ours: string | null
  theirs: string | null
  /** Instead, of a table with a home team and an away team. */
  sides: { home: string; away: string } | null
  /** '1' for a win, '0' for anything else; null where the cell does not say. */
  win: '0' | '1' | null
  isForfeit: boolean
  /** "Postponed": nothing was played. */
  status: string | null
  reason: string | null
}

type Read = {
  letter: 'W' | 'L' | 'T' | null
  first: number | null
  second: number | null
  hasShootout: boolean
  isForfeit: boolean
  rest: string
}

const LETTERS: Record<string, Read['letter']> = {
  ...{ w: 'W', win: 'W', won: 'W', l: 'L', loss: 'L', lost: 'L', lose: 'L', t: 'T', tie: 'T', tied: 'T' },
  ...{ d: 'T', draw: 'T', drew: 'T' },
}
const LETTER = /(?<![a-z])(w|win|won|l|loss|lost|lose|t|tie|tied|d|draw|drew)(?![a-z])/i
const FORFEIT = /\bforfeit(?:ed|ure)?\b|\bff\b|\bw\/o\b|\bwalkover\b/i
const SCORE = /(\d{1,3})\s*[-–—:]\s*(\d{1,3})/g
const SHOOTOUT = /\b(?:pks?|pens?|penalt(?:y|ies)|shoot-?out|so|kicks)\b/i
const NOISE = /\b(?:final|ot|\d?ot|aet|f|result|score|so|pks?|pens?)\b|[\s,.:;*()\-–—/]+/gi
const CLOCK = /^\d{1,2}:\d{2}\s*(?:[ap]\.?m?\.?)(?:\s*[a-z]{2,4})?$/i

/** What stands in parentheses behind a score is a half, a shoot-out or the sets, never the score. */
function read(text: string): Read | 'several' {
  const isLettered = text.replace(/\((w|l|t|win|loss|tie)\)/gi, '$1 ')
  const bare = isLettered.replace(/\([^)]*\)/g, ' ')
  // "W (3-1)": the only score is in them.
  const shown = /\d/.test(bare) ? bare : isLettered.replace(/[()]/g, ' ')
  const scores = [...shown.matchAll(SCORE)]
  if (scores.length > 1) return 'several'
  const [first, second] = scores[0] ? [Number(scores[0][1]), Number(scores[0][2])] : [null, null]
  const isForfeit = FORFEIT.test(text)
  const words = shown.replace(SCORE, ' ').replace(FORFEIT, ' ')
  const letter = LETTERS[LETTER.exec(words)?.[1]?.toLowerCase() ?? ''] ?? null
  return {
    ...{ letter, first, second, isForfeit, hasShootout: SHOOTOUT.test(text) },
    rest: words.replace(LETTER, ' ').replace(NOISE, ' ').trim(),
  }
}

const NONE = {
  ours: null,
  theirs: null,
  sides: null,
  win: null,
  isForfeit: false,
  status: null,
  reason: null,
}

/**
 * Whose score is first: ours where every letter agrees with it and a loss proves it, the winner's where every score does.
 * Null: nothing in the file says so.
 */
function firstIn(all: readonly Read[]): 'ours' | 'winner' | null {
  const told = all.filter(
    ({ letter, first, second }) => letter && letter !== 'T' && first !== second && first !== null,
  )
  const isHigh = ({ first, second }: Read): boolean => (first ?? 0) > (second ?? 0)
  const losses = told.filter(({ letter }) => letter === 'L')
  if (told.every((one) => isHigh(one) === (one.letter === 'W'))) return losses.length > 0 ? 'ours' : null
  return told.every(isHigh) ? 'winner' : null
}

export type Scores = { scores: Score[]; question: Question | null }

type Said = 'ours' | 'theirs' | 'home' | 'away' | null
const ORDERS = {
  us: [
    { value: 'ours', label: 'Ours' },
    { value: 'theirs', label: 'Theirs' },
  ],
  sides: [
    { value: 'home', label: 'The home team’s' },
    { value: 'away', label: 'The away team’s' },
  ],
}

/** The column's results; what no letter says is asked about once for the whole file. `hasSides`: a home and an away team. */
export function readScores(
  cells: readonly Cell[],
  answer: (question: Question) => string | null,
  hasSides = false,
): Scores {
  const all = cells.map(shortened).map(({ line, text }) => ({
    line,
    text,
    read: CLOCK.test(text.trim()) ? null : read(text),
  }))
  const single = all.flatMap(({ read: one }) => (one === null || one === 'several' ? [] : [one]))
  const first = firstIn(single)
  const isOpen = (one: Read): boolean =>
    one.first !== null &&
    !one.isForfeit &&
    (one.letter === null || contradicts(one)) &&
    one.first !== one.second
  const contradicts = (one: Read): boolean =>
    one.letter !== null &&
    one.letter !== 'T' &&
    first === null &&
    (one.first ?? 0) > (one.second ?? 0) !== (one.letter === 'W')
  const open = all.find(({ read: one }) => one !== null && one !== 'several' && isOpen(one))
  const question: Question | null =
    first !== 'ours' && open
      ? {
          ...{ id: 'first score', line: null, text: `Whose score is first in "${open.text.slice(0, 30)}"?` },
          choices: ORDERS[hasSides ? 'sides' : 'us'],
        }
      : null
  const said = (first === 'ours' ? 'ours' : question && answer(question)) as Said
  const scores = all.map(({ line, text, read: one }): Score => {
    if (one === null) return { line, ...NONE }
    if (one === 'several')
      return {
        line,
        ...NONE,
        reason: `"${text.slice(0, 30)}" has more than one score: leave the row out, or write one`,
      }
    return scoreOf(line, text, one, said)
  })
  return { scores, question }
}

function scoreOf(line: number, text: string, one: Read, said: Said): Score {
  const { letter, first, second, isForfeit, hasShootout, rest } = one
  const bare = { line, ...NONE, isForfeit }
  if (first === null || second === null) {
    if (/\d/.test(rest)) return { ...bare, reason: `"${text.slice(0, 30)}" is not a result such as W 3-1` }
    if (letter) return { ...bare, win: letter === 'W' ? '1' : '0' }
    return { ...bare, status: isForfeit || rest === '' ? null : text.trim() }
  }
  if (letter === null && first !== second && (said === 'home' || said === 'away')) {
    const [home, away] = said === 'home' ? [first, second] : [second, first]
    return { ...bare, sides: { home: String(home), away: String(away) } }
  }
  const [high, low] = [Math.max(first, second), Math.min(first, second)]
  const won = letter === 'W' || (letter === null && (said === 'ours' ? first > second : second > first))
  const isEqual = first === second
  const [ours, theirs] =
    letter === 'W' || letter === 'L' || letter === null ? (won ? [high, low] : [low, high]) : [first, second]
  // Who won on penalties stands in no score.
  const win = isEqual && letter === null ? (hasShootout ? null : '0') : won ? '1' : '0'
  const isUnsettled = letter === null && !isEqual && said === null
  if (isUnsettled) return bare
  return { ...bare, ours: String(ours), theirs: String(theirs), win }
}
