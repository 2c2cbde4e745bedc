import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { paths } from '#web/paths.ts'
import { createQueryClient } from '#web/query-client.ts'
import { PreviewTable } from './preview-table.tsx'

const ID = '019f9a38-2a80-76bc-965e-13a784399c6b'
const money = {
  accrued: '90.00',
  billedBefore: '0.00',
  difference: '90.00',
  bill: '90.00',
  uncapped: '90.00',
}
const none = { carried: '0.00', lowered: '0.00', waived: '0.00', writtenOff: '0.00', refunded: '0.00' }
const pledge = {
  pledgeId: ID,
  paymentMethod: 'check',
  agreedMaximum: '100.00',
  isSplitOnly: false,
  ...money,
  ...none,
  reasons: ['first_large'],
  lines: [],
}
const preview = {
  version: 1,
  kind: 'final',
  typical: '10.00',
  pledges: [pledge],
  pledgesCount: 1,
  exceptionsCount: 1,
  totals: { pledges: 1, accrued: '90.00' },
} as unknown as SettlementPreview
const shown = (first: SettlementPreview): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(() => Promise.reject(new Error('Nothing is asked')))}>
      <MemoryRouter>
        <PreviewTable campaignId="fall" of={{ kind: first.kind }} first={first} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('a pledge to review is named by its reference and leads to it (R26)', () => {
  const html = shown(preview)
  expect(html).toContain(`href="${paths.pledge(ID)}"`)
  expect(html).toContain(`>${pledgeReference(ID)}</a>`)
  expect(html).not.toContain('Pledge 1')
})

it.each([
  ['progress', 0, '0.00', 'No pledge is paid along the way: the final settlement bills them.'],
  ['progress', 4, '0.00', 'These pledges have earned nothing yet.'],
  ['progress', 4, '83.00', 'All $83.00 that these pledges have earned is already billed.'],
] as const)('an empty %s preview of %i pledges with %s earned says why', (kind, pledges, accrued, words) => {
  const nothing = { pledges: [], pledgesCount: 0, exceptionsCount: 0, totals: { pledges, accrued } }
  expect(shown({ ...preview, ...nothing, kind } as unknown as SettlementPreview)).toContain(words)
})
