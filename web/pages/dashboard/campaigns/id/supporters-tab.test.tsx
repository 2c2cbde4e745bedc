import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import { createQueryClient } from '#web/query-client.ts'
import { lookIn, SupportersInAddress, SupportersTab } from './supporters-tab.tsx'

const pledges = Array.from({ length: 26 }, (_, index) => ({
  id: `0000000${index}`,
  number: index + 1,
  pledgeType: 'fixed_amount',
  totalAmountDue: '5.00',
  status: index < 13 ? 'active' : 'settled',
  createdAt: '2026-09-01T12:00:00Z',
}))
const data = {
  campaign: { id: 'fall', timeZone: 'America/New_York' },
  pledges,
  pledgesCount: 26,
  pledgesByState: { active: 13, past_due: 0, settled: 13, held: 0, cancelled: 0 },
}

it('of 26 supporters in two groups the first 25 are shown, and the button offers all 26', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider
      client={createQueryClient(() => Promise.reject(new Error('All came with the screen')))}
    >
      <SupportersTab data={data as unknown as Management} />
    </QueryClientProvider>,
  )
  expect(html).toContain('All (26)')
  expect(html).toContain('Show all 26')
  expect(html.match(/Anonymous Supporter/g)).toHaveLength(25)
  expect(html.match(/colSpan="5"/gi)).toHaveLength(2)
})

it('status and order are read from the address, and anything unreadable is the default', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(() => new Promise(() => {}))}>
      <MemoryRouter initialEntries={['/?tab=supporters&order=newest']}>
        <SupportersInAddress data={data as unknown as Management} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(html).toContain('Newest first')
  expect(html).not.toMatch(/colSpan="5"/i)
  const of = (query: string) => lookIn(new URLSearchParams(query))
  expect(of('status=past_due&order=oldest')).toEqual({ status: 'past_due', order: 'oldest' })
  expect(of('status=x&order=y')).toEqual(of(''))
})
