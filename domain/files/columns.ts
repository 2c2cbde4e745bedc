/** What a column of a table contains: by its name, by its format's own table, or as a person chose (R19). Pure. */
import type { Vocabulary } from '../vocabulary.ts'
import { COUNTED, list, NAMES } from './column-names.ts'
import { isDay } from './dates.ts'
import { isOtherUnit } from './units.ts'

export const FIELDS = [
  ...(['date', 'time', 'endTime', 'opponent', 'title', 'home', 'away', 'venue', 'isHome'] as const),
  ...([
    'result',
    'score',
    'homeScore',
    'awayScore',
    'ourScore',
    'theirScore',
    'level',
    'sport',
    'status',
  ] as const),
  ...(['type', 'location', 'description', 'person', 'first', 'last', 'uid'] as const),
] as const
export type Field = (typeof FIELDS)[number]
/** A field, the id of the statistic that is counted there, or a column that is not read. */
export type Meaning = Field | 'ignore' | (string & {})
export type Words = Pick<Vocabulary, 'match' | 'matches' | 'hasOpponents'>
export type StatisticName = { id: string; name: string; unitName: string | null }

export const isField = (meaning: Meaning): meaning is Field => (FIELDS as readonly string[]).includes(meaning)

/** `clean_sheet`, `Clean Sheets` and `clean sheet` are one name. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/#/g, 'number')
    .replace(/[^\p{Letter}\p{Number}+]/gu, '')

/** What a campaign calls a match is a title too: "Week", "Week Date" and "Week Time" (R63). */
const ownNames = ({ match, matches }: Words): Partial<Record<Field, readonly string[]>> => {
  const own = [plain(match), plain(matches)].filter((word) => word !== '')
  const behind = (...words: string[]) => own.flatMap((word) => words.map((one) => word + one))
  return { title: behind('', 'name'), date: behind('date', 'day'), time: behind('time') }
}

/** Whether a cell with this name would be the name of a column. */
export function isFieldName(name: string, words: Words): boolean {
  const own = ownNames(words)
  return FIELDS.some((field) => [...NAMES[field], ...(own[field] ?? [])].includes(name))
}

const HOME_OR_AWAY = /^(?:h|a|n|v|home|away|neutral|visitors?|vs\.?|at|@|road|)$/i
const YES_OR_NO = /^(?:0|1|y|n|yes|no|true|false|x|)$/i
const WEEKDAY = /^(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?|)$/i
const CLOCK = /^(?:\d{1,2}(?::\d{2}){0,2}\s*(?:[ap]\.?m?\.?)?|0?\.\d+|t\.?b\.?[ad]\.?|-|)$/i

const RESULT = /\d\s*[-–:]\s*\d|^\(?(?:[wlt]|win|won|loss|lost|tie|tied|draw)(?![a-z])|forfeit/i
const SCORE = /^(?:\d{1,3}\s*[-–—:]\s*\d{1,3}(?:\s*\(.*\))?|)$/
const hasDay = (value: string): boolean => /\d[-/]\d|^[45]\d{4}/.test(value)

const ONLY_VENUES = ['homeaway', 'homeoraway', 'ha', 'hora', 'homevisitor', 'homeawayneutral', 'hva']

/** "Location" may say it, too; of a column that is called "Home/Away", most cells are enough. */
function saysVenues(name: string, values: readonly string[]): boolean {
  const rest = values.filter((value) => !/^(?:home|away|neutral)\b/i.test(value) && !HOME_OR_AWAY.test(value))
  return rest.length === 0 || (ONLY_VENUES.includes(name) && rest.length * 2 <= values.length)
}

/** "#" may number the rows, and "Uniform" may be a color: neither is a player. */
function isCount(name: string, values: readonly string[]): boolean {
  if (name === 'uniform') return values.some((value) => !/^#?\d*$/.test(value))
  if (!['number', 'no'].includes(name)) return false
  const numbers = values.filter((value) => value !== '').map(Number)
  return numbers.length > 0 && numbers.every((one, index) => one === (numbers[0] ?? 0) + index)
}

/** Names that mean one thing or another, by what is written below them. */
function fits(field: Field, values: readonly string[], name: string): boolean {
  const all = (pattern: RegExp): boolean => values.every((value) => pattern.test(value))
  if (field === 'venue') return saysVenues(name, values)
  if (field === 'isHome') return all(YES_OR_NO)
  if (field === 'home' || field === 'away' || field === 'opponent') return !all(YES_OR_NO)
  if (field === 'location') return !all(HOME_OR_AWAY)
  if (field === 'date') return !all(WEEKDAY) && !all(CLOCK)
  if (field === 'time') return !name.startsWith('start') || name === 'starttime' || !values.some(hasDay)
  if (field === 'result') return values.some((value) => RESULT.test(value))
  if (field === 'score') return values.some((value) => value !== '') && all(SCORE)
  if (field === 'ourScore') return !values.some((value) => SCORE.test(value) && value !== '')
  if (field === 'person') return !isCount(name, values)
  if (field === 'title') return !all(/^#?\d*$/)
  return true
}

const singular = (name: string): string => name.replace(/(?<=\w)s$/, '')
const isOneName = (a: string, b: string): boolean => a !== '' && singular(a) === singular(b)

/** The columns in which a statistic may be counted, the plainest first. */
function columnsFor({ name, unitName }: StatisticName): string[] {
  const own = [plain(name), plain(unitName ?? '')].filter((one) => one !== '')
  const alike = COUNTED.filter(([names]) =>
    list(names).some((one) => own.some((mine) => isOneName(mine, one))),
  )
  return [...own, ...alike.flatMap(([names, columns]) => [...list(columns), ...list(names)])]
}

export type Column = { key: string; name: string; values: readonly string[] }
export type Own = { fields?: Readonly<Record<string, Meaning>> | undefined; width?: number }

/** The unit in parentheses: "Distance (km)". */
const unitIn = (name: string): string => plain(/\(([^)]*)\)\s*$/.exec(name)?.[1] ?? '')
const bareName = (name: string): string => plain(name.replace(/\([^)]*\)\s*$/, ''))

function statisticIn(
  { name, values }: Column,
  names: readonly string[],
  wanted: readonly string[],
  statistic: StatisticName,
): number {
  if (values.every((value) => value === '') || isOtherUnit(unitIn(name), statistic)) return -1
  return wanted.findIndex((one) => names.some((mine) => isOneName(mine, one)))
}

/** As chosen by name; otherwise as the format says, by name, and as the values allow. */
export function proposeMeanings(
  columns: readonly Column[],
  statistics: readonly StatisticName[],
  chosen: Readonly<Record<string, Meaning>>,
  words: Words,
  own: Own = {},
): Meaning[] {
  const meanings = columns.map(({ key, name }): Meaning | undefined => {
    if (Object.hasOwn(chosen, key)) return chosen[key]
    const fixed = own.fields?.[plain(name)]
    return plain(name) === '' ? 'ignore' : fixed
  })
  bothScores(columns.slice(0, own.width ?? 0), meanings)
  const isTaken = (meaning: Meaning): boolean => meanings.includes(meaning)
  const names = columns.map(({ name }) => [plain(name), bareName(name)])
  const isFree = (_: Column, index: number): boolean => meanings[index] === undefined
  for (const statistic of statistics) {
    if (isTaken(statistic.id)) continue
    const wanted = columnsFor(statistic)
    const ranked = columns
      .map((column, index) => {
        const named = [...(names[index] ?? []), unitIn(column.name)]
        return { index, rank: isFree(column, index) ? statisticIn(column, named, wanted, statistic) : -1 }
      })
      .filter(({ rank }) => rank >= 0)
    const best = ranked.reduce<(typeof ranked)[number] | null>(
      (a, b) => (a && a.rank <= b.rank ? a : b),
      null,
    )
    if (best) meanings[best.index] = statistic.id
  }
  const also = ownNames(words)
  for (const field of FIELDS) {
    if (isTaken(field)) continue
    const found = [...NAMES[field], ...(also[field] ?? [])]
      .map((name) =>
        columns.findIndex(
          (column, index) =>
            isFree(column, index) && names[index]?.includes(name) && fits(field, column.values, name),
        ),
      )
      .find((index) => index >= 0)
    if (found !== undefined) meanings[found] = field
  }
  besideScore(columns, meanings)
  byValues(columns, meanings)
  byQuestion(columns, meanings, statistics)
  return withoutDoubts(columns, meanings, words).map((meaning) => meaning ?? 'ignore')
}

/** Our score beside theirs says who won, too; one of them alone is a figure like others. */
function bothScores(columns: readonly Column[], meanings: (Meaning | undefined)[]): void {
  const names = columns.map(({ name }) => plain(name))
  const [ours, theirs] = (['ourScore', 'theirScore'] as const).map((field) =>
    NAMES[field]
      .map((name) =>
        columns.findIndex(
          (column, index) =>
            meanings[index] === undefined && names[index] === name && fits('ourScore', column.values, name),
        ),
      )
      .find((index) => index >= 0),
  )
  if (ours === undefined || theirs === undefined) return
  meanings[ours] = 'ourScore'
  meanings[theirs] = 'theirScore'
}

const LETTER = /^\(?(?:w|win|won|l|loss|lost|t|tie|tied|draw)\)?$/i
const written = ({ values }: Column): readonly string[] => values.filter((value) => value !== '')

/** "3-1" under "Result" and "W" under "W/L": the letter is the result, and the score stands beside it. */
function besideScore(columns: readonly Column[], meanings: (Meaning | undefined)[]): void {
  const result = meanings.indexOf('result')
  const score = columns[result]
  if (!score || meanings.includes('score') || !fits('score', score.values, '')) return
  const letter = columns.findIndex(
    (column, index) =>
      meanings[index] === undefined &&
      NAMES.result.includes(plain(column.name)) &&
      written(column).length > 0 &&
      written(column).every((value) => LETTER.test(value)),
  )
  if (letter < 0) return
  meanings[result] = 'score'
  meanings[letter] = 'result'
}

/** The only column with days is the date, whatever it is called; so is a column without a name that says "vs" or "@". */
function byValues(columns: readonly Column[], meanings: (Meaning | undefined)[]): void {
  const only = (is: (column: Column, index: number) => boolean): number => {
    const found = columns.flatMap((column, index) => (is(column, index) ? [index] : []))
    return found.length === 1 ? (found[0] ?? -1) : -1
  }
  const isAll = (column: Column, is: (value: string) => boolean): boolean =>
    written(column).length > 0 && written(column).every(is)
  if (!meanings.includes('date')) {
    const date = only((column, index) => meanings[index] === undefined && isAll(column, isDay))
    if (date >= 0) meanings[date] = 'date'
  }
  if (!meanings.includes('venue') && !meanings.includes('isHome')) {
    const venue = only(({ name, values }) => name === '' && isAll({ key: '', name, values }, isVenue))
    if (venue >= 0) meanings[venue] = 'venue'
  }
}
const isVenue = (value: string): boolean => HOME_OR_AWAY.test(value)

/** A form asks "How many minutes did you read?" and "What is your child's name?". */
function byQuestion(
  columns: readonly Column[],
  meanings: (Meaning | undefined)[],
  statistics: readonly StatisticName[],
): void {
  const asked = columns.map(({ name }) => name.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u))
  const only = (is: (words: readonly string[]) => boolean): number => {
    const found = asked.flatMap((words, index) =>
      meanings[index] === undefined && words.length >= MIN_WORDS && is(words) ? [index] : [],
    )
    return found.length === 1 ? (found[0] ?? -1) : -1
  }
  for (const statistic of statistics) {
    if (meanings.includes(statistic.id)) continue
    const wanted = columnsFor(statistic).filter(({ length }) => length >= MIN_LETTERS)
    const column = only((words) => words.some((word) => wanted.some((one) => isOneName(word, one))))
    if (column >= 0) meanings[column] = statistic.id
  }
  const person = only((words) => words.includes('name') && words.some((word) => PEOPLE.has(word)))
  if (person >= 0 && !meanings.includes('person')) meanings[person] = 'person'
}
const MIN_WORDS = 3
const MIN_LETTERS = 4
const PEOPLE = new Set(list('child student reader kid player swimmer athlete'))

/** With players or children in the rows, a title is a book's and a name is a person's; a league's table has our team beside. */
function withoutDoubts(
  columns: readonly Column[],
  meanings: readonly (Meaning | undefined)[],
  { hasOpponents }: Words,
) {
  const has = (...fields: Field[]): boolean => fields.some((field) => meanings.includes(field))
  const byPerson = has('person', 'first', 'last')
  return meanings.map((meaning, index) => {
    // Without a day, a name is a person's.
    if (meaning === 'title' && !has('date') && plain(columns[index]?.name ?? '') === 'name') return 'person'
    if (meaning === 'title' && byPerson && (has('opponent', 'home') || !hasOpponents) && has('date'))
      return 'ignore'
    if (meaning === 'opponent' && !hasOpponents) return has('title') ? 'ignore' : 'title'
    return meaning
  })
}

/** Why the table cannot be read with these columns; empty if it can. The same in the browser and on the server. */
export function columnProblems(
  columns: readonly { name: string; meaning: Meaning }[],
  statistics: readonly StatisticName[],
  words: Words,
): string[] {
  const names = new Map(statistics.map(({ id, name }) => [id, name]))
  const used = columns.map(({ meaning }) => meaning).filter((meaning) => meaning !== 'ignore')
  const twice = [...new Set(used.filter((one, index) => used.indexOf(one) < index))]
  const has = (...fields: Field[]): boolean => fields.some((field) => used.includes(field))
  const problems = twice.map((meaning) =>
    names.has(meaning)
      ? `Two columns count the same statistic: ${names.get(meaning)}`
      : `Two columns are chosen as the ${labelOf(meaning as Field, words).toLowerCase()}`,
  )
  const counts = used.some((meaning) => names.has(meaning))
  if (!counts && !has('date')) problems.push('Choose the column with the date')
  if (has('date') && !has('opponent', 'title', 'home', 'away', 'person', 'first', 'last'))
    problems.push(`Choose the column with the ${words.hasOpponents ? 'opponent' : words.match}`)
  if (has('home') !== has('away')) problems.push('Choose both columns, of the home team and of the away team')
  return problems
}

/** What a field is called where a person chooses it. */
export const labelOf = (field: Field, { match, hasOpponents }: Words): string =>
  ({
    date: 'Date',
    time: 'Start time',
    endTime: 'End time',
    opponent: 'Opponent',
    title: hasOpponents ? 'Event name' : `Name of the ${match}`,
    home: 'Home team',
    away: 'Away team',
    venue: 'Home or away',
    isHome: 'We are at home (yes or no)',
    result: 'Result',
    score: 'Score of both',
    homeScore: 'Home team’s score',
    awayScore: 'Away team’s score',
    ourScore: 'Our score',
    theirScore: 'Their score',
    level: 'Our team or level',
    sport: 'Sport',
    status: 'Status',
    type: 'Type of event',
    location: 'Location',
    description: 'Description',
    person: 'Player or child',
    first: 'First name',
    last: 'Last name',
    uid: 'The file’s own id',
  })[field]
