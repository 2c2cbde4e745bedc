import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { monthFilterOf, providerMonthQuery } from '#web/queries/reports.ts'
import { createQueryClient } from '#web/query-client.ts'
import Reports from './reports.tsx'

const TOTALS = {
  collected: '0.00',
  refunds: '0.00',
  disputes: '0.00',
  bounced: '0.00',
  net: '0.00',
  commission: '0.00',
  paidOut: '0.00',
  owed: '0.00',
  owedTo: '0.00',
  owedBy: '0.00',
  owedBefore: '0.00',
  fees: '0.00',
}

/** The links to other months, as "name -> address", or "name (disabled)". */
function links(month: string, firstMonth: string, lastMonth: string): string[] {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is asked')))
  client.setQueryData(providerMonthQuery(monthFilterOf(new URLSearchParams())).queryKey, {
    month,
    months: 1,
    firstMonth,
    lastMonth,
    isRunning: false,
    hasOther: false,
    moneyMode: 'live',
    receivedEarlier: null,
    totals: TOTALS,
    accounts: [],
    books: [],
    campaigns: [],
    organizations: [],
    bank: [],
    campaignsCount: 0,
    page: 1,
    pages: 1,
  } as unknown as ProviderMonth)
  const root = { isSignedIn: true, now: 0 }
  const router = createMemoryRouter([{ id: 'root', path: '/', element: <Reports />, loader: () => root }], {
    hydrationData: { loaderData: { root } },
  })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return [...html.matchAll(/<a ([^>]*class="btn[^>]*)>(.*?)<\/a>/gs)]
    .filter(([, attributes]) => attributes?.includes('month='))
    .filter(([, attributes]) => !/download|bookkeeping/.test(attributes ?? ''))
    .map(([, attributes = '', content = '']) => {
      const name = content.replaceAll(/<[^>]*>/g, '').trim()
      if (attributes.includes('aria-disabled="true"')) return `${name} (disabled)`
      return `${name} -> ${/month=([\d-]+)/.exec(attributes)?.[1]}`
    })
}

test('at the first and the last month the link that led there stays, and leads no further', () => {
  expect(links('2026-10', '2026-10', '2026-12')).toEqual([
    'September 2026 (disabled)',
    'November 2026 -> 2026-11',
  ])
  expect(links('2026-12', '2026-10', '2026-12')).toEqual([
    'November 2026 -> 2026-11',
    'January 2027 (disabled)',
  ])
  expect(links('2026-10', '2026-10', '2026-10')).toEqual([])
})

test('a typed month that cannot be is the one that opens without a choice', () => {
  const typed = (month: string) => monthFilterOf(new URLSearchParams({ month, money: 'live' }))
  expect(typed('2026-10')).toEqual({ month: '2026-10', months: '', money: 'live', page: '' })
  for (const month of ['9999-12', '0001-01', '2026-13', 'x']) expect(typed(month).month).toBe('')
})

test('from a month that was typed into the address, the links lead to those with entries', () => {
  expect(links('2000-01', '2026-10', '2026-12').at(-1)).toBe('October 2026 -> 2026-10')
  expect(links('2099-12', '2026-10', '2026-12')[0]).toBe('December 2026 -> 2026-12')
})
