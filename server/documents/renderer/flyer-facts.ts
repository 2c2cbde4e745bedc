import type { CampaignStatus } from '#domain/campaign-state.ts'
import type { OrganizationLook } from '#domain/crest.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Statistic } from '#domain/schemas/statistic.ts'
import { STATISTIC_RULES } from '#domain/statistic-types.ts'
import type { Vocabulary } from '#domain/vocabulary.ts'
import { shareFacts } from './facts.ts'

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
