import type { Cause } from '#domain/campaigns/causes.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'

/** What a campaign of this kind usually counts: proposed to the person setting one up, who chooses and adjusts. */
export type ProposedStatistic = Pick<Statistic, 'name' | 'type' | 'icon'> & {
  description: string
  /** The singular of what is counted. */
  unitName: string | null
  /** For a school's season: a poor one, a usual one, a very good one. Null where nothing is counted. */
  season: { least: number; target: number; most: number } | null
  /** Dollars. */
  amounts: readonly [number, number, number]
  /** Preselected. */
  isUsual: boolean
}

type Three = readonly [number, number, number]

/** A statistic that counts: `season` is a poor, a usual and a very good one, `amounts` are in dollars. */
const each = (
  name: string,
  icon: string,
  unitName: string,
  season: Three,
  amounts: Three,
  description: string,
): ProposedStatistic => ({
  name,
  icon,
  unitName,
  amounts,
  description,
  type: 'per_increment',
  season: { least: season[0], target: season[1], most: season[2] },
  isUsual: true,
})
const rare = (statistic: ProposedStatistic): ProposedStatistic => ({ ...statistic, isUsual: false })

const once = (name: string, icon: string, description: string): ProposedStatistic => ({
  name,
  icon,
  description,
  type: 'per_achievement',
  unitName: null,
  season: null,
  amounts: [25, 50, 100],
  isUsual: true,
})

const GIFT: ProposedStatistic = {
  name: 'One-time gift',
  type: 'one_time',
  icon: 'faHandHoldingHeart',
  description: 'A gift, however the season goes.',
  unitName: null,
  season: null,
  amounts: [25, 50, 100],
  isUsual: true,
}
const LEAGUE = once('League champions', 'faMedal', 'First place when the season ends.')
const STATE = once('State qualifiers', 'faMedal', 'At least one of us competes at state.')
const PLACED = once('A place on the podium', 'faAward', 'First, second or third at the last competition.')

const wins = (season: Three, amounts: Three, description = 'Every game won, playoffs included.') =>
  each('Wins', 'faTrophy', 'win', season, amounts, description)
const bests = (season: Three, amounts: Three) =>
  each(
    'Personal bests',
    'faStopwatch',
    'personal best',
    season,
    amounts,
    'Every time that one of us beats their own best.',
  )

export const CAUSE_STATISTICS: Record<Cause, readonly ProposedStatistic[]> = {
  football: [
    each(
      'Touchdowns',
      'faFootballBall',
      'touchdown',
      [18, 32, 55],
      [2, 4, 8],
      'Every touchdown: rushing, passing, on defense or on a return.',
    ),
    wins([2, 6, 11], [10, 20, 40]),
    each(
      'Sacks',
      'faShieldAlt',
      'sack',
      [8, 20, 40],
      [2, 5, 10],
      'Every time the other quarterback goes down behind the line.',
    ),
    rare(
      each(
        'Takeaways',
        'faHandPaper',
        'takeaway',
        [8, 16, 30],
        [3, 6, 12],
        'Interceptions and fumbles recovered.',
      ),
    ),
    LEAGUE,
    GIFT,
  ],
  baseball: [
    each('Runs', 'faRunning', 'run', [60, 120, 200], [0.5, 1, 2], 'Every run across the plate.'),
    each('Home runs', 'faBaseballBall', 'home run', [3, 10, 25], [5, 10, 20], 'Every ball over the fence.'),
    wins([6, 13, 22], [4, 8, 16]),
    rare(
      each(
        'Strikeouts',
        'faBolt',
        'strikeout',
        [70, 140, 230],
        [0.5, 1, 2],
        'Every batter that our pitchers strike out.',
      ),
    ),
    rare(
      each(
        'Stolen bases',
        'faStopwatch',
        'stolen base',
        [15, 35, 70],
        [1, 3, 6],
        'Every base that is stolen.',
      ),
    ),
    LEAGUE,
    GIFT,
  ],
  softball: [
    each('Runs', 'faRunning', 'run', [60, 130, 220], [0.5, 1, 2], 'Every run across the plate.'),
    each(
      'Strikeouts',
      'faBolt',
      'strikeout',
      [60, 130, 250],
      [0.5, 1, 2],
      'Every batter that our pitchers strike out.',
    ),
    wins([6, 13, 22], [4, 8, 16]),
    rare(
      each('Home runs', 'faBaseballBall', 'home run', [3, 10, 25], [5, 10, 20], 'Every ball over the fence.'),
    ),
    LEAGUE,
    GIFT,
  ],
  soccer: [
    each('Goals', 'faFutbol', 'goal', [15, 30, 60], [2, 4, 8], 'Every goal the team scores.'),
    wins([4, 9, 16], [5, 12, 25], 'Every match won.'),
    each(
      'Clean sheets',
      'faHandPaper',
      'clean sheet',
      [2, 6, 12],
      [8, 20, 40],
      'Every match without a goal against.',
    ),
    rare(
      each('Assists', 'faHandshake', 'assist', [10, 20, 40], [2, 5, 10], 'Every pass that leads to a goal.'),
    ),
    LEAGUE,
    GIFT,
  ],
  basketball: [
    each(
      'Three-pointers',
      'faBasketballBall',
      'three-pointer',
      [60, 120, 220],
      [0.5, 1, 2],
      'Every shot made from behind the arc.',
    ),
    wins([6, 13, 24], [4, 8, 16]),
    each(
      'Blocked shots',
      'faHandPaper',
      'block',
      [20, 45, 90],
      [1, 3, 6],
      'Every shot by the other team that is blocked.',
    ),
    rare(
      each(
        'Points',
        'faBullseye',
        'point',
        [600, 1000, 1600],
        [0.05, 0.1, 0.25],
        'Every point the team scores.',
      ),
    ),
    LEAGUE,
    GIFT,
  ],
  volleyball: [
    each('Aces', 'faBolt', 'ace', [60, 130, 230], [0.5, 1, 2], 'Every serve that scores by itself.'),
    each(
      'Kills',
      'faVolleyballBall',
      'kill',
      [250, 500, 850],
      [0.1, 0.25, 0.5],
      'Every attack that ends the point.',
    ),
    wins([6, 14, 25], [4, 8, 16], 'Every match won.'),
    rare(
      each(
        'Digs',
        'faHandPaper',
        'dig',
        [300, 600, 1000],
        [0.1, 0.2, 0.5],
        'Every attack of the other team that is kept in play.',
      ),
    ),
    LEAGUE,
    GIFT,
  ],
  lacrosse: [
    each('Goals', 'faBullseye', 'goal', [70, 130, 210], [0.5, 1, 2], 'Every goal the team scores.'),
    each('Saves', 'faHandPaper', 'save', [80, 150, 240], [0.5, 1, 2], 'Every shot that our goalie stops.'),
    wins([4, 9, 16], [5, 12, 25]),
    rare(
      each(
        'Ground balls',
        'faLeaf',
        'ground ball',
        [250, 450, 700],
        [0.1, 0.25, 0.5],
        'Every loose ball that is ours.',
      ),
    ),
    LEAGUE,
    GIFT,
  ],
  field_hockey: [
    each('Goals', 'faHockeyPuck', 'goal', [15, 30, 60], [2, 4, 8], 'Every goal the team scores.'),
    each(
      'Shutouts',
      'faHandPaper',
      'shutout',
      [2, 5, 10],
      [10, 25, 50],
      'Every game without a goal against.',
    ),
    wins([4, 9, 16], [5, 12, 25]),
    LEAGUE,
    GIFT,
  ],
  ice_hockey: [
    each('Goals', 'faHockeyPuck', 'goal', [40, 75, 130], [1, 2, 4], 'Every goal the team scores.'),
    each(
      'Saves',
      'faHandPaper',
      'save',
      [350, 550, 800],
      [0.1, 0.25, 0.5],
      'Every shot that our goalie stops.',
    ),
    wins([5, 11, 20], [5, 10, 20]),
    LEAGUE,
    GIFT,
  ],
  rugby: [
    each('Tries', 'faFootballBall', 'try', [15, 30, 60], [2, 4, 8], 'Every try the team scores.'),
    wins([3, 6, 11], [10, 20, 40], 'Every match won.'),
    rare(
      each(
        'Conversions',
        'faBullseye',
        'conversion',
        [8, 18, 40],
        [2, 5, 10],
        'Every kick over the bar after a try.',
      ),
    ),
    LEAGUE,
    GIFT,
  ],
  wrestling: [
    each('Pins', 'faBolt', 'pin', [50, 110, 200], [0.5, 1, 2], 'Every bout that ends in a pin.'),
    each('Bouts won', 'faTrophy', 'bout', [120, 220, 380], [0.25, 0.5, 1], 'Every bout one of us wins.'),
    rare(each('Takedowns', 'faShieldAlt', 'takedown', [200, 400, 700], [0.1, 0.25, 0.5], 'Every takedown.')),
    STATE,
    GIFT,
  ],
  swimming: [
    bests([60, 130, 240], [0.5, 1, 2]),
    each(
      'First places',
      'faMedal',
      'first place',
      [20, 50, 100],
      [1, 2, 5],
      'Every race or dive that one of us wins.',
    ),
    rare(
      each(
        'Laps',
        'faSwimmer',
        'lap',
        [1000, 2500, 5000],
        [0.02, 0.05, 0.1],
        'Every lap that is swum in training for the meet.',
      ),
    ),
    STATE,
    GIFT,
  ],
  water_polo: [
    each('Goals', 'faSwimmer', 'goal', [100, 180, 300], [0.25, 0.5, 1], 'Every goal the team scores.'),
    each(
      'Saves',
      'faHandPaper',
      'save',
      [100, 180, 280],
      [0.25, 0.5, 1],
      'Every shot that our goalie stops.',
    ),
    wins([6, 13, 22], [4, 8, 16]),
    LEAGUE,
    GIFT,
  ],
  track: [
    bests([80, 180, 320], [0.25, 0.5, 1]),
    each(
      'First places',
      'faMedal',
      'first place',
      [20, 50, 100],
      [1, 2, 5],
      'Every event that one of us wins.',
    ),
    rare(
      each(
        'School records',
        'faCrown',
        'school record',
        [0, 2, 6],
        [20, 50, 100],
        'Every record that falls.',
      ),
    ),
    STATE,
    GIFT,
  ],
  cross_country: [
    bests([40, 90, 170], [0.5, 1, 2]),
    each(
      'Top-ten finishes',
      'faMedal',
      'top-ten finish',
      [8, 20, 40],
      [2, 5, 10],
      'Every race one of us ends among the first ten.',
    ),
    rare(
      each(
        'Miles',
        'faRunning',
        'mile',
        [1500, 3000, 5000],
        [0.02, 0.05, 0.1],
        'Every mile that the team runs together.',
      ),
    ),
    STATE,
    GIFT,
  ],
  tennis: [
    each(
      'Matches won',
      'faTableTennis',
      'match',
      [30, 60, 100],
      [1, 2, 4],
      'Every singles or doubles match won.',
    ),
    wins([4, 8, 15], [5, 12, 25], 'Every team match won.'),
    rare(each('Aces', 'faBolt', 'ace', [40, 90, 180], [0.5, 1, 2], 'Every serve that scores by itself.')),
    LEAGUE,
    GIFT,
  ],
  golf: [
    each(
      'Birdies',
      'faGolfBall',
      'birdie',
      [15, 40, 90],
      [1, 3, 6],
      'Every hole played in one under par, or better.',
    ),
    each('Pars', 'faFlagCheckered', 'par', [120, 250, 420], [0.25, 0.5, 1], 'Every hole played in par.'),
    once('A hole in one', 'faBullseye', 'One of us makes a hole in one.'),
    LEAGUE,
    GIFT,
  ],
  gymnastics: [
    bests([30, 70, 130], [0.5, 1, 3]),
    each(
      'High scores',
      'faStar',
      'high score',
      [15, 40, 90],
      [1, 3, 6],
      'Every routine that the judges give at least 9.0.',
    ),
    PLACED,
    GIFT,
  ],
  cheer: [
    each(
      'Stunts hit',
      'faStar',
      'stunt',
      [60, 120, 200],
      [0.5, 1, 2],
      'Every stunt that is hit in competition.',
    ),
    each(
      'Podium finishes',
      'faMedal',
      'podium finish',
      [1, 3, 6],
      [10, 25, 50],
      'First, second or third at a competition.',
    ),
    once('A bid to nationals', 'faAward', 'The squad is invited to nationals.'),
    GIFT,
  ],
  bowling: [
    each('Strikes', 'faBolt', 'strike', [300, 550, 900], [0.1, 0.25, 0.5], 'Every strike the team bowls.'),
    each('Spares', 'faBullseye', 'spare', [300, 550, 900], [0.1, 0.2, 0.4], 'Every spare the team bowls.'),
    wins([4, 9, 15], [5, 12, 25], 'Every match won.'),
    GIFT,
  ],
  rowing: [
    each('Medals', 'faMedal', 'medal', [4, 12, 25], [5, 10, 20], 'Every boat among the first three.'),
    bests([8, 20, 40], [2, 5, 10]),
    rare(
      each(
        'Kilometers',
        'faSwimmer',
        'kilometer',
        [800, 1600, 3000],
        [0.02, 0.05, 0.1],
        'Every kilometer a boat rows in training.',
      ),
    ),
    GIFT,
  ],
  skiing: [
    each(
      'Top-ten finishes',
      'faMedal',
      'top-ten finish',
      [10, 25, 50],
      [2, 5, 10],
      'Every race one of us ends among the first ten.',
    ),
    bests([20, 50, 100], [1, 2, 5]),
    STATE,
    GIFT,
  ],
  cycling: [
    each(
      'Miles',
      'faBiking',
      'mile',
      [800, 2000, 4000],
      [0.02, 0.05, 0.1],
      'Every mile that the team rides.',
    ),
    each(
      'Podium finishes',
      'faMedal',
      'podium finish',
      [3, 8, 18],
      [5, 15, 30],
      'First, second or third in a race.',
    ),
    GIFT,
  ],
  ultimate: [
    each('Goals', 'faBullseye', 'goal', [120, 220, 350], [0.25, 0.5, 1], 'Every catch in the end zone.'),
    wins([6, 13, 22], [4, 8, 16]),
    rare(
      each(
        'Blocks',
        'faHandPaper',
        'block',
        [60, 120, 200],
        [0.5, 1, 2],
        'Every throw of the other team that is knocked down.',
      ),
    ),
    GIFT,
  ],
  martial_arts: [
    each('Bouts won', 'faTrophy', 'bout', [20, 50, 100], [1, 2, 5], 'Every bout one of us wins.'),
    each('Belts earned', 'faAward', 'belt', [8, 20, 40], [2, 5, 10], 'Every new belt.'),
    PLACED,
    GIFT,
  ],
  reading: [
    each(
      'Books',
      'faBookOpen',
      'book',
      [200, 500, 1000],
      [0.1, 0.25, 0.5],
      'Every book that is read to the end.',
    ),
    rare(
      each(
        'Hours read',
        'faStopwatch',
        'hour',
        [200, 400, 800],
        [0.1, 0.25, 0.5],
        'Every hour that is read, at home or at school.',
      ),
    ),
    once('Everybody reads', 'faUsers', 'Every student finishes at least one book.'),
    GIFT,
  ],
  schoolwork: [
    each(
      'Problems solved',
      'faCalculator',
      'problem',
      [1000, 2500, 5000],
      [0.02, 0.05, 0.1],
      'Every problem that is solved correctly.',
    ),
    rare(
      each(
        'Words spelled',
        'faBook',
        'word',
        [1000, 2500, 5000],
        [0.02, 0.05, 0.1],
        'Every word that is spelled correctly.',
      ),
    ),
    once('Everybody takes part', 'faUsers', 'Every student hands in their sheet.'),
    GIFT,
  ],
  running: [
    each(
      'Laps',
      'faRunning',
      'lap',
      [400, 1000, 2500],
      [0.05, 0.1, 0.25],
      'Every lap that one of us finishes.',
    ),
    rare(
      each('Miles', 'faHiking', 'mile', [100, 250, 600], [0.25, 0.5, 1], 'Every mile that the group covers.'),
    ),
    once('Everybody finishes', 'faFlagCheckered', 'Everybody who starts finishes at least one lap.'),
    GIFT,
  ],
  dance: [
    each(
      'Hours danced',
      'faMusic',
      'hour',
      [100, 250, 500],
      [0.25, 0.5, 1],
      'Every hour that one of us dances.',
    ),
    each('Awards', 'faAward', 'award', [1, 4, 10], [10, 20, 40], 'Every award at a competition.'),
    GIFT,
  ],
  marching_band: [
    each(
      'Shows performed',
      'faDrum',
      'show',
      [6, 12, 20],
      [5, 10, 20],
      'Every half-time or competition show.',
    ),
    each(
      'Points at competitions',
      'faStar',
      'point',
      [200, 350, 550],
      [0.1, 0.25, 0.5],
      'Every point from the judges.',
    ),
    once('Finals', 'faMedal', 'The band reaches the finals.'),
    GIFT,
  ],
  music: [
    each('Concerts', 'faMusic', 'concert', [4, 8, 15], [5, 12, 25], 'Every concert that is played.'),
    each(
      'Hours practiced',
      'faStopwatch',
      'hour',
      [300, 700, 1500],
      [0.1, 0.2, 0.4],
      'Every hour that one of us practices.',
    ),
    rare(once('A superior rating', 'faAward', 'The highest rating at the festival.')),
    GIFT,
  ],
  theater: [
    each('Shows', 'faTheaterMasks', 'show', [3, 6, 12], [5, 15, 30], 'Every performance before an audience.'),
    each('Tickets', 'faUsers', 'ticket', [200, 500, 1000], [0.1, 0.25, 0.5], 'Every seat that is taken.'),
    once('A sold-out night', 'faStar', 'Every seat is taken on one of the nights.'),
    GIFT,
  ],
  robotics: [
    each('Matches won', 'faTrophy', 'match', [6, 15, 30], [3, 8, 15], 'Every match that our alliance wins.'),
    each(
      'Points scored',
      'faBolt',
      'point',
      [500, 1200, 2500],
      [0.05, 0.1, 0.2],
      'Every point of our robot and its alliance.',
    ),
    once('A judged award', 'faAward', 'The judges give the team an award.'),
    GIFT,
  ],
  debate: [
    each('Rounds won', 'faMicrophone', 'round', [20, 50, 100], [1, 2, 5], 'Every round that one of us wins.'),
    each('Trophies', 'faTrophy', 'trophy', [3, 10, 25], [5, 10, 20], 'Every trophy that comes home.'),
    STATE,
    GIFT,
  ],
  esports: [
    wins([6, 13, 24], [4, 8, 16], 'Every match won.'),
    each('Rounds won', 'faBolt', 'round', [40, 90, 160], [0.5, 1, 2], 'Every round won.'),
    once('Playoffs', 'faMedal', 'The team reaches the playoffs.'),
    GIFT,
  ],
  scouts: [
    each('Badges', 'faAward', 'badge', [30, 80, 160], [0.5, 1, 3], 'Every badge that one of us earns.'),
    each(
      'Nights camped',
      'faHiking',
      'night',
      [30, 80, 160],
      [0.5, 1, 3],
      'Every night that one of us spends in a tent.',
    ),
    rare(
      each(
        'Hours of service',
        'faLeaf',
        'hour',
        [50, 125, 300],
        [0.5, 1, 2],
        'Every hour that one of us works for others.',
      ),
    ),
    GIFT,
  ],
  service: [
    each(
      'Hours of service',
      'faHandshake',
      'hour',
      [50, 125, 300],
      [0.5, 1, 2],
      'Every hour that someone in the group works for others.',
    ),
    rare(
      each(
        'Bags of litter',
        'faRecycle',
        'bag',
        [50, 150, 400],
        [0.25, 0.5, 1],
        'Every bag that is filled and taken away.',
      ),
    ),
    once('We finish the project', 'faFlagCheckered', 'What we set out to do gets done.'),
    GIFT,
  ],
  animals: [
    each('Animals adopted', 'faPaw', 'adoption', [20, 60, 150], [1, 2, 5], 'Every animal that finds a home.'),
    each('Vaccinations', 'faFirstAid', 'vaccination', [50, 150, 400], [0.5, 1, 2], 'Every vaccination.'),
    GIFT,
  ],
  food: [
    each(
      'Meals',
      'faUtensils',
      'meal',
      [500, 1500, 4000],
      [0.02, 0.05, 0.2],
      'Every meal that is given out.',
    ),
    rare(
      each(
        'Pounds of food',
        'faRecycle',
        'pound',
        [500, 1500, 4000],
        [0.02, 0.05, 0.2],
        'Every pound that is collected.',
      ),
    ),
    GIFT,
  ],
  garden: [
    each(
      'Trees planted',
      'faSeedling',
      'tree',
      [20, 60, 150],
      [1, 2, 5],
      'Every tree or shrub that is planted.',
    ),
    each(
      'Pounds harvested',
      'faLeaf',
      'pound',
      [100, 300, 800],
      [0.25, 0.5, 1],
      'Every pound that is grown and given away.',
    ),
    rare(
      each(
        'Pounds recycled',
        'faRecycle',
        'pound',
        [300, 1000, 2500],
        [0.05, 0.1, 0.25],
        'Every pound that is recycled.',
      ),
    ),
    GIFT,
  ],
  custom: [
    each(
      'Hours of service',
      'faLeaf',
      'hour',
      [50, 125, 300],
      [0.5, 1, 2],
      'Every hour that someone in the group works for others.',
    ),
    rare(
      each(
        'Laps',
        'faRunning',
        'lap',
        [100, 250, 500],
        [0.25, 0.5, 1],
        'Every lap that the group finishes together.',
      ),
    ),
    once('We finish what we set out to do', 'faFlagCheckered', 'What we set out to do gets done.'),
    GIFT,
  ],
}
