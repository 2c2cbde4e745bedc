import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { isOver, Unchangeable } from './linked.tsx'

const pledge = (more: object) =>
  ({
    status: 'active',
    campaignStatus: 'active',
    expiresAt: '2026-10-03T23:00:00Z',
    timeZone: 'America/New_York',
    ...more,
  }) as unknown as LinkedPledge
const words = (more: object) => renderToStaticMarkup(<Unchangeable pledge={pledge(more)} />)

test('a pledge can be changed by its link until it is settled, or it or its campaign is cancelled', () => {
  const over = [{ status: 'settled' }, { status: 'cancelled' }, { campaignStatus: 'cancelled' }]
  for (const more of over) expect(isOver(pledge(more))).toBe(true)
  for (const status of ['active', 'past_due']) expect(isOver(pledge({ status }))).toBe(false)
})

test('after that, the page of its link offers nothing to change, pay or ask for, and says what the link shows', () => {
  for (const text of [words({ status: 'settled' }), words({ status: 'cancelled' })]) {
    expect(text).toContain('can see the pledge, its invoices and receipts')
    for (const gone of ['Lower maximum', 'pay what is due', 'ask to change']) expect(text).not.toContain(gone)
  }
})
