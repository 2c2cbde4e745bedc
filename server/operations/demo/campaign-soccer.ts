import { parse } from 'csv-parse/sync'
import { matchName } from '#domain/schedule.ts'
import { addDays, dateIn, instantIn } from '#domain/zone.ts'
import { type CampaignPlan, each, type Fixture, gift, once } from './plan.ts'
import { readSeason } from './season.ts'

const ZONE = 'America/New_York'
/** Halfway through: 22 of 38 matches were played by this Wednesday. */
const HALFWAY = '2016-01-20'
const WEEK_MS = 7 * 86_400_000

type Row = {
  date: string
  time: string
  opponent: string
  venue: 'home' | 'away'
  goals: string
  win: string
  clean_sheet: string
}

const rowsOf = async (season: Parameters<typeof readSeason>[0]): Promise<Row[]> =>
  parse(await readSeason(season), { columns: true })

const total = (rows: readonly Row[], column: 'goals' | 'win' | 'clean_sheet'): number =>
  rows.reduce((all, row) => all + Number(row[column]), 0)

/** Leicester City's 2015-16 season, shifted by whole weeks so that today is in the middle of it. */
export async function soccerCampaign(now: Date): Promise<CampaignPlan> {
  const [lastYear, rows] = await Promise.all([rowsOf('2014-15'), rowsOf('2015-16')])
  const today = dateIn(ZONE, now)
  const weeks = Math.floor((Date.parse(today) - Date.parse(HALFWAY)) / WEEK_MS)
  const shifted = (date: string) => addDays(date, weeks * 7)
  const fixtures = rows.map(
    ({ date, time, opponent, venue, ...row }): Fixture => ({
      name: matchName(opponent, venue),
      eventType: 'game',
      start: instantIn(ZONE, shifted(date), time),
      opponent,
      venue,
      location: venue === 'home' ? 'King Power Stadium' : null,
      results: { Goals: Number(row.goals), Wins: Number(row.win), 'Clean sheets': Number(row.clean_sheet) },
    }),
  )
  const daysTo = (date: string) => (Date.parse(shifted(date)) - Date.parse(today)) / 86_400_000
  return {
    key: 'leicester',
    organization: 'foxes',
    name: 'Every Leicester goal is a ball for our kids',
    aboutThisCampaign:
      'Five thousand to one, said the bookmakers in August. We said: five dollars a goal. Pledge on every goal, win and clean sheet of Leicester City’s season, and watch it with us on Saturday mornings.',
    helps:
      'Half of it buys floodlights for the Becker field, half pays for travel and shoes of the county’s under-tens.',
    goal: 24000,
    template: 'soccer',
    campaignType: 'athletic',
    status: 'active',
    days: [daysTo(rows[0]?.date ?? HALFWAY) - 12, daysTo(rows.at(-1)?.date ?? HALFWAY) + 7],
    statistics: [
      each('Goals', 'faFutbol', 'goal', [1, 2.5, 5], {
        expectedTarget: 50,
        lastYearResult: total(lastYear, 'goals'),
        lastYearMatches: lastYear.length,
      }),
      each('Wins', 'faTrophy', 'win', [5, 10, 25], {
        expectedMax: 20,
        expectedTarget: 14,
        lastYearResult: total(lastYear, 'win'),
        lastYearMatches: lastYear.length,
      }),
      each('Clean sheets', 'faShieldAlt', 'clean sheet', [2, 5, 10], {
        expectedTarget: 12,
        lastYearResult: total(lastYear, 'clean_sheet'),
        lastYearMatches: lastYear.length,
      }),
      once(
        'Champions',
        'faMedal',
        [25, 50, 100],
        'First in the table after 38 matches. Stranger things have happened, but not many.',
        5,
      ),
      gift('A one-time gift', [25, 50, 100]),
    ],
    fixtures,
    leavesNewest: true,
    pledges: 84,
    rewards: REWARDS,
    ambassadors: {
      joined: 7,
      invited: ['worcester.youth.soccer@example.org', 'hearts.pub@example.org', 'under.tens@example.org'],
    },
    comments: COMMENTS,
  }
}

const REWARDS: CampaignPlan['rewards'] = [
  {
    title: 'Breakfast with the foxes',
    description: 'The largest supporter picks the match and the menu for our last Saturday breakfast.',
    type: 'top_supporter',
    prizeDetails: 'For you and three guests, at the Hearts of Oak in Worcester.',
    qualificationCriteria: 'Largest amount settled at the end of the season.',
  },
  {
    title: 'Goal getter',
    description: 'Everyone with $5 or more for each goal gets a ball signed by the under-tens.',
    type: 'milestone_maker',
    statistic: 'Goals',
    threshold: 5,
    maxWinners: 20,
    prizeTypes: ['merchandise'],
  },
  {
    title: 'Floodlight circle',
    description: 'Your name on the first light mast.',
    type: 'elite_circle',
    threshold: 300,
    enableTieredRewards: true,
    tieredRewards: [
      { threshold: 300, prize: 'Name on the mast' },
      { threshold: 600, prize: 'Name on the mast, and the switch on the first night' },
    ],
  },
  {
    title: 'There before the first goal',
    description: 'The first 25 supporters get a scarf knitted in Leicester, Massachusetts.',
    type: 'early_bird',
    maxWinners: 25,
  },
  {
    title: 'Shirt sponsor',
    description: 'Your family or firm on the under-tens’ shirts for a season.',
    type: 'sponsorship',
    threshold: 400,
    sponsorshipsAvailable: 3,
    hasAdditionalReward: true,
    additionalReward: 'A framed team photo',
  },
]

const COMMENTS = [
  'Seven in the morning, a full pub, and a goal after eleven minutes. I owe you $5 and I have never been happier.',
  'My daughter plays left back for the under-tens. She says the ball budget is “extremely important”.',
  'Added “Champions” for fun. Please make me pay.',
  'Nil-nil at home counts as a clean sheet, right? Right. Worth every cent.',
  'From the other Leicester: greetings, and thank you for what you do with our goals.',
  'The game-by-game list is great. I check it every Sunday.',
  'I told them 5000 to 1 was generous.',
]
