/** An active campaign of the coach with one match that has just started: each test file makes its own. */
import type { Locator, Page } from '@playwright/test'
import { apiOf, dayFrom, expect } from './fixtures.ts'

/** `now`: the program's clock, which an earlier test may have moved. */
export type Campaign = { id: string; name: string; now: string }

export async function activeCampaign(coach: Page, representative: Page, name: string): Promise<Campaign> {
  const asCoach = await apiOf(coach.request)
  const asRepresentative = await apiOf(representative.request)
  const now = String((await asRepresentative('POST', '/api/dev/clock', { days: 0 })).now)
  const organization = {
    name: `${name} Boosters`,
    description: 'We play.',
    city: 'Bend',
    state: 'OR',
    organizationType: 'school',
  }
  const { id: organizationId } = await asCoach('POST', '/api/organizations', organization)
  const { id } = await asCoach('POST', '/api/campaigns', {
    name,
    organizationId,
    aboutThisCampaign: 'Every goal helps buy lights for the practice field.',
    goal: 20_000,
    startDate: dayFrom(now, -30),
    endDate: dayFrom(now, 40),
    campaignType: 'athletic',
    template: 'soccer',
  })
  const counted = { type: 'per_increment', allowCustomAmounts: true, isActive: true }
  const statistics = [
    {
      ...counted,
      name: 'Goals',
      unitName: 'goal',
      icon: 'faFutbol',
      lastYearResult: 34,
      expectedTarget: 38,
      expectedMax: 44,
      pledgeAmountOptions: [1.25, 3, 7],
    },
    {
      ...counted,
      name: 'Clean Sheets',
      unitName: 'shutout',
      icon: 'faHandPaper',
      lastYearResult: 4,
      expectedTarget: 6,
      pledgeAmountOptions: [5, 10, 25],
    },
    {
      ...counted,
      type: 'per_achievement',
      name: 'Win the Conference',
      icon: 'faTrophy',
      pledgeAmountOptions: [25, 50, 100],
    },
  ]
  for (const statistic of statistics) await asCoach('POST', `/api/campaigns/${id}/statistics`, statistic)
  await asCoach('POST', `/api/campaigns/${id}/events`, {
    name: 'vs. Summit',
    eventType: 'game',
    startTime: now,
    opponent: 'Summit',
    venue: 'home',
  })
  await asRepresentative('PUT', `/api/campaigns/${id}`, { status: 'active' })
  return { id, name, now }
}

/** Two matches of the previous weeks, as a coach keeps them in a spreadsheet. */
export const pastMatches = (now: string): string =>
  [
    'date,time,opponent,venue,Goals,Clean Sheets',
    `${dayFrom(now, -14)},18:30,Ridgeview,home,3,0`,
    `${dayFrom(now, -7)},18:30,Harbor,away,2,1`,
  ].join('\n')

/** The campaign's last day has not passed: each blocker is overridden with a reason (R31). */
export async function endEarly(bill: Locator): Promise<void> {
  const reasons = bill.getByLabel('Reason to override')
  await expect(reasons.first()).toBeVisible()
  for (const reason of await reasons.all()) await reason.fill('The season ended early')
}
