import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Settlement } from '#domain/schemas/settlement.ts'
import { Charging } from './charging.tsx'

const SETTLEMENT = {
  id: 's',
  version: 1,
  kind: 'progress',
  stage: 'charging',
  chargeAt: '2026-09-13T16:00:00Z',
  nextChargeAt: '2026-09-13T16:00:00Z',
  taken: '0.00',
  charged: '10.00',
  waits: null,
  charges: { scheduled: 1, processing: 0, succeeded: 0, failed: 0, voided: 0 },
} as Settlement
const shown = (more: Partial<Settlement>): string =>
  renderToStaticMarkup(<Charging settlements={[{ ...SETTLEMENT, ...more }]} zone="America/New_York" />)

test('the next charge has its date', () => {
  expect(shown({})).toContain('The next card is charged on Sep 13, 2026')
})

test('a locked settlement of a resumed campaign has the date of its charges, not that of its lock', () => {
  const html = shown({ stage: 'locked', nextChargeAt: '2026-09-15T16:00:00Z' })
  expect(html).toContain('Cards are charged from Sep 15, 2026')
})

test('a locked settlement without a charge does not say that cards are charged', () => {
  const charges = { ...SETTLEMENT.charges, scheduled: 0 }
  const html = shown({ stage: 'locked', kind: 'final', version: 2, charges, nextChargeAt: null })
  expect(html).not.toContain('Cards are charged')
  expect(html).toContain('It has no card to charge, and closes automatically after Sep 13, 2026')
})

test.each(['locked', 'charging'] as const)(
  'a settlement that is %s waits for its paused campaign, without a date (R21)',
  (stage) => {
    const html = shown({ stage, waits: 'paused' })
    expect(html).toContain('On hold until the campaign is active again')
    expect(html).not.toMatch(/Sep 13|Statements are out/)
  },
)

test('what the bank is working on goes on, also in a paused campaign', () => {
  const charges = { ...SETTLEMENT.charges, scheduled: 0, processing: 1 }
  expect(shown({ charges, waits: 'paused', nextChargeAt: null })).toContain(
    'The card network is working on it',
  )
})
