import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { PayDue } from './pay-due.tsx'

const shown = (
  campaignStatus: LinkedPledge['campaignStatus'],
  more: Partial<LinkedPledge['charges'][number]> = {},
): string => {
  const charge = {
    id: 'c',
    amount: '15.00',
    state: 'past_due',
    reason: 'The card has expired',
    underWay: null,
  }
  const pledge = {
    campaignStatus,
    charges: [{ ...charge, ...more }],
    invoices: [],
  } as unknown as LinkedPledge
  return renderToStaticMarkup(<PayDue pledge={pledge} token="t" />)
}

test('what is due is paid by card from the link', () => {
  expect(shown('active')).toMatch(/Due now.*Pay by card/)
})

test('what is due has no button while the campaign is paused, and says what happens next (R21)', () => {
  const html = shown('paused')
  expect(html).toContain('The card has expired. You were not charged. The campaign is paused.')
  expect(html).toContain('once it is active again, and we will email you then')
  expect(html).not.toMatch(/Due now|<button/)
})

test('a payment that was begun before the pause can be made', () => {
  expect(shown('paused', { state: 'processing', underWay: 'link' })).toContain('Continue payment')
})
