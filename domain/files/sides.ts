/** Who plays whom, as one title says it: "A vs B", "A @ B", "vs. B", "at B". Pure. */
import { isDescription, isNoTeam, levelIn } from './words.ts'

/** Both sides of a title. `about`: what stands before, `place`: where it is. */
export type Two = {
  kind: 'two'
  home: string
  away: string
  word: Word
  about: string[]
  place: string | null
}
/** One side only: it is the other one. */
export type One = {
  kind: 'one'
  opponent: string
  venue: 'home' | 'away'
  about: string[]
  place: string | null
}
export type Sides = Two | One
/** `maybe_at`: "Cove at Harbor" of a file that does not say otherwise whether it is a game. */
export type Word = 'vs' | 'at' | 'maybe_at' | 'v'

/** Signs written together with a name stand alone: "vs.Harbor", "@Ridgeview". */
const spaced = (title: string): string =>
  title
    .replace(/(^| )(vs\.)(?=\p{Letter})/giu, '$1$2 ')
    .replace(/(^| )@(?=[^ ])/g, '$1@ ')
    .trim()

/** What is known beside the title. */
export type Hints = {
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
  const [sign, at] = [splitAt(title, /(?<!\S)@\s/, 'at'), ofAt(splitAt(title, /(?<!\S)at\s/i, 'at'), hints)]
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

export function sidesIn(given: string, hints: Hints): Sides | null {
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
