/** What a column of a table contains: by its name, by its format's own table, or as a person chose (R19). Pure. */
import type { Vocabulary } from '../vocabulary.ts'

export const FIELDS = [
  ...(['date', 'time', 'endTime', 'opponent', 'title', 'home', 'away', 'venue', 'isHome'] as const),
  ...(['result', 'homeScore', 'awayScore', 'ourScore', 'theirScore', 'level', 'sport', 'status'] as const),
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

const list = (words: string): readonly string[] => words.split(' ')

/** Names that coaches, leagues and programs use. What stands first is the plainer name. */
const NAMES: Record<Field, readonly string[]> = {
  date: list(
    'date day gamedate matchdate eventdate startdate playdate dateplayed datetime gameday matchday when start starts',
  ),
  time: list(
    'time starttime gametime matchtime eventtime kickoff tipoff firstpitch start startsat timelocal begintime',
  ),
  endTime: list('endtime finishtime end finish ends until'),
  opponent: list(
    'opponent opponents opponentname opposition opposingteam otherteam versus vs against team2name rival opp',
  ),
  title: list(
    'event eventname name title summary subject game match matchup gamename description2 fixture matchname',
  ),
  home: list('hometeam home hometeamname homename homeschool homeclub host'),
  away: list(
    'awayteam away awayteamname visitor visitors visitingteam visitorteam awayname guest guestteam guests road roadteam awayschool awayclub visitingschool',
  ),
  venue: list('homeaway homeoraway ha homevisitor venue homeawayneutral hva where site locationtype'),
  isHome: list('team1ishome ishome homegame homeflag hometeamflag'),
  result: list(
    'result results outcome wl winloss wlt finalscore score resultscore winlosstie gameresult final',
  ),
  homeScore: list('hometeamscore homescore homegoals homepoints homeruns scorehome homefinal'),
  awayScore: list(
    'awayteamscore awayscore awaygoals awaypoints awayruns visitorscore scoreaway guestscore visitingscore awayfinal',
  ),
  ourScore: list('ourscore teamscore scorefor us myscore ourgoals score'),
  theirScore: list(
    'opponentscore oppscore theirscore scoreagainst them opponentsscore opposingscore theirgoals',
  ),
  level: list(
    'level teamlevel gamelevel squad division divisionname agegroup agedivision grade ownteam team teamname',
  ),
  sport: list('sport activity'),
  status: list('status gamestatus eventstatus matchstatus state'),
  type: list('type eventtype kind gametype category activitytype'),
  location: list(
    'location place facility locationname fieldname gym stadium court rink park address where site venue field facilityname venuename',
  ),
  description: list('description notes note comments details comment remarks'),
  person: list(
    'player playername athlete athletename student studentname child childname reader participant swimmer runner member fullname studentid playerid jersey jerseynumber uniform number no',
  ),
  first: list('first firstname givenname studentfirstname studentfirst playerfirstname forename'),
  last: list('last lastname surname familyname studentlastname studentlast playerlastname'),
  uid: list('uid eventid'),
}

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
const CLOCK = /^(?:\d{1,2}(?::\d{2}){0,2}\s*(?:[ap]\.?m?\.?)?|tb[ad]|)$/i

/** Names that mean one thing or another, by what is written below them. */
function fits(field: Field, values: readonly string[]): boolean {
  const all = (pattern: RegExp): boolean => values.every((value) => pattern.test(value))
  if (field === 'venue') return all(HOME_OR_AWAY)
  if (field === 'isHome') return all(YES_OR_NO)
  if (field === 'home' || field === 'away' || field === 'opponent') return !all(YES_OR_NO)
  if (field === 'location') return !all(HOME_OR_AWAY)
  if (field === 'date') return !all(WEEKDAY) && !all(CLOCK)
  if (field === 'time')
    return all(CLOCK) || values.some((value) => /\d:\d/.test(value) && !/\d[-/]\d/.test(value))
  if (field === 'result') return values.some((value) => /\d\s*[-–:]\s*\d|^\(?[wlt]\b|forfeit/i.test(value))
  if (field === 'title') return !all(/^#?\d*$/)
  return true
}

/**
 * What the same thing is called in columns and in statistics. The first column that is there is proposed; a group such as
 * "Batting" stands before the abbreviation.
 */
const COUNTED: readonly (readonly [statistic: string, columns: string])[] = [
  ['goals goalsscored goal goalsfor', 'goals goal g gls goalsscored goalsfor gf totalgoals ourscore'],
  ['goalsagainst goalsallowed goalsconceded', 'goalsagainst ga goalsallowed goalsconceded theirscore'],
  ['assists assist', 'assists a ast assist assts'],
  ['shots', 'shots sh totalshots'],
  ['saves save goalkeepersaves', 'saves sv save sav'],
  ['points point pointsscored pointsfor', 'totalpoints points pts tp pointsscored pf pointsfor ourscore'],
  ['pointsagainst pointsallowed', 'pointsagainst pa pointsallowed theirscore'],
  ['touchdowns touchdown tds td', 'totaltdnum touchdowns td tds totaltds totaltouchdowns'],
  ['rushingyards yardsrushed', 'rushingyards rushyds rushyards'],
  ['passingyards', 'passingyards passyds passyards'],
  ['receivingyards', 'receivingyards recyds recyards'],
  ['sacks sack', 'sacks sack sck totalsacks'],
  ['tackles tackle', 'tackles tackle tkl totaltackles'],
  ['interceptions', 'interceptions int ints'],
  ['hits hit basehits', 'battingh hits h'],
  ['homeruns homerun homers', 'battinghr homeruns hr'],
  ['runs run runsscored', 'battingr runs r runsscored ourscore'],
  ['rbis rbi runsbattedin', 'battingrbi rbi rbis'],
  ['doubles double', 'batting2b doubles 2b'],
  ['triples triple', 'batting3b triples 3b'],
  ['stolenbases stolenbase steals', 'battingsb stolenbases sb'],
  ['walks walk', 'battingbb walks bb'],
  ['strikeouts strikeout ks pitchingstrikeouts', 'pitchingso strikeouts k ks so'],
  ['innings inning inningspitched', 'pitchingip innings ip inningspitched'],
  ['rebounds rebound', 'rebounds treb reb trb totalrebounds'],
  ['steals steal', 'steals stl'],
  ['blocks block blockedshots', 'blocks blk blockedshots'],
  ['threepointers 3pointers threes threepointersmade 3pointersmade', 'fgm3 3pm 3ptm threepointers 3fgm 3pt'],
  ['freethrows freethrowsmade', 'ftm freethrows freethrowsmade'],
  ['fieldgoals fieldgoalsmade baskets', 'fgm fieldgoals fieldgoalsmade'],
  ['kills kill', 'kills kill k'],
  ['aces ace serviceaces', 'aces ace sa serviceaces'],
  ['digs dig', 'digs dig'],
  ['pins pin falls', 'pins pin falls'],
  ['wins win victories gameswon matcheswon', 'wins win w'],
  ['cleansheets cleansheet shutouts shutout', 'cleansheets shutouts cs sho'],
  ['books book booksread', 'books book booksread numberofbooks ofbooks titlesread'],
  ['pages page pagesread', 'pages page pagesread numberofpages'],
  [
    'minutes minute minutesread readingminutes',
    'minutes minute minutesread mins min totalminutes readingminutes',
  ],
  ['hours hour', 'hours hour hrs totalhours'],
  ['laps lap', 'laps lap totallaps'],
  ['miles mile', 'miles mile mi distancemiles distance'],
  ['kilometers kilometer km', 'kilometers km distancekm distance'],
  ['yards yard', 'yards yards totalyards'],
]

const singular = (name: string): string => name.replace(/(?<=\w)s$/, '')
const isOneName = (a: string, b: string): boolean => a !== '' && singular(a) === singular(b)

/** The columns in which a statistic may be counted, the plainest first. */
function columnsFor({ name, unitName }: StatisticName): string[] {
  const own = [plain(name), plain(unitName ?? '')].filter((one) => one !== '')
  const alike = COUNTED.filter(([names]) =>
    list(names).some((one) => own.some((mine) => isOneName(mine, one))),
  )
  return [...own, ...alike.flatMap(([, columns]) => list(columns))]
}

export type Column = { key: string; name: string; values: readonly string[] }
export type Own = { fields?: Readonly<Record<string, Meaning>> | undefined; isByPerson?: boolean }

/** The unit in parentheses: "Distance (km)". */
const unitIn = (name: string): string => plain(/\(([^)]*)\)\s*$/.exec(name)?.[1] ?? '')
const bareName = (name: string): string => plain(name.replace(/\([^)]*\)\s*$/, ''))

function statisticIn({ name, values }: Column, statistic: StatisticName): number {
  if (values.every((value) => value === '')) return -1
  const names = [plain(name), bareName(name), unitIn(name)]
  return columnsFor(statistic).findIndex((one) => names.some((mine) => isOneName(mine, one)))
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
  const isTaken = (meaning: Meaning): boolean => meanings.includes(meaning)
  const isFree = (_: Column, index: number): boolean => meanings[index] === undefined
  for (const statistic of statistics) {
    if (isTaken(statistic.id)) continue
    const ranked = columns
      .map((column, index) => ({ index, rank: isFree(column, index) ? statisticIn(column, statistic) : -1 }))
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
    const names = [...NAMES[field], ...(also[field] ?? [])]
    const found = names
      .map((name) =>
        columns.findIndex(
          (column, index) =>
            isFree(column, index) &&
            [plain(column.name), bareName(column.name)].includes(name) &&
            fits(field, column.values),
        ),
      )
      .find((index) => index >= 0)
    if (found !== undefined) meanings[found] = field
  }
  return withoutDoubts(meanings, words).map((meaning) => meaning ?? 'ignore')
}

/** With players or children in the rows, a title is a book's and a name is a person's; a league's table has our team beside. */
function withoutDoubts(meanings: readonly (Meaning | undefined)[], { hasOpponents }: Words) {
  const has = (...fields: Field[]): boolean => fields.some((field) => meanings.includes(field))
  const byPerson = has('person', 'first', 'last')
  return meanings.map((meaning) => {
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
