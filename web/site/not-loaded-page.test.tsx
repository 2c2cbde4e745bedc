import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ApiError, NetworkError, retryUnlessMissing } from '#web/api-error.ts'
import type { AnyQuery } from '#web/page-data.ts'
import ConfirmChange from '#web/pages/change/token/confirm-change.tsx'
import OrganizationPage from '#web/pages/dashboard/organizations/id/organization.tsx'
import PayoutPage from '#web/pages/dashboard/payouts/id/statement.tsx'
import ConfirmPledge from '#web/pages/g/token/confirm-pledge.tsx'
import GivingPage from '#web/pages/giving/giving.tsx'
import LinkedReceipt from '#web/pages/p/token/receipts/id/linked-receipt.tsx'
import Pledge from '#web/pages/pledges/id/pledge.tsx'
import ReceiptPage from '#web/pages/receipts/id/receipt.tsx'
import Unsubscribe from '#web/pages/unsubscribe/token/unsubscribe.tsx'
import { guestLinkQuery } from '#web/queries/guest-pledges.ts'
import { unsubscribeQuery } from '#web/queries/mail.ts'
import { organizationQuery } from '#web/queries/organizations.ts'
import { statementQuery } from '#web/queries/payouts.ts'
import { pledgeQuery, requestedChangeQuery } from '#web/queries/pledges.ts'
import { givingQuery, linkedReceiptQuery, receiptQuery } from '#web/queries/receipts.ts'
import { createQueryClient } from '#web/query-client.ts'

const PAGES: [name: string, page: ComponentType, path: string, query: AnyQuery, missing: string][] = [
  ['a pledge', Pledge, '/:id', pledgeQuery('one'), 'Pledge not found'],
  ['a receipt', ReceiptPage, '/:id', receiptQuery('one'), 'Receipt not found'],
  ['a year', GivingPage, '/:year', givingQuery('one'), 'Year-end statement not found'],
  ['an organization', OrganizationPage, '/:id', organizationQuery('one'), 'Organization Not Found'],
  ['a payout', PayoutPage, '/:id', statementQuery('one'), 'Payout not found'],
  ['a requested change', ConfirmChange, '/:token', requestedChangeQuery('one'), 'This link no longer works'],
  ['a guest’s link', ConfirmPledge, '/:token', guestLinkQuery('one'), 'This link no longer works'],
  ['a choice of mail', Unsubscribe, '/:token', unsubscribeQuery('one'), 'This link no longer works'],
  [
    'a receipt by link',
    LinkedReceipt,
    '/:token/:id',
    linkedReceiptQuery({ token: 'one', id: 'one' }),
    'Receipt not found',
  ] as const,
]

/** The page as it stands once its data has failed to load. */
function shown(Page: ComponentType, path: string, query: AnyQuery, error: Error): string {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is asked')))
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryOnMount: false } })
  client.getQueryCache().build(client, query).setState({ status: 'error', error })
  const root = { isSignedIn: false, now: 0 }
  const router = createMemoryRouter([{ id: 'root', path, element: <Page />, loader: () => root }], {
    initialEntries: [path.replaceAll(/:\w+/g, 'one')],
    hydrationData: { loaderData: { root } },
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, ' ')
}

test.each(PAGES)(
  '%s that failed to load is not called missing, and can be tried again',
  (_, page, path, query, missing) => {
    for (const error of [new ApiError('HTTP 500: Server Error', 500), new NetworkError()]) {
      const text = shown(page, path, query, error)
      expect(text).toContain('could not be loaded')
      expect(text).toContain(error.message)
      expect(text).toContain('Try again')
      expect(text).not.toContain(missing)
    }
  },
)

test.each(PAGES)('%s that does not exist is called missing', (_, page, path, query, missing) => {
  expect(shown(page, path, query, new ApiError('HTTP 404: Not Found', 404))).toContain(missing)
})

test('what failed is read again, and what does not exist is not (R56)', () => {
  expect(retryUnlessMissing(0, new ApiError('HTTP 502: Bad Gateway', 502))).toBe(true)
  expect(retryUnlessMissing(3, new ApiError('HTTP 502: Bad Gateway', 502))).toBe(false)
  for (const status of [400, 401, 403, 404, 429])
    expect(retryUnlessMissing(0, new ApiError(`HTTP ${status}`, status))).toBe(false)
})
