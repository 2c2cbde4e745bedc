/** A settlement's figures, pledge by pledge in batches: the same for a preview and for a lock (R30 to R33). */
import { accrueLines, buildSeason, type ConfirmedResult, type Season } from '#domain/accrual.ts'
import { add, type Cents, minimum, sum, ZERO } from '#domain/money.ts'
import { NONE, ONE, type Quantity } from '#domain/quantity.ts'
import { type Position, type Resolution, resolve, type SettlementKind, totalsOf } from '#domain/settlement.ts'
import type { Db } from '#server/db/database.ts'
import { confirmedResults } from '#server/results/actions.ts'
import {
  billsOf,
  isAnythingBilled,
  NO_BILLS,
  nextPledges,
  type PledgeFact,
  type StatisticFact,
  statisticFacts,
} from './facts.ts'

export type SettledPledge = { pledge: PledgeFact; accrued: Cents; lines: Cents[]; resolution: Resolution }

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
 * Pledges to a batch. Three are under way at once, and what outlives two collections of young objects stays until the
 * next whole one: 200 000 pledges of 5 lines took the server to 547 MB in batches of 5 000, to 446 MB in these.
 */
export const BATCH_SIZE = 1_000

/** Pledges, and what was billed before for those of them that have been billed. */
type Batch = { pledges: readonly PledgeFact[]; bills: Awaited<ReturnType<typeof billsOf>> }
const NOTHING_BILLED: Batch['bills'] = new Map()

/** The season's quantity of a statistic as a settlement line shows it; a one-time gift counts once. */
export const quantityOf = (statistic: StatisticFact, season: Season): Quantity =>
  statistic.type === 'one_time' ? ONE : (season.totals.get(statistic.id) ?? NONE)

/**
 * Computes every pledge in scope and hands the batches to `each`, one after the other: while one is written the next
 * is read and computed. A version after the final lock holds only differences (R33), and so does a progress
 * settlement: only the first final one holds every pledge. `differences` counts the pledges for which the database's
 * own sum is another (R31).
 */
export async function computeSettlement(
  db: Db,
  scope: {
    campaignId: string
    kind: SettlementKind
    afterFinal: boolean
    billIncreases: boolean
    hold: boolean
  },
  /** Where pledges are read from: a connection that need not wait for what `each` writes. */
  pledgesFrom: Db,
  each: (batch: SettledPledge[], computation: Computation) => Promise<void>,
): Promise<{ totals: Totals; differences: number; computation: Computation }> {
  const { campaignId, kind, afterFinal } = scope
  const statistics = await statisticFacts(db, campaignId)
  const results = await confirmedResults(db, campaignId)
  const computation = { statistics, season: buildSeason(results), results }
  const isBilled = await isAnythingBilled(db, campaignId)
  const keepsAll = kind === 'final' && !afterFinal
  let totals = EMPTY_TOTALS
  let differences = 0
  const computeBatch = ({ pledges, bills }: Batch): SettledPledge[] => {
    const settled: SettledPledge[] = []
    for (const pledge of pledges) {
      const one = settle(pledge, computation, bills.get(pledge.id) ?? NO_BILLS, scope)
      totals = addTotals(totals, one.accrued, one.resolution)
      if (minimum(pledge.most, pledge.recomputed) !== one.accrued) differences += 1
      if (keepsAll || one.resolution.toBill !== 0) settled.push(one)
    }
    return settled
  }
  const next = async (afterId: string | null): Promise<Batch> => {
    const page = { campaignId, afterId, kind, limit: BATCH_SIZE }
    const pledges = await nextPledges(pledgesFrom, page, statistics)
    const ids = pledges.map(({ id }) => id)
    return { pledges, bills: isBilled ? await billsOf(db, ids, scope.hold) : NOTHING_BILLED }
  }
  await overlap(next, (batch) => {
    const settled = computeBatch(batch)
    return settled.length > 0 ? () => each(settled, computation) : null
  })
  return { totals, differences, computation }
}

/** Reads a batch while the one before is computed and the one before that is written: at most one of each. */
async function overlap(
  next: (afterId: string | null) => Promise<Batch>,
  compute: (batch: Batch) => (() => Promise<void>) | null,
): Promise<void> {
  let reading: Promise<Batch> | null = next(null)
  let writing: Promise<void> = Promise.resolve()
  try {
    while (reading) {
      const batch: Batch = await reading
      const last: PledgeFact | undefined = batch.pledges.at(-1)
      reading = last && batch.pledges.length === BATCH_SIZE ? next(last.id) : null
      // Where the writing fails first, what is read fails with it and is not waited for yet.
      reading?.catch(() => undefined)
      const write = compute(batch)
      await writing
      writing = write?.() ?? writing
      writing.catch(() => undefined)
    }
    await writing
  } finally {
    await Promise.allSettled([reading, writing])
  }
}

function settle(
  pledge: PledgeFact,
  { statistics, season }: Computation,
  bills: Omit<Position, 'accrued'>,
  scope: Parameters<typeof resolve>[1],
): SettledPledge {
  const lines = accrueLines(
    pledge.lines.map(({ statistic, rate }) => ({ ...lineOf(statistics, statistic), rate })),
    pledge.most,
    season,
  )
  const accrued = sum(lines)
  return { pledge, accrued, lines, resolution: resolve({ ...bills, accrued }, scope) }
}

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
    refunded: sum([totals.refunded, steps.refund, steps.claim_goodwill]),
  }
}
