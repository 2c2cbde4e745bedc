/**
 * Pages and filters of a preview come from one computation, for as long as nothing that it rests on has changed: whoever
 * turns a page asks the database for that alone, and never sees a figure that is not of now (R30).
 */
import type { ShownPreview } from '#domain/settlement-preview.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Computation, SettledPledge, Totals } from './compute.ts'

export type WholePreview = {
  settled: readonly SettledPledge[]
  totals: Totals
  computation: Computation
  digest: string
}
type Kept = WholePreview & { inputs: string }

/** Of all that is kept together: some tens of megabytes. A larger campaign is computed for every page. */
export const MAX_KEPT_PLEDGES = 20_000

/** Of how many people and settlements it is remembered which preview they were shown last. */
const MAX_SHOWN = 10_000

export type KeptPreviews = {
  /** `inputs`: as they are now. */
  find(key: string, inputs: string): WholePreview | undefined
  keep(key: string, inputs: string, whole: WholePreview): void
  /** Remembers the preview that this person was shown last; the same one again keeps the instant of the first time. */
  show(key: string, shown: ShownPreview): ShownPreview
  lastShown(key: string): ShownPreview | undefined
}

declare module '#server/platform/deps.ts' {
  interface Deps {
    /** Computed before, and used for as long as nothing behind them has changed. */
    previews: KeptPreviews
  }
}

/** The latest ones, in memory; on every instance its own. */
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
      for (const oldest of kept.keys()) if (size() > MAX_KEPT_PLEDGES) kept.delete(oldest)
    },
    show: (key, shown) => {
      const last = shownLast.get(key)
      const one = last?.digest === shown.digest ? last : shown
      shownLast.delete(key)
      shownLast.set(key, one)
      for (const oldest of shownLast.keys()) if (shownLast.size > MAX_SHOWN) shownLast.delete(oldest)
      return one
    },
    lastShown: (key) => shownLast.get(key),
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
 * What a settlement of this campaign rests on, as one text: another one as soon as a row came, went or changed. Every
 * write of a row leaves its transaction's number in it; the lines of a pledge are written with it and never again.
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
