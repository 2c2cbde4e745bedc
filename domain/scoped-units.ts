/**
 * The units of a line that counts only a part of the season (R58). Pure.
 *
 * A correction that belongs to no match removes the newest units before it. So the parts of a season add up to the
 * whole: what counts until an instant and what counts from it are together what counts of all, and neither is below 0.
 */

import { minus, NONE, plus, type Quantity } from './quantity.ts'
import { isCounted, type Scope } from './scope.ts'

/** What a moment changes in one statistic, and when that began. `index`: its place among the season's moments. */
export type UnitStep = { index: number; eventId: string | null; since: number; change: Quantity }

/** `after`: the units that count after each moment of the season. */
export type RunningUnits = { after: readonly Quantity[]; total: Quantity }

/** A season's running units are kept for this many lines: every pledge "from now on" may have its own instant. */
const MAX_KEPT = 2_000

export function stepsOf(
  moments: readonly {
    eventId: string | null
    running: ReadonlyMap<string, Quantity>
    since: ReadonlyMap<string, number>
  }[],
  statisticId: string,
): UnitStep[] {
  let before = NONE
  return moments.flatMap(({ eventId, running, since }, index): UnitStep[] => {
    const total = running.get(statisticId)
    if (total === undefined) return []
    const change = minus(total, before)
    before = total
    return [{ index, eventId, since: since.get(statisticId) ?? 0, change }]
  })
}

/** Two instants between which nothing began are the same to a season: their lines share the same units. */
export function runningUnitsOf(
  steps: readonly UnitStep[],
  { statisticId, scope, moments }: { statisticId: string; scope: Scope; moments: number },
  kept: Map<string, RunningUnits>,
): RunningUnits {
  const begunBy = (instant: number | null) =>
    instant === null ? 'all' : steps.reduce((count, { since }) => count + (since <= instant ? 1 : 0), 0)
  const known = `${scope.fromKnown ?? ''} ${scope.untilKnown ?? ''}`
  const key = `${statisticId} ${begunBy(scope.from)} ${begunBy(scope.until)} ${scope.eventId} ${known}`
  const same = kept.get(key)
  if (same) return same
  const units = compute(steps, scope, moments)
  if (kept.size < MAX_KEPT) kept.set(key, units)
  return units
}

/** A stack of the units that count, the newest on top; `missing` is what a correction removed before it was there. */
function compute(steps: readonly UnitStep[], scope: Scope, moments: number): RunningUnits {
  const standing: { units: Quantity; counts: boolean }[] = []
  const after: Quantity[] = []
  let missing = NONE
  let total = NONE
  for (const step of steps) {
    while (after.length < step.index) after.push(total)
    if (step.change > 0) {
      const repaid = Math.min(missing, step.change) as Quantity
      missing = minus(missing, repaid)
      const units = minus(step.change, repaid)
      const counts = isCounted(scope, step)
      standing.push({ units, counts })
      if (counts) total = plus(total, units)
    } else {
      let taken = minus(NONE, step.change)
      for (let top = standing.at(-1); top && taken > 0; top = standing.at(-1)) {
        const part = Math.min(top.units, taken) as Quantity
        taken = minus(taken, part)
        if (top.counts) total = minus(total, part)
        if (part === top.units) standing.pop()
        else top.units = minus(top.units, part)
      }
      missing = plus(missing, taken)
    }
    after.push(total)
  }
  while (after.length < moments) after.push(total)
  return { after, total }
}
