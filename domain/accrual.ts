/**
 * What a pledge has accrued at given results, line by line and match by match (R6, R9, R10). Pure.
 * The database computes the same sums on its own (`line_amount`); both must agree to the cent (R31).
 */

import { add, type Cents, minimum, split, subtract, sum, timesQuantity, ZERO } from './money.ts'
import { NONE, plus, type Quantity } from './quantity.ts'
import { isGift, type StatisticType } from './statistic-types.ts'

/** A confirmed result. Those of one event are one moment; one without an event counts when it was entered (R10). */
export type ConfirmedResult = {
  id: string
  statisticId: string
  eventId: string | null
  /** The event's start, or the instant of entry: milliseconds since the epoch. */
  at: number
  quantity: Quantity
}

/** A match, or a result without one: the running total of each statistic it changed. */
export type Moment = {
  key: string
  eventId: string | null
  at: number
  running: ReadonlyMap<string, Quantity>
}

/** The season so far, in order of start time, equal times by id (R10). */
export type Season = {
  moments: readonly Moment[]
  totals: ReadonlyMap<string, Quantity>
  /** Every statistic's running total after each moment, where no moment lowers one; otherwise null. */
  rising: readonly ReadonlyMap<string, Quantity>[] | null
}

export function buildSeason(results: readonly ConfirmedResult[]): Season {
  const byMoment = new Map<
    string,
    { key: string; eventId: string | null; at: number; changes: Map<string, Quantity> }
  >()
  for (const result of results) {
    const key = result.eventId ?? result.id
    const moment = byMoment.get(key) ?? { key, eventId: result.eventId, at: result.at, changes: new Map() }
    moment.changes.set(
      result.statisticId,
      plus(moment.changes.get(result.statisticId) ?? NONE, result.quantity),
    )
    byMoment.set(key, moment)
  }
  const ordered = [...byMoment.values()].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
  const totals = new Map<string, Quantity>()
  const standings: ReadonlyMap<string, Quantity>[] = []
  let isRising = true
  const moments = ordered.map(({ key, eventId, at, changes }) => {
    const running = new Map<string, Quantity>()
    for (const [statisticId, change] of changes) {
      const total = plus(totals.get(statisticId) ?? NONE, change)
      totals.set(statisticId, total)
      running.set(statisticId, total)
      isRising &&= change >= 0
    }
    standings.push(new Map(totals))
    return { key, eventId, at, running }
  })
  return { moments, totals, rising: isRising ? standings : null }
}

export type AccrualLine = { statisticId: string; type: StatisticType; rate: Cents }

/** A running total may dip below zero between a match and its correction; that earns nothing. */
const amountAt = (line: AccrualLine, total: Quantity): Cents =>
  total > 0 ? timesQuantity(line.rate, total) : ZERO

const uncapped = (line: AccrualLine, season: Season): Cents =>
  isGift(line.type) ? line.rate : amountAt(line, season.totals.get(line.statisticId) ?? NONE)

/**
 * What each line has accrued, in the order given; the sum is at most `most` and exactly the smaller of
 * `most` and the lines' own amounts. Where the maximum does not bind, this is one multiplication a line.
 */
export function accrueLines(lines: readonly AccrualLine[], most: Cents, season: Season): Cents[] {
  const amounts = lines.map((line) => uncapped(line, season))
  if (sum(amounts) <= most) return amounts
  return walk(lines, most, season, season.rising ? firstAbove(lines, most, season.rising) : 0)
}

/** A line's amount without a maximum at one state of the season; undefined is before its first moment. */
export const reachedAt = (line: AccrualLine, standing: ReadonlyMap<string, Quantity> | undefined): Cents =>
  isGift(line.type) ? line.rate : amountAt(line, standing?.get(line.statisticId) ?? NONE)

/** If totals only rise: the first moment at which the lines exceed `most`, by binary search. */
function firstAbove(
  lines: readonly AccrualLine[],
  most: Cents,
  standings: readonly ReadonlyMap<string, Quantity>[],
): number {
  let free = -1
  let above = standings.length - 1
  while (above - free > 1) {
    const middle = Math.floor((free + above) / 2)
    if (sum(lines.map((line) => reachedAt(line, standings[middle]))) > most) above = middle
    else free = middle
  }
  return Math.max(above, 0)
}

/** What a moment added to each line; `moment` null is the pledge itself, with its one-time gifts (R6). */
export type Share = { moment: Moment | null; amounts: Cents[]; total: Cents; running: Cents }

/** The split of a pledge over the matches (R10): differences of running totals, so they sum to what accrued. */
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
 * falls back with a correction), and the room left under the maximum goes to what the lines could still take: all of
 * it if it fits, otherwise shared by largest remainder. Done for hundreds of thousands of pledges, so it touches only
 * lines that a match changed, and shares out only where something moves at the maximum.
 *
 * `from`: the match to begin with; at all before it the lines come to no more than `most`.
 */
function walk(
  lines: readonly AccrualLine[],
  most: Cents,
  { moments, rising }: Season,
  from: number,
  visit?: Visit,
): Cents[] {
  const reach = lines.map((line) => reachedAt(line, from > 0 ? rising?.[from - 1] : undefined))
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
      const running = isGift(line.type) ? undefined : moment.running.get(line.statisticId)
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
