import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'

/** What a campaign of this kind usually counts: proposed to the person setting one up, who chooses and adjusts. */
export type ProposedStatistic = Pick<Statistic, 'name' | 'type' | 'icon'> & {
  description: string
  /** The singular of what is counted. */
  unitName: string | null
  /** For a school’s season: a poor one, a usual one, a very good one. Null where nothing is counted. */
  season: { least: number; target: number; most: number } | null
  /** Dollars. */
  amounts: readonly [number, number, number]
  /** Preselected. */
  isUsual: boolean
}

type Season = readonly [least: number, target: number, most: number]
type Amounts = ProposedStatistic['amounts']
type Counted = {
  name: string
  icon: string
  unit: string
  season: Season
  amounts: Amounts
  description: string
  isUsual?: boolean
}

const each = ({ name, icon, unit, season, amounts, description, isUsual = true }: Counted) =>
  ({
    name,
    icon,
    amounts,
    description,
    isUsual,
    type: 'per_increment',
    unitName: unit,
    season: { least: season[0], target: season[1], most: season[2] },
  }) satisfies ProposedStatistic

const once = (name: string, icon: string, description: string, isUsual = true) =>
  ({
    name,
    icon,
    description,
    isUsual,
    type: 'per_achievement',
    unitName: null,
    season: null,
    amounts: [25, 50, 100],
  }) satisfies ProposedStatistic

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
const TITLE = once('League champions', 'faMedal', 'First place when the season ends.')

export const statisticTemplates: Record<Campaign['template'], readonly ProposedStatistic[]> = {
  football: [
    each({
      name: 'Touchdowns',
      icon: 'faFootballBall',
      unit: 'touchdown',
      season: [18, 32, 55],
      amounts: [2, 4, 8],
      description: 'Every touchdown: rushing, passing, on defense or on a return.',
    }),
    each({
      name: 'Wins',
      icon: 'faTrophy',
      unit: 'win',
      season: [2, 6, 11],
      amounts: [10, 20, 40],
      description: 'Every game won, playoffs included.',
    }),
    each({
      name: 'Sacks',
      icon: 'faShieldAlt',
      unit: 'sack',
      season: [8, 20, 40],
      amounts: [2, 5, 10],
      description: 'Every time the other quarterback goes down behind the line.',
    }),
    each({
      name: 'Takeaways',
      icon: 'faHandPaper',
      unit: 'takeaway',
      season: [8, 16, 30],
      amounts: [3, 6, 12],
      isUsual: false,
      description: 'Interceptions and fumbles recovered.',
    }),
    TITLE,
    GIFT,
  ],
  baseball: [
    each({
      name: 'Runs',
      icon: 'faRunning',
      unit: 'run',
      season: [60, 120, 200],
      amounts: [0.5, 1, 2],
      description: 'Every run across the plate.',
    }),
    each({
      name: 'Home runs',
      icon: 'faBaseballBall',
      unit: 'home run',
      season: [3, 10, 25],
      amounts: [5, 10, 20],
      description: 'Every ball over the fence.',
    }),
    each({
      name: 'Wins',
      icon: 'faTrophy',
      unit: 'win',
      season: [6, 13, 22],
      amounts: [4, 8, 16],
      description: 'Every game won, playoffs included.',
    }),
    each({
      name: 'Strikeouts',
      icon: 'faBolt',
      unit: 'strikeout',
      season: [70, 140, 230],
      amounts: [0.5, 1, 2],
      isUsual: false,
      description: 'Every batter that our pitchers strike out.',
    }),
    each({
      name: 'Stolen bases',
      icon: 'faStopwatch',
      unit: 'stolen base',
      season: [15, 35, 70],
      amounts: [1, 3, 6],
      isUsual: false,
      description: 'Every base that is stolen.',
    }),
    TITLE,
    GIFT,
  ],
  soccer: [
    each({
      name: 'Goals',
      icon: 'faFutbol',
      unit: 'goal',
      season: [15, 30, 60],
      amounts: [2, 4, 8],
      description: 'Every goal the team scores.',
    }),
    each({
      name: 'Wins',
      icon: 'faTrophy',
      unit: 'win',
      season: [4, 9, 16],
      amounts: [5, 12, 25],
      description: 'Every match won.',
    }),
    each({
      name: 'Clean sheets',
      icon: 'faHandPaper',
      unit: 'clean sheet',
      season: [2, 6, 12],
      amounts: [8, 20, 40],
      description: 'Every match without a goal against.',
    }),
    each({
      name: 'Assists',
      icon: 'faHandshake',
      unit: 'assist',
      season: [10, 20, 40],
      amounts: [2, 5, 10],
      isUsual: false,
      description: 'Every pass that leads to a goal.',
    }),
    TITLE,
    GIFT,
  ],
  basketball: [
    each({
      name: 'Three-pointers',
      icon: 'faBasketballBall',
      unit: 'three-pointer',
      season: [60, 120, 220],
      amounts: [0.5, 1, 2],
      description: 'Every shot made from behind the arc.',
    }),
    each({
      name: 'Wins',
      icon: 'faTrophy',
      unit: 'win',
      season: [6, 13, 24],
      amounts: [4, 8, 16],
      description: 'Every game won, playoffs included.',
    }),
    each({
      name: 'Blocked shots',
      icon: 'faHandPaper',
      unit: 'block',
      season: [20, 45, 90],
      amounts: [1, 3, 6],
      description: 'Every shot by the other team that is blocked.',
    }),
    each({
      name: 'Points',
      icon: 'faBullseye',
      unit: 'point',
      season: [600, 1000, 1600],
      amounts: [0.05, 0.1, 0.25],
      isUsual: false,
      description: 'Every point the team scores.',
    }),
    TITLE,
    GIFT,
  ],
  custom: [
    once('We reach our goal', 'faFlagCheckered', 'What we set out to do gets done.'),
    each({
      name: 'Laps',
      icon: 'faRunning',
      unit: 'lap',
      season: [100, 250, 500],
      amounts: [0.25, 0.5, 1],
      isUsual: false,
      description: 'Every lap that the group finishes together.',
    }),
    each({
      name: 'Books read',
      icon: 'faBookOpen',
      unit: 'book',
      season: [100, 250, 500],
      amounts: [0.25, 0.5, 1],
      isUsual: false,
      description: 'Every book that is read to the end.',
    }),
    each({
      name: 'Hours of service',
      icon: 'faLeaf',
      unit: 'hour',
      season: [50, 125, 300],
      amounts: [0.5, 1, 2],
      isUsual: false,
      description: 'Every hour that someone in the group works for others.',
    }),
    GIFT,
  ],
}
