/** Where nothing can be settled, the tab says so quietly and keeps what was settled before (R21, R33). */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { ApiError } from '#web/api-error.ts'
import { settlementPreviewQuery, settlementsQuery } from '#web/queries/settlements.ts'
import { SettlementsTab } from './settlements-tab.tsx'

const NOTHING = { lowered: '0.00', refunded: '0.00', waived: '0.00', writtenOff: '0.00', carried: '0.00' }
const locked = (kind: Settlement['kind']) =>
  ({
    ...{ id: 's1', version: 1, kind, stage: 'closed', lockedBy: null, waits: null },
    ...{ lockedAt: '2026-05-01T12:00:00Z', chargeAt: '2026-05-04T12:00:00Z' },
    totals: { ...NOTHING, accrued: '90.00', bill: '90.00' },
    charges: { scheduled: 0, processing: 0, succeeded: 2, failed: 0, voided: 0 },
  }) as unknown as Settlement

type Given = { status: string; settlements?: Settlement[]; search?: string; refusal?: string }
async function wordsOf({ status, settlements = [], search = '', refusal }: Given): Promise<string> {
  const campaign = {
    ...{ id: 'c', status, timeZone: 'America/New_York', goal: '100.00' },
    ...{ totalPledged: '0.00', totalEarned: '0.00', totalCollected: '0.00' },
  }
  const error = new ApiError(refusal ?? 'not asked', 409)
  const queries = new QueryClient({
    defaultOptions: { queries: { queryFn: () => Promise.reject(error), retry: false, retryOnMount: false } },
  })
  queries.setQueryData(settlementsQuery('c').queryKey, settlements)
  if (refusal)
    await queries.prefetchQuery(settlementPreviewQuery('c', { kind: 'progress', billIncreases: false }))
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[`/?tab=settlements${search}`]}>
        <SettlementsTab data={{ campaign } as unknown as Management} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return html.replace(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

it.each([
  ['draft', 'This campaign is a draft: nothing to settle yet.'],
  ['cancelled', 'This campaign is cancelled: nothing more is earned.'],
])('a %s campaign has no settlement to choose, and no error', async (status, reason) => {
  const words = await wordsOf({ status })
  expect(words).toContain(reason)
  expect(words).not.toMatch(/could not be loaded|Try again|Kind of settlement/)
})

it('a cancelled campaign keeps its earlier versions and charges, and bills nothing weekly', async () => {
  const words = await wordsOf({ status: 'cancelled', settlements: [locked('progress')] })
  expect(words).toContain('Version 1, progress')
  expect(words).not.toContain('Bill progress automatically')
})

it('after the final lock only a final version can be chosen, whatever the address asks for', async () => {
  const words = await wordsOf({
    status: 'completed',
    settlements: [locked('final')],
    search: '&kind=progress',
  })
  expect(words).toContain('Final Bills every pledge')
  expect(words).not.toMatch(/Progress Bills|could not be loaded/)
})

it('the reason of a server that knows better is shown, and not as an error', async () => {
  const refusal = 'This campaign is cancelled: nothing more is earned'
  const words = await wordsOf({ status: 'active', refusal })
  expect(words).toContain(`${refusal}.`)
  expect(words).not.toMatch(/could not be loaded|Kind of settlement/)
})
