/** R37: what a year-end statement says of a year that runs, and of one without payments. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { Giving } from '#domain/schemas/receipt.ts'
import { givingOf, givingQuery } from '#web/queries/receipts.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { createQueryClient } from '#web/query-client.ts'
import GivingPage from './giving.tsx'

const GIVING: Giving = {
  year: 2026,
  years: [2026, 2025],
  supporterId: 's1',
  supporterName: 'Pat Whitfield',
  total: '40.00',
  isTestMoney: false,
  moreEntries: 0,
  organizations: [
    {
      organizationId: 'o1',
      organizationName: 'Lions',
      organizationPlace: 'Boston, MA',
      is501c3: false,
      ein: null,
      isTestMoney: false,
      total: '40.00',
      commissionBasisPoints: 2500,
      entries: [{ on: '2026-11-01', campaignName: 'Fall', kind: 'charge', amount: '40.00', receiptId: 'r1' }],
    },
  ],
}

const READER = 'r1'
function shown(address: string, query: [year: string, supporter: string | null], giving: Giving): string {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is asked')))
  client.setQueryData(givingQuery(query[0], givingOf({ supporter: query[1] })).queryKey, giving)
  client.setQueryData(currentUserQuery.queryKey, { id: READER } as never)
  const root = { isSignedIn: true, now: 0 }
  const router = createMemoryRouter(
    [{ id: 'root', path: '/giving/:year?', element: <GivingPage />, loader: () => root }],
    { initialEntries: [address], hydrationData: { loaderData: { root } } },
  )
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it('without a year in the address shows the year that the answer is of', () => {
  const page = shown('/giving', ['', null], GIVING)
  expect(page).toContain('Given in 2026<')
  expect(page).not.toContain('so far')
})

it('of a year that is not over yet says so', () => {
  expect(shown('/giving/2026', ['2026', null], { ...GIVING, isRunning: true })).toContain(
    'Given in 2026 so far<',
  )
})

it('of a year without payments leads to the newest year that has some', () => {
  const empty = { ...GIVING, year: 2027, organizations: [], total: '0.00' }
  const page = shown('/giving/2027?supporter=s1', ['2027', 's1'], empty)
  expect(page).toContain('No payments received in 2027')
  expect(page).toContain('href="/giving/2026?supporter=s1"')
})

it('that a representative reads leads back to the dashboard, not to pledges of their own', () => {
  expect(shown('/giving?supporter=s1', ['', 's1'], GIVING)).toContain('href="/dashboard"')
  expect(shown('/giving', ['', null], { ...GIVING, supporterId: READER })).toContain('href="/pledges"')
})
