import { expect, test } from 'vitest'
import { vocabularyOf } from '#domain/campaigns/proposed-vocabulary.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { goalIn, thanksFor } from './scoreboard.tsx'

type Statistics = CampaignDetail['statistics']
const statistics = (goals: [confirmed: number, waiting: number], saves = 3) =>
  [
    {
      id: 'g',
      name: 'Goals',
      type: 'per_increment',
      confirmedQuantity: goals[0],
      unconfirmedQuantity: goals[1],
    },
    { id: 's', name: 'Saves', type: 'per_increment', confirmedQuantity: saves, unconfirmedQuantity: 0 },
    { id: 't', name: 'Title', type: 'per_achievement', confirmedQuantity: goals[0], unconfirmedQuantity: 0 },
  ] as unknown as Statistics

test('a goal is what was entered since; confirming, correcting downward and achievements are none', () => {
  expect(goalIn(statistics([4, 0]), statistics([4, 1]))).toBe('Goals +1')
  expect(goalIn(statistics([4, 0]), statistics([4, 2], 5))).toBe('Goals +2, Saves +2')
  expect(goalIn(statistics([4, 1]), statistics([5, 0]))).toBeNull()
  expect(goalIn(statistics([4, 1]), statistics([4, 0]))).toBeNull()
})

const KICK_OFF = '2026-09-10T18:00:00.000Z'
const at = (minutes: number) => Date.parse(KICK_OFF) + minutes * 60_000
const crowd = (minutes: number[], pledgesCount = minutes.length) =>
  ({
    events: [{ eventType: 'game', startTime: KICK_OFF }],
    pledges: minutes.map((after) => ({ createdAt: new Date(at(after)).toISOString() })),
    pledgesCount,
  }) as unknown as CampaignDetail

test('people who pledged since the match began are thanked by number, and no one before the match or long after it', () => {
  expect(thanksFor(crowd([50, 20, 1, -30]), SPORT, at(55))).toBe(
    '3 new pledges since the match began. Thank you!',
  )
  expect(thanksFor(crowd([20]), vocabularyOf('food', 'community'), at(55))).toBe(
    '1 new pledge since the delivery began. Thank you!',
  )
  expect(thanksFor(crowd([-30]), SPORT, at(55))).toBeNull()
  expect(thanksFor(crowd([20]), SPORT, at(-5))).toBeNull()
  expect(thanksFor(crowd([20]), SPORT, at(24 * 60))).toBeNull()
})

test('where the page knows the newest pledges only, there may be more', () => {
  expect(thanksFor(crowd([50, 20], 9), SPORT, at(55))).toBe(
    '2+ new pledges since the match began. Thank you!',
  )
})
