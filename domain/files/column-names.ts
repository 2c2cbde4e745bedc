/** What coaches, leagues and programs call the columns of their tables. Pure. */
import type { Vocabulary } from '../campaigns/vocabulary.ts'

export type Words = Pick<Vocabulary, 'match' | 'matches' | 'hasOpponents'>

/** `clean_sheet`, `Clean Sheets` and `clean sheet` are one name. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/#/g, 'number')
    .replace(/[^\p{Letter}\p{Number}+]/gu, '')

export const list = (words: string): readonly string[] => words.split(' ')

const SCORED = list('score scores goals points pts runs final result')
/** "Home Score", "Visitor Pts", "Score (Home)". */
const scoresOf = (sides: string): readonly string[] =>
  list(sides).flatMap((side) => SCORED.flatMap((word) => [side + word, word + side]))

/**
 * What a column may contain, in the order in which it is looked for: what a person is shown, and what coaches, leagues and
 * programs call it. What stands first is the plainer name.
 */
const COLUMNS = {
  date: [
    'Date',
    list(
      'date day gamedate matchdate eventdate startdate playdate dateplayed datetime gameday matchday dateofgame dateofmatch dateofevent gamedatetime startdatetime dateandtime logdate dateread readingdate timestamp entrydate activitydate when start starts',
    ),
  ],
  time: [
    'Start time',
    list(
      'time starttime gametime matchtime eventtime kickoff tipoff firstpitch start startsat timelocal begintime kickofftime tipofftime tiptime kotime ko faceoff puckdrop timeofgame meettime',
    ),
  ],
  endTime: ['End time', list('endtime finishtime end finish ends until')],
  opponent: [
    'Opponent',
    list(
      'opponent opponents opponentname opposition opposingteam otherteam versus vs against team2name rival opp opponentteam opponentevent opposingschool opponentschool visitingopponent',
    ),
  ],
  title: [
    'Event name',
    list(
      'event eventname eventtitle gametitle name title summary subject game match matchup gamename description2 fixture matchname',
    ),
  ],
  home: ['Home team', list('hometeam home hometeamname homename homeschool homeclub host')],
  away: [
    'Away team',
    list(
      'awayteam away awayteamname visitor visitors visitingteam visitorteam awayname guest guestteam guests road roadteam awayschool awayclub visitingschool',
    ),
  ],
  venue: [
    'Home or away',
    list(
      'homeaway homeoraway ha homevisitor venue homeawayneutral hva where site locationtype horaway hora location place',
    ),
  ],
  isHome: ['We are at home (yes or no)', list('team1ishome ishome homegame homeflag hometeamflag')],
  result: [
    'Result',
    list(
      'result results outcome wl winloss wlt finalscore score resultscore winlosstie gameresult final winlose wlresult',
    ),
  ],
  score: ['Score of both', list('score finalscore final resultscore result scores')],
  homeScore: ['Home team’s score', scoresOf('home hometeam homeschool homeclub host')],
  awayScore: [
    'Away team’s score',
    scoresOf(
      'away awayteam visitor visitors visiting visitingteam visitorteam awayschool guest guests road roadteam',
    ),
  ],
  ourScore: [
    'Our score',
    list(
      'ourscore teamscore scorefor us myscore ourgoals score gf goalsfor pf pointsfor rf runsfor ourpoints ourruns',
    ),
  ],
  theirScore: [
    'Their score',
    list(
      'opponentscore oppscore theirscore scoreagainst them opponentsscore opposingscore theirgoals opponentgoals ga goalsagainst goalsallowed pa pointsagainst pointsallowed ra runsagainst runsallowed theirpoints theirruns',
    ),
  ],
  level: [
    'Our team or level',
    list(
      'level teamlevel gamelevel squad division divisionname agegroup agedivision grade ownteam team teamname',
    ),
  ],
  sport: ['Sport', list('sport activity')],
  status: ['Status', list('status gamestatus eventstatus matchstatus state')],
  type: ['Type of event', list('type eventtype kind gametype category activitytype')],
  location: [
    'Location',
    list(
      'location place facility locationname fieldname gym stadium court rink park address where site venue field facilityname venuename',
    ),
  ],
  description: ['Description', list('description notes note comments details comment remarks')],
  person: [
    'Player or child',
    list(
      'player playername athlete athletename student studentname child childname reader participant swimmer runner member fullname studentid playerid jersey jerseynumber uniform uniformnumber number no nameofplayer playersname studentsname childsname nameofstudent readername readersname participantname swimmername nameofchild',
    ),
  ],
  first: [
    'First name',
    list('first firstname givenname studentfirstname studentfirst playerfirstname forename'),
  ],
  last: ['Last name', list('last lastname surname familyname studentlastname studentlast playerlastname')],
  uid: ['The file’s own id', list('uid eventid')],
} as const satisfies Record<string, readonly [label: string, names: readonly string[]]>
export type Field = keyof typeof COLUMNS
export const FIELDS = Object.keys(COLUMNS) as readonly Field[]
export const namesOf = (field: Field): readonly string[] => COLUMNS[field][1]

/** What a field is called where a person chooses it. */
export const labelOf = (field: Field, { match, hasOpponents }: Words): string =>
  field === 'title' && !hasOpponents ? `Name of the ${match}` : COLUMNS[field][0]

/**
 * What the same thing is called in columns and in statistics. The first column that is there is proposed; a group such as
 * "Batting" stands before the abbreviation.
 */
export const COUNTED: readonly (readonly [statistic: string, columns: string])[] = [
  ['goals goalsscored goal goalsfor', 'goals goal g gls goalsscored goalsfor gf totalgoals ourscore'],
  ['goalsagainst goalsallowed goalsconceded', 'goalsagainst ga goalsallowed goalsconceded theirscore'],
  ['assists assist', 'assists a ast assist assts'],
  ['shots', 'shots sh totalshots'],
  ['saves save goalkeepersaves', 'saves sv save sav gksaves'],
  ['points point pointsscored pointsfor', 'totalpoints points pts tp pointsscored pf pointsfor ourscore'],
  ['pointsagainst pointsallowed', 'pointsagainst pa pointsallowed theirscore'],
  ['touchdowns touchdown tds td', 'totaltdnum touchdowns td tds totaltds totaltouchdowns scoringtd'],
  ['rushingyards yardsrushed', 'rushingyards rushyds rushyards'],
  ['passingyards', 'passingyards passyds passyards'],
  ['receivingyards', 'receivingyards recyds recyards'],
  ['sacks sack', 'sacks sack sck totalsacks'],
  ['tackles tackle', 'tackles tackle tkl totaltackles'],
  ['interceptions', 'interceptions int ints'],
  ['hits hit basehits', 'battingh hits h'],
  ['homeruns homerun homers', 'battinghr homeruns hr'],
  ['runs run runsscored', 'battingr runs r runsscored ourscore'],
  ['runsagainst runsallowed', 'runsagainst runsallowed ra theirscore'],
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
