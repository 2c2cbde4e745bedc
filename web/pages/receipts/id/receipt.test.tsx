/** R37: where a receipt leads, for its supporter and for a representative. */
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { Receipt } from '#domain/schemas/receipt.ts'
import { receiptQuery } from '#web/queries/receipts.ts'
import { createQueryClient } from '#web/query-client.ts'
import ReceiptPage from './receipt.tsx'

const RECEIPT: Receipt = {
  id: 'r1',
  number: 'R-2026-00000001',
  pledgeId: 'p1',
  campaignId: 'c1',
  campaignName: 'Fall',
  organizationName: 'Lions',
  organizationPlace: 'Boston, MA',
  is501c3: false,
  ein: null,
  supporterName: 'Pat Whitfield',
  amount: '40.00',
  receivedOn: '2026-11-01',
  method: 'Check 7',
  overpaid: '0.00',
  billedOn: '2026-10-20',
  lines: [],
  earned: '40.00',
  isCapped: false,
  aboveMaximum: '0.00',
  returns: [],
  kept: '40.00',
  commissionBasisPoints: 2500,
  isTestMoney: false,
}

function shown(receipt: Receipt): string {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is asked')))
  client.setQueryData(receiptQuery('r1').queryKey, receipt)
  const root = { isSignedIn: true, now: 0 }
  const router = createMemoryRouter(
    [{ id: 'root', path: '/receipts/:id', element: <ReceiptPage />, loader: () => root }],
    { initialEntries: ['/receipts/r1'], hydrationData: { loaderData: { root } } },
  )
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it('leads to the supporter’s own year, and a representative to that of the supporter', () => {
  expect(shown(RECEIPT)).toContain('href="/giving/2026?pledge=p1"')
  expect(shown({ ...RECEIPT, supporterId: 's1' })).toContain('href="/giving/2026?supporter=s1&amp;pledge=p1"')
})
