import { expect, it } from 'vitest'
import { cents } from '../money.ts'
import { availableTo, type CampaignBooks, linesBack, payableOf, payoutStepOf } from './payout.ts'

type Change = Partial<Record<Exclude<keyof CampaignBooks, 'uncleared' | 'isOnHold'>, number>> &
  Pick<Partial<CampaignBooks>, 'uncleared' | 'isOnHold'>
const books = (change: Change = {}): CampaignBooks => ({
  campaignId: 'one',
  commissionBasisPoints: 2_500,
  collectedCents: cents(change.collectedCents ?? 10_000),
  commissionCents: cents(change.commissionCents ?? 2_500),
  paidOutCents: cents(change.paidOutCents ?? 0),
  sendingCents: cents(change.sendingCents ?? 0),
  refundsWaitingCents: cents(change.refundsWaitingCents ?? 0),
  uncleared: change.uncleared ?? [],
  isOnHold: change.isOnHold ?? false,
})

it('owed is collected less commission less what was paid out (R38)', () => {
  expect(payableOf(books({ paidOutCents: 1_000 }))).toEqual({
    owed: 6_500,
    heldForRefunds: 0,
    available: 6_500,
    availableLater: [],
  })
})

it('a refund that is decided but not paid reduces what is available by its amount less its commission (R4)', () => {
  expect(payableOf(books({ refundsWaitingCents: 3_001 }))).toMatchObject({
    owed: 7_500,
    // 25 % of $69.99 is $17.50: the commission gives $7.50 of the $30.01.
    heldForRefunds: 2_251,
    available: 5_249,
  })
})

it('a refund of disputed money reduces what is available by no more than is owed', () => {
  const taken = books({ collectedCents: 1_000, commissionCents: 250, refundsWaitingCents: 3_000 })
  expect(payableOf(taken)).toMatchObject({ heldForRefunds: 750, available: 0 })
})

it('a negative balance of one campaign is deducted from what the organization’s others are owed', () => {
  const short = payableOf(books({ collectedCents: 0, commissionCents: 0, paidOutCents: 1_500 }))
  expect(short).toMatchObject({ owed: -1_500, available: -1_500 })
  const sent = payableOf(books({ sendingCents: 7_500 }))
  expect(availableTo([payableOf(books()), short, sent])).toBe(6_000)
  expect(availableTo([short, sent])).toBe(0)
})

it('nothing is available of a campaign whose books do not balance, and what it is short by is deducted', () => {
  const full = payableOf(books({ isOnHold: true }))
  const short = payableOf(books({ isOnHold: true, paidOutCents: 9_000 }))
  expect([full, short]).toMatchObject([
    { owed: 7_500, available: 0 },
    { owed: -1_500, available: -1_500 },
  ])
})

const on = (amount: number, day: string | null) => ({ amountCents: cents(amount), on: day })

it('checks and cash are available from the day on which they have cleared, and not before they are deposited', () => {
  const uncleared = [on(2_000, '2026-12-08'), on(1_001, null), on(1_000, '2026-12-05')]
  expect(payableOf(books({ uncleared }))).toMatchObject({
    owed: 7_500,
    available: 4_499,
    availableLater: [
      { amount: 750, on: '2026-12-05' },
      { amount: 1_500, on: '2026-12-08' },
      { amount: 751, on: null },
    ],
  })
})

it('what comes back of a payout is of its campaigns in order, each up to its line, and of none below zero', () => {
  const lines = [
    { id: 'fall', amount: cents(10_000) },
    { id: 'spring', amount: cents(-3_000) },
    { id: 'summer', amount: cents(5_000) },
  ]
  const back = (before: number, amount: number) =>
    linesBack(lines, { before: cents(before), amount: cents(amount) }).map((line) => [line.id, line.amount])
  expect(back(0, 4_000)).toEqual([['fall', 4_000]])
  expect(back(4_000, 8_000)).toEqual([
    ['fall', 6_000],
    ['summer', 2_000],
  ])
  expect(back(0, 12_000)).toEqual([
    ['fall', 10_000],
    ['summer', 2_000],
  ])
  // Reversed at Stripe in full, and then paid back by the organization, too.
  expect(back(12_000, 4_000)).toEqual([['fall', 4_000]])
  expect(back(11_000, 4_000)).toEqual([
    ['fall', 3_000],
    ['summer', 1_000],
  ])
})

it.each([
  ['prepared', null, 'approve'],
  ['approved', 'check', 'send'],
  ['approved', null, 'send'],
  ['approved', 'stripe', 'transfer'],
  ['sent', 'check', 'confirm'],
  ['arrived', 'check', null],
  ['returned', 'check', null],
  ['withdrawn', null, null],
] as const)('the next step of a payout that is %s, by %s, is %s', (state, method, next) => {
  expect(payoutStepOf({ state, method })).toBe(next)
})
