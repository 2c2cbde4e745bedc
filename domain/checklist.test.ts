import { describe, expect, it } from 'vitest'
import { checklistOf } from './checklist.ts'
import type { Management } from './schemas/campaign.ts'

const NOW = Date.parse('2026-09-01T16:00:00Z')
const counted = (name: string, more: object = {}) => ({
  ...{
    name,
    type: 'per_increment',
    isActive: true,
    lastYearResult: null,
    expectedTarget: 30,
    expectedMax: null,
  },
  ...more,
})
const full = {
  campaign: {
    ...{
      endsAt: '2026-12-16T04:59:59.999Z',
      imageUrl: '/images/x',
      howThisCampaignHelps: { description: 'Lights' },
    },
  },
  statistics: [counted('Goals'), { ...counted('Title'), type: 'per_achievement', expectedTarget: null }],
  events: [{}],
  rewards: [{}],
  ambassadors: [{}],
}
const missing = (more: object = {}) =>
  checklistOf({ ...full, ...more } as unknown as Management, NOW)
    .filter(({ isThere }) => !isThere)
    .map(({ key }) => key)

describe('before a campaign goes live', () => {
  it('nothing is missing where all is there', () => expect(missing()).toEqual([]))

  it('each thing that is missing is named, what keeps pledges out first', () => {
    const bare = {
      campaign: { endsAt: '2026-08-31T03:59:59.999Z', imageUrl: null, howThisCampaignHelps: null },
      ...{ statistics: [], events: [], rewards: [], ambassadors: [] },
    }
    expect(missing(bare)).toEqual([
      ...['statistics', 'dates', 'estimates', 'events', 'helps', 'picture', 'rewards', 'ambassadors'],
    ])
    const needed = checklistOf(bare as unknown as Management, NOW).filter(({ isNeeded }) => isNeeded)
    expect(needed.map(({ key }) => key)).toEqual(['statistics', 'dates'])
  })

  it('a statistic that is closed for pledges is none', () => {
    expect(missing({ statistics: [counted('Goals', { isActive: false })] })).toEqual([
      'statistics',
      'estimates',
    ])
  })

  it('a season without a figure to expect is named, and last year’s result is one', () => {
    const without = { expectedTarget: null }
    const four = ['Goals', 'Wins', 'Saves', 'Corners'].map((name) => counted(name, without))
    expect(missing({ statistics: four })).toEqual(['estimates'])
    const check = checklistOf({ ...full, statistics: four } as unknown as Management, NOW)
    expect(check.find(({ key }) => key === 'estimates')?.why).toBe(
      'Supporters see no estimate for Goals, Wins, Saves and 1 more.',
    )
    expect(missing({ statistics: [counted('Goals', { ...without, lastYearResult: 12 })] })).toEqual([])
    expect(missing({ statistics: [counted('Goals', { ...without, lastYearResult: 0 })] })).toEqual([
      'estimates',
    ])
  })
})
