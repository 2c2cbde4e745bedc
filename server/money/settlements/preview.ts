/**
 * Pages and filters of a preview come from one computation as long as none of its inputs has changed. Turning a page only
 * asks the database whether they have, and never shows an outdated figure.
 */

import { totalsOf } from '#domain/billing/settlement.ts'
import {
  type ChangesSince,
  changedTotals,
  type Exception,
  exceptionsOf,
  mayBeLarge,
  type Reviewed,
  type ShownPreview,
  staleWords,
  standsOut,
  toPreviewId,
  typicalOf,
} from '#domain/billing/settlement-preview.ts'
import { DomainError } from '#domain/errors.ts'
import { add, type Cents, timesQuantity, toDecimal } from '#domain/money.ts'
import { toNumber } from '#domain/quantity.ts'
import type { PreviewChanges, PreviewPage, SettlementPreview } from '#domain/schemas/settlement.ts'
import type { Deps } from '#server/money/deps.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import { type Computation, type Scope, type SettledPledge, type Totals, unitsOfLine } from './compute.ts'
import { toTotals } from './settlements-store.ts'

export type WholePreview = {
  settled: readonly SettledPledge[]
  totals: Totals
  increases: Cents
  computation: Computation
  digest: string
}
type Kept = WholePreview & { inputs: string }

/** Limit of all kept previews: some tens of megabytes. A larger campaign is computed for every page. */
export const MAX_KEPT_PLEDGES = 20_000
/** A preview without pledges still contains its campaign's statistics and results. */
export const MAX_KEPT_PREVIEWS = 200

/** For how many people and settlements the last shown preview is remembered. */
const MAX_SHOWN = 10_000

/** Computed earlier, and reused as long as none of their inputs has changed. */
type KeptPreviews = {
  /** `inputs`: their current state. */
  find(key: string, inputs: string): WholePreview | undefined
  keep(key: string, inputs: string, whole: WholePreview): void
  /** Remembers the preview this person was shown last; showing the same one again keeps its first time. */
  show(key: string, shown: ShownPreview): ShownPreview
}

export type SettlementDeps = Deps & { previews: KeptPreviews }

/** The latest previews, in this instance's memory. */
export function createKeptPreviews(): KeptPreviews {
  const kept = new Map<string, Kept>()
  const shownLast = new Map<string, ShownPreview>()
  const size = () => [...kept.values()].reduce((pledges, { settled }) => pledges + settled.length, 0)
  return {
    find: (key, inputs) => {
      const found = kept.get(key)
      return found?.inputs === inputs ? found : undefined
    },
    keep: (key, inputs, whole) => {
      kept.delete(key)
      kept.set(key, { ...whole, inputs })
      for (const oldest of kept.keys())
        if (kept.size > MAX_KEPT_PREVIEWS || size() > MAX_KEPT_PLEDGES) kept.delete(oldest)
    },
    show: (key, shown) => {
      const last = shownLast.get(key)
      const one = last?.digest === shown.digest ? last : shown
      shownLast.delete(key)
      shownLast.set(key, one)
      for (const oldest of shownLast.keys()) if (shownLast.size > MAX_SHOWN) shownLast.delete(oldest)
      return one
    },
  }
}

/** Everything that `computeSettlement` reads of a campaign. */
const READ = [
  'statistics',
  'events',
  'results',
  'pledges',
  'charges',
  'invoices',
  'payments',
  'adjustments',
  'refunds',
]

/**
 * A fingerprint of a settlement's inputs, different as soon as a row is added, removed or changed. Every write leaves its
 * transaction's number in the row; a pledge's lines are written with it and never again.
 */
export async function inputsOf(db: Db, campaignId: string): Promise<string> {
  const sums = READ.map(
    (table) => sql`
      (
        select count(*) || '/' || coalesce(sum(uuid_hash_extended(id, xmin::text::bigint)), 0)
        from ${sql.raw(table)}
        where campaign_id = ${campaignId}
      )
    `,
  )
  const row = only(
    await db.query<{ inputs: string }>(sql`
      select concat_ws(
        ' ',
        (select xmin::text from campaigns where id = ${campaignId}),
        ${sql.join(sums, sql`, `)}
      ) as inputs
    `),
  )
  return row.inputs
}

/** A preview is reviewed by exception: unusual pledges first, each with the reason, then all others. */
type PreviewedPledge = SettlementPreview['pledges'][number]

const sizeOf = ({ resolution }: SettledPledge): number => Math.abs(resolution.toBill)
/** Largest first, equal ones by id. */
const bySize = (a: SettledPledge, b: SettledPledge): number =>
  sizeOf(b) - sizeOf(a) || (a.pledge.id < b.pledge.id ? -1 : 1)

/** Keeps the largest `most` of any number, with at most twice as many in memory. */
function largest(most: number) {
  let kept: SettledPledge[] = []
  const cut = (): SettledPledge[] => {
    kept = kept.sort(bySize).slice(0, most)
    return kept
  }
  return {
    add: (one: SettledPledge): void => {
      kept.push(one)
      if (kept.length >= 2 * most) cut()
    },
    all: cut,
  }
}

const seen = ({ pledge, resolution }: SettledPledge): Reviewed => ({
  toBill: resolution.toBill,
  billedBefore: resolution.billedBefore,
  uncapped: pledge.recomputed,
  most: pledge.most,
})

/**
 * Reads a settlement's pledges batch by batch and returns one page of them. It keeps only what that page needs, and all
 * amounts, because an unusual one only stands out by comparison.
 */
export function reviewOf({ show, page, limit }: PreviewPage) {
  const wanted = page * limit
  const flagged = largest(wanted)
  const large = largest(wanted)
  const every = largest(wanted)
  const amounts: Reviewed[] = []
  return {
    add(batch: readonly SettledPledge[]): void {
      for (const settled of batch) {
        const one = seen(settled)
        if (standsOut(one)) flagged.add(settled)
        if (mayBeLarge(one)) large.add(settled)
        every.add(settled)
        amounts.push(one)
      }
    },
    answer(computation: Computation) {
      const typical = typicalOf(amounts.map(({ toBill }) => toBill))
      const found = new Map(
        [...flagged.all(), ...large.all(), ...every.all()].map((one) => [one.pledge.id, one] as const),
      )
      const known = [...found.values()]
        .sort(bySize)
        .map((settled) => ({ settled, reasons: exceptionsOf(seen(settled), typical) }))
      const exceptions = known.filter(({ reasons }) => reasons.length > 0)
      const rest = show === 'all' ? known.filter(({ reasons }) => reasons.length === 0) : []
      return {
        typical: toDecimal(typical),
        pledgesCount: amounts.length,
        exceptionsCount: amounts.filter((one) => exceptionsOf(one, typical).length > 0).length,
        pledges: [...exceptions, ...rest]
          .slice((page - 1) * limit, wanted)
          .map(({ settled, reasons }) => toPreviewed(settled, reasons, computation)),
      }
    },
  }
}

/** A pledge and its lines: rate × units, its maximum, what was billed before, and what happens to the difference. */
export function toPreviewed(
  { pledge, accrued, lines, resolution, isSplitOnly }: SettledPledge,
  reasons: Exception[],
  { statistics, season }: Computation,
): PreviewedPledge {
  const steps = totalsOf(resolution.steps)
  return {
    pledgeId: pledge.id,
    paymentMethod: pledge.paymentMethod,
    agreedMaximum: toDecimal(pledge.most),
    uncapped: toDecimal(pledge.recomputed),
    accrued: toDecimal(accrued),
    billedBefore: toDecimal(resolution.billedBefore),
    difference: toDecimal(resolution.toBill),
    toBill: toDecimal(steps.bill),
    bill: toDecimal(steps.bill),
    carried: toDecimal(resolution.carried),
    lowered: toDecimal(steps.lower),
    waived: toDecimal(steps.waive),
    writtenOff: toDecimal(steps.write_off),
    refunded: toDecimal(add(steps.refund, steps.count_goodwill)),
    isSplitOnly,
    isAtMaximum: accrued === pledge.most,
    reasons,
    lines: pledge.lines.flatMap((line, index) => {
      const statistic = statistics[line.statistic]
      if (!statistic) return []
      const quantity = unitsOfLine(line, statistics, season)
      return [
        {
          statisticId: statistic.id,
          name: statistic.name,
          rate: toDecimal(line.rate),
          quantity: toNumber(quantity),
          uncapped: toDecimal(timesQuantity(line.rate, quantity)),
          accrued: toDecimal(lines[index] as Cents),
        },
      ]
    }),
  }
}

/** A preview of one settlement that was shown to one person. */
const keyOf = (userId: string, { campaignId, kind, afterFinal, billIncreases, version }: Scope): string =>
  JSON.stringify([userId, campaignId, kind, afterFinal, billIncreases, version])

type Computed = { totals: Totals; digest: string }

/** Shown again, it keeps the time at which it was shown first. */
export function showPreview(
  { previews, clock }: Pick<SettlementDeps, 'previews' | 'clock'>,
  userId: string,
  scope: Scope,
  { totals, digest }: Computed,
): string {
  const at = clock.now().getTime()
  return toPreviewId(previews.show(keyOf(userId, scope), { digest, at, totals }))
}

/** A lock names its preview, and is refused if it would differ. @throws a `stale` that names what changed; `details` are {@link PreviewChanges}. */
export async function refuseStale(
  { db, clock }: { db: Db } & Pick<Deps, 'clock'>,
  { campaignId, version }: Scope,
  shown: ShownPreview | undefined,
  { totals, digest }: Computed,
): Promise<void> {
  if (!shown || shown.digest === digest) return
  const since = await changesSince(db, campaignId, new Date(shown.at))
  const details: PreviewChanges = {
    changes: changedTotals(shown.totals, totals),
    before: toTotals(shown.totals),
    now: toTotals(totals),
    previewId: toPreviewId({ digest, at: clock.now().getTime(), totals }),
    version,
    ...since,
  }
  throw new DomainError('stale', staleWords(shown.totals, totals, since), { details })
}

/** If there are many results, only the latest few are named. */
const MAX_NAMED = 5

type Row = { count: number; names: string[] | null }

/** Changes after an instant that affect a settlement: results and pledges, without names. */
async function changesSince(db: Db, campaignId: string, after: Date): Promise<ChangesSince> {
  const [confirmed, voided, pledges] = await Promise.all([
    resultsSince(db, campaignId, { after, what: 'confirmed_at' }),
    resultsSince(db, campaignId, { after, what: 'voided_at' }),
    db
      .query<Pick<ChangesSince, 'pledgesMade' | 'pledgesCancelled'>>(sql`
        select
          count(*) filter (where created_at > ${after} and status <> 'cancelled') as pledges_made,
          count(*) filter (
            where created_at <= ${after}
              and cancelled_at > ${after}
          ) as pledges_cancelled
        from pledges
        where campaign_id = ${campaignId}
      `)
      .then(only),
  ])
  return { confirmed, voided, ...pledges }
}

/** Voiding an unconfirmed result changed nothing. */
async function resultsSince(
  db: Db,
  campaignId: string,
  { after, what }: { after: Date; what: 'confirmed_at' | 'voided_at' },
): Promise<ChangesSince['confirmed']> {
  const at = sql.raw(`r.${what}`)
  const { count, names } = only(
    await db.query<Row>(sql`
      with found as (
        select coalesce(e.name || ': ', '') || s.name as name, ${at} as at, r.id
        from results r
        join statistics s on s.id = r.statistic_id
        left join events e on e.id = r.event_id
        where r.campaign_id = ${campaignId}
          and r.confirmed_at is not null
          and ${at} > ${after}
      )
      select
        (select count(*) from found) as count,
        (
          select json_agg(name)
          from (
            select name
            from found
            order by at desc, id desc
            limit ${MAX_NAMED}
          ) latest
        ) as names
    `),
  )
  return { count, names: names ?? [] }
}
