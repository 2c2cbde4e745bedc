/** A settlement's figures, pledge by pledge in batches: the same for a preview and for a lock. */

import { createHash } from 'node:crypto'
import {
  type Resolution,
  resolve,
  type SettlementKind,
  type Step,
  totalsOf,
} from '#domain/billing/settlement.ts'
import { add, type Cents, cents, minimum, sum, ZERO } from '#domain/money.ts'
import {
  type AccrualLine,
  accrueLines,
  buildSeason,
  type ConfirmedResult,
  type Season,
  unitsOf,
} from '#domain/pledges/accrual.ts'
import { changeBetween, isSplitChanged, type SeasonChange } from '#domain/pledges/split-change.ts'
import { NONE, ONE, type Quantity } from '#domain/quantity.ts'
import { isGift } from '#domain/season/statistic-types.ts'
import { uuids } from '#server/platform/db/arrays.ts'
import { type Db, type Prepared, type SQL, sql } from '#server/platform/db/database.ts'
import { confirmedResults } from '#server/season/results/counted/index.ts'
import {
  billsOf,
  isAnythingBilled,
  NO_BILLS,
  type PledgeFact,
  pledgesOf,
  type StatisticFact,
  statisticFacts,
} from './facts.ts'
import { settledResults } from './mail-statements.ts'

/** `lines` in the order of the pledge's own. */
export type SettledPledge = {
  pledge: PledgeFact
  accrued: Cents
  lines: readonly Cents[]
  resolution: Resolution
  /** In a correction: the amount stays, but its split over the matches changes. */
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

/** The same for one line, which may count only a part of the season. */
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
 * finished the previous one, but never a third. A version after the final lock contains only differences, in the
 * amount or only in its split over the matches, and so does a progress settlement: only the first final one
 * contains every pledge. `increases` is what was earned after the final lock, whatever becomes of it; `differences` counts the
 * pledges whose sum in the database differs; `digest` covers everything computed, so that a lock can recognize its preview.
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

/** The settlement and its season: statements name the matches, even if the amounts stay the same. */
function headOf({ kind, afterFinal, billIncreases, version }: Scope, { season }: Computation): string {
  const moments = season.moments.map(({ key, at, running, since }) => [
    key,
    at,
    [...running].sort(byFirst),
    [...since].sort(byFirst),
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

/** The latest version of its campaign that contains pledge `p` and was not withdrawn, with the results it is based on. */
const NEWEST_VERSION = `
  select sp.accrued_cents, sp.settlement_id, s.locked_at
  from settlements s
  join settlement_pledges sp on sp.settlement_id = s.id and sp.pledge_id = p.id
  where s.campaign_id = p.campaign_id
    and s.withdrawn_at is null
  order by s.version desc
  limit 1
`

/** The maximum of pledge `p` when the version `v` of it was locked: it may have been lowered since. */
const SETTLED_MAXIMUM = `
  coalesce(
    (
      select t.agreed_maximum_cents
      from pledge_consents t
      where t.pledge_id = p.id
        and t.replaced_at > v.locked_at
      order by t.replaced_at, t.id
      limit 1
    ),
    p.agreed_maximum_cents
  )
`

/** The same two, for another statement. */
export const newestVersion: SQL = sql.raw(NEWEST_VERSION)
export const settledMaximum: SQL = sql.raw(SETTLED_MAXIMUM)

const SETTLED: Prepared = {
  name: 'settlement_settled_before',
  text: `
    select p.id, v.settlement_id, ${SETTLED_MAXIMUM} as most_cents
    from pledges p
    cross join lateral (${NEWEST_VERSION}) v
    where p.id = any($1::uuid[])
  `,
}

/** The version that contains a pledge, and the maximum it was settled under. */
export type SettledBefore = { settlementId: string; most: Cents }

/** Splits cached for one set of lines, because many pledges have the same lines. */
const MAX_SPLITS = 2_000

type Agreed = { lines: readonly AccrualLine[]; most: Cents }

/**
 * What a correction changes in a pledge's split over the matches while its amount stays, as under a maximum: compares
 * `season` with what each pledge was settled by. `kind` is the same object for pledges with the same lines.
 */
export function splitChanges(db: Db, season: Season) {
  const changes = new Map<string, SeasonChange>()
  const answers = new WeakMap<object, Map<string, boolean>>()
  return {
    /** What these pledges were settled by, with the results behind it. */
    async read(pledgeIds: readonly string[]): Promise<Map<string, SettledBefore>> {
      const rows = await db.prepared<{ id: string; settlementId: string; mostCents: number }>(SETTLED, [
        uuids(pledgeIds),
      ])
      for (const { settlementId } of rows) {
        if (changes.has(settlementId)) continue
        const { results } = await settledResults(db, settlementId)
        changes.set(settlementId, changeBetween(buildSeason(results), season))
      }
      return new Map(
        rows.map(({ id, settlementId, mostCents }) => [id, { settlementId, most: cents(mostCents) }]),
      )
    },
    /** False for a pledge that no version contains. */
    isChanged(kind: object, { lines, most }: Agreed, before: SettledBefore | undefined): boolean {
      const change = before && changes.get(before.settlementId)
      if (!change) return false
      const known = answers.get(kind) ?? new Map<string, boolean>()
      const key = `${before.settlementId} ${before.most} ${most}`
      const same = known.get(key)
      if (same !== undefined) return same
      const isChanged = isSplitChanged(lines, { settled: before.most, most }, change)
      if (known.size < MAX_SPLITS) answers.set(kind, known.set(key, isChanged))
      return isChanged
    },
  }
}
