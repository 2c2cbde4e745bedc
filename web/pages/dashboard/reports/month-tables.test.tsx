import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { createQueryClient } from '#web/query-client.ts'
import { MonthBooks, MonthCampaigns } from './month-tables.tsx'

const FIGURES = {
  collected: '40.00',
  refunds: '4.00',
  disputes: '0.00',
  bounced: '0.00',
  net: '36.00',
  commission: '9.00',
  paidOut: '0.00',
  owedBefore: '0.00',
  owed: '27.00',
  owedTo: '27.00',
  owedBy: '0.00',
  fees: '1.16',
}
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
  campaigns: [{ ...FIGURES, campaignId: 'c1', campaignName: 'Fall', organizationName: 'Lions' }],
}

const shown = (month: ProviderMonth) =>
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(() => Promise.reject(new Error('Nothing is asked')))}>
      <MemoryRouter>
        <MonthCampaigns month={month} />
        <MonthBooks month={month} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('a month with a figure below zero says why, also if only one campaign has it (R37)', () => {
  expect(shown(MONTH)).not.toContain('added back')
  const campaigns = MONTH.campaigns.map((one) => ({ ...one, refunds: '-2.14' }))
  expect(
    shown({ ...MONTH, campaigns }).match(/Earlier refunds that were not paid out after all/g),
  ).toHaveLength(1)
})

it('the card provider’s fees of each campaign are on the screen, and what was owed before and after (R5)', () => {
  const campaigns = MONTH.campaigns.map((one) => ({ ...one, owedBefore: '12.34', owed: '39.34' }))
  const page = shown({ ...MONTH, campaigns })
  expect(page).toMatch(/data-label="Fees"[^>]*>.*1.*16/)
  expect(page).toMatch(/data-label="Opening balance"[^>]*>.*12.*34/)
  expect(page).toMatch(/data-label="Closing balance"[^>]*>.*39.*34/)
})

it('a campaign’s net amount, which the printed month lists, is on the screen, too (R5)', () => {
  expect(shown(MONTH)).toMatch(/data-label="Net"[^>]*>.*36/)
})
