import { describe, expect, it } from 'vitest'
import { type Cents, cents, ZERO } from '../money.ts'
import {
  billed,
  type OpenBill,
  type Position,
  type Receipt,
  resolve,
  type Step,
  totalsOf,
} from './settlement.ts'

const NOTHING: Position = {
  accrued: ZERO,
  charged: ZERO,
  waived: ZERO,
  writtenOff: ZERO,
  correctionRefunds: ZERO,
  goodwill: ZERO,
  disputed: ZERO,
  openBills: [],
  receipts: [],
}
type Amounts = Partial<Record<Exclude<keyof Position, 'openBills' | 'receipts'>, number>>
const position = (
  amounts: Amounts,
  more: Partial<Pick<Position, 'openBills' | 'receipts'>> = {},
): Position => ({
  ...NOTHING,
  ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, cents(amount)])),
  ...more,
})

const bill = (id: string, open: number, amount = open): OpenBill => ({
  id,
  kind: 'charge',
  amount: cents(amount),
  open: cents(open),
})
const receipt = (id: string, refundable: number): Receipt => ({
  id,
  kind: 'charge',
  refundable: cents(refundable),
})

const progress = { kind: 'progress', afterFinal: false, billIncreases: false } as const
const final = { kind: 'final', afterFinal: false, billIncreases: false } as const
const correction = { kind: 'final', afterFinal: true, billIncreases: false } as const
const undecidedCorrection = { kind: 'final', afterFinal: true } as const
const billingCorrection = { ...correction, billIncreases: true } as const

/** A step in one word and its amount, such as `lower a 300`. */
const described = (step: Step): string => {
  if (step.do === 'lower') return `lower ${step.bill.id} ${step.by}`
  if (step.do === 'refund') return `refund ${step.receipt.id} ${step.amount}`
  return `${step.do} ${step.amount}`
}
const stepsOf = (at: Position, how: Parameters<typeof resolve>[1]): string[] =>
  resolve(at, how).steps.map(described)

it('billed is charges, waivers and write-offs less correction refunds (R32)', () => {
  expect(
    billed(position({ charged: 1000, waived: 200, writtenOff: 30, correctionRefunds: 4, goodwill: 500 })),
  ).toBe(1226)
})

describe('an increase in a settlement (R32)', () => {
  const owing = (amount: number) => position({ accrued: 1000 + amount, charged: 1000 })

  it.each([
    ['less than $5 is carried by a progress settlement', progress, 499, [], 499],
    ['$5 is billed by a progress settlement', progress, 500, ['bill 500'], 0],
    ['less than 50 cents is written off by the final settlement', final, 49, ['write_off 49'], 0],
    ['50 cents is billed by the final settlement', final, 50, ['bill 50'], 0],
    ['any amount waits after the final lock until it is decided', undecidedCorrection, 5000, [], 5000],
    ['any amount is waived by a correction that waives increases', correction, 5000, ['waive 5000'], 0],
    [
      'less than 50 cents is waived by a correction that waives increases too',
      correction,
      49,
      ['waive 49'],
      0,
    ],
    ['50 cents is billed by a correction that bills increases', billingCorrection, 50, ['bill 50'], 0],
    [
      'less than 50 cents is written off by a correction that bills increases',
      billingCorrection,
      49,
      ['write_off 49'],
      0,
    ],
  ])('%s', (_, how, amount, steps, carried) => {
    const resolution = resolve(owing(amount), how)
    expect(resolution).toMatchObject({ billedBefore: 1000, toBill: amount, carried })
    expect(resolution.steps.map(described)).toEqual(steps)
  })

  it.each([progress, final, correction])('of zero takes no step: %j', (how) => {
    expect(resolve(owing(0), how)).toEqual({ billedBefore: 1000, toBill: 0, steps: [], carried: 0 })
  })
})

describe('a decrease in a progress settlement (R32)', () => {
  it('lowers open bills, beginning with the newest', () => {
    const at = position(
      { accrued: 1000, charged: 3000 },
      { openBills: [bill('new', 1500), bill('old', 1500)] },
    )
    expect(resolve(at, progress)).toMatchObject({ billedBefore: 3000, toBill: -2000, carried: 0 })
    expect(stepsOf(at, progress)).toEqual(['lower new 1500', 'lower old 500'])
  })

  it('carries what exceeds the open bills, and refunds nothing', () => {
    const at = position(
      { accrued: 500, charged: 3000, waived: 100, writtenOff: 20, goodwill: 50 },
      { openBills: [bill('new', 1000)], receipts: [receipt('paid', 2000)] },
    )
    expect(stepsOf(at, progress)).toEqual(['lower new 1000'])
    expect(resolve(at, progress).carried).toBe(-1620)
  })

  it('skips a bill with nothing open', () => {
    const at = position(
      { accrued: 0, charged: 700 },
      { openBills: [bill('none', 0, 200), bill('some', 700)] },
    )
    expect(stepsOf(at, progress)).toEqual(['lower some 700'])
  })

  it('stops when nothing is left to lower', () => {
    const at = position(
      { accrued: 1000, charged: 1700 },
      { openBills: [bill('new', 700), bill('old', 1000)] },
    )
    expect(stepsOf(at, progress)).toEqual(['lower new 700'])
    expect(resolve(at, progress).carried).toBe(0)
  })

  it('withdraws a bill that would be left below 50 cents, and carries the rest', () => {
    const at = position({ accrued: 349, charged: 1000 }, { openBills: [bill('new', 700), bill('old', 300)] })
    expect(stepsOf(at, progress)).toEqual(['lower new 700'])
    expect(resolve(at, progress).carried).toBe(49)
  })

  it('leaves a bill of 50 cents open', () => {
    const at = position({ accrued: 50, charged: 700 }, { openBills: [bill('new', 700)] })
    expect(stepsOf(at, progress)).toEqual(['lower new 650'])
    expect(resolve(at, progress).carried).toBe(0)
  })

  it('leaves less than 50 cents open if the rest of the bill is paid', () => {
    const at = position({ accrued: 349, charged: 1000 }, { openBills: [bill('new', 700, 1000)] })
    expect(stepsOf(at, progress)).toEqual(['lower new 651'])
    expect(resolve(at, progress).carried).toBe(0)
  })
})

describe('a decrease in a final settlement (R32, R33)', () => {
  it('reduces waivers, open bills, write-offs, goodwill refunds and receipts, in this order', () => {
    const at = position(
      { accrued: 0, charged: 1500, waived: 100, writtenOff: 40, goodwill: 60 },
      { openBills: [bill('open', 500)], receipts: [receipt('new', 400), receipt('old', 600)] },
    )
    expect(stepsOf(at, final)).toEqual([
      'waive -100',
      'lower open 500',
      'write_off -40',
      'count_goodwill 60',
      'refund new 400',
      'refund old 540',
    ])
    expect(resolve(at, final)).toMatchObject({ billedBefore: 1640, toBill: -1640, carried: 0 })
  })

  it.each([
    ['a waiver', { waived: 100 }, {}, ['waive -30']],
    ['an open bill', { charged: 1000 }, { openBills: [bill('open', 1000)] }, ['lower open 30']],
    ['a write-off', { writtenOff: 40 }, {}, ['write_off -30']],
    ['a goodwill refund', { charged: 100, goodwill: 50 }, {}, ['count_goodwill 30']],
    [
      'a receipt',
      { charged: 100 },
      { receipts: [receipt('paid', 100), receipt('old', 9)] },
      ['refund paid 30'],
    ],
  ] satisfies [string, Amounts, Partial<Position>, string[]][])(
    'stops at %s that covers it',
    (_, amounts, more, steps) => {
      const before = position(amounts, more)
      const at = { ...before, accrued: cents(billed(before) - 30) }
      expect(stepsOf(at, final)).toEqual(steps)
      expect(resolve(at, final).carried).toBe(0)
    },
  )

  it('withdraws a bill that would be left below 50 cents and writes the rest off', () => {
    const at = position({ accrued: 349, charged: 1000 }, { openBills: [bill('new', 700), bill('old', 300)] })
    expect(stepsOf(at, final)).toEqual(['lower new 700', 'write_off 49'])
    expect(resolve(at, final).carried).toBe(0)
  })

  it('withdraws a bill completely without a write-off', () => {
    const at = position({ accrued: 300, charged: 1000 }, { openBills: [bill('new', 700)] })
    expect(stepsOf(at, final)).toEqual(['lower new 700'])
  })

  it('carries what can no longer be refunded', () => {
    const at = position({ accrued: 0, charged: 1000 }, { receipts: [receipt('paid', 400)] })
    expect(stepsOf(at, final)).toEqual(['refund paid 400'])
    expect(resolve(at, final).carried).toBe(-600)
  })

  it('is refunded in a correction, whether or not it bills increases', () => {
    const at = position({ accrued: 900, charged: 1000 }, { receipts: [receipt('paid', 1000)] })
    expect(stepsOf(at, correction)).toEqual(['refund paid 100'])
    expect(stepsOf(at, billingCorrection)).toEqual(['refund paid 100'])
  })
})

it('the totals of settlement steps add up by kind', () => {
  const amount = (value: number): Cents => cents(value)
  const steps: Step[] = [
    { do: 'bill', amount: amount(1) } as const,
    { do: 'bill', amount: amount(2) } as const,
    { do: 'lower', bill: bill('open', 900), by: amount(30) },
    { do: 'waive', amount: amount(-4) } as const,
    { do: 'write_off', amount: amount(5) } as const,
    { do: 'count_goodwill', amount: amount(60) },
    { do: 'refund', receipt: receipt('paid', 900), amount: amount(700) },
  ]
  expect(totalsOf(steps)).toEqual({
    bill: 3,
    lower: 30,
    waive: -4,
    write_off: 5,
    count_goodwill: 60,
    refund: 700,
  })
  expect(totalsOf([])).toEqual({ bill: 0, lower: 0, waive: 0, write_off: 0, count_goodwill: 0, refund: 0 })
})

describe('money that a bank holds while it decides a dispute (R32, R35)', () => {
  it('is lowered by a negative write-off, after everything that can be refunded', () => {
    const at = position({ accrued: 500, charged: 3000, disputed: 2000 }, { receipts: [receipt('a', 1000)] })
    expect(stepsOf(at, final)).toEqual(['refund a 1000', 'write_off -1500'])
    expect(resolve(at, final).carried).toBe(0)
  })
  it('is lowered no further than what is held', () => {
    const at = position({ accrued: 500, charged: 2000, writtenOff: -1000, disputed: 2000 })
    expect(stepsOf(at, correction)).toEqual(['write_off -500'])
    const above = position({ accrued: 0, charged: 2500, writtenOff: -1800, disputed: 2000 })
    expect(stepsOf(above, correction)).toEqual(['write_off -200'])
    expect(resolve(above, correction).carried).toBe(-500)
  })
  it('is left alone by a progress settlement', () => {
    const at = position({ accrued: 500, charged: 2000, disputed: 2000 })
    expect(stepsOf(at, progress)).toEqual([])
    expect(resolve(at, progress).carried).toBe(-1500)
  })
})
