import PDFDocument from 'pdfkit'
import { afterEach, expect, it, vi } from 'vitest'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { drawMonth } from './month.ts'

const setText = vi.spyOn(PDFDocument.prototype, 'text')
afterEach(() => setText.mockClear())

const FIGURES = {
  collected: '90.00',
  refunds: '0.00',
  disputes: '0.00',
  bounced: '0.00',
  net: '90.00',
  commission: '22.50',
  paidOut: '0.00',
  owedBefore: '0.00',
  owed: '67.50',
  owedTo: '67.50',
  owedBy: '0.00',
  fees: '1.16',
}
const ONE = { ...FIGURES, campaignId: 'c1', campaignName: 'Fall', organizationName: 'Lions' }
const MONTH: ProviderMonth = {
  month: '2026-11',
  months: 1,
  firstMonth: '2026-09',
  lastMonth: '2026-12',
  moneyMode: 'live',
  hasOther: false,
  totals: FIGURES,
  campaignsCount: 1,
  page: 1,
  pages: 1,
  accounts: [],
  organizations: [],
  organizationsCount: 0,
  bank: [],
  bankCount: 0,
  campaigns: [ONE],
}

async function words(month: Partial<ProviderMonth>): Promise<string> {
  await drawMonth({ month: { ...MONTH, ...month }, drawnOn: '2026-11-30' })
  return setText.mock.calls.map(([text]) => text).join(' ')
}

it('what makes a net amount less than what was received is listed under it, also in all (R5)', async () => {
  const returned = { refunds: '4.00', disputes: '40.00', net: '46.00' }
  const text = await words({ totals: { ...FIGURES, ...returned }, campaigns: [{ ...ONE, ...returned }] })
  expect(text.match(/\$90\.00 received, \$4\.00 refunded, \$40\.00 disputed/g)).toHaveLength(2)
})

it('where nothing was returned, nothing is said of it, nor of what is added back or on hold', async () => {
  expect(await words({})).not.toMatch(/refunded|added back|On hold/)
})

it('refunds below zero are explained in a sentence (R37)', async () => {
  const text = await words({ campaigns: [{ ...ONE, refunds: '-2.14', net: '92.14' }] })
  expect(text.match(/Earlier refunds that were not paid out after all are added back\./g)).toHaveLength(1)
})

it('a campaign on hold says so, as on the screen (R40)', async () => {
  const text = await words({ campaigns: [{ ...ONE, billingHeldAt: '2026-11-29T12:00:00.000Z' }] })
  expect(text).toContain('On hold: the books do not balance, so these figures may change')
})

it('the card provider’s fees are in it, and what each organization and campaign was owed before (R5)', async () => {
  const organizations = [{ ...FIGURES, organizationId: 'o1', organizationName: 'Lions', owedBefore: '12.34' }]
  const campaigns = [{ ...ONE, owedBefore: '10.11' }]
  const text = await words({ organizations, organizationsCount: 1, campaigns })
  expect(text).toContain('$10.11')
  expect(text).toMatch(/Processing fees[^$]*\$1\.16/)
  expect(text).toMatch(/Lions \$12\.34/)
})

it('its day is in words, and it says on which day an amount counts', async () => {
  expect(await words({})).toContain(
    'As of November 30, 2026. An amount counts on the day it was recorded, in its campaign’s time zone.',
  )
})
