/** Where nothing can be settled, the tab says so quietly and keeps what was settled before (R21, R33). */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Management } from '#domain/schemas/campaign.ts'
import type { Settlement, SettlementPreview } from '#domain/schemas/settlement.ts'
import { ApiError } from '#web/api-error.ts'
import { settlementPreviewQuery, settlementsQuery } from '#web/queries/settlements.ts'
import { SettlementsTab } from './settlements-tab.tsx'

const NOTHING = {
  billedBefore: '0.00',
  lowered: '0.00',
  refunded: '0.00',
  waived: '0.00',
  writtenOff: '0.00',
  carried: '0.00',
}
const locked = (kind: Settlement['kind']) =>
  ({
    id: 's1',
    version: 1,
    kind,
    stage: 'closed',
    lockedBy: null,
    waits: null,
    lockedAt: '2026-05-01T12:00:00Z',
    chargeAt: '2026-05-04T12:00:00Z',
    totals: { ...NOTHING, accrued: '90.00', bill: '90.00' },
    charges: { scheduled: 0, processing: 0, succeeded: 2, failed: 0, voided: 0 },
  }) as unknown as Settlement

type Given = {
  status: string
  settlements?: Settlement[]
  search?: string
  refusal?: string
  correction?: [accrued: string, billedBefore: string][]
  /** Earned after the final lock. */
  increases?: string
}
async function wordsOf({
  status,
  settlements = [],
  search = '',
  refusal,
  correction,
  increases = '0.00',
}: Given): Promise<string> {
  const campaign = {
    id: 'c',
    status,
    timeZone: 'America/New_York',
    goal: '100.00',
    totalPledged: '0.00',
    totalEarned: '0.00',
    totalCollected: '0.00',
  }
  const error = new ApiError(refusal ?? 'not asked', 409)
  const queries = new QueryClient({
    defaultOptions: { queries: { queryFn: () => Promise.reject(error), retry: false, retryOnMount: false } },
  })
  queries.setQueryData(settlementsQuery('c').queryKey, settlements)
  if (refusal) await queries.prefetchQuery(settlementPreviewQuery('c', { kind: 'progress' }))
  if (correction)
    queries.setQueryData(settlementPreviewQuery('c', { kind: 'final' }).queryKey, {
      kind: 'final',
      version: 2,
      isCorrection: true,
      previewId: 'p',
      typical: '0.00',
      blockers: [],
      onHold: [],
      increases,
      exceptionsCount: 0,
      chargeAt: '2026-06-04T12:00:00Z',
      pledgesCount: correction.length,
      totals: { ...NOTHING, pledges: correction.length, accrued: '0.00', toBill: '0.00', bill: '0.00' },
      pledges: correction.map(([accrued, billedBefore], index) => ({
        ...NOTHING,
        pledgeId: `0000000${index}-0000-7000-8000-00000000000${index}`,
        accrued,
        billedBefore,
        bill: '0.00',
        toBill: '0.00',
        agreedMaximum: '50.00',
        uncapped: accrued,
        paymentMethod: 'check',
        isAtMaximum: false,
        isSplitOnly: false,
        reasons: [],
        lines: [],
      })),
    } as unknown as SettlementPreview)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[`/?tab=settlements${search}`]}>
        <SettlementsTab
          data={
            { campaign, ...(increases === '0.00' ? {} : { undecided: increases }) } as unknown as Management
          }
        />
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

it('a correction of two supporters’ amounts with the same sum is said to be settled, and none without', async () => {
  const of = (correction: [string, string][]) =>
    wordsOf({ status: 'completed', settlements: [locked('final')], correction })
  const words = 'others more, the same in total'
  expect(
    await of([
      ['4.00', '0.00'],
      ['4.00', '8.00'],
    ]),
  ).toContain(words)
  expect(await of([])).not.toContain(words)
})

it('what was earned after the lock is to be billed or waived, and neither is chosen beforehand', async () => {
  const words = await wordsOf({
    status: 'completed',
    settlements: [locked('final')],
    correction: [['62.00', '0.00']],
    increases: '62.00',
  })
  expect(words).toMatch(/\$62\.00 was earned after the final lock and waits\. .* Bill it .* Waive it/)
})
