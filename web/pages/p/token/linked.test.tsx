import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { ApiError } from '#web/api-error.ts'
import type { AnyQuery } from '#web/page-data.ts'
import { Paid } from '#web/pages/pledges/id/pay-due.tsx'
import { linkedPledgeQuery } from '#web/queries/pledges.ts'
import { createQueryClient } from '#web/query-client.ts'
import Linked from './linked.tsx'

/** Only what the page needs of a pledge that is over. */
const pledge = {
  id: 'one',
  campaignId: 'two',
  campaignName: 'Rainy Night Game',
  organizationName: 'Redmond',
  pledgeType: 'auto_bill_progress',
  status: 'cancelled',
  campaignStatus: 'cancelled',
  isHeld: false,
  charges: [],
  invoices: [],
  receipts: [],
  matches: [],
  consents: [],
  shares: [],
  statements: [],
  pledgeStatistics: [],
  earned: '8.00',
  billed: '8.00',
  received: '8.00',
  agreedMaximum: '8.00',
  totalAmountDue: '0.00',
  settled: null,
  isSettledOutdated: false,
  refunds: [],
  payments: [],
  createdAt: '2026-09-01T12:00:00Z',
  cancelledAt: '2026-10-01T12:00:00Z',
  timeZone: 'America/New_York',
  agreedAt: '2026-09-01T12:00:00Z',
  expiresAt: '2026-12-27T12:00:00Z',
  vocabulary: { team: 'team', season: 'season', match: 'match', matches: 'matches' },
  changeable: { canChangeLines: false, cannotChangeLinesReason: null, lines: [] },
} as unknown as LinkedPledge

function shown(data: LinkedPledge | undefined, error: Error): string {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is asked')))
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryOnMount: false } })
  client
    .getQueryCache()
    .build(client, linkedPledgeQuery('token') as AnyQuery)
    .setState({ data, error, status: 'error' })
  const root = { isSignedIn: false, now: 0 }
  const router = createMemoryRouter(
    [{ id: 'root', path: '/p/:token', element: <Linked />, loader: () => root }],
    { initialEntries: ['/p/token'], hydrationData: { loaderData: { root } } },
  )
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, ' ')
}

test('a pledge that could not be read again stays on the page, with a way to try again (R56)', () => {
  const text = shown(pledge, new ApiError('HTTP 502: Bad Gateway', 502))
  expect(text).toContain('Rainy Night Game')
  expect(text).toContain('could not be loaded: HTTP 502: Bad Gateway')
  expect(text).toContain('Try again')
  expect(text).not.toContain('This link no longer works')
})

test('a link says that it no longer works only if the server says so', () => {
  const failed = shown(undefined, new ApiError('HTTP 502: Bad Gateway', 502))
  expect(failed).toContain('Your pledge could not be loaded')
  expect(failed).not.toContain('This link no longer works')
  const missing = new ApiError('HTTP 404: Not Found', 404)
  expect(shown(undefined, missing)).toContain('This link no longer works')
  expect(shown(pledge, missing)).toContain('This link no longer works')
})

test('a payment is confirmed from its own answer, whatever the page can read', () => {
  const text = renderToStaticMarkup(<Paid amount="8.00" />).replace(/<[^>]*>/g, '')
  expect(text).toContain('$8.00')
  expect(text).toContain('This is paid, and we will email you the receipt.')
})
