import { describe, expect, it } from 'vitest'
import { SPORT } from '../campaigns/vocabulary.ts'
import { cents } from '../money.ts'
import {
  cancelUntil,
  lowestMaximum,
  type PledgeState,
  reasonNotToCancel,
  reasonNotToChange,
  reasonNotToLowerTo,
} from './pledge-changes.ts'

const createdAt = new Date('2026-09-01T12:00:00Z')
const OPEN: PledgeState = {
  status: 'active',
  campaignStatus: 'active',
  createdAt,
  taken: 'nothing',
  vocabulary: SPORT,
  hasResult: false,
  hasMatchBegun: false,
  isBilled: false,
}
const hoursLater = (hours: number, ms = 0) => new Date(createdAt.getTime() + hours * 3_600_000 + ms)
const ENTERED = { hasResult: true }

describe('changing a pledge (R14)', () => {
  it.each(['active', 'settled', 'past_due'] as const)('is allowed while the pledge is %s', (status) => {
    expect(reasonNotToChange({ status, campaignStatus: 'active' })).toBeNull()
  })

  it('is refused for a cancelled pledge', () => {
    expect(reasonNotToChange({ status: 'cancelled', campaignStatus: 'active' })).toMatch(/^This pledge/)
  })

  it('is refused in a cancelled campaign, which is the reason named first', () => {
    expect(reasonNotToChange({ status: 'active', campaignStatus: 'cancelled' })).toMatch(/^The campaign/)
    expect(reasonNotToChange({ status: 'cancelled', campaignStatus: 'cancelled' })).toMatch(/^The campaign/)
  })
})

describe('cancelling a pledge (R14)', () => {
  it('is allowed for 24 hours, also after a result was entered', () => {
    expect(cancelUntil(OPEN)).toEqual(hoursLater(24))
    expect(reasonNotToCancel({ ...OPEN, ...ENTERED }, hoursLater(24, -1))).toBeNull()
  })

  it('is refused after 24 hours once a result was entered', () => {
    expect(reasonNotToCancel({ ...OPEN, ...ENTERED }, hoursLater(24))).toMatch(/24 hours/)
  })

  it('is allowed after 24 hours until the first result', () => {
    expect(reasonNotToCancel(OPEN, hoursLater(2400))).toBeNull()
  })

  it.each([
    ['the pledge is cancelled', { status: 'cancelled' }, /was cancelled/],
    ['the campaign is cancelled', { campaignStatus: 'cancelled' }, /campaign was cancelled/],
    ['the pledge is settled', { status: 'settled' }, /is settled/],
    ['it was billed', { isBilled: true }, /part of a settlement/],
    ['its one match has begun', { hasMatchBegun: true }, /match has started/],
    ['part of it was paid', { taken: 'some' }, /already paid/],
    ['a charge is being processed', { taken: 'on_its_way' }, /being processed/],
    [
      'a bank account is being debited',
      { taken: 'on_its_way', debitedAt: new Date('2026-05-01T16:00:00Z') },
      /answers by May 7, 2026/,
    ],
  ] as const)('is refused within the 24 hours if %s', (_, changed, words) => {
    expect(reasonNotToCancel({ ...OPEN, ...changed }, hoursLater(1))).toMatch(words)
  })
})

it.each([
  [500, 300, 500, 500, 'earned'],
  [300, 500, 300, 500, 'billed'],
  [300, 500, 700, 700, 'earned once the results that wait are confirmed'],
  [0, 0, 0, 1, ''],
])(
  'with %j earned, %j billed and %j with what waits, a maximum can be lowered to %j (R14)',
  (earned, billed, withWaiting, lowest, why) => {
    const reached = { earned: cents(earned), billed: cents(billed), withWaiting: cents(withWaiting) }
    expect(lowestMaximum(reached)).toBe(lowest)
    expect(reasonNotToLowerTo(cents(lowest), reached)).toBeNull()
    expect(reasonNotToLowerTo(cents(lowest - 1), reached)).toContain(why)
  },
)
