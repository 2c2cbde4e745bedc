import { expect, test } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { announcementOf } from './follow.ts'

const goals = { id: 'g', name: 'Goals', confirmedQuantity: 16, achievement: null }
const title = { id: 't', name: 'Win the Conference', confirmedQuantity: 0, achievement: 'open' }
const before = {
  campaigns: { status: 'active', supportersCount: 1_232 },
  statistics: [goals, title],
  events: [{ id: 'e', name: 'vs. Summit' }],
  results: [{ id: '1', statisticId: 'g', eventId: null, kind: 'count', quantity: 16, state: 'confirmed' }],
  commentsCount: 0,
} as unknown as CampaignDetail
const after = (changed: object) => announcementOf(before, { ...before, ...changed } as CampaignDetail)

test('a live update is announced in one sentence, or not at all if it is minor', () => {
  const entry = { statisticId: 'g', eventId: 'e', kind: 'count', quantity: 2.5, state: 'entered' }
  expect(after({ results: [{ ...entry, id: '2' }, ...before.results] })).toBe(
    'Just in from vs. Summit: Goals 2.5, to confirm.',
  )
  expect(after({ statistics: [{ ...goals, confirmedQuantity: 18.5 }, title] })).toBe(
    'Confirmed so far: Goals 18.5.',
  )
  expect(after({ statistics: [goals, { ...title, confirmedQuantity: 1, achievement: 'achieved' }] })).toBe(
    'Achieved: Win the Conference.',
  )
  expect(after({ campaigns: { status: 'active', supportersCount: 1_233 } })).toBe(
    'A new supporter has pledged. 1,233 now.',
  )
  expect(after({ campaigns: { status: 'paused', supportersCount: 1_233 } })).toBe(
    'This campaign is now paused.',
  )
  expect(after({ commentsCount: 1 })).toBe('A new message of support.')
  expect(after({ pledges: [] })).toBeNull()
})
