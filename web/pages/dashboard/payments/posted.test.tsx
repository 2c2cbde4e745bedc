/** However many checks are newer, each is on a page, and found by number (R36, R51). */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import { paymentsQuery } from '#web/queries/payments.ts'
import { Posted } from './payments.tsx'

const check = (number: number) =>
  ({
    id: `y${number}`,
    campaignId: 'c',
    campaignName: 'Fall Season',
    moneyMode: 'sandbox',
    invoiceNumber: `INV-2026-${number}`,
    reference: String(number),
    method: 'check',
    amount: '25.00',
    overpaid: '0.00',
    receivedOn: '2026-09-10',
    overpaidReturnedOn: null,
    bouncedOn: null,
    bounceReason: null,
  }) as PostedPayment

function shown(screen: React.ReactNode, state: PostedPayment['state'], rows: number, count: number): string {
  const queries = new QueryClient({
    defaultOptions: { queries: { queryFn: () => Promise.reject(new Error('not asked')), retry: false } },
  })
  const items = Array.from({ length: rows }, (_, index) => check(1000 + index))
  queries.setQueryData(paymentsQuery(state).queryKey, { items, count, committed: '0.00', next: null })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '')
}

it('more checks than fit on a page are on further pages, and can be searched by number', () => {
  const html = shown(<Posted />, 'deposited', 10, 277)
  expect(html).toContain('1 to 10 of 277')
  expect(html).toContain('aria-label="Check or invoice number"')
})

it('a few checks need neither pages nor a search', () => {
  const html = shown(<Posted />, 'deposited', 3, 3)
  expect(html).toContain('INV-2026-1002')
  expect(html).not.toMatch(/1 to 3|type="search"/)
})
