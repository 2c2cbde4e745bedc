/** R30: a preview's pages list unusual pledges first, then the largest. */
import { describe, expect, it } from 'vitest'
import { type Cents, cents, ZERO } from '#domain/money.ts'
import type { PreviewPage } from '#domain/schemas/settlement.ts'
import type { Computation, SettledPledge } from './compute.ts'
import { reviewOf, toPreviewed } from './preview.ts'

const NOTHING = {
  statistics: [],
  season: { moments: [], totals: new Map(), rising: [] },
  results: [],
} as unknown as Computation

type Given = { toBill?: number; most?: number; uncapped?: number; billedBefore?: number }
const pledge = (id: string, { toBill = 1000, most = 100_000, uncapped, billedBefore = 0 }: Given = {}) => ({
  pledge: {
    id,
    most: cents(most),
    recomputed: cents(uncapped ?? billedBefore + toBill),
    paymentMethod: 'check' as const,
    cardId: null,
    lines: [],
  },
  accrued: cents(billedBefore + toBill),
  lines: [] as Cents[],
  isSplitOnly: false,
  resolution: { billedBefore: cents(billedBefore), toBill: cents(toBill), steps: [], carried: ZERO },
})
const answer = (pledges: readonly SettledPledge[], page: Partial<PreviewPage> = {}) => {
  const review = reviewOf({ show: 'all', page: 1, limit: 100, ...page })
  review.add(pledges)
  return review.answer(NOTHING)
}
const idsOf = ({ pledges }: ReturnType<typeof answer>) => pledges.map(({ pledgeId }) => pledgeId).join('')
const pages = (pledges: readonly SettledPledge[], limit: number, show: PreviewPage['show'] = 'all') =>
  [1, 2, 3].map((page) => idsOf(answer(pledges, { page, limit, show })))

describe('the pledges of a preview', () => {
  it('are the largest first, decreases by their size, and equal ones by id', () => {
    const given = [pledge('b'), pledge('a'), pledge('d', { toBill: 1200 }), pledge('c', { toBill: 1100 })]
    expect(idsOf(answer(given))).toBe('dcab')
    expect(idsOf(answer([...given].reverse()))).toBe('dcab')
    const lowered = [pledge('a', { toBill: -500 }), pledge('b', { toBill: -900 })]
    expect(idsOf(answer(lowered))).toBe('ba')
  })

  it('begin with those that are out of the ordinary, each with its reason', () => {
    const given = [
      pledge('a'),
      pledge('b', { toBill: 2000 }),
      pledge('c', { toBill: -100, billedBefore: 500 }),
      pledge('d', { toBill: 900, uncapped: 1500, most: 900 }),
      pledge('e', { toBill: 20_000 }),
    ]
    const { pledges, exceptionsCount, pledgesCount, typical } = answer(given)
    expect(pledges.map(({ pledgeId, reasons }) => [pledgeId, reasons])).toEqual([
      ['e', ['outlier', 'first_large']],
      ['d', ['maximum']],
      ['c', ['decrease']],
      ['b', []],
      ['a', []],
    ])
    expect({ exceptionsCount, pledgesCount, typical }).toEqual({
      exceptionsCount: 3,
      pledgesCount: 5,
      typical: '10.00',
    })
  })

  it('are the exceptions alone where only those are asked for', () => {
    const given = [pledge('a'), pledge('b', { toBill: -100, billedBefore: 500 })]
    expect(idsOf(answer(given, { show: 'exceptions' }))).toBe('b')
  })

  it.each([1, 2, 3])('are each on one page of %i, however many batches they came in', (limit) => {
    const given = Array.from({ length: 6 }, (_, index) =>
      pledge('abcdef'[index] ?? '', { toBill: 100 * index }),
    )
    const review = reviewOf({ show: 'all', page: 2, limit })
    for (const one of given) review.add([one])
    expect(idsOf(review.answer(NOTHING))).toBe('fedcba'.slice(limit, 2 * limit))
    expect(pages(given, limit).join('')).toBe('fedcba'.slice(0, 3 * limit))
  })

  it('out of the ordinary are on the first page, also behind many that are larger', () => {
    const larger = Array.from({ length: 9 }, (_, index) => pledge(`l${index}`, { toBill: 3000 + index }))
    const given = [pledge('x', { toBill: -100, billedBefore: 500 }), ...larger]
    expect(idsOf(answer(given, { limit: 1 }))).toBe('x')
  })
})

describe('a first bill that is large beside what is usual', () => {
  it('is on the first page, also behind larger ones of pledges that were billed before', () => {
    const usual = Array.from({ length: 5 }, (_, index) => pledge(`u${index}`, { toBill: 10_000 }))
    const larger = Array.from({ length: 3 }, (_, index) =>
      pledge(`l${index}`, { toBill: 30_000, billedBefore: 500 }),
    )
    const given = [pledge('x', { toBill: 25_000 }), ...usual, ...larger]
    expect(answer(given, { limit: 1 }).pledges).toMatchObject([{ pledgeId: 'x', reasons: ['first_large'] }])
  })
})

describe('a pledge in a preview', () => {
  it('is at its maximum where all of it is earned', () => {
    expect(toPreviewed(pledge('a', { toBill: 900, most: 900 }), [], NOTHING).isAtMaximum).toBe(true)
    expect(toPreviewed(pledge('a', { toBill: 899, most: 900 }), [], NOTHING).isAtMaximum).toBe(false)
  })
})
