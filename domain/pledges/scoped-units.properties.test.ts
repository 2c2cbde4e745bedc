/** What a line counts of a season is a part of it, no matter what was corrected since (R3, R10, R58). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lines, positiveAmount, results } from '#tests/pledge-arbitraries.ts'
import { LARGEST_AMOUNT, sum } from '../money.ts'
import { NONE, plus, type Quantity } from '../quantity.ts'
import {
  type AccrualLine,
  accrueLines,
  buildSeason,
  type ConfirmedResult,
  type Season,
  shareByMoment,
  unitsOf,
} from './accrual.ts'
import { isCounted, type Scope } from './scope.ts'

fc.configureGlobal({ numRuns: 400 })

const instant = fc.integer({ min: -50, max: 1_000 })
const maybe = fc.option(instant, { nil: null })
/** A match of `results`, or none. */
const maybeMatch = fc.option(
  fc.integer({ min: 0, max: 9 }).map((match) => `e${match}`),
  { nil: null },
)
/** Matches that had begun, although they start later now. */
const known = fc.subarray(Array.from({ length: 10 }, (_, match) => `e${match}`))
const scope: fc.Arbitrary<Scope> = fc.record({
  from: maybe,
  until: maybe,
  eventId: maybeMatch,
  fromKnown: known,
  untilKnown: known,
})

/** Some results were entered before their match started. */
const seasons = fc.tuple(results, fc.array(fc.nat({ max: 400 }), { minLength: 40, maxLength: 40 }))
const seasonOf = ([entries, early]: [ConfirmedResult[], number[]]): ConfirmedResult[] =>
  entries.map((entry, index) => ({ ...entry, since: entry.at - (early[index] ?? 0) }))

const ALL: Scope = { from: null, until: null, eventId: null }
const allOf = (season: Season, statisticId: string): number =>
  Math.max(0, season.totals.get(statisticId) ?? NONE)
const withScope = (chosen: readonly AccrualLine[], given: Scope): AccrualLine[] =>
  chosen.map((line) => ({ ...line, scope: given }))

/** The database's way: a match's units are the lowest total from then on, less that of the match before. */
function standing(season: Season, statisticId: string, given: Scope): Quantity {
  const steps = season.moments.filter(({ running }) => running.has(statisticId))
  const stands = steps.map((_, index) =>
    Math.max(0, Math.min(...steps.slice(index).map(({ running }) => running.get(statisticId) as Quantity))),
  )
  return steps.reduce((total, { eventId, since }, index) => {
    const begun = { eventId, since: since.get(statisticId) as number }
    const units = ((stands[index] as number) - (stands[index - 1] ?? 0)) as Quantity
    return isCounted(given, begun) ? plus(total, units) : total
  }, NONE)
}

describe('a line that counts a part of the season:', () => {
  test('its units are those that the database counts its own way', () => {
    fc.assert(
      fc.property(lines, seasons, scope, (chosen, given, part) => {
        const season = buildSeason(seasonOf(given))
        for (const { statisticId } of chosen)
          expect(unitsOf({ statisticId, scope: part }, season)).toBe(standing(season, statisticId, part))
      }),
    )
  })

  test('what counts until an instant and what counts from it are together what counts of all', () => {
    fc.assert(
      fc.property(lines, seasons, instant, known, (chosen, given, at, begun) => {
        const season = buildSeason(seasonOf(given))
        for (const { statisticId } of chosen) {
          const before = unitsOf({ statisticId, scope: { ...ALL, until: at, untilKnown: begun } }, season)
          const after = unitsOf({ statisticId, scope: { ...ALL, from: at, fromKnown: begun } }, season)
          expect(Math.min(before, after)).toBeGreaterThanOrEqual(0)
          expect(before + after).toBe(allOf(season, statisticId))
        }
      }),
    )
  })

  test('it comes to no more than the whole season at the same rates', () => {
    fc.assert(
      fc.property(lines, seasons, scope, (chosen, given, part) => {
        const season = buildSeason(seasonOf(given))
        const whole = accrueLines(chosen, LARGEST_AMOUNT, season)
        accrueLines(withScope(chosen, part), LARGEST_AMOUNT, season).forEach((amount, index) => {
          expect(amount).toBeLessThanOrEqual(whole[index] as number)
        })
      }),
    )
  })

  test('the match shares add up to what accrued, within the maximum', () => {
    fc.assert(
      fc.property(lines, positiveAmount(3_000_000), seasons, scope, (chosen, max, given, part) => {
        const season = buildSeason(seasonOf(given))
        const mixed = chosen.map((line, index) => (index % 2 === 0 ? { ...line, scope: part } : line))
        const shares = shareByMoment(mixed, max, season)
        expect(sum(shares.map(({ total }) => total))).toBe(sum(accrueLines(mixed, max, season)))
        for (const { running } of shares) expect(running).toBeLessThanOrEqual(max)
      }),
    )
  })

  test('a raise changes nothing of what had begun before it', () => {
    fc.assert(
      fc.property(lines, seasons, instant, positiveAmount(1_000), (chosen, given, at, more) => {
        const begun = seasonOf(given).filter(({ since }) => (since ?? 0) <= at)
        const season = buildSeason(begun)
        const raised = chosen.flatMap((line): AccrualLine[] =>
          line.type === 'one_time'
            ? [line]
            : [
                { ...line, scope: { ...ALL, until: at } },
                { ...line, rate: (line.rate + more) as AccrualLine['rate'], scope: { ...ALL, from: at } },
              ],
        )
        expect(sum(accrueLines(raised, LARGEST_AMOUNT, season))).toBe(
          sum(accrueLines(chosen, LARGEST_AMOUNT, season)),
        )
      }),
    )
  })

  test('a scope without limits is the whole season', () => {
    fc.assert(
      fc.property(lines, positiveAmount(3_000_000), results, (chosen, max, entries) => {
        const season = buildSeason(entries)
        expect(accrueLines(withScope(chosen, ALL), max, season)).toEqual(accrueLines(chosen, max, season))
      }),
    )
  })
})
