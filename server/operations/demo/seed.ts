/**
 * The demo: a year of a dozen organizations, played through the product's own actions with the clock set to each day, so
 * that every total, statement, charge and audit row is what the product itself would have written.
 */

import { parse } from 'csv-parse/sync'
import { addDays, dateIn, instantIn } from '#domain/places/zone.ts'
import { ONE, quantity } from '#domain/quantity.ts'
import { matchName } from '#domain/season/schedule.ts'
import { markAllSent } from '#server/messaging/mails/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import type { Program } from '#server/program.ts'
import { refreshRanks } from '#server/season/campaigns/index.ts'
import { closeGathering } from '#server/season/digests/index.ts'
import { confirmResults, enterMatch, enterResult } from '#server/season/results/index.ts'
import { BASEBALL } from './campaigns-baseball.ts'
import { COURTS_AND_FIELDS } from './campaigns-courts.ts'
import { FOOTBALL } from './campaigns-football.ts'
import { NEIGHBORS } from './campaigns-neighbors.ts'
import { SCHOOLS } from './campaigns-schools.ts'
import {
  at,
  createPast,
  DAY_MS,
  HOUR_MS,
  later,
  type OpenCampaign,
  type OpenOrganization,
  openCampaign,
  openOrganization,
  play,
  type Stage,
  type Step,
} from './open.ts'
import { ORGANIZATIONS } from './organizations.ts'
import { invitePeople, openAccounts } from './people.ts'
import { type CampaignPlan, each, type Fixture, gift, once } from './plan.ts'
import { readSeason } from './season.ts'
import { endingSteps, failingCards, mondaySteps } from './steps-money.ts'
import { ambassadorSteps, commentSteps, pledgeSteps } from './steps-pledges.ts'

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

/** What was achieved, entered at the touchline by the scorer and confirmed by the owner. */
const LASTS_MS = 2 * HOUR_MS
const CONFIRMED_AFTER_MS = 18 * HOUR_MS

/** Every past event has its results; the newest may still wait for a second person. */
export function resultSteps(stage: Stage, campaign: OpenCampaign): Step[] {
  const { plan, id, organization, statistics, fixtures } = campaign
  const stopped =
    plan.ending && plan.ending.do !== 'settle' ? later(stage.now, plan.ending.days * 24 * HOUR_MS) : stage.now
  const over = fixtures.filter(({ start }) => later(start, LASTS_MS) <= stopped)
  return over.flatMap((fixture, index): Step[] => {
    const rows = statistics.flatMap(({ id: statisticId, name }) => {
      const counted = fixture.results[name]
      return counted === undefined ? [] : [{ statisticId, quantity: quantity(counted * ONE) }]
    })
    let entered: string[] = []
    const enter: Step = {
      at: later(fixture.start, LASTS_MS),
      run: async (deps) => {
        const form = { eventId: fixture.eventId, event: null, rows, note: null, evidenceUrl: null }
        const results = await enterMatch(deps, deps.db.transaction, organization.scorer, id, form)
        entered = results.map((result) => result.id)
      },
    }
    if (plan.leavesNewest && index === over.length - 1) return [enter]
    const confirm: Step = {
      at: later(enter.at, CONFIRMED_AFTER_MS),
      run: (deps) =>
        confirmResults(deps, deps.db.transaction, organization.owner, id, { resultIds: entered }),
    }
    return [enter, confirm]
  })
}

/** Achievements are marked the same way. */
export function outcomeSteps(stage: Stage, { plan, id, organization, statistics }: OpenCampaign): Step[] {
  return Object.entries(plan.outcomes ?? {}).map(([name, { outcome, days }]): Step => {
    const statisticId = statistics.find((statistic) => statistic.name === name)?.id ?? ''
    return {
      at: at(stage, organization.timeZone, days, '20:00'),
      run: async (deps) => {
        const { transaction } = deps.db
        const form = { statisticId, eventId: null, kind: outcome, note: null, evidenceUrl: null }
        const result = await enterResult(deps, transaction, organization.scorer, id, form)
        await confirmResults(deps, transaction, organization.owner, id, { resultIds: [result.id] })
      },
    }
  })
}

const BEGAN_DAYS_AGO = 300
const PLANS = [...FOOTBALL, ...BASEBALL, ...COURTS_AND_FIELDS, ...SCHOOLS, ...NEIGHBORS]

/** Fills a database without users: all of it or nothing. The same on every machine. */
export async function seedDemo(deps: Program['deps']): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const past = createPast(deps, tx)
    const began = past(later(now, -BEGAN_DAYS_AGO * DAY_MS))
    const stage: Stage = { now, at: past, people: await invitePeople(began) }
    const campaigns = await openAll(stage, began)
    await play(stage, [...campaigns.flatMap((campaign) => stepsOf(stage, campaign)), ...mondaySteps(stage)])
    // Nobody should get mail about a past that was made up in a minute.
    await closeGathering(tx, now)
    await markAllSent(tx, now)
    await refreshRanks(
      tx,
      campaigns.map(({ id }) => id),
    )
  })
  await openAccounts(deps)
}

async function openAll(stage: Stage, began: Deps): Promise<OpenCampaign[]> {
  const organizations = new Map<string, OpenOrganization>()
  for (const [index, plan] of ORGANIZATIONS.entries())
    organizations.set(plan.key, await openOrganization(stage, began, plan, index))
  const campaigns: OpenCampaign[] = []
  for (const plan of [await soccerCampaign(stage.now), ...PLANS]) {
    const organization = organizations.get(plan.organization)
    if (!organization) throw new Error(`the demo has no organization ${plan.organization}`)
    campaigns.push(await openCampaign(stage, plan, organization))
  }
  return campaigns
}

function stepsOf(stage: Stage, campaign: OpenCampaign): Step[] {
  return [
    ...ambassadorSteps(stage, campaign),
    ...pledgeSteps(stage, campaign),
    ...resultSteps(stage, campaign),
    ...outcomeSteps(stage, campaign),
    ...commentSteps(stage, campaign),
    ...endingSteps(stage, campaign),
    ...(campaign.plan.key === 'leicester' ? [failingCards(stage, campaign)] : []),
  ]
}
