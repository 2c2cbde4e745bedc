/** The demo as data: who runs what, what is counted, what is played. Days count from today. */
import type { z } from 'zod'
import type { CampaignStatus } from '#domain/campaign-state.ts'
import type { CampaignForm } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { OrganizationForm } from '#domain/schemas/organization.ts'
import type { RewardForm } from '#domain/schemas/reward.ts'
import type { StatisticForm } from '#domain/schemas/statistic.ts'

export type Name = readonly [first: string, last: string]

export type OrganizationPlan = z.input<typeof OrganizationForm> & {
  key: string
  /** Null: the demo's own coach and scorer. */
  owner: Name | null
  scorer: Name | null
  sizeTier: 'small' | 'medium' | 'large'
  is501c3: boolean
  /** The first and the second (R63). */
  colors: readonly [string, string]
}

/** `each`: the minimum and maximum that one event of the schedule adds. */
type StatisticPlan = z.input<typeof StatisticForm> & { each?: readonly [number, number] }

/** One event a week or two, on the same weekday (0 is Sunday) at the same local time. */
export type Schedule = {
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
