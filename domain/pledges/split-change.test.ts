import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '../money.ts'
import { ONE, quantity } from '../quantity.ts'
import { type AccrualLine, buildSeason, type ConfirmedResult, shareByMoment } from './accrual.ts'
import { changeBetween, isSameSplit, isSplitChanged } from './split-change.ts'

const STATISTICS = ['a', 'b', 'c']
const lines = fc.uniqueArray(
  fc.record<AccrualLine>({
    statisticId: fc.constantFrom(...STATISTICS),
    type: fc.constantFrom('per_increment' as const, 'per_achievement' as const, 'one_time' as const),
    rate: fc.integer({ min: 1, max: 900 }).map(cents),
  }),
  { selector: ({ statisticId }) => statisticId, minLength: 1, maxLength: 3 },
)
const most = fc.integer({ min: 1, max: 30_000 }).map(cents)

type Entry = { statisticId: string; match: number; goals: number; movedBy: number }
const entry = (least: number): fc.Arbitrary<Entry> =>
  fc.record({
    statisticId: fc.constantFrom(...STATISTICS),
    match: fc.integer({ min: 0, max: 7 }),
    goals: fc.integer({ min: least, max: 6 }),
    movedBy: fc.constantFrom(0, 0, 0, 150, -150),
  })
const seasonOf = (entries: readonly Entry[]) =>
  buildSeason(
    entries.map(
      ({ statisticId, match, goals, movedBy }, index): ConfirmedResult => ({
        id: `r${index}`,
        statisticId,
        eventId: `e${match}`,
        at: match * 100 + movedBy,
        quantity: quantity(goals * ONE),
      }),
    ),
  )

test('a correction changes a split exactly if the two splits, computed in full, differ (R10, R33)', () => {
  let changed = 0
  let reachedOrElsewhere = 0
  fc.assert(
    fc.property(
      lines,
      fc.oneof(
        most.map((one) => [one, one] as const),
        fc.tuple(most, most),
      ),
      fc.array(entry(0), { maxLength: 12 }),
      fc.array(entry(-3), { maxLength: 3 }),
      (chosen, [settled, today], entries, corrections) => {
        const before = seasonOf(entries)
        const now = seasonOf([...entries, ...corrections])
        const isSame = isSameSplit(shareByMoment(chosen, settled, before), shareByMoment(chosen, today, now))
        expect(isSplitChanged(chosen, { settled, most: today }, changeBetween(before, now))).toBe(!isSame)
        if (isSame && corrections.length > 0) reachedOrElsewhere += 1
        if (!isSame) changed += 1
      },
    ),
    { numRuns: 3_000 },
  )
  expect(Math.min(changed, reachedOrElsewhere)).toBeGreaterThan(100)
})

test('totals that fell before and rise now move the split, also of a pledge that is at its maximum (R10, R33)', () => {
  const goals: AccrualLine[] = [{ statisticId: 'a', type: 'per_increment', rate: cents(100) }]
  const played = (second: number) =>
    seasonOf([12, second, 5].map((count, match) => ({ statisticId: 'a', match, goals: count, movedBy: 0 })))
  const fallen = played(-5)
  const risen = played(1)
  const atMost = { settled: cents(1000), most: cents(1000) }
  expect(isSplitChanged(goals, atMost, changeBetween(fallen, risen))).toBe(true)
  expect(isSplitChanged(goals, atMost, changeBetween(risen, fallen))).toBe(true)
  expect(isSplitChanged(goals, atMost, changeBetween(played(2), risen))).toBe(false)
})
