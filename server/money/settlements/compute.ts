/** A settlement's figures, pledge by pledge in batches: the same for a preview and for a lock (R30 to R33). */

import { createHash } from 'node:crypto'
import {
  type AccrualLine,
  accrueLines,
  buildSeason,
  type ConfirmedResult,
  type Season,
  unitsOf,
} from '#domain/accrual.ts'
import { add, type Cents, minimum, sum, ZERO } from '#domain/money.ts'
import { NONE, ONE, type Quantity } from '#domain/quantity.ts'
import { type Resolution, resolve, type SettlementKind, type Step, totalsOf } from '#domain/settlement.ts'
import { isGift } from '#domain/statistic-types.ts'
import type { Db } from '#server/platform/db/database.ts'
import { confirmedResults } from '#server/season/results/index.ts'
import {
  billsOf,
  isAnythingBilled,
  NO_BILLS,
  type PledgeFact,
  pledgesOf,
  type StatisticFact,
  statisticFacts,
} from './facts.ts'
import { type SettledBefore, splitChanges } from './splits.ts'

/** `lines` in the order of the pledge's own. */
export type SettledPledge = {
  pledge: PledgeFact
  accrued: Cents
  lines: readonly Cents[]
  resolution: Resolution
  /** In a correction: the amount stays, but its split over the matches changes (R10, R33). */
  isSplitOnly: boolean
}

export type Computation = {
  statistics: StatisticFact[]
  season: Season
  results: ConfirmedResult[]
}

export type Totals = {
  pledges: number
  accrued: Cents
  billedBefore: Cents
  toBill: Cents
  carried: Cents
  lowered: Cents
  waived: Cents
  writtenOff: Cents
  refunded: Cents
}

type Computed = {
  totals: Totals
  increases: Cents
  differences: number
  computation: Computation
  digest: string
}

const EMPTY_TOTALS: Totals = {
  pledges: 0,
  accrued: ZERO,
  billedBefore: ZERO,
  toBill: ZERO,
  carried: ZERO,
  lowered: ZERO,
  waived: ZERO,
  writtenOff: ZERO,
  refunded: ZERO,
}

/**
 * Pledges per batch. Four batches are in progress at once: one is read, one computed, two are written.
 * Larger ones are no faster and take more memory.
 */
const BATCH_SIZE = 1_000

/** Pledges, what was billed before for those of them that have been billed, and after the final lock what was settled. */
type Batch = {
  pledges: readonly PledgeFact[]
  bills: Awaited<ReturnType<typeof billsOf>>
  settled: ReadonlyMap<string, SettledBefore>
}
const NOTHING_BILLED: Batch['bills'] = new Map()
const NOTHING_SETTLED: Batch['settled'] = new Map()

export type Scope = {
  campaignId: string
  kind: SettlementKind
  afterFinal: boolean
  billIncreases: boolean | undefined
  hold: boolean
  /** The version it would get. */
  version: number
}

/** The season's quantity of a statistic as a settlement line shows it; a one-time gift counts once. */
export const seasonQuantity = (statistic: StatisticFact, season: Season): Quantity =>
  isGift(statistic.type) ? ONE : (season.totals.get(statistic.id) ?? NONE)

/** The same for one line, which may count only a part of the season (R58). */
export function unitsOfLine(
  { statistic, scope }: Pick<PledgeFact['lines'][number], 'statistic' | 'scope'>,
  statistics: readonly StatisticFact[],
  season: Season,
): Quantity {
  const { statisticId, type } = lineOf(statistics, statistic)
  return isGift(type) ? ONE : unitsOf({ statisticId, scope }, season)
}

/**
 * Computes every pledge in scope and passes the batches to `each` in order; the next batch may arrive before `each` has
 * finished the previous one, but never a third. A version after the final lock contains only differences (R33), in the
 * amount or only in its split over the matches (R10), and so does a progress settlement: only the first final one
 * contains every pledge. `increases` is what was earned after the final lock, whatever becomes of it; `differences` counts the
 * pledges whose sum in the database differs (R31); `digest` covers everything computed, so that a lock can recognize its preview.
 */
export async function computeSettlement(
  db: Db,
  scope: Scope,
  /** The connection that pledges are read on, so that reading does not wait for the writes of `each`. */
  pledgesFrom: Db,
  each: (batch: SettledPledge[], computation: Computation) => Promise<void>,
): Promise<Computed> {
  const { campaignId, kind, afterFinal } = scope
  const statistics = await statisticFacts(db, campaignId)
  const results = await confirmedResults(db, campaignId)
  const computation = { statistics, season: buildSeason(results), results }
  const isBilled = await isAnythingBilled(db, campaignId)
  const accrue = accruals(computation)
  const splits = afterFinal ? splitChanges(db, computation.season) : null
  const digest = createHash('sha256').update(headOf(scope, computation))
  const keepsAll = kind === 'final' && !afterFinal
  let totals = EMPTY_TOTALS
  let increases = ZERO
  let differences = 0
  const isSplitChanged = (pledge: PledgeFact, before: Batch['settled']): boolean => {
    const agreed = { lines: agreedLines(statistics, pledge), most: pledge.most }
    return splits?.isChanged(pledge.lines, agreed, before.get(pledge.id)) ?? false
  }
  const computeBatch = ({ pledges, bills, settled: before }: Batch): SettledPledge[] => {
    const settled: SettledPledge[] = []
    let rows = ''
    for (const pledge of pledges) {
      const { accrued, lines, linesText } = accrue(pledge)
      const position = { ...(bills.get(pledge.id) ?? NO_BILLS), accrued, isCharged: pledge.cardId !== null }
      const resolution = resolve(position, scope)
      totals = addTotals(totals, accrued, resolution)
      if (afterFinal && resolution.toBill > 0) increases = add(increases, resolution.toBill)
      if (minimum(pledge.most, pledge.recomputed) !== accrued) differences += 1
      const isSplitOnly = splits !== null && resolution.toBill === 0 && isSplitChanged(pledge, before)
      if (!keepsAll && resolution.toBill === 0 && !isSplitOnly) continue
      settled.push({ pledge, accrued, lines, resolution, isSplitOnly })
      // Only what the settlement changes: a new pledge that owes nothing yet must not make a preview stale.
      rows += `${pledge.id} ${accrued} ${linesText} ${resolutionText(resolution, scope)}\n`
    }
    digest.update(rows)
    return settled
  }
  const nextPledges = pledgesOf(scope, statistics)
  const next = async (afterId: string | null): Promise<Batch> => {
    const pledges = await nextPledges(pledgesFrom, { afterId, limit: BATCH_SIZE })
    const ids = pledges.map(({ id }) => id)
    const bills = isBilled ? await billsOf(db, ids, scope.hold) : NOTHING_BILLED
    return { pledges, bills, settled: (await splits?.read(ids)) ?? NOTHING_SETTLED }
  }
  await overlap(next, (batch) => {
    const settled = computeBatch(batch)
    return settled.length > 0 ? () => each(settled, computation) : null
  })
  return { totals, increases, differences, computation, digest: digest.digest('hex') }
}

/** The settlement and its season: statements name the matches, even if the amounts stay the same (R10). */
function headOf({ kind, afterFinal, billIncreases, version }: Scope, { season }: Computation): string {
  const moments = season.moments.map(({ key, at, running, since }) => [
    ...[key, at, [...running].sort(byFirst), [...since].sort(byFirst)],
  ])
  return `${JSON.stringify([kind, afterFinal, billIncreases === true, version, moments])}\n`
}
const byFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/** An increase that is waived and one that is not decided read the same: nothing is billed, and the lock itself decides. */
function resolutionText(
  { billedBefore, toBill, carried, steps }: Resolution,
  { afterFinal, billIncreases }: Scope,
): string {
  if (afterFinal && toBill > 0 && !billIncreases) return `${billedBefore} ${toBill} not billed`
  return `${billedBefore} ${toBill} ${carried} ${steps.map(stepText).join(',')}`
}

function stepText(step: Step): string {
  if (step.do === 'lower') return `lower:${step.bill.id}:${step.by}`
  return step.do === 'refund' ? `refund:${step.receipt.id}:${step.amount}` : `${step.do}:${step.amount}`
}

/** Reads a batch while the previous one is computed and the two before that are written in turn. */
async function overlap(
  next: (afterId: string | null) => Promise<Batch>,
  compute: (batch: Batch) => (() => Promise<void>) | null,
): Promise<void> {
  let reading: Promise<Batch> | null = next(null)
  let writing: Promise<void> = Promise.resolve()
  let behind: Promise<void> = writing
  try {
    while (reading) {
      const batch: Batch = await reading
      const last: PledgeFact | undefined = batch.pledges.at(-1)
      reading = last && batch.pledges.length === BATCH_SIZE ? next(last.id) : null
      // If writing fails first, reading fails with it, and is not awaited yet.
      reading?.catch(() => undefined)
      // Sent while the previous batch is still being written, so that the database never waits for us.
      behind = compute(batch)?.() ?? Promise.resolve()
      behind.catch(() => undefined)
      await writing
      writing = behind
    }
    await writing
  } finally {
    await Promise.allSettled([reading, writing, behind])
  }
}

type Accrued = Pick<SettledPledge, 'accrued' | 'lines'> & { linesText: string }
/** Maximums cached for one set of lines. */
const MAX_MAXIMUMS = 2_000

/** Many pledges have the same lines and the same maximum: they accrue the same, and are computed once. */
function accruals({ statistics, season }: Computation): (pledge: PledgeFact) => Accrued {
  const known = new WeakMap<PledgeFact['lines'], Map<Cents, Accrued>>()
  return (pledge) => {
    const alike = known.get(pledge.lines) ?? new Map<Cents, Accrued>()
    const same = alike.get(pledge.most)
    if (same) return same
    const lines = accrueLines(agreedLines(statistics, pledge), pledge.most, season)
    const one = { lines, accrued: sum(lines), linesText: lines.join(',') }
    if (alike.size < MAX_MAXIMUMS) known.set(pledge.lines, alike.set(pledge.most, one))
    return one
  }
}

const agreedLines = (
  statistics: readonly StatisticFact[],
  { lines }: Pick<PledgeFact, 'lines'>,
): AccrualLine[] =>
  lines.map(({ statistic, rate, scope }) => ({ ...lineOf(statistics, statistic), rate, scope }))

function lineOf(
  statistics: readonly StatisticFact[],
  index: number,
): { statisticId: string; type: StatisticFact['type'] } {
  const statistic = statistics[index]
  if (!statistic) throw new Error('a pledge line without its statistic')
  return { statisticId: statistic.id, type: statistic.type }
}

function addTotals(totals: Totals, accrued: Cents, resolution: Resolution): Totals {
  const steps = totalsOf(resolution.steps)
  return {
    pledges: totals.pledges + 1,
    accrued: add(totals.accrued, accrued),
    billedBefore: add(totals.billedBefore, resolution.billedBefore),
    toBill: add(totals.toBill, steps.bill),
    carried: add(totals.carried, resolution.carried),
    lowered: add(totals.lowered, steps.lower),
    waived: add(totals.waived, steps.waive),
    writtenOff: add(totals.writtenOff, steps.write_off),
    refunded: sum([totals.refunded, steps.refund, steps.count_goodwill]),
  }
}
