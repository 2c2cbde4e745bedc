import { expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import { stateWords } from './review.tsx'
import { reasonNotToAsk } from './review-request.tsx'

it('a representative reads whether the owner waits, was sent the draft back, or never asked', () => {
  expect(stateWords('Nov 26, 2026', null)).toBe('Its owner has been waiting for review since Nov 26, 2026.')
  expect(stateWords(undefined, 'Add the schedule')).toContain('was sent back to its owner')
  expect(stateWords(undefined, 'Add the schedule')).toContain('“Add the schedule”')
  expect(stateWords(undefined, null)).toContain('has not requested a review')
})

it('an owner cannot ask for a review while nobody could pledge, and reads what to do first', () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  const draft = (statistics: object[], endsAt = '2027-02-28T12:00:00Z') =>
    ({
      statistics,
      events: [],
      rewards: [],
      ambassadors: [],
      campaign: { endsAt, imageUrl: null, howThisCampaignHelps: null },
    }) as unknown as Management
  expect(reasonNotToAsk(draft([]), now)).toBe('Add a statistic first: there is nothing to pledge on yet.')
  const goals = { isActive: true, type: 'per_increment', lastYearResult: 28 }
  expect(reasonNotToAsk(draft([goals]), now)).toBeUndefined()
  expect(reasonNotToAsk(draft([goals], '2026-10-01T12:00:00Z'), now)).toContain('Choose future dates first')
})
