/** The demo as data: who runs what, what is counted, what is played. Days count from today. */
import type { z } from 'zod'
import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { addDays, dateIn, instantIn } from '#domain/places/zone.ts'
import type { CampaignForm } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { OrganizationForm } from '#domain/schemas/organization.ts'
import type { RewardForm } from '#domain/schemas/reward.ts'
import type { StatisticForm } from '#domain/schemas/statistic.ts'
import { matchName } from '#domain/season/schedule.ts'
import { dice } from './season.ts'

const DAYS_OF_WEEK = 7

/** A number derived from a text, so that each campaign has its own random sequence. */
export const seedOf = (text: string): number =>
  [...text].reduce((seed, letter) => (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0, 7)

/** The season as planned, with the results of every event. */
export function fixturesOf(
  { key, schedule, statistics, days }: CampaignPlan,
  now: Date,
  timeZone: string,
): Fixture[] {
  if (!schedule) return []
  const roll = dice(seedOf(key))
  const today = dateIn(timeZone, now)
  const sunday = addDays(today, -new Date(`${today}T12:00:00Z`).getUTCDay())
  const { weekday, time, first, everyWeeks = 1, eventType, place } = schedule
  return namesOf(schedule).flatMap((named, index): Fixture[] => {
    const results = Object.fromEntries(
      statistics.flatMap(({ name, each }) => (each ? [[name, each[0] + roll(each[1] - each[0] + 1)]] : [])),
    )
    const date = addDays(sunday, (first + index * everyWeeks) * DAYS_OF_WEEK + weekday)
    // Nothing is played before the first day or after the last one.
    if (date < addDays(today, days[0]) || date > addDays(today, days[1])) return []
    const location = named.venue === 'away' ? null : place
    return [{ ...named, eventType, location, start: instantIn(timeZone, date, time), results }]
  })
}

function namesOf({ opponents = [], numbered }: Schedule): Pick<Fixture, 'name' | 'opponent' | 'venue'>[] {
  if (numbered) {
    return Array.from({ length: numbered.count }, (_, index) => ({
      name: `${numbered.name} ${index + 1}`,
      opponent: null,
      venue: null,
    }))
  }
  return opponents.map((opponent, index) => {
    const venue = index % 2 === 0 ? 'home' : 'away'
    return { name: matchName(opponent, venue), opponent, venue }
  })
}

export type Name = readonly [first: string, last: string]

export type OrganizationPlan = z.input<typeof OrganizationForm> & {
  key: string
  /** Null: the demo's own coach and scorer. */
  owner: Name | null
  scorer: Name | null
  sizeTier: 'small' | 'medium' | 'large'
  is501c3: boolean
  /** The first and the second. */
  colors: readonly [string, string]
}

/** `each`: the minimum and maximum that one event of the schedule adds. */
type StatisticPlan = z.input<typeof StatisticForm> & { each?: readonly [number, number] }

/** One event a week or two, on the same weekday (0 is Sunday) at the same local time. */
type Schedule = {
  weekday: number
  time: string
  /** Weeks from the current one; negative before it. */
  first: number
  everyWeeks?: number
  eventType: Event['eventType']
  place: string
  /** Matches have opponents, alternating home and away; all others are numbered: "Reading night 3". */
  opponents?: readonly string[]
  numbered?: { name: string; count: number }
}

/** One event with its results; those of future events are never read. */
export type Fixture = Pick<Event, 'name' | 'eventType' | 'opponent' | 'venue' | 'location'> & {
  start: Date
  /** By the statistic's name. */
  results: Record<string, number>
}

type Outcome = 'achieved' | 'not_achieved'
/** The campaign's state today: `days` is when it was reached. */
type Ending =
  | { do: 'pause' | 'cancel'; days: number }
  | { do: 'settle'; days: number; payments: 'all' | 'half'; payout: 'paid' | 'prepared' }

export type CampaignPlan = Omit<
  z.input<typeof CampaignForm>,
  'howThisCampaignHelps' | 'startDate' | 'endDate' | 'organizationId' | 'statistics'
> & {
  key: string
  organization: string
  status: CampaignStatus
  helps: string
  days: readonly [start: number, end: number]
  statistics: readonly StatisticPlan[]
  schedule?: Schedule
  fixtures?: readonly Fixture[]
  /** The newest results wait for a second person. */
  leavesNewest?: boolean
  /** By the statistic's name. */
  outcomes?: Record<string, { outcome: Outcome; days: number }>
  pledges: number
  rewards?: readonly (Omit<z.input<typeof RewardForm>, 'statisticId'> & { statistic?: string })[]
  ambassadors?: { joined: number; invited: readonly string[] }
  comments?: readonly string[]
  ending?: Ending
}

type Expected = Pick<
  StatisticPlan,
  'each' | 'expectedMin' | 'expectedMax' | 'expectedTarget' | 'lastYearResult' | 'lastYearMatches'
>
type Presets = readonly [number, number, number]

/** Counted: an amount for each. */
export const each = (
  name: string,
  icon: string,
  unitName: string,
  presets: Presets,
  more: Expected,
): StatisticPlan => ({
  name,
  icon,
  unitName,
  type: 'per_increment',
  pledgeAmountOptions: [...presets],
  ...more,
})

/** All or nothing. */
export const once = (
  name: string,
  icon: string,
  presets: Presets,
  description: string,
  /** As stated by the coach. */
  chancePercent: number | null = null,
): StatisticPlan => ({
  name,
  icon,
  type: 'per_achievement',
  description,
  chancePercent,
  pledgeAmountOptions: [...presets],
})

export const gift = (name: string, presets: Presets, icon = 'faHandHoldingHeart'): StatisticPlan => ({
  name,
  icon,
  type: 'one_time',
  pledgeAmountOptions: [...presets],
})
