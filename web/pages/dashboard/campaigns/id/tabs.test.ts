import { expect, test } from 'vitest'
import type { Permissions } from '#domain/schemas/campaign.ts'
import { currentTab, tabsFor } from './tabs.ts'

const nobody: Permissions = {
  isPledgerraiserRepresentative: false,
  canEditCampaign: false,
  canManageEvents: false,
  canManageStatistics: false,
  canManageRewards: false,
  canManageAmbassadors: false,
  canEnterResults: true,
  canConfirmResults: false,
  canReadMoney: false,
  canSettle: false,
}
const owner = { ...nobody, canManageStatistics: true, canManageRewards: true, canManageAmbassadors: true }
const labels = (permissions: Permissions) => tabsFor(permissions).map(({ label }) => label)

test('owners see seven management tabs, and representatives Settlements too', () => {
  const five = ['Supporters', 'Statistics', 'Events', 'Rewards', 'Ambassadors']
  expect(labels(owner)).toEqual([...five, 'Results', 'History'])
  expect(labels({ ...owner, canSettle: true })).toEqual([...five, 'Results', 'Settlements', 'History'])
  expect(currentTab(owner, null)).toBe('supporters')
  expect(currentTab(owner, 'settlements')).toBe('supporters')
  expect(currentTab(owner, 'nonsense')).toBe('supporters')
})

test('a scorer sees Results first, then Statistics and Events only', () => {
  expect(labels(nobody)).toEqual(['Results', 'Statistics', 'Events'])
  expect(currentTab(nobody, null)).toBe('results')
  expect(currentTab(nobody, 'rewards')).toBe('results')
  expect(currentTab(nobody, 'events')).toBe('events')
})

test('a treasurer sees Supporters only', () => {
  const treasurer = { ...nobody, canEnterResults: false, canReadMoney: true }
  expect(labels(treasurer)).toEqual(['Supporters'])
  expect(currentTab(treasurer, 'results')).toBe('supporters')
})
