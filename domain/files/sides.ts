/** Who plays whom, as one title says it: "A vs B", "A @ B", "vs. B", "at B". Pure. */
import { isDescription, isNoTeam, levelIn } from './words.ts'

/** Both sides of a title. */
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

type Token = { text: string; start: number; end: number }

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const found of text.matchAll(/\S+/g))
    tokens.push({ text: found[0], start: found.index, end: found.index + found[0].length })
  return tokens
}

const VERSUS = /^(?:vs\.?|versus)$/i
const isVersus = ({ text }: Token): boolean => VERSUS.test(text)
const isAtSign = ({ text }: Token): boolean => text === '@'
const isAt = ({ text }: Token): boolean => /^at$/i.test(text)
const isLoneV = ({ text }: Token): boolean => /^v\.?$/i.test(text)

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

type Found = { token: Token; word: Word }

/** The word between both sides, or before the only one. */
function findWord(
  title: string,
  tokens: readonly Token[],
  hints: Hints,
): { token: Token; word: Word } | null {
  const of = (is: (token: Token) => boolean, word: Word) => {
    const token = tokens.find((one, index) => is(one) && index < tokens.length - 1)
    return token ? { token, word } : null
  }
  const versus = of(isVersus, 'vs')
  if (versus) return isNoTeam(title.slice(0, versus.token.start)) ? null : versus
  const [sign, at] = [of(isAtSign, 'at'), ofAt(title, of(isAt, 'at'), hints)]
  // "Harbor at Ridgeview @ Main Field": the sign is about the place.
  if (sign && !(at?.word === 'at' && at.token.start < sign.token.start))
    return isNoTeam(title.slice(0, sign.token.start)) ? null : sign
  if (at) return at
  const lone = of(isLoneV, 'v')
  return lone && isVersusAlone(title, lone.token, hints) ? lone : null
}

/** "at" is also where a dinner is. */
function ofAt(title: string, at: Found | null, { isOurs, isGame }: Hints): Found | null {
  if (!at) return null
  const [before, behind] = [title.slice(0, at.token.start).trim(), title.slice(at.token.end).trim()]
  const isSure = before === '' || isOurs(before) || isSporty(before) || (isGame && !isNoTeam(before))
  if (isSure || (isDescription(before) && /\b(?:game|match)\b/i.test(before))) return at
  return isOurs(behind) && !isNoTeam(before) && !isDescription(before)
    ? { token: at.token, word: 'maybe_at' }
    : null
}

/** "Harbor V Ridgeview", but not "Henry V rehearsal" or "Harbor V Football". */
function isVersusAlone(title: string, { text, start, end }: Token, { isOurs, isGame }: Hints): boolean {
  const [before, behind] = [title.slice(0, start).trim(), title.slice(end).trim()]
  if (isDescription(behind) || isNoTeam(behind)) return false
  if (before === '') return text !== 'V' || isGame
  return isOurs(before) || isOurs(behind) || isGame || isSporty(before) || text.startsWith('v')
}

/** "W 3-1 vs. Ridgeview". */
const SCORE = /^[wltd],? ?\d{1,3} ?[-–] ?\d{1,3}$/i
const AFTER_PLACE = / (?:@|at) /i

/** "Harbor at Main Field": where it is, behind whom it is against. */
function withoutPlace(text: string): { name: string; place: string | null } {
  const found = AFTER_PLACE.exec(text)
  if (!found) return { name: text, place: null }
  return { name: text.slice(0, found.index).trim(), place: text.slice(found.index + found[0].length).trim() }
}

export function sidesIn(given: string, hints: Hints): Sides | null {
  const title = spaced(given)
  const found = findWord(title, tokensOf(title), hints)
  if (!found) return null
  const { token, word } = found
  const before = title
    .slice(0, token.start)
    .replace(/[ \-–—:|,(]{1,20}$/, '')
    .trim()
  const { name, place } = withoutPlace(title.slice(token.end).trim())
  if (name === '') return null
  const isAway = word === 'at' || word === 'maybe_at'
  if (before === '' || isDescription(before) || SCORE.test(before))
    return {
      ...{ kind: 'one', opponent: name, venue: isAway ? 'away' : 'home', place },
      about: before === '' ? [] : [before],
    }
  const [home, away] = isAway ? [name, before] : [before, name]
  return { kind: 'two', home, away, word, about: [], place }
}
