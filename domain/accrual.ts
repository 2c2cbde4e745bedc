/**
 * What a pledge has accrued at given results, line by line and match by match (R6, R9, R10). Pure.
 * `server/platform/db/invariants` holds the database's own sum of the same, which must agree to the cent.
 */

import { add, type Cents, minimum, split, subtract, sum, timesQuantity, ZERO } from './money.ts'
import { NONE, plus, type Quantity } from './quantity.ts'
import type { StatisticType } from './statistic-types.ts'
import { isGift } from './statistic-types.ts'

/** A confirmed result. Those of one event are one moment; one without an event counts when it was entered (R10). */
export type ConfirmedResult = {
  id: string
  statisticId: string
  eventId: string | null
  /** The event's start, or the instant of entry: milliseconds since the epoch. */
  at: number
  quantity: Quantity
}

/** A match, or a result by itself: the running total of each statistic that it changed. */
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

/** A running total may dip below zero between a match and its correction; nobody is owed for that. */
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
  return season.rising ? settleRising(lines, most, season.rising) : settleCapped(lines, most, season)
}

/** What a line comes to without a maximum at a standing of the season; undefined is before its first moment. */
export const reachedAt = (line: AccrualLine, standing: ReadonlyMap<string, Quantity> | undefined): Cents =>
  isGift(line.type) ? line.rate : amountAt(line, standing?.get(line.statisticId) ?? NONE)

/**
 * The end of `walk` where totals only rise: once the maximum binds nothing moves any more, so the one moment that
 * matters is found by halving. `standings` is not empty, or the one-time gifts alone are more than `most`.
 */
function settleRising(
  lines: readonly AccrualLine[],
  most: Cents,
  standings: readonly ReadonlyMap<string, Quantity>[],
): Cents[] {
  const reached = (line: AccrualLine, moment: number): Cents => reachedAt(line, standings[moment])
  const reachAfter = (moment: number): Cents[] => lines.map((line) => reached(line, moment))
  const totalAfter = (moment: number): Cents =>
    lines.reduce((total, line) => add(total, reached(line, moment)), ZERO)
  let free = -1
  let bound = standings.length - 1
  const gifts = reachAfter(free)
  if (sum(gifts) > most)
    return fill(
      lines.map(() => ZERO),
      gifts,
      most,
    )
  while (bound - free > 1) {
    const middle = Math.floor((free + bound) / 2)
    if (totalAfter(middle) > most) bound = middle
    else free = middle
  }
  return fill(reachAfter(free), reachAfter(bound), most)
}

/**
 * The end of `walk` without its way there, for hundreds of thousands of pledges: only lines that a moment changed are
 * touched, and nothing is shared out while the maximum does not bind or nothing moves below it.
 */
function settleCapped(lines: readonly AccrualLine[], most: Cents, season: Season): Cents[] {
  const reach = lines.map((line) => (isGift(line.type) ? line.rate : ZERO))
  let total = sum(reach)
  let settled =
    total > most
      ? fill(
          lines.map(() => ZERO),
          reach,
          most,
        )
      : null
  for (const moment of season.moments) {
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
  }
  return settled ?? reach
}

/** What a moment added to each line; `moment` null is the pledge itself, with its one-time gifts (R6). */
export type Share = { moment: Moment | null; amounts: Cents[]; total: Cents; running: Cents }

/** The split of a pledge over the matches (R10): differences of running totals, so they sum to what accrued. */
export function shareByMoment(lines: readonly AccrualLine[], most: Cents, season: Season): Share[] {
  const shares: Share[] = []
  let before: Cents[] = lines.map(() => ZERO)
  walk(lines, most, season, (moment, after) => {
    const amounts = after.map((amount, index) => subtract(amount, before[index] ?? ZERO))
    if (amounts.some((amount) => amount !== 0)) {
      shares.push({ moment, amounts, total: sum(amounts), running: sum(after) })
    }
    before = after
  })
  return shares
}

/**
 * Walks one-time gifts first, then the matches in order. At each step a line keeps what it has (or falls back with
 * a correction), and the room left under the maximum goes to what the lines could still take: all of it if it
 * fits, otherwise shared by largest remainder.
 */
function walk(
  lines: readonly AccrualLine[],
  most: Cents,
  season: Season,
  visit: (moment: Moment | null, settled: Cents[]) => void,
): void {
  let reach = lines.map((line) => (isGift(line.type) ? line.rate : ZERO))
  let settled = fill(
    lines.map(() => ZERO),
    reach,
    most,
  )
  visit(null, settled)
  for (const moment of season.moments) {
    if (!lines.some((line) => !isGift(line.type) && moment.running.has(line.statisticId))) continue
    reach = lines.map((line, index) => {
      const total = isGift(line.type) ? undefined : moment.running.get(line.statisticId)
      return total === undefined ? (reach[index] ?? ZERO) : amountAt(line, total)
    })
    settled = fill(settled, reach, most)
    visit(moment, settled)
  }
}

function fill(settled: readonly Cents[], reach: readonly Cents[], most: Cents): Cents[] {
  const kept = reach.map((limit, index) => minimum(settled[index] ?? ZERO, limit))
  const wanted = reach.map((limit, index) => subtract(limit, kept[index] ?? ZERO))
  const room = subtract(most, sum(kept))
  if (sum(wanted) <= room) return [...reach]
  const parts = split(room, wanted)
  return kept.map((amount, index) => sum([amount, parts[index] ?? ZERO]))
}
