import { describe, expect, it } from 'vitest'
import { cents, dollars, ZERO } from '../money.ts'
import { explainRule, rewardRule, tierPrize } from './reward-rules.ts'

const TERMS = { threshold: dollars('100.00'), maxWinners: null, sponsorshipsAvailable: 1 }

describe('the sentence that says who wins a reward (R41)', () => {
  it.each([
    ['top_supporter', {}, 'Goes to the pledge with the largest amount settled at the end of the campaign.'],
    [
      'top_supporter',
      { maxWinners: 3 },
      'Goes to the 3 pledges with the largest amounts settled at the end of the campaign.',
    ],
    ['milestone_maker', {}, 'Goes to every pledge of at least $100.00 on Goals.'],
    [
      'milestone_maker',
      { maxWinners: 1 },
      'Goes to every pledge of at least $100.00 on Goals, the highest one of them.',
    ],
    ['elite_circle', {}, 'Goes to every pledge whose amount settled is at least $100.00.'],
    [
      'elite_circle',
      { maxWinners: 1 },
      'Goes to every pledge whose amount settled is at least $100.00, the largest one of them.',
    ],
    [
      'elite_circle',
      { maxWinners: 4 },
      'Goes to every pledge whose amount settled is at least $100.00, the 4 largest of them.',
    ],
    ['early_bird', { maxWinners: 5 }, 'Goes to the first 5 pledges.'],
    ['sponsorship', {}, 'Goes to the first pledge whose amount settled is at least $100.00.'],
  ] as const)('of type %s with %j', (type, terms, sentence) => {
    expect(explainRule({ ...TERMS, ...terms, type }, 'Goals')).toBe(sentence)
  })

  it('says “its statistic” if the statistic is unknown', () => {
    expect(explainRule({ ...TERMS, type: 'milestone_maker' }, null)).toBe(
      'Goes to every pledge of at least $100.00 on its statistic.',
    )
  })
})

describe('the rule of a reward (R41)', () => {
  it.each([
    ['elite_circle', { measure: 'amount', least: 10_000, order: 'largest', places: 7 }],
    ['sponsorship', { measure: 'amount', least: 10_000, order: 'earliest', places: 1 }],
    ['top_supporter', { measure: 'amount', least: 1, order: 'largest', places: 7 }],
    ['early_bird', { measure: 'none', least: 0, order: 'earliest', places: 7 }],
  ] as const)('of type %s', (type, rule) => {
    expect(rewardRule({ ...TERMS, maxWinners: 7, type })).toEqual(rule)
  })

  it('has one winner for an early bird if no number is set', () => {
    expect(rewardRule({ ...TERMS, type: 'early_bird' }).places).toBe(1)
  })

  it('accepts a threshold of one cent', () => {
    expect(rewardRule({ ...TERMS, threshold: cents(1), type: 'elite_circle' }).least).toBe(1)
  })
})

it('a tier is reached exactly at its threshold, and without tiers there is no prize', () => {
  const tiers = [{ threshold: dollars('50.00'), prize: 'Scarf' }]
  expect(tierPrize(tiers, dollars('50.00'))).toBe('Scarf')
  expect(tierPrize([], ZERO)).toBeNull()
})
