import { expect, test } from 'vitest'
import { dollars } from '../money.ts'
import { explainRule, rewardRule, tierPrize } from './reward-rules.ts'

const terms = {
  threshold: dollars('100.00'),
  maxWinners: null,
  sponsorshipsAvailable: 2,
}

test('each type of reward has its measure, order and number of winners (R41)', () => {
  expect(rewardRule({ ...terms, type: 'top_supporter' })).toEqual({
    measure: 'amount',
    least: 1,
    order: 'largest',
    places: 1,
  })
  expect(rewardRule({ ...terms, type: 'milestone_maker', maxWinners: 3 })).toEqual({
    measure: 'rate',
    least: 10_000,
    order: 'largest',
    places: 3,
  })
  expect(rewardRule({ ...terms, type: 'elite_circle' })).toMatchObject({ least: 10_000, places: null })
  expect(rewardRule({ ...terms, type: 'early_bird', maxWinners: 5 })).toEqual({
    measure: 'none',
    least: 0,
    order: 'earliest',
    places: 5,
  })
  expect(rewardRule({ ...terms, type: 'sponsorship' })).toMatchObject({ order: 'earliest', places: 2 })
})

test('a supporter who gave nothing wins no reward, even without a threshold', () => {
  for (const type of ['elite_circle', 'milestone_maker', 'sponsorship'] as const)
    for (const threshold of [null, dollars('0.00')])
      expect(rewardRule({ ...terms, type, threshold }).least).toBe(1)
})

test('the rule of a reward is explained in a sentence', () => {
  expect(explainRule({ ...terms, type: 'milestone_maker', maxWinners: 3 }, 'Goals')).toBe(
    'Goes to every pledge of at least $100.00 on Goals, the 3 highest of them.',
  )
  expect(explainRule({ ...terms, type: 'early_bird' }, null)).toBe('Goes to the first pledge.')
  expect(explainRule({ ...terms, type: 'sponsorship' }, null)).toBe(
    'Goes to the first 2 pledges whose amount settled is at least $100.00.',
  )
})

test('the prize of a tiered reward is that of the highest tier reached', () => {
  const tiers = [
    { threshold: dollars('50.00'), prize: 'Scarf' },
    { threshold: dollars('250.00'), prize: 'Jersey' },
    { threshold: dollars('100.00'), prize: 'Cap' },
  ]
  expect(tierPrize(tiers, dollars('249.99'))).toBe('Cap')
  expect(tierPrize(tiers, dollars('250.00'))).toBe('Jersey')
  expect(tierPrize(tiers, dollars('49.99'))).toBeNull()
})
