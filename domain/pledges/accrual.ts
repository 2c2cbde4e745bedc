/**
 * What a pledge has accrued at given results, line by line and match by match (R6, R9, R10). Pure.
 * The database computes the same sums on its own (`line_amount`); both must agree to the cent.
 */
import { add, type Cents, minimum, split, subtract, sum, timesQuantity, ZERO } from '../money.ts'
import { minus, NONE, plus, type Quantity } from '../quantity.ts'
import { isGift, type StatisticType } from '../season/statistic-types.ts'
import { isCounted, type Scope } from './scope.ts'

/** What a moment changes in one statistic, and when that began. `index`: its place among the season's moments. */
type UnitStep = { index: number; eventId: string | null; since: number; change: Quantity }

/** `after`: the units that count after each moment of the season. */
type RunningUnits = { after: readonly Quantity[]; total: Quantity }

/** A season's running units are kept for this many lines: every pledge "from now on" may have its own instant. */
const MAX_KEPT = 2_000

function stepsOf(
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
function runningUnitsOf(
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
  const stack: { units: Quantity; counts: boolean }[] = []
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
      stack.push({ units, counts })
      if (counts) total = plus(total, units)
    } else {
      let taken = minus(NONE, step.change)
      for (let top = stack.at(-1); top && taken > 0; top = stack.at(-1)) {
        const part = Math.min(top.units, taken) as Quantity
        taken = minus(taken, part)
        if (top.counts) total = minus(total, part)
        if (part === top.units) stack.pop()
        else top.units = minus(top.units, part)
      }
      missing = plus(missing, taken)
    }
    after.push(total)
  }
  while (after.length < moments) after.push(total)
  return { after, total }
}

/** A confirmed result. Those of one event are one moment; one without an event counts when it was entered. */
export type ConfirmedResult = {
  id: string
  statisticId: string
  eventId: string | null
  /** The event's start, or the instant of entry: milliseconds since the epoch. */
  at: number
  /**
   * When it began, which decides whether a line that does not count the whole season counts it: the start of the
   * match, or the entry of a result without one; of an achievement, its confirmation. By default it is `at`.
   */
  since?: number
  quantity: Quantity
}

/** A match, or a result without one: the running total of each statistic it changed. */
export type Moment = {
  key: string
  eventId: string | null
  at: number
  running: ReadonlyMap<string, Quantity>
  /** When each of those statistics began here. */
  since: ReadonlyMap<string, number>
}

/** The season so far, in order of start time, equal times by id. */
export type Season = {
  moments: readonly Moment[]
  totals: ReadonlyMap<string, Quantity>
  /** Every statistic's running total after each moment, where no moment lowers one; otherwise null. */
  rising: readonly ReadonlyMap<string, Quantity>[] | null
}

type Gathering = Omit<Moment, 'running' | 'since'> & {
  changes: Map<string, Quantity>
  since: Map<string, number>
}

export function buildSeason(results: readonly ConfirmedResult[]): Season {
  const byMoment = new Map<string, Gathering>()
  for (const { id, eventId, statisticId, at, since = at, quantity } of results) {
    const key = eventId ?? id
    const moment = byMoment.get(key) ?? { key, eventId, at, changes: new Map(), since: new Map() }
    moment.changes.set(statisticId, plus(moment.changes.get(statisticId) ?? NONE, quantity))
    moment.since.set(statisticId, Math.min(moment.since.get(statisticId) ?? since, since))
    byMoment.set(key, moment)
  }
  const ordered = [...byMoment.values()].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
  const totals = new Map<string, Quantity>()
  const totalsByMoment: ReadonlyMap<string, Quantity>[] = []
  let isRising = true
  const moments = ordered.map(({ key, eventId, at, changes, since }) => {
    const running = new Map<string, Quantity>()
    for (const [statisticId, change] of changes) {
      const total = plus(totals.get(statisticId) ?? NONE, change)
      totals.set(statisticId, total)
      running.set(statisticId, total)
      isRising &&= change >= 0
    }
    totalsByMoment.push(new Map(totals))
    return { key, eventId, at, running, since }
  })
  return { moments, totals, rising: isRising ? totalsByMoment : null }
}

/** Without a scope a line counts the whole season. */
export type AccrualLine = { statisticId: string; type: StatisticType; rate: Cents; scope?: Scope | null }

/** A running total may dip below zero between a match and its correction; that earns nothing. */
const amountAt = (line: AccrualLine, total: Quantity): Cents =>
  total > 0 ? timesQuantity(line.rate, total) : ZERO

/** The units that a line counts by all of the season's results. */
export const unitsOf = (line: Pick<AccrualLine, 'statisticId' | 'scope'>, season: Season): Quantity =>
  line.scope ? partOf(line, line.scope, season).total : (season.totals.get(line.statisticId) ?? NONE)

/** What one moment changes in the units of a line that counts a part of the season. */
export function partialChange(
  line: Pick<AccrualLine, 'statisticId'>,
  scope: Scope,
  season: Season,
  key: string,
): Quantity {
  const index = season.moments.findIndex((moment) => moment.key === key)
  const { after } = partOf(line, scope, season)
  return minus(after[index] ?? NONE, after[index - 1] ?? NONE)
}

/** Computed once for each season, when a line that counts a part of it first needs it. */
type Partial = { steps: Map<string, readonly UnitStep[]>; kept: Map<string, RunningUnits> }
const partial = new WeakMap<Season, Partial>()

const partOf = (
  { statisticId }: Pick<AccrualLine, 'statisticId'>,
  scope: Scope,
  season: Season,
): RunningUnits => {
  const { steps, kept } = partial.get(season) ?? { steps: new Map(), kept: new Map() }
  partial.set(season, { steps, kept })
  const known = steps.get(statisticId) ?? stepsOf(season.moments, statisticId)
  steps.set(statisticId, known)
  return runningUnitsOf(known, { statisticId, scope, moments: season.moments.length }, kept)
}

const uncapped = (line: AccrualLine, season: Season): Cents =>
  isGift(line.type) ? line.rate : amountAt(line, unitsOf(line, season))

/**
 * What each line has accrued, in the order given; the sum is at most `most` and exactly the smaller of
 * `most` and the lines' own amounts. Where the maximum does not bind, this is one multiplication per line.
 */
export function accrueLines(lines: readonly AccrualLine[], most: Cents, season: Season): Cents[] {
  const amounts = lines.map((line) => uncapped(line, season))
  if (sum(amounts) <= most) return amounts
  return walk(lines, most, season, season.rising ? firstAbove(lines, most, season) : 0)
}

/** A line's amount without a maximum after that many moments of a season whose totals only rise. */
export function reachedAfter(line: AccrualLine, season: Season, moments: number): Cents {
  if (isGift(line.type)) return line.rate
  const units = line.scope
    ? partOf(line, line.scope, season).after[moments - 1]
    : season.rising?.[moments - 1]?.get(line.statisticId)
  return amountAt(line, units ?? NONE)
}

/** If totals only rise: the first moment at which the lines exceed `most`, by binary search. */
function firstAbove(lines: readonly AccrualLine[], most: Cents, season: Season): number {
  let free = -1
  let above = season.moments.length - 1
  while (above - free > 1) {
    const middle = Math.floor((free + above) / 2)
    if (sum(lines.map((line) => reachedAfter(line, season, middle + 1))) > most) above = middle
    else free = middle
  }
  return Math.max(above, 0)
}

/** What a moment added to each line; `moment` null is the pledge itself, with its one-time gifts. */
export type Share = { moment: Moment | null; amounts: Cents[]; total: Cents; running: Cents }

/** The split of a pledge over the matches: differences of running totals, so they sum to what accrued. */
export function shareByMoment(lines: readonly AccrualLine[], most: Cents, season: Season): Share[] {
  const shares: Share[] = []
  let before: readonly Cents[] = lines.map(() => ZERO)
  walk(lines, most, season, 0, (moment, after) => {
    const amounts = after.map((amount, index) => subtract(amount, before[index] ?? ZERO))
    if (amounts.some((amount) => amount !== 0)) {
      shares.push({ moment, amounts, total: sum(amounts), running: sum(after) })
    }
    before = [...after]
  })
  return shares
}

type Visit = (moment: Moment | null, settled: readonly Cents[]) => void

/**
 * R10, for one pledge: its one-time gifts first, then the matches in order. At each of them a line keeps what it has (or
 * falls back with a correction), and the room left under the maximum goes to what the lines could still use: all of
 * it if it fits, otherwise shared by largest remainder. Done for hundreds of thousands of pledges, so it touches only
 * lines that a match changed, and shares out only where something moves at the maximum.
 *
 * `from`: the match to begin with; at every earlier one the lines add up to no more than `most`.
 */
function walk(
  lines: readonly AccrualLine[],
  most: Cents,
  season: Season,
  from: number,
  visit?: Visit,
): Cents[] {
  const { moments, rising } = season
  const parts = lines.map((line) => (line.scope ? partOf(line, line.scope, season).after : null))
  const reach = lines.map((line) => reachedAfter(line, season, from))
  let total = sum(reach)
  const nothing = lines.map(() => ZERO)
  // Null while the maximum is not reached: then each line has its full amount.
  let settled = total > most ? fill(nothing, reach, most) : null
  visit?.(null, settled ?? reach)
  for (let next = from; next < moments.length; next += 1) {
    // If totals only rise, nothing changes once the maximum is reached.
    if (rising && settled) break
    const moment = moments[next] as Moment
    const before = settled ?? [...reach]
    let isChanged = false
    let isLowered = false
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] as AccrualLine
      const running = isGift(line.type)
        ? undefined
        : (parts[index]?.[next] ?? moment.running.get(line.statisticId))
      if (running === undefined) continue
      const now = amountAt(line, running)
      const then = reach[index] as Cents
      if (now === then) continue
      isChanged = true
      isLowered ||= now < (before[index] as Cents)
      total = add(total, subtract(now, then))
      reach[index] = now
    }
    if (!isChanged) continue
    if (total <= most) settled = null
    else if (settled === null || isLowered) settled = fill(before, reach, most)
    visit?.(moment, settled ?? reach)
  }
  return settled ?? reach
}

function fill(settled: readonly Cents[], reach: readonly Cents[], most: Cents): Cents[] {
  const kept = reach.map((limit, index) => minimum(settled[index] ?? ZERO, limit))
  const wanted = reach.map((limit, index) => subtract(limit, kept[index] ?? ZERO))
  const room = subtract(most, sum(kept))
  if (sum(wanted) <= room) return [...reach]
  const parts = split(room, wanted)
  return kept.map((amount, index) => sum([amount, parts[index] ?? ZERO]))
}
