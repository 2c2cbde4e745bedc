import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { VersionList } from './version-list.tsx'

const NOTHING = {
  billedBefore: '0.00',
  lowered: '0.00',
  refunded: '0.00',
  waived: '0.00',
  writtenOff: '0.00',
  carried: '0.00',
}
const settlement = (version: number, bill: string, refunded = '0.00') =>
  ({
    id: `s${version}`,
    version,
    kind: 'progress',
    stage: 'closed',
    lockedBy: null,
    lockedAt: '2026-05-01T12:00:00Z',
    chargeAt: '2026-05-04T12:00:00Z',
    totals: { ...NOTHING, accrued: '90.00', bill, refunded },
    charges: { scheduled: 0, processing: 0, succeeded: 2, failed: 0, voided: 0 },
  }) as unknown as Settlement

function folds(settlements: Settlement[]): { isOpen: boolean; heading: string; inside: string }[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <VersionList campaignId="c" settlements={settlements} zone="America/New_York" />
    </QueryClientProvider>,
  )
  const plain = (part = ''): string => part.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  return html
    .split('<details')
    .slice(1)
    .map((fold) => {
      const [heading, inside] = fold.split('</summary>')
      return {
        isOpen: / open=/.test(fold.split('>')[0] ?? ''),
        heading: plain(heading),
        inside: plain(inside),
      }
    })
}

it('of several settlements the newest is open, and each older one says in its heading what it billed', () => {
  const shown = folds([settlement(3, '30.00'), settlement(2, '20.00', '4.50'), settlement(1, '10.00')])
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([true, false, false])
  expect(shown[1]?.heading).toContain('Version 2, progress')
  expect(shown[1]?.heading).toMatch(/Billed.*20/)
  expect(shown[1]?.inside).toContain('2 succeeded')
})

it('a settlement names what it refunded, waived or carried over only where there was any', () => {
  const [newer, older] = folds([settlement(2, '20.00', '4.50'), settlement(1, '10.00')])
  expect(newer?.inside).toContain('Refunded $4.50')
  expect(newer?.inside).not.toContain('Waived')
  expect(older?.inside).not.toContain('Refunded')
})

it('a correction says what was billed before, so that what it waives adds up to what is earned', () => {
  const correction = settlement(2, '0.00')
  const totals = { ...correction.totals, accrued: '30.00', billedBefore: '20.00', waived: '10.00' }
  const [shown] = folds([{ ...correction, totals }])
  expect(shown?.inside).toMatch(
    /Earned by these pledges \$30.00 Already billed \$20.00 .*Waived, not billed \$10.00/,
  )
})

it('of more than eight settlements the older ones are behind a button', () => {
  const many = Array.from({ length: 11 }, (_, index) => settlement(11 - index, '1.00'))
  expect(folds(many)).toHaveLength(8)
})

it('a final settlement can be reopened, or says why not; a withdrawn one is marked and has no button', () => {
  const final = (version: number, more: object) =>
    ({
      ...settlement(version, '20.00'),
      kind: 'final',
      withdrawnAt: null,
      reopenRefusal: null,
      ...more,
    }) as Settlement
  const withdrawn = { withdrawnAt: '2026-05-02T12:00:00Z', withdrawnBy: { id: 'u', name: 'Morgan Reyes' } }
  const moved = {
    reopenRefusal: 'A charge of this settlement was already attempted: correct the results instead',
  }
  const [late, open, gone] = folds([final(3, moved), final(2, {}), final(1, withdrawn)])
  expect(open?.inside).toContain('Reopen the season')
  expect(late?.inside).toContain('correct the results instead')
  expect(gone?.heading).toContain('Withdrawn')
  expect(gone?.inside).toContain('by Morgan Reyes')
  expect(gone?.inside).not.toContain('Reopen')
})
