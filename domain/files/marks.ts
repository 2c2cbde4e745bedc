/** What stands around a name in a title or a cell: "(CANCELED)", "*", "(A)", "Game:". Pure. */
import type { EventType, Venue } from './file.ts'
import { ageIn, isDescription, wordsOf } from './title-vocabulary.ts'

export type Status = 'planned' | 'called_off' | 'forfeit' | 'unclear'

/** A longer title is not looked into. */
export const LONGEST_TITLE = 300

const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu
const CONTROL = /\p{Control}/gu

/** In one line, without what cannot be seen. */
export const cleanText = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').replace(CONTROL, '').replace(/ {2,}/g, ' ').trim()

/** A cell that a spreadsheet would run; "@ Bay" and "@Bay" are away games. */
export const isFormula = (text: string): boolean =>
  /^[=+\-\p{Control}]/u.test(text) || /^@[a-z.\d]+\(/i.test(text)

const OFF = 'cancell?ed|postponed|ppd|rain(?:ed)?[ -]?out|snow(?:ed)?[ -]?out|called off|weathered out'
/** The row may be of the old day or of the new one. */
const IN_DOUBT = 'rescheduled|suspended|delayed'
const CALLED_OFF = new RegExp(`^(?:game )?(?:${OFF}|cancel|cancell?ation|deleted|no contest)\\b`, 'i')
const FORFEIT = /^(?:ff|ffw|ffl|forfeit(?:ed|ure)?|[wl],? \(?forfeit\)?)$/i
const PLANNED = new Set(
  (
    'normal confirmed scheduled tentative unscheduled active complete completed final played official closed upcoming ' +
    'published accepted approved assigned unassigned yes ok'
  ).split(' '),
)

/** What a column or a calendar's STATUS says; empty is planned. */
export function statusOf(text: string): Status {
  const plain = text.replace(/[.*!]/g, '').trim()
  if (plain === '' || PLANNED.has(plain.toLowerCase()) || /^final\b/i.test(plain)) return 'planned'
  if (CALLED_OFF.test(plain)) return 'called_off'
  return FORFEIT.test(plain) ? 'forfeit' : 'unclear'
}

/** A text without its marks, and what they said. */
export type Marked = {
  text: string
  status: Status | null
  /** The word that says so. */
  said: string
  venue: Venue | null
  /** "Varsity Football" of "Cove - Varsity Football": more about the game. */
  about: string[]
}

const VENUES: ReadonlyMap<string, Venue> = new Map(
  Object.entries({
    a: 'away',
    away: 'away',
    visitor: 'away',
    h: 'home',
    home: 'home',
    n: 'neutral',
    neutral: 'neutral',
  } as const),
)
const FOOTNOTE = /[*†‡#^\u00b9\u00b2\u00b3\u2070\u2074-\u2079]$/u
const BEHIND = new RegExp(
  `(?:^|[ \\-–—:|,*/])(?:game )?(${OFF}|forfeit(?:ed)?|no contest|${IN_DOUBT})(?: ?[-–—:/(]? ?(?:rain|weather|lightning|snow|heat)\\)?)?[*!.]*$`,
  'i',
)
const BEFORE = new RegExp(
  `^[*([]{0,3}(?:game |match )?(${OFF}|${IN_DOUBT})(?:[*)\\]]{0,3} ?[:\\-–—|]+|[*)\\]]{1,3}|(?= ))`,
  'i',
)
const SCORE_BEHIND = / [wltd],? ?\d{1,3} ?[-–] ?\d{1,3}$/i
const TIME_BEHIND = /[ ,]{1,2}(?:[-–@] ?)?\d{1,2}(?::\d{2})? ?[ap]\.?m\.?$/i
const IN_BRACKETS = /[([]([^()[\]]{1,60})[)\]]$/
const IN_FRONT = /^[([]([^()[\]]{1,60})[)\]] ?(?=\S)/
const AS_SEPARATE = / [-–—|] ([^-–—|]{1,60})$/
/** "(W 3-1)": the score belongs to the result, not to the name. */
const SCORE = /^(?:[wltd],? ?)?\d{1,3} ?[-–:] ?\d{1,3}\b/i
const SIGNS = '-–—:|,*/ '

function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && SIGNS.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** What words in brackets say; null where they belong to the name, as in "Bay (WA)". */
function inBrackets(words: string): Partial<Marked> | null {
  const text = words.trim()
  const status = statusOf(text)
  if (status === 'called_off' || status === 'forfeit') return { status }
  if (new RegExp(`^(?:${IN_DOUBT})\\b`, 'i').test(text)) return { status, said: text }
  const venue = VENUES.get(text.toLowerCase())
  if (venue) return { venue }
  if (/^(?:dh|tbd|tba)$/i.test(text) || SCORE.test(text)) return {}
  const isGame = /^(?:game|gm|g|match) ?#?\d{1,2}$/i.test(text)
  return !isGame && isDescription(text) ? { about: [text] } : null
}

type Step = { text: string } & Partial<Omit<Marked, 'text'>>

/** One mark less; null where there is none. */
function step(text: string): Step | null {
  const before = BEFORE.exec(text)
  if (before) {
    const [sign, said = ''] = before
    return { text: text.slice(sign.length).trim(), status: statusOf(said), said }
  }
  if (FOOTNOTE.test(text)) return { text: text.slice(0, -1).trim() }
  const behind = BEHIND.exec(text)
  if (behind) {
    const said = behind[1] ?? ''
    return { text: trimEnd(text.slice(0, behind.index)), status: statusOf(said), said }
  }
  const time = TIME_BEHIND.exec(text) ?? SCORE_BEHIND.exec(text)
  if (time) return { text: trimEnd(text.slice(0, time.index)), about: [] }
  if (/ FF$/.test(text)) return { text: trimEnd(text.slice(0, -3)), status: 'forfeit' }
  const bracket = IN_BRACKETS.exec(text)
  const said = bracket && inBrackets(bracket[1] ?? '')
  if (bracket && said) return { text: trimEnd(text.slice(0, bracket.index)), ...said }
  const separate = AS_SEPARATE.exec(text)
  if (separate && isDescription(separate[1] ?? '') && !/^\W*\d+\W*$/.test(separate[1] ?? ''))
    return { text: trimEnd(text.slice(0, separate.index)), about: [separate[1] ?? ''] }
  const front = IN_FRONT.exec(text)
  const first = front && inBrackets(front[1] ?? '')
  return front && first ? { text: text.slice(front[0].length), ...first } : null
}

const MOST_MARKS = 8

/** With `keepsAbout`, what describes the game stays where it is: in a title that is shown. */
export function withoutMarks(given: string, keepsAbout = false): Marked {
  const marked: Marked = { text: given, status: null, said: '', venue: null, about: [] }
  for (let count = 0; count < MOST_MARKS; count += 1) {
    const less = step(marked.text)
    if (!less || (keepsAbout && less.about)) break
    marked.text = less.text
    if (marked.status === null && less.status)
      Object.assign(marked, { status: less.status, said: less.said ?? '' })
    marked.venue ??= less.venue ?? null
    marked.about.push(...(less.about ?? []))
  }
  return marked
}

const KIND =
  /^(game|match|event|scrimmage|practice|training|tournament|meeting|other) ?(?:[#\d]{1,4} ?)?: ?(?=\S)/i
const TYPES: Record<string, EventType | null> = {
  game: 'game',
  match: 'game',
  scrimmage: 'practice',
  practice: 'practice',
  training: 'practice',
  tournament: 'tournament',
  meeting: 'other',
  other: 'other',
  event: null,
}

/** "Game:" and others in front of a title. */
export function withoutKind(title: string): { text: string; kind: EventType | null } {
  const [prefix, word = ''] = KIND.exec(title) ?? []
  if (prefix === undefined) return { text: title, kind: null }
  return { text: title.slice(prefix.length), kind: TYPES[word.toLowerCase()] ?? null }
}

/** "Girls Varsity: Harbor vs Cove": what stands before the colon may say which game it is. */
export function withoutHeading(title: string): { text: string; about: string[] } {
  const at = title.indexOf(': ')
  const heading = title.slice(0, Math.max(0, at))
  return at > 0 && isDescription(heading)
    ? { text: title.slice(at + 2).trim(), about: [heading] }
    : { text: title, about: [] }
}

/** "U10B-07 Reef" is Reef. */
export function withoutCode(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  const others = rest.join(' ')
  const isCode = ageIn(wordsOf(first)[0] ?? '') !== null && wordsOf(first).length === 1
  return isCode && others !== '' && !isDescription(others) ? withoutCode(others) : name
}

const NO_GAME = /^(?:bye|bye ?week|open|open (?:date|week)|no (?:game|match|opponent)|off|idle|-+|–|—)$/i
const NOT_YET =
  /^(?:tb[adc]|to be (?:determined|announced)|opponent tb[ad]|tb[ad] opponent|unknown|\?+|(?:winner|loser) (?!high|hs\b|school).*)$/i

/** "Away game", "HOME". */
export function venueIn(about: readonly string[]): Venue | null {
  const word = about.flatMap(wordsOf).find((one) => one === 'home' || one === 'away' || one === 'neutral')
  return (word as Venue | undefined) ?? null
}

/** A name that is none: nobody plays, or nobody knows yet who. */
export function nobodyIn(name: string): 'no_game' | 'unknown' | null {
  const text = name.trim()
  if (NO_GAME.test(text)) return 'no_game'
  return NOT_YET.test(text) ? 'unknown' : null
}
