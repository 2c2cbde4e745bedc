/** What accrues, and what a pledge is quoted, stays within the maximum for any season (R8 to R10, R17, R32). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lines, positiveAmount, results } from '#tests/pledge-arbitraries.ts'
import { type Cents, minimum, split, subtract, sum, timesQuantity, ZERO } from '../money.ts'
import { quantity } from '../quantity.ts'
import {
  type AccrualLine,
  accrueLines,
  buildSeason,
  type ConfirmedResult,
  type Season,
  shareByMoment,
} from './accrual.ts'
import { agreedMaximum } from './maximum.ts'
import { estimatePledge, type LikelyLine } from './pledge.ts'
import { quotePledge } from './quote.ts'

fc.configureGlobal({ numRuns: 400 })

/** R10 taken literally: after each match every line is examined, and the available room is shared out again. */
function sharedOutAnew(chosen: readonly AccrualLine[], max: Cents, { moments }: Season): Cents[] {
  let reach = chosen.map((one) => (one.type === 'one_time' ? one.rate : ZERO))
  let settled = chosen.map(() => ZERO)
  for (const running of [new Map(), ...moments.map((moment) => moment.running)]) {
    reach = chosen.map((one, index) => {
      const total = one.type === 'one_time' ? undefined : running.get(one.statisticId)
      return total === undefined ? (reach[index] as Cents) : total > 0 ? timesQuantity(one.rate, total) : ZERO
    })
    const kept = reach.map((limit, index) => minimum(settled[index] as Cents, limit))
    const wanted = reach.map((limit, index) => subtract(limit, kept[index] as Cents))
    const room = subtract(max, sum(kept))
    const parts = sum(wanted) <= room ? wanted : split(room, wanted)
    settled = kept.map((amount, index) => sum([amount, parts[index] as Cents]))
  }
  return settled
}

describe('accrual:', () => {
  test('accruing match by match gives the same as splitting everything again after each match, line by line (R10)', () => {
    fc.assert(
      fc.property(lines, positiveAmount(3_000_000), results, (chosen, max, entries) => {
        const season = buildSeason(entries)
        expect(accrueLines(chosen, max, season)).toEqual(sharedOutAnew(chosen, max, season))
        const rising = buildSeason(entries.filter((entry) => entry.quantity > 0))
        expect(accrueLines(chosen, max, rising)).toEqual(sharedOutAnew(chosen, max, rising))
      }),
    )
  })

  test('the total is the maximum if the lines come to more, and their sum otherwise (R9, R10)', () => {
    fc.assert(
      fc.property(lines, positiveAmount(3_000_000), results, (chosen, max, entries) => {
        const season = buildSeason(entries)
        const settled = accrueLines(chosen, max, season)
        const free = chosen.map((one) =>
          one.type === 'one_time'
            ? one.rate
            : timesQuantity(one.rate, season.totals.get(one.statisticId) ?? quantity(0)),
        )
        expect(sum(settled)).toBe(minimum(max, sum(free)))
        settled.forEach((part, index) => {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(free[index] as Cents)
        })
      }),
    )
  })

  test('the match shares add up to what accrued, and no running total exceeds the maximum (R10)', () => {
    fc.assert(
      fc.property(lines, positiveAmount(3_000_000), results, (chosen, max, entries) => {
        const season = buildSeason(entries)
        const shares = shareByMoment(chosen, max, season)
        expect(sum(shares.map(({ total }) => total))).toBe(sum(accrueLines(chosen, max, season)))
        for (const share of shares) expect(share.running).toBeLessThanOrEqual(max)
        chosen.forEach((_, index) => {
          expect(sum(shares.map(({ amounts }) => amounts[index] as Cents))).toBe(
            accrueLines(chosen, max, season)[index],
          )
        })
      }),
    )
  })

  test('the order of entry does not change what accrues (R10, R17)', () => {
    fc.assert(
      fc.property(
        lines,
        positiveAmount(3_000_000),
        results,
        fc.infiniteStream(fc.nat()),
        (chosen, max, entries, keys) => {
          const shuffled = entries
            .map((entry) => ({ entry, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ entry }) => entry)
          expect(accrueLines(chosen, max, buildSeason(shuffled))).toEqual(
            accrueLines(chosen, max, buildSeason(entries)),
          )
        },
      ),
    )
  })

  test('correcting a match and correcting it back changes nothing (R32)', () => {
    fc.assert(
      fc.property(
        lines,
        positiveAmount(3_000_000),
        results,
        fc.integer({ min: 1, max: 500 }),
        (chosen, max, entries, change) => {
          const [one] = entries.filter(({ eventId }) => eventId !== null)
          fc.pre(one !== undefined)
          const there = { ...(one as ConfirmedResult), id: 'x1', quantity: quantity(change) }
          const back = { ...there, id: 'x2', quantity: quantity(-change) }
          expect(shareByMoment(chosen, max, buildSeason([...entries, there, back]))).toEqual(
            shareByMoment(chosen, max, buildSeason(entries)),
          )
        },
      ),
    )
  })
})

const counted = fc.integer({ min: 0, max: 500_000 }).map(quantity)
const maybeCounted = fc.option(counted, { nil: null })
const pledgeLine: fc.Arbitrary<LikelyLine> = fc.record({
  rate: positiveAmount(),
  terms: fc.record({
    type: fc.constantFrom('per_increment' as const, 'per_achievement' as const, 'one_time' as const),
    expectedMin: maybeCounted,
    expectedMax: maybeCounted,
    expectedTarget: maybeCounted,
    lastYearResult: maybeCounted,
    confirmed: counted,
    likely: counted,
  }),
})

describe('quote:', () => {
  test('likely and earned never exceed the maximum, which is the cap if there is one (R8)', () => {
    fc.assert(
      fc.property(
        fc.array(pledgeLine, { minLength: 1, maxLength: 6 }),
        fc.option(positiveAmount(100_000_000), { nil: null }),
        (chosen, cap) => {
          const quote = quotePledge(chosen, cap)
          expect(quote.alreadyEarned).toBeLessThanOrEqual(quote.most)
          expect(quote.likely).toBeLessThanOrEqual(quote.most)
          expect(quote.likely).toBeGreaterThanOrEqual(minimum(quote.most, quote.alreadyEarned))
          if (cap !== null) expect(quote.most).toBe(cap)
          else expect(quote.most).toBe(agreedMaximum(chosen, null))
          expect(quote.estimate).toBe(estimatePledge(chosen))
        },
      ),
    )
  })
})
