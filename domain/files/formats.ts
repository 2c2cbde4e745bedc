/** What a file is comes first, by its content: the programs whose tables are known, and their columns. Pure. */
import type { Line } from './cells.ts'
import { list, plain } from './column-names.ts'
import type { Meaning } from './columns.ts'
import type { Place } from './file.ts'

export type Format = {
  id: string
  /** "GameChanger, statistics of a season by player": what a person is told the file is. */
  name: string
  place: Place
  /** Which of the first lines has the names of the columns; -1: it is another format. */
  headerAt: (lines: readonly Line[]) => number
  /** By the plain name of a column: what it means. Others are found by name. */
  fields?: Readonly<Record<string, Meaning>>
  /** The line above the header names groups of columns: "Batting" before "H". */
  hasGroups?: boolean
  /** A file of this format is not read: what to export instead. */
  instead?: string
}

const LOOKED_AT = 12

/** The first line that has all of these columns, or all of others that the program writes. */
const withColumns =
  (...ways: readonly string[]) =>
  (lines: readonly Line[]): number =>
    lines.slice(0, LOOKED_AT).findIndex(({ cells }) => {
      const names = new Set(cells.map(plain))
      return ways.some((way) => list(way).every((name) => names.has(name)))
    })
const ifFirst =
  (is: (first: readonly string[], second: readonly string[]) => boolean, header = 0) =>
  ([first, second]: readonly Line[]): number =>
    is(first?.cells ?? [], second?.cells ?? []) ? header : -1

const ignored = (names: string): Record<string, Meaning> =>
  Object.fromEntries(list(names).map((name) => [name, 'ignore']))

const SUPPLIER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const BANKS = ['date,description,amount', 'date,description,credit,debit', 'date,description,debit,credit']
const OWN = /^(?:starts|ends) \((.+)\)$/i
/** "Starts (America/New_York)": how this program's own file of events names a day with its time, and in which zone. */
export const zoneInName = (name: string): string | null => OWN.exec(name.trim())?.[1] ?? null

/** The most particular first. */
const FORMATS: readonly Format[] = [
  {
    // Groups in the first line, names in the second, one row for each player, totals, and a glossary at the end.
    id: 'gamechanger',
    name: 'GameChanger, statistics of a season by player',
    place: 'season',
    hasGroups: true,
    headerAt: (lines) =>
      lines.slice(0, 4).findIndex(({ cells }) => {
        const names = cells.map(plain)
        return names.join(' ').startsWith('number last first') && names.includes('gp')
      }),
    fields: { number: 'person', last: 'last', first: 'first' },
  },
  {
    // The supplier's id in the first line, pipes between cells, one row for each player of one game.
    id: 'maxpreps',
    name: 'MaxPreps, statistics of one game by player',
    place: 'season',
    headerAt: ifFirst(([id = ''], [name = '']) => SUPPLIER.test(id) && /^jersey/i.test(name), 1),
    fields: { jersey: 'person', jerseynumber: 'person' },
  },
  {
    id: 'sportsengine-schedule',
    name: 'SportsEngine, schedule of a season',
    place: 'season',
    headerAt: withColumns('date hometeam awayteam hometeamscore awayteamscore'),
    fields: { duration: 'ignore', divisionname: 'level' },
  },
  {
    // What SportsEngine accepts as an upload: whether we are at home is a figure of its own.
    id: 'sportsengine-upload',
    name: 'SportsEngine, schedule for upload',
    place: 'season',
    headerAt: withColumns('startdate starttime title eventtype team1ishome'),
    fields: {
      startdate: 'date',
      starttime: 'time',
      endtime: 'endTime',
      title: 'title',
      eventtype: 'type',
      team2name: 'opponent',
      team1ishome: 'isHome',
      eventid: 'uid',
      location: 'location',
      ...ignored('enddate customopponent team1id team2id team1divisionid team2divisionid'),
      ...ignored('tags alldayevent locationurl'),
    },
  },
  {
    // A school's schedule, with all its levels. The number of a game is not its name.
    id: 'arbiter',
    name: 'Arbiter, schedule of a school',
    place: 'season',
    headerAt: withColumns('gamenumber date level home away'),
    fields: { ...ignored('gamenumber billto subsite'), site: 'location', level: 'level' },
  },
  {
    id: 'teamsnap',
    name: 'TeamSnap, schedule of a team',
    place: 'season',
    headerAt: withColumns('date time opponentname locationname'),
    fields: ignored('arrivaltime uniform durationhhmm locationdetails'),
  },
  {
    id: 'own-events',
    name: 'Events of this site',
    place: 'season',
    headerAt: ifFirst((names) => names.some((name) => zoneInName(name) !== null)),
  },
  {
    // One row for each time that a child read. Books, parents and teachers are not read: only how much, and by how many.
    id: 'reading-log',
    name: 'Reading log, by child',
    place: 'season',
    headerAt: withColumns('date firstname minutes', 'date student minutes', 'date firstname pages'),
    fields: {
      ...ignored('title booktitle book author class grade teacher parentemail email'),
      studentid: 'person',
    },
  },
  {
    id: 'hytek',
    name: 'HY-TEK, results of a meet',
    place: 'season',
    headerAt: ifFirst((first) => first[0] === 'H' && first.some((cell) => /hy-?tek/i.test(cell))),
    instead:
      'It has places and times, and nothing to count. Make a table with one row for each meet, with its date, its name and what your campaign counts, such as points or personal bests.',
  },
  {
    id: 'bank',
    name: 'Transactions of a bank account',
    place: 'money',
    headerAt: ifFirst((names) => BANKS.includes(names.map(plain).join(','))),
    instead: 'It belongs to the provider’s books, and has nothing about the season.',
  },
  {
    id: 'oneroster',
    name: 'OneRoster, a school’s roster',
    place: 'rosters',
    headerAt: withColumns('sourcedid status datelastmodified'),
    instead: 'Rosters are not read here, and nothing of it was stored.',
  },
  {
    id: 'contacts',
    name: 'Contacts',
    place: 'people',
    headerAt: withColumns('email1value', 'firstname lastname emailaddress', 'name givenname familyname'),
    instead: 'To invite these people, choose the file under Ambassadors, "Invite many".',
  },
]

export function formatOf(lines: readonly Line[]): { format: Format; header: number } | null {
  const found = FORMATS.map((format) => ({ format, header: format.headerAt(lines) }))
  return found.find(({ header }) => header >= 0) ?? null
}

/** A table of a kind that no program is known for. */
export const OTHER: Format = { id: 'table', name: 'Table', place: 'season', headerAt: () => -1 }

/** Names of columns are words; a row of a table has figures or dates. */
const looksLikeNames = ({ cells }: Line): boolean =>
  cells.filter((cell) => /\p{Letter}/u.test(cell) || /^#$|\d(?:B|PT)$/i.test(cell)).length >=
  Math.max(2, cells.length / 2)

/** Where the header of another table seems to be: the line whose cells are most often names of columns. -1: none is. */
export function likelyHeader(lines: readonly Line[], isName: (plainName: string) => boolean): number {
  const scores = lines
    .slice(0, LOOKED_AT)
    .map(({ cells }) => cells.filter((cell) => isName(plain(cell))).length)
  const most = Math.max(0, ...scores)
  const best = scores.indexOf(most)
  const line = lines[best]
  // A form's questions are no known names, but no row has so many words.
  const isSure = most > 0 && line && (most >= 2 || line.cells.length === 1 || looksLikeNames(line))
  return isSure ? best : -1
}
