/** What a pledge comes to once the last of its open lines is stopped (R58). */
import { type ClosedLine, type LineFigures, stoppedFigures } from '#domain/line-changes.ts'
import { add, type Cents, subtract, ZERO } from '#domain/money.ts'
import { agreedMaximum, BEST_MATCH } from '#domain/pledge.ts'
import { NONE } from '#domain/quantity.ts'
import { countsUnits } from '#domain/statistic-types.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PledgeContext } from '#server/season/pledges/index.ts'
import * as store from './store.lines.ts'
import type { ChangeablePledge } from './store.ts'

export async function afterLastStop(
  db: Db,
  given: {
    pledge: ChangeablePledge
    before: LineFigures
    context: PledgeContext
    held: readonly store.HeldLine[]
    now: Date
  },
): Promise<ReturnType<typeof stoppedFigures>> {
  const { pledge, before, context, held, now } = given
  const earned = await store.earnedLines(db, pledge.id, now)
  const earnedOf = ({ statisticId, number }: store.HeldLine) =>
    earned.find((one) => one.statisticId === statisticId && one.number === number)
  const closed = held.map((line): ClosedLine => {
    const its = earnedOf(line)
    return { earned: its?.earned ?? ZERO, toCome: its ? toCome(context, line, its) : ZERO }
  })
  return stoppedFigures(before, closed)
}

/** What began before the line was closed counts when it is confirmed: what was entered, and matches without a result. */
function toCome(
  { statistics, matches }: PledgeContext,
  { statisticId, rate }: store.HeldLine,
  { begun, earned, withWaiting }: store.EarnedLine,
): Cents {
  const statistic = statistics.get(statisticId)
  if (!statistic) return ZERO
  const entered = subtract(withWaiting, earned)
  if (begun === 0 || !matches || !countsUnits(statistic.terms.type)) return entered
  const all = Math.max(matches.all, statistic.lastYearMatches ?? 0)
  const part = { kind: 'rest' as const, matches: Math.min(all, Math.max(BEST_MATCH, begun)), all }
  return add(entered, agreedMaximum([{ rate, terms: { ...statistic.terms, confirmed: NONE, part } }], null))
}
