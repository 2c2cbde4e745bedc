import { expect, test } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { campaignMeta } from './campaign-meta.ts'

const now = Date.parse('2026-09-01T12:00:00Z')
const matches = [{ id: 'root', loaderData: { config: { appUrl: 'https://pledges.example' }, now } }]
const game = (name: string, startTime: string, location: string | null) => ({
  id: name,
  name,
  startTime,
  location,
  eventType: 'game',
  hasTime: true,
  endTime: null,
})
const detailOf = (campaign: object = {}) =>
  ({
    campaigns: {
      id: '1',
      name: 'Goals Under the Lights',
      status: 'active',
      goal: '20000.00',
      totalPledged: '14382.40',
      aboutThisCampaign: `${'Every goal helps.\n\n'.repeat(20)}`,
      startDate: '2026-08-15',
      endDate: '2026-12-15',
      timeZone: 'America/Los_Angeles',
      pledgesClosedReason: null,
      ...campaign,
    },
    organizations: {
      name: 'Alder Creek',
      organizationType: 'school',
      city: 'Bend',
      state: 'OR',
      website: null,
    },
    events: [
      { ...game('vs. Later', '2026-10-01T19:00:00Z', 'Main field'), hasTime: false },
      game('vs. Bay', '2026-09-02T18:00:00Z', 'Bay Park'),
      game('vs. Nowhere', '2026-09-03T18:00:00Z', null),
      game('vs. Past', '2026-08-20T18:00:00Z', 'Main field'),
    ],
  }) as unknown as CampaignDetail

type Tag = { property?: string; content?: string; name?: string; 'script:ld+json'?: { '@type': string } }
const metaOf = (campaign?: object) => campaignMeta(matches, detailOf(campaign)) as Tag[]
const content = (all: Tag[], key: string) =>
  all.find((one) => one.property === key || one.name === key)?.content
const data = (all: Tag[], type: string) =>
  all.flatMap((one) => (one['script:ld+json']?.['@type'] === type ? [one['script:ld+json']] : []))

test('a campaign’s link preview has its picture with size and alternative text', () => {
  const all = metaOf()
  expect(content(all, 'og:image')).toBe('https://pledges.example/api/campaigns/1/share.png')
  expect(content(all, 'og:image:width')).toBe('1200')
  expect(content(all, 'og:image:alt')).toBe(
    'Goals Under the Lights, Alder Creek: $14,382 pledged, 72% of the $20,000 goal',
  )
  const description = content(all, 'description') as string
  expect(description.length).toBeLessThanOrEqual(161)
  expect(description).toMatch(/^Every goal helps\. Every .*…$/)
})

test('structured data offers a donation while pledges are open, and lists upcoming games with location', () => {
  const all = metaOf()
  expect(data(all, 'DonateAction')).toMatchObject([
    {
      actionStatus: 'https://schema.org/PotentialActionStatus',
      recipient: { '@type': 'School', name: 'Alder Creek' },
    },
  ])
  expect(data(all, 'SportsEvent')).toMatchObject([
    { name: 'Alder Creek vs. Bay', startDate: '2026-09-02T18:00:00Z', location: { name: 'Bay Park' } },
    // Its time is not known.
    { name: 'Alder Creek vs. Later', startDate: '2026-10-01' },
  ])
  const closed = { pledgesClosedReason: 'This campaign has ended' }
  expect(data(metaOf({ ...closed, status: 'completed' }), 'DonateAction')).toMatchObject([
    { actionStatus: 'https://schema.org/CompletedActionStatus' },
  ])
  expect(data(metaOf({ ...closed, status: 'cancelled' }), 'DonateAction')[0]).not.toHaveProperty(
    'actionStatus',
  )
})

test('a draft campaign has no metadata and is not indexed', () => {
  expect(metaOf({ status: 'draft' })).toEqual([
    { title: 'Goals Under the Lights · Pledgeraiser' },
    { name: 'robots', content: 'noindex' },
  ])
})
