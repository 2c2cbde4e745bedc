import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#web/api-error.ts'
import type { AnyQuery } from '#web/page-data.ts'
import YearPage from '#web/pages/dashboard/organizations/id/years/year/year.tsx'
import Payouts from '#web/pages/dashboard/payouts/payouts.tsx'
import Reports from '#web/pages/dashboard/reports/reports.tsx'
import { payoutsQuery } from '#web/queries/payouts.ts'
import { monthFilterOf, providerMonthQuery } from '#web/queries/reports.ts'
import { organizationYearQuery, yearFilterOf } from '#web/queries/years.ts'
import { createQueryClient } from '#web/query-client.ts'

const NOTE = 'This could not be updated just now, so it may not be current.'
const NOTHING = new URLSearchParams()
const TOTALS = {
  collected: '1234.56',
  refunds: '0.00',
  disputes: '0.00',
  bounced: '0.00',
  net: '1234.56',
  commission: '0.00',
  paidOut: '0.00',
  owed: '0.00',
  owedTo: '0.00',
  owedBy: '0.00',
  owedBefore: '0.00',
  supporters: 0,
  gifts: 0,
  largeGifts: 0,
  largeSupporters: 0,
}
const YEAR = {
  organizationId: 'one',
  organizationName: 'Tigers',
  year: 2025,
  from: '01',
  progress: 'over',
  firstDay: '2025-01-01',
  lastDay: '2025-12-31',
  years: [2025],
  moneyMode: 'live',
  totals: TOTALS,
  campaigns: [],
  campaignsCount: 1,
  page: 1,
  pages: 1,
}
const MONTH = {
  month: '2026-10',
  months: 1,
  firstMonth: '2026-10',
  lastMonth: '2026-10',
  isRunning: false,
  hasOther: false,
  moneyMode: 'live',
  receivedEarlier: null,
  totals: TOTALS,
  accounts: [],
  books: [],
  campaigns: [],
  campaignsCount: 0,
  organizations: [],
  organizationsCount: 0,
  bank: [],
  bankCount: 0,
  page: 1,
  pages: 1,
}
const PAYOUTS = {
  organizations: [],
  count: 0,
  totals: [
    {
      moneyMode: 'live',
      owed: '1234.56',
      negative: '0.00',
      waiting: '0.00',
      waitingCount: 0,
      toSend: '0.00',
      toSendCount: 0,
      toConfirm: '0.00',
      toConfirmCount: 0,
    },
  ],
}
const PAGES: [name: string, page: ComponentType, path: string, query: AnyQuery, data: object][] = [
  [
    'a year',
    YearPage,
    '/:id/:year',
    organizationYearQuery('one', 'one', yearFilterOf(NOTHING)),
    YEAR,
  ] as const,
  ['a month', Reports, '/', providerMonthQuery(monthFilterOf(NOTHING)), MONTH],
  ['payouts', Payouts, '/', payoutsQuery({ show: 'open', search: '', page: 1 }), PAYOUTS],
]

/** The page after an update that failed (R56). */
function shown(Page: ComponentType, path: string, query: AnyQuery, data: object, error: Error): string {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is asked')))
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryOnMount: false } })
  client.getQueryCache().build(client, query).setState({ status: 'error', error, data })
  const root = { isSignedIn: true, now: 0 }
  const router = createMemoryRouter([{ id: 'root', path, element: <Page />, loader: () => root }], {
    initialEntries: [path.replaceAll(/:\w+/g, 'one')],
    hydrationData: { loaderData: { root } },
  })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(html.match(/<h1/g)).toHaveLength(1)
  return html.replaceAll(/<[^>]*>/g, '')
}

test.each(PAGES)('the figures of %s stay when they cannot be updated', (_name, Page, path, query, data) => {
  const words = shown(Page, path, query, data, new NetworkError())
  expect(words).toContain('1,234')
  expect(words).toContain(NOTE)
})

test.each(PAGES)('%s is shown no longer once the server refuses it', (_name, Page, path, query, data) => {
  const words = shown(Page, path, query, data, new ApiError('HTTP 403: Forbidden', 403))
  expect(words).not.toContain('1,234')
  expect(words).not.toContain(NOTE)
})
