/** What each column of a season's file contains: proposed by name, changed by the person importing it (R19). Pure. */
import { SPORT, type Vocabulary } from './vocabulary.ts'

const FIXED_COLUMNS = ['date', 'time', 'opponent', 'venue'] as const
export type FixedColumn = (typeof FIXED_COLUMNS)[number]
/** A fixed column, the id of the statistic that is counted there, or a column that is not read. */
export type Meaning = FixedColumn | 'ignore' | (string & {})
/** What the campaign calls what it counts (R63). */
export type Words = Pick<Vocabulary, 'match' | 'matches' | 'hasOpponents'>
type StatisticName = { id: string; name: string; unitName: string | null }

/** Names that coaches use. The first is the name itself, and takes precedence. */
const CALLED: Record<FixedColumn, readonly string[]> = {
  date: ['date', 'day', 'gameday', 'matchday', 'gamedate', 'matchdate', 'eventdate'],
  time: ['time', 'kickoff', 'start', 'starttime', 'gametime', 'tipoff', 'firstpitch'],
  opponent: ['opponent', 'opposition', 'versus', 'vs', 'against', 'opposingteam', 'otherteam', 'team'],
  venue: ['venue', 'homeaway', 'homeoraway', 'ha', 'where', 'site'],
}

/** `clean_sheet`, `Clean Sheets` and `clean sheet` are one name. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/s$/, '')

/**
 * A reading challenge has a column "Week" or "Book", and none for an opponent: what its campaign calls a match is accepted
 * after the names above, also with "date", "day" or "time" behind it (R63).
 */
const calledBy = ({ match, matches, hasOpponents }: Words, fixed: FixedColumn): readonly string[] => {
  const own = [match, matches]
  if (fixed === 'date') return own.flatMap((word) => [`${word} date`, `${word} day`])
  if (fixed === 'time') return own.map((word) => `${word} time`)
  if (fixed === 'venue' || hasOpponents) return []
  return [...own, ...own.map((word) => `${word} name`), 'name', 'title', 'event']
}

const isFixed = (meaning: Meaning): meaning is FixedColumn =>
  (FIXED_COLUMNS as readonly string[]).includes(meaning)

const statisticCalled = (header: string, statistics: readonly StatisticName[]): string | undefined =>
  statistics.find(({ name, unitName }) => [name, unitName ?? ''].some((one) => plain(one) === plain(header)))
    ?.id

/** As chosen by header; otherwise by name, where no other column has that name more plainly. */
export function proposeMeanings(
  headers: readonly string[],
  statistics: readonly StatisticName[],
  chosen: Readonly<Record<string, Meaning>> = {},
  words: Words = SPORT,
): Meaning[] {
  const chosenFor = (header: string) => (Object.hasOwn(chosen, header) ? chosen[header] : undefined)
  const meanings = headers.map((header): Meaning | undefined =>
    plain(header) === '' ? 'ignore' : (chosenFor(header) ?? statisticCalled(header, statistics)),
  )
  for (const fixed of FIXED_COLUMNS) {
    if (meanings.includes(fixed)) continue
    const called = [...CALLED[fixed], ...calledBy(words, fixed)].map((name) =>
      headers.findIndex((header, index) => meanings[index] === undefined && plain(header) === plain(name)),
    )
    const index = called.find((found) => found >= 0)
    if (index !== undefined) meanings[index] = fixed
  }
  return meanings.map((meaning) => meaning ?? 'ignore')
}

/** Why the file cannot be read with these columns; empty if it can. The same in the browser and on the server. */
export function columnProblems(
  headers: readonly string[],
  meanings: readonly Meaning[],
  statistics: readonly StatisticName[],
  words: Words = SPORT,
): string[] {
  const said = (fixed: string): string => (fixed === 'opponent' && !words.hasOpponents ? words.match : fixed)
  const repeated = (all: readonly string[]): string[] => [
    ...new Set(all.filter((one, index) => all.indexOf(one) < index)),
  ]
  const names = new Map(statistics.map(({ id, name }) => [id, name]))
  const counted = meanings.filter((meaning) => names.has(meaning))
  const problems = ['date', 'opponent']
    .filter((needed) => !meanings.includes(needed))
    .map((needed) => `No column is matched to the ${said(needed)}`)
  if (counted.length === 0) problems.push('No column is matched to a statistic of this campaign')
  const used = headers.filter((header) => header !== '').map((header) => header.toLowerCase())
  for (const header of repeated(used)) problems.push(`Two columns have the name "${header.slice(0, 40)}"`)
  for (const fixed of repeated(meanings.filter(isFixed)))
    problems.push(`Two columns are matched to the ${said(fixed)}`)
  for (const id of repeated(counted)) problems.push(`Two columns count the same statistic: ${names.get(id)}`)
  return problems
}
