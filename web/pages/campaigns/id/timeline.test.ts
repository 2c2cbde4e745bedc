import { expect, it } from 'vitest'
import type { Campaign, CampaignDetail } from '#domain/schemas/campaign.ts'
import { timelineOf } from './timeline.tsx'

const campaign = {
  startDate: '2026-08-01',
  endDate: '2026-12-01',
  endsAt: '2026-12-02T05:00:00.000Z',
  timeZone: 'America/New_York',
} as Campaign
type Event = CampaignDetail['events'][number]
const event = (id: string, more: Partial<Event>): Event =>
  ({ id, name: id, endTime: null, isCompleted: false, ...more }) as Event

it('shows an event that nobody marked as over once its time is over', () => {
  const events = [
    event('Practice', { startTime: '2026-08-10T20:00:00.000Z' }),
    event('Long meet', { startTime: '2026-11-28T12:00:00.000Z', endTime: '2026-11-28T22:00:00.000Z' }),
    event('Game', { startTime: '2026-11-28T16:30:00.000Z' }),
    event('Final', { startTime: '2026-11-29T18:00:00.000Z' }),
  ]
  const now = Date.parse('2026-11-28T19:00:00.000Z')
  const words = timelineOf({ campaign, events, results: [], now }).map(({ title, word }) => [title, word])
  expect(words).toEqual([
    ['Campaign Started', ''],
    ['Practice', 'Over'],
    ['Long meet', 'Upcoming'],
    ['Game', 'Upcoming'],
    ['Final', 'Upcoming'],
    ['Campaign Ends', ''],
  ])
})
