/** What a correction changes in a pledge's split over the matches while its amount stays, as under a maximum (R10, R33). */
import { type AccrualLine, buildSeason, type Season } from '#domain/accrual.ts'
import { type Cents, cents } from '#domain/money.ts'
import { changeBetween, isSplitChanged, type SeasonChange } from '#domain/split-change.ts'
import { uuids } from '#server/platform/db/arrays.ts'
import { type Db, type Prepared, type SQL, sql } from '#server/platform/db/database.ts'
import { frozenResults } from './notices.ts'

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

/** The maximum of pledge `p` when the version `v` of it was locked: it may have been lowered since (R14). */
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

/** Compares `season` with what each pledge was settled by. `kind` is the same object for pledges with the same lines. */
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
        const { results } = await frozenResults(db, settlementId)
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
