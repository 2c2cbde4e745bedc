import { expect, it } from 'vitest'
import type { Management } from '../schemas/campaign.ts'
import { checklistOf } from './checklist.ts'

const counted = (name: string, expectedTarget: number | null) => ({
  name,
  type: 'per_increment',
  isActive: true,
  lastYearResult: null,
  expectedTarget,
  expectedMax: null,
})
const checks = (...statistics: ReturnType<typeof counted>[]) => {
  const campaign = { endsAt: '2026-12-16T04:59:59.999Z', imageUrl: null, howThisCampaignHelps: null }
  const facts = { campaign, statistics, events: [], rewards: [], ambassadors: [] }
  return checklistOf(facts as unknown as Management, Date.parse('2026-09-01T16:00:00Z'))
}
const estimates = (...statistics: ReturnType<typeof counted>[]) =>
  checks(...statistics).find(({ key }) => key === 'estimates')?.why

it('each check has a name, says what to do and leads to where it is done', () => {
  expect(checks().map(({ mend, there, missing }) => [mend, there, missing])).toEqual([
    ['statistics', 'Statistics', 'Add a statistic'],
    ['details', 'Dates', 'Choose future dates'],
    ['statistics', 'Targets', 'Add a target or last year’s result'],
    ['events', 'Schedule', 'Add the schedule'],
    ['details', 'What it helps', 'Say what the money buys'],
    ['details', 'Picture', 'Choose a picture of your own'],
    ['rewards', 'Rewards', 'Add a reward'],
    ['ambassadors', 'Ambassadors', 'Invite an ambassador'],
  ])
})

it('statistics without an estimate are named, up to three of them', () => {
  const without = (...names: string[]) => estimates(...names.map((name) => counted(name, null)))
  expect(without('Goals')).toBe('Supporters see no estimate for Goals.')
  expect(without('Goals', 'Wins', 'Saves')).toBe('Supporters see no estimate for Goals, Wins, Saves.')
})

it('where every statistic has an estimate, the check says what it is good for', () => {
  expect(estimates(counted('Goals', 30))).toBe('Supporters then see what a pledge could cost them.')
})
