/** What a column of a table contains: by its name, by its format's own table, or as a person chose. Pure. */
import { COUNTED, FIELDS, type Field, labelOf, list, namesOf, plain, type Words } from './column-names.ts'
import { isDay } from './dates.ts'
import { isOtherUnit } from './numbers.ts'

/** A field, the id of the statistic that is counted there, or a column that is not read. */
export type Meaning = Field | 'ignore' | (string & {})
export type StatisticName = { id: string; name: string; unitName: string | null }

export const isField = (meaning: Meaning): meaning is Field => (FIELDS as readonly string[]).includes(meaning)

/** What a campaign calls a match is a title too: "Week", "Week Date" and "Week Time". */
function ownNames(field: Field, { match, matches }: Words): string[] {
  const behind = { title: ['', 'name'], date: ['date', 'day'], time: ['time'] }[field as string] ?? []
  const own = [plain(match), plain(matches)].filter((word) => word !== '')
  return own.flatMap((word) => behind.map((one) => word + one))
}

/** Whether a cell with this name would be the name of a column. */
export const isFieldName = (name: string, words: Words): boolean =>
  FIELDS.some((field) => namesOf(field).includes(name) || ownNames(field, words).includes(name))

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
  if (field === 'ourScore' || field === 'theirScore')
    return !values.some((value) => SCORE.test(value) && value !== '')
  if (field === 'person') return !isCount(name, values)
  if (field === 'title') return !all(/^#?\d*$/)
  return true
}

const singular = (name: string): string => name.replace(/(?<=\w)s$/, '')
const isAmong = (name: string, names: readonly string[]): boolean =>
  name !== '' && names.some((one) => singular(one) === singular(name))

/** The columns in which a statistic may be counted, the plainest first. */
function columnsFor({ name, unitName }: StatisticName): string[] {
  const own = [plain(name), plain(unitName ?? '')].filter((one) => one !== '')
  const alike = COUNTED.filter(([names]) => list(names).some((one) => isAmong(one, own)))
  return [...own, ...alike.flatMap(([names, columns]) => [...list(columns), ...list(names)])]
}

export type Column = { key: string; name: string; values: readonly string[] }
/** A column as it is shown: what it was read as, and what its first rows say. */
export type SourceColumn = Column & { meaning: Meaning }

/** Columns that hold what a result says, beside those of the file. */
const SCORES = [
  { key: 'our score', name: 'Our score' },
  { key: 'their score', name: 'Their score' },
  { key: 'win', name: 'Win' },
] as const
export const SCORE_KEYS: readonly string[] = SCORES.map(({ key }) => key)

type Candidate = Column & {
  /** With and without what stands in parentheses behind it. */
  names: readonly string[]
  /** In parentheses: "Distance (km)". */
  unit: string
  /** Cells that are not empty. */
  written: readonly string[]
  meaning: Meaning | undefined
}

type Given = {
  words: Words
  statistics: readonly StatisticName[]
  /** By a column's key: what a person said. */
  chosen: Readonly<Record<string, Meaning>>
  /** By a column's plain name: what the format says. */
  fields?: Readonly<Record<string, Meaning>>
}

/**
 * As chosen; otherwise as the format says, by name, and as the values allow. `figures` are columns that have figures or
 * nothing, such as a scorebook's.
 */
export function readColumns(
  columns: readonly Column[],
  figures: readonly string[],
  given: Given,
): SourceColumn[] {
  const { words, statistics, chosen, fields } = given
  const width = columns.length
  const others = [...SCORES, ...figures.map((name) => ({ key: name, name }))]
  const all = [...columns, ...others.map((one) => ({ ...one, values: ['1'] }))]
  const candidates = all.map((column): Candidate => {
    const [, bare = '', unit = ''] = /^(.*?)(?:\(([^)]*)\)\s*)?$/s.exec(column.name) ?? []
    const name = plain(column.name)
    const known = name === '' ? 'ignore' : fields?.[name]
    return {
      ...column,
      names: [name, plain(bare)],
      unit: plain(unit),
      written: column.values.filter((value) => value !== ''),
      meaning: Object.hasOwn(chosen, column.key) ? chosen[column.key] : known,
    }
  })
  const proposal = new Proposal(candidates)
  proposal.bothScores(width)
  for (const statistic of statistics) proposal.statistic(statistic)
  for (const field of FIELDS) proposal.field(field, [...namesOf(field), ...ownNames(field, words)])
  proposal.besideScore()
  proposal.byValues()
  proposal.byQuestion(statistics)
  const meanings = proposal.withoutDoubts(words)
  return all.map((column, index): SourceColumn => {
    const meaning = meanings[index] ?? 'ignore'
    return { ...column, meaning: index >= width && isField(meaning) ? 'ignore' : meaning }
  })
}

const LETTER = /^\(?(?:w|win|won|l|loss|lost|t|tie|tied|draw)\)?$/i
const MIN_WORDS = 3
const MIN_LETTERS = 4
const PEOPLE = list('child student reader kid player swimmer athlete')

/** What the columns mean, as it is settled one by one. */
class Proposal {
  readonly #columns: readonly Candidate[]

  constructor(columns: readonly Candidate[]) {
    this.#columns = columns
  }

  #has(...meanings: Meaning[]): boolean {
    return this.#columns.some(({ meaning }) => meaning !== undefined && meanings.includes(meaning))
  }

  /** Of the columns without a meaning, the first with one of these names, the plainest name first. */
  #free(names: readonly string[], is: (column: Candidate, name: string) => boolean): Candidate | undefined {
    const free = this.#columns.filter(({ meaning }) => meaning === undefined)
    return names.map((name) => free.find((column) => is(column, name))).find(Boolean)
  }

  #settle(meaning: Meaning, column: Candidate | undefined): void {
    if (column && !this.#has(meaning)) column.meaning = meaning
  }

  /** The only one of which it is true. */
  #only(is: (column: Candidate) => boolean): Candidate | undefined {
    const found = this.#columns.filter(is)
    return found.length === 1 ? found[0] : undefined
  }

  /** Our score beside theirs says who won, too; one of them alone is a figure like others. */
  bothScores(width: number): void {
    const ofFile = this.#columns.slice(0, width)
    const [ours, theirs] = (['ourScore', 'theirScore'] as const).map((field) =>
      this.#free(
        namesOf(field),
        (column, name) =>
          ofFile.includes(column) && column.names[0] === name && fits(field, column.values, name),
      ),
    )
    if (!ours || !theirs) return
    ours.meaning = 'ourScore'
    theirs.meaning = 'theirScore'
  }

  statistic(statistic: StatisticName): void {
    const found = this.#free(
      columnsFor(statistic),
      ({ names, unit, written }, name) =>
        written.length > 0 && isAmong(name, [...names, unit]) && !isOtherUnit(unit, statistic),
    )
    this.#settle(statistic.id, found)
  }

  field(field: Field, names: readonly string[]): void {
    const is = (column: Candidate, name: string) =>
      column.names.includes(name) && fits(field, column.values, name)
    this.#settle(field, this.#free(names, is))
  }

  /** "3-1" under "Result" and "W" under "W/L": the letter is the result, and the score stands beside it. */
  besideScore(): void {
    const score = this.#columns.find(({ meaning }) => meaning === 'result')
    if (!score || this.#has('score') || !fits('score', score.values, '')) return
    const letter = this.#columns.find(
      ({ meaning, names: [name = ''], written }) =>
        meaning === undefined &&
        namesOf('result').includes(name) &&
        written.length > 0 &&
        written.every((value) => LETTER.test(value)),
    )
    if (letter) [score.meaning, letter.meaning] = ['score', 'result']
  }

  /** The only column with days is the date, whatever it is called; so is a column without a name that says "vs" or "@". */
  byValues(): void {
    const isAll = ({ written }: Candidate, is: (value: string) => boolean): boolean =>
      written.length > 0 && written.every(is)
    const date = this.#only((column) => column.meaning === undefined && isAll(column, isDay))
    this.#settle('date', date)
    const isVenue = (value: string): boolean => HOME_OR_AWAY.test(value)
    const venue = this.#only((column) => column.name === '' && isAll(column, isVenue))
    if (!this.#has('isHome')) this.#settle('venue', venue)
  }

  /** A form asks "How many minutes did you read?" and "What is your child's name?". */
  byQuestion(statistics: readonly StatisticName[]): void {
    const asks = (is: (words: readonly string[]) => boolean): Candidate | undefined =>
      this.#only(({ name, meaning }) => {
        const words = name.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u)
        return meaning === undefined && words.length >= MIN_WORDS && is(words)
      })
    for (const statistic of statistics) {
      const wanted = columnsFor(statistic).filter(({ length }) => length >= MIN_LETTERS)
      const column = asks((words) => words.some((word) => isAmong(word, wanted)))
      this.#settle(statistic.id, column)
    }
    const person = asks((words) => words.includes('name') && PEOPLE.some((one) => words.includes(one)))
    this.#settle('person', person)
  }

  /** With players or children in the rows, a title is a book's and a name is a person's; a league's table has our team beside. */
  withoutDoubts({ hasOpponents }: Words): Meaning[] {
    const byPerson = this.#has('person', 'first', 'last')
    return this.#columns.map(({ meaning = 'ignore', names: [name] }) => {
      // Without a day, a name is a person's.
      if (meaning === 'title' && !this.#has('date')) return name === 'name' ? 'person' : meaning
      if (meaning === 'title' && byPerson && (!hasOpponents || this.#has('opponent', 'home'))) return 'ignore'
      if (meaning === 'opponent' && !hasOpponents) return this.#has('title') ? 'ignore' : 'title'
      return meaning
    })
  }
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
