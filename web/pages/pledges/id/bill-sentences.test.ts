import { describe, expect, test } from 'vitest'
import { SPORT } from '#domain/campaigns/vocabulary.ts'
import { type Charge, chargeWords, howItIsBilled } from './bill-sentences.ts'

const ZONE = 'America/New_York'
const charge = (more: Partial<Charge>): Charge => ({
  id: 'c',
  amount: '15.00',
  refunded: '0.00',
  state: 'scheduled',
  chargeAt: '2026-10-01T16:00:00Z',
  succeededAt: null,
  reason: null,
  invoiceId: null,
  underWay: null,
  ...more,
})
const words = (more: Partial<Charge>, campaignStatus: 'active' | 'paused' = 'paused') =>
  chargeWords(charge(more), { timeZone: ZONE, campaignStatus })
const whole = ({ title, text }: { title: string; text: string }) => `${title}. ${text}`

describe('a supporter of a paused campaign (R21, R35)', () => {
  test.each([
    ['scheduled', null],
    ['failed', 'The card did not have enough funds'],
  ] as const)('reads that a charge that is %s waits, and no date', (state, reason) => {
    const shown = whole(words({ state, reason, waits: 'paused' }))
    expect(shown).toContain('On hold until the campaign is active again')
    expect(shown).toContain('The campaign is paused')
    expect(shown).toMatch(/email you/)
    expect(shown).not.toMatch(/Oct|Next attempt/)
    if (reason) expect(shown).toContain(`${reason}. You were not charged.`)
  })

  test.each(['past_due', 'requires_action'] as const)(
    'reads that a charge that is %s can be paid later, and that a mail follows',
    (state) => {
      const shown = whole(words({ state }))
      expect(shown).toContain('once it is active again')
      expect(shown).toContain('You were not charged')
      expect(shown).not.toContain('Please use another card')
      expect(whole(words({ state }, 'active'))).not.toContain('paused')
    },
  )

  test('reads it above everything that is charged, whatever the pledge is paid by', () => {
    const pledge = {
      status: 'active',
      campaignStatus: 'paused',
      vocabulary: SPORT,
    } as const
    for (const paymentMethod of ['auto_bill_progress', 'check'] as const)
      expect(howItIsBilled({ ...pledge, pledgeStatistics: [], paymentMethod })).toMatch(
        /^The campaign is paused: nothing is charged until it is active again\. \S/,
      )
  })
})

test('a charge of a campaign whose books are checked is on hold, without a date (R40)', () => {
  const shown = whole(words({ waits: 'on_hold' }, 'active'))
  expect(shown).toMatch(/^On hold/)
  expect(shown).not.toMatch(/Oct|paused/)
})

test('a charge of an active campaign has its date', () => {
  expect(words({}, 'active').title).toBe('Charged on Oct 1, 2026')
  expect(words({ state: 'failed' }, 'active').title).toBe('Next attempt on Oct 1, 2026')
})
