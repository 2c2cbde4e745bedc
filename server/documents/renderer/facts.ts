/** What pictures and documents say about a campaign, taken from its public page. */

import type { CampaignStatus } from '#domain/campaigns/campaign-state.ts'
import { CAUSES } from '#domain/campaigns/causes.ts'
import type { OrganizationLook } from '#domain/campaigns/crest.ts'
import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { formatUsd, parseCents, percentage, ZERO } from '#domain/money.ts'
import { formatQuantity, NONE, plus, readQuantity } from '#domain/quantity.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { STATISTIC_RULES } from '#domain/season/statistic-types.ts'
import { variantOf } from '#web/art/address.ts'

export type FlyerFacts = {
  name: string
  organization: string
  look: OrganizationLook
  place: string
  kind: string
  season: string
  vocabulary: Vocabulary
  /** What a supporter may pledge for, and how it is paid. */
  offers: { name: string; how: string }[]
  moreOffers: number
  is501c3: boolean
  /** Of one that takes no more pledges: that it is over. */
  over: string | null
  link: string
  /** The same address in the short form that people type. */
  short: string
  /** The day it is printed; the same day gives the same file. */
  drawnOn: string
}
type PrintedCampaign = Omit<FlyerFacts, 'link' | 'short' | 'drawnOn'>

const OVER: Partial<Record<CampaignStatus, string>> = {
  completed: 'This campaign is over',
  cancelled: 'This campaign is cancelled',
}

const MAX_OFFERS = 4

const howPaid = ({ type, name, unitName }: Statistic): string =>
  STATISTIC_RULES[type].offer((unitName ?? name.replace(/s$/i, '')).toLowerCase())

const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))

/** What a flyer says about a campaign, except its address and date. */
export function printedCampaign(detail: CampaignDetail): PrintedCampaign {
  const { name, organization, place, kind, look } = shareFacts(detail)
  const offered = detail.statistics.filter(({ isActive }) => isActive)
  return {
    name,
    organization,
    place,
    kind,
    look,
    season: `${dayText(detail.campaigns.startDate)} to ${dayText(detail.campaigns.endDate)}`,
    vocabulary: detail.campaigns.vocabulary,
    offers: offered.slice(0, MAX_OFFERS).map((one) => ({ name: one.name, how: howPaid(one) })),
    moreOffers: Math.max(0, offered.length - MAX_OFFERS),
    is501c3: detail.organizations.is501c3,
    over: OVER[detail.campaigns.status] ?? null,
  }
}

type LastResult = {
  /** Null: an achievement, which has no figure. */
  figure: string | null
  statistic: string
  /** Against whom or since when; only the day if that cannot be rendered. */
  detail: string
  on: string
  isConfirmed: boolean
}
export type ShareFacts = {
  name: string
  /** Of its organization. */
  look: OrganizationLook
  organization: string
  place: string
  /** Shown instead of a name that no typeface can render. */
  kind: string
  /** Its drawn picture. */
  template: string
  variant: number
  /** Null while it is active. */
  state: string | null
  percent: string
  goal: string
  pledged: string
  earned: string
  /** Share of the goal in percent, at most 100. */
  pledgedShare: number
  earnedShare: number
  last: LastResult | null
}

const STATES = {
  draft: 'Draft',
  active: null,
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const

type Result = CampaignDetail['results'][number]
const newest = (results: readonly Result[]): Result | undefined =>
  results.reduce<Result | undefined>(
    (last, one) => (!last || [one.occursAt, one.id].join() > [last.occursAt, last.id].join() ? one : last),
    undefined,
  )

const sumOf = (results: readonly Result[]) =>
  results.map(({ quantity }) => readQuantity(quantity) ?? NONE).reduce(plus, NONE)

/** `Oct 13`, in the campaign's zone. */
const dayOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(new Date(instant))

/** The latest result: the first statistic of the last match, or else a statistic's total so far. */
function lastResult({ campaigns, statistics, events, results }: CampaignDetail): LastResult | null {
  const telling = results.filter(({ kind }) => kind === 'count' || kind === 'achieved')
  const last = newest(telling)
  if (!last) return null
  const event = events.find(({ id }) => id === last.eventId)
  const inEvent = telling.filter(({ eventId, kind }) => eventId === last.eventId && kind === 'count')
  const statistic =
    (event && statistics.find(({ id }) => inEvent.some(({ statisticId }) => statisticId === id))) ??
    statistics.find(({ id }) => id === last.statisticId)
  if (!statistic) return null
  const on = dayOf(last.occursAt, campaigns.timeZone)
  if (last.kind === 'achieved')
    return { figure: null, statistic: statistic.name, detail: on, on, isConfirmed: last.state !== 'entered' }
  const own = telling.filter(
    ({ statisticId, eventId }) => statisticId === statistic.id && (!event || eventId === event.id),
  )
  const confirmed = own.filter(({ state }) => state !== 'entered')
  const isConfirmed = confirmed.length > 0
  const against = event && `${event.opponent ? `vs. ${event.opponent}` : event.name}, ${on}`
  return {
    figure: formatQuantity(sumOf(isConfirmed ? confirmed : own)),
    statistic: statistic.name,
    detail: against ?? `so far, ${on}`,
    on,
    isConfirmed,
  }
}

const usd = (amount: string): string => formatUsd(parseCents(amount) ?? ZERO, 'none')

const ofGoal = (amount: string, goal: string): number =>
  percentage(parseCents(amount) ?? ZERO, parseCents(goal) ?? ZERO)

const lookOf = ({ name, logoUrl, firstColor, secondColor }: OrganizationLook): OrganizationLook => ({
  name,
  logoUrl,
  firstColor,
  secondColor,
})

export function shareFacts(detail: CampaignDetail): ShareFacts {
  const { campaigns: campaign, organizations: organization } = detail
  const [pledged, earned] = [campaign.totalPledged, campaign.totalEarned].map((one) =>
    ofGoal(one, campaign.goal),
  ) as [number, number]
  return {
    name: campaign.name,
    organization: organization.name,
    look: lookOf(organization),
    place: `${organization.city}, ${organization.state}`,
    kind: `${campaign.causeLabel} campaign`,
    template: CAUSES[campaign.cause].picture,
    variant: variantOf(campaign.id),
    state: STATES[campaign.status],
    percent: `${new Intl.NumberFormat('en-US').format(pledged)}%`,
    goal: usd(campaign.goal),
    pledged: usd(campaign.totalPledged),
    earned: usd(campaign.totalEarned),
    pledgedShare: Math.min(100, pledged),
    earnedShare: Math.min(100, earned),
    last: lastResult(detail),
  }
}
