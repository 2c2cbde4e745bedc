/** What a campaign's page tells search engines and chats about itself. Only what is true, and public. */
import type { MetaDescriptor } from 'react-router'
import { dateIn } from '#domain/places/zone.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { percentOfGoal, wholeUsd } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import type { RootData } from '#web/root.tsx'
import { type Matches, type PublicPage, pageMeta, privateMeta, rootOf } from './meta.ts'

type Data = Record<string, unknown>
const MAX_EVENTS = 5
const LONGEST_DESCRIPTION = 160

const ORGANIZATIONS = {
  school: 'School',
  nonprofit: 'NGO',
  sports_club: 'SportsOrganization',
  community: 'Organization',
  other: 'Organization',
} as const

/** One or two sentences, on one line, cut between words. */
function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST_DESCRIPTION) return line
  const cut = line.slice(0, LONGEST_DESCRIPTION)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_DESCRIPTION - 40)).trimEnd()}…`
}

function organization({
  organizations: { name, organizationType, city, state, website },
}: CampaignDetail): Data {
  return {
    '@type': ORGANIZATIONS[organizationType],
    name,
    address: { '@type': 'PostalAddress', addressLocality: city, addressRegion: state, addressCountry: 'US' },
    ...(website ? { url: website } : {}),
  }
}

/** A pledge is a donation one may make while pledges are open, and one that was made once the season is over. */
function donation(detail: CampaignDetail, page: string): Data {
  const { campaigns: campaign } = detail
  const isOpen = campaign.pledgesClosedReason === null
  const state = isOpen
    ? 'PotentialActionStatus'
    : campaign.status === 'completed'
      ? 'CompletedActionStatus'
      : null
  return {
    '@type': 'DonateAction',
    name: campaign.name,
    description: summary(campaign.aboutThisCampaign),
    url: page,
    startTime: campaign.startDate,
    endTime: campaign.endDate,
    recipient: organization(detail),
    ...(state ? { actionStatus: `https://schema.org/${state}` } : {}),
  }
}

/** Upcoming games at a known place: search engines do not accept an event without one. */
function games({ campaigns, events, organizations }: CampaignDetail, page: string, now: number): Data[] {
  return events
    .filter(
      ({ eventType, startTime, location }) => eventType === 'game' && location && Date.parse(startTime) > now,
    )
    .sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
    .slice(0, MAX_EVENTS)
    .map((event) => ({
      '@type': 'SportsEvent',
      name: `${organizations.name} ${event.name}`,
      startDate: event.hasTime ? event.startTime : dateIn(campaigns.timeZone, new Date(event.startTime)),
      ...(event.endTime ? { endDate: event.endTime } : {}),
      location: { '@type': 'Place', name: event.location, address: event.location },
      url: page,
    }))
}

const trail = (site: string, name: string, page: string): Data => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Campaigns', item: new URL(paths.campaigns, site).href },
    { '@type': 'ListItem', position: 2, name, item: page },
  ],
})

function dataOf(detail: CampaignDetail, { config, now }: RootData): Data[] {
  const { id, name } = detail.campaigns
  const page = new URL(paths.campaign(id), config.appUrl).href
  return [donation(detail, page), ...games(detail, page, now), trail(config.appUrl, name, page)]
}

export function campaignMeta(matches: Matches, detail: CampaignDetail): MetaDescriptor[] {
  const { campaigns: campaign, organizations } = detail
  if (campaign.status === 'draft') return privateMeta(campaign.name)
  const { goal, totalPledged, id, name } = campaign
  const path = paths.campaign(id)
  const root = rootOf(matches)
  const alt = `${name}, ${organizations.name}: ${wholeUsd(totalPledged)} pledged, ${percentOfGoal(totalPledged, goal)}% of the ${wholeUsd(goal)} goal`
  return pageMeta(matches, {
    title: name,
    description: summary(campaign.aboutThisCampaign),
    path,
    picture: { path: `/api/campaigns/${id}/share.png`, alt, width: 1200, height: 630 },
    ...(root ? { data: dataOf(detail, root) as PublicPage['data'] } : {}),
  })
}

/** The pledge-card page: the same previews, without an address of its own, and not indexed. */
export function cardMeta(matches: Matches, detail: CampaignDetail): MetaDescriptor[] {
  const { name } = detail.campaigns
  if (detail.campaigns.status === 'draft') return privateMeta(name)
  const own = campaignMeta(matches, detail).filter(
    (tag) => !('title' in tag) && !('script:ld+json' in tag) && !('rel' in tag),
  )
  return [...privateMeta(`Pledge to ${name}`), ...own]
}
