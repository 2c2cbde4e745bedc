import { describe, expect, it } from 'vitest'
import type { Management } from '../schemas/campaign.ts'
import { checklistOf, farAheadText } from './checklist.ts'

const NOW = Date.parse('2026-09-01T16:00:00Z')
const counted = (name: string, more: object = {}) => ({
  name,
  type: 'per_increment',
  isActive: true,
  lastYearResult: null,
  expectedTarget: 30,
  expectedMax: null,
  ...more,
})
const full = {
  campaign: {
    endsAt: '2026-12-16T04:59:59.999Z',
    imageUrl: '/images/x',
    howThisCampaignHelps: { description: 'Lights' },
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

describe('the checklist before activation', () => {
  it('is complete when everything is set up', () => expect(missing()).toEqual([]))

  it('names each missing thing, beginning with what prevents pledges', () => {
    const bare = {
      campaign: { endsAt: '2026-08-31T03:59:59.999Z', imageUrl: null, howThisCampaignHelps: null },
      statistics: [],
      events: [],
      rewards: [],
      ambassadors: [],
    }
    expect(missing(bare)).toEqual([
      'statistics',
      'dates',
      'estimates',
      'events',
      'helps',
      'picture',
      'rewards',
      'ambassadors',
    ])
    const needed = checklistOf(bare as unknown as Management, NOW).filter(({ isNeeded }) => isNeeded)
    expect(needed.map(({ key }) => key)).toEqual(['statistics', 'dates'])
  })

  it('does not count an inactive statistic', () => {
    expect(missing({ statistics: [counted('Goals', { isActive: false })] })).toEqual([
      'statistics',
      'estimates',
    ])
  })

  it('asks about an end that is years ahead, which prevents nothing', () => {
    const campaign = { ...full.campaign, endDate: '2062-12-15', endsAt: '2062-12-16T04:59:59.999Z' }
    const check = checklistOf({ ...full, campaign } as unknown as Management, NOW)
    expect(check.find(({ key }) => key === 'dates')).toMatchObject({
      isThere: false,
      isNeeded: false,
      missing: 'Check the year',
      why: 'The campaign ends in 2062. If that is right, leave it.',
    })
    expect(farAheadText('2062-12-15', '2026-05-01')).toBe(
      'That is in 2062. Change the year if that is a typo.',
    )
    for (const day of ['2028-04-30', '02/30', '']) expect(farAheadText(day, '2026-05-01')).toBeNull()
  })

  it('names statistics without an estimate; a target or last year’s result gives one', () => {
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
