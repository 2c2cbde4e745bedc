/**
 * Pages and filters of a preview come from one computation as long as none of its inputs has changed. Turning a page only
 * asks the database whether they have, and never shows an outdated figure (R30).
 */
import type { Cents } from '#domain/money.ts'
import type { ShownPreview } from '#domain/settlement-preview.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Computation, SettledPledge, Totals } from './compute.ts'

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

type KeptPreviews = {
  /** `inputs`: their current state. */
  find(key: string, inputs: string): WholePreview | undefined
  keep(key: string, inputs: string, whole: WholePreview): void
  /** Remembers the preview this person was shown last; showing the same one again keeps its first time. */
  show(key: string, shown: ShownPreview): ShownPreview
}

declare module '#server/platform/deps.ts' {
  interface Deps {
    /** Computed earlier, and reused as long as none of their inputs has changed. */
    previews: KeptPreviews
  }
}

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
