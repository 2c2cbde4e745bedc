import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { paths } from '#web/paths.ts'
import { chargeQuery } from '#web/queries/charges.ts'
import { createQueryClient } from '#web/query-client.ts'
import { EarnedBoard } from './earned.tsx'
import { ForRepresentative } from './for-representative.tsx'
import { Agreed, PledgeHead, type Reader, ReaderContext } from './head.tsx'
import { Matches } from './matches.tsx'

const ID = '019f9a38-2a80-76bc-965e-13a784399c6b'
const PLEDGE = {
  id: ID,
  campaignId: 'fall',
  campaignName: 'Fall',
  organizationName: 'Lions',
  pledgeType: 'one-time',
  status: 'settled',
  campaignStatus: 'completed',
  vocabulary: SPORT,
  timeZone: 'America/Denver',
  earned: '90.00',
  agreedMaximum: '90.00',
  totalAmountDue: '90.00',
  received: '40.00',
  settled: '90.00',
  isSettledOutdated: true,
  isHeld: false,
  isTestMoney: false,
  paymentMethod: 'check',
  shares: [],
  pledgeStatistics: [],
  consentText: 'I pay by check.',
  createdAt: '2026-09-01T12:00:00Z',
  charges: [
    {
      id: 'c1',
      amount: '40.00',
      refunded: '5.00',
      state: 'succeeded',
      chargeAt: '2026-09-13T16:00:00Z',
      succeededAt: '2026-09-13T16:00:00Z',
      reason: null,
      invoiceId: null,
      underWay: null,
    },
  ],
  invoices: [
    {
      id: 'i1',
      number: 'INV-2026-000028',
      amount: '50.00',
      open: '25.00',
      setOff: '0.00',
      state: 'open',
      cardPayment: null,
      cardAmount: '0.00',
      dueDate: '2026-10-10',
    },
  ],
  payments: [
    {
      id: 'p1',
      amount: '25.00',
      overpaid: '0.00',
      method: 'check',
      receivedOn: '2026-09-20',
      state: 'deposited',
    },
  ],
} as unknown as ShownPledge

function shown(reader: Reader): string {
  const client = createQueryClient(() => Promise.reject(new Error('Nothing is asked')))
  client.setQueryData(chargeQuery('c1').queryKey, {
    charge: { disputed: '35.00', lost: '0.00' },
    disputes: [{ evidenceDueAt: '2026-09-30T16:00:00Z' }],
  } as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ReaderContext value={reader}>
          <PledgeHead pledge={PLEDGE} />
          <EarnedBoard pledge={PLEDGE} />
          <Matches pledge={PLEDGE} />
          <Agreed pledge={PLEDGE} />
          {reader === 'representative' && <ForRepresentative pledge={PLEDGE} supporterId="pat" />}
        </ReaderContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ')

it('a representative reads about a supporter, and is nowhere addressed as them', () => {
  const words = textOf(shown('representative'))
  expect(words).not.toMatch(/\byou(r|rs)?\b/i)
  expect(words).toContain('Settled and paid, at their maximum.')
  expect(words).toContain('What they agreed to')
  expect(textOf(shown('supporter'))).toContain('Settled and paid, at your maximum.')
})

it('a representative finds the reference, the dispute, what was refunded, and where to go on (R35, R62)', () => {
  const html = shown('representative')
  const words = textOf(html)
  expect(words).toContain(`Pledge ${pledgeReference(ID)}`)
  expect(words).toMatch(/\$5\.00 refunded, \$35\.00 in dispute, answer the bank by Sep 30, 2026, 10:00\sAM/)
  expect(words).toContain('$25.00 open, due Oct 10, 2026.')
  expect(html).toContain('id="INV-2026-000028"')
  for (const address of [paths.manage('fall', 'supporters'), paths.payments, paths.receipt('p1')])
    expect(html).toContain(`href="${address}"`)
  expect(html).toContain('href="/giving?supporter=pat"')
  expect(html).toContain('aria-label="Details of the charge of $40.00"')
})
