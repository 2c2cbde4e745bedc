/** Results as accrual reads them: the season's as it is, or those that a settlement or a digest froze. */

import { unlinked } from '#domain/links.ts'
import type { ConfirmedResult } from '#domain/pledges/accrual.ts'
import { fromNumeric } from '#domain/quantity.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

export type ResultRow = Omit<ConfirmedResult, 'at' | 'since' | 'quantity'> & {
  at: Date
  since: Date
  quantity: string
}

export const toCounted = <Row extends ResultRow>({ at, since, quantity, ...row }: Row) => ({
  ...row,
  at: at.getTime(),
  since: since.getTime(),
  quantity: fromNumeric(quantity),
})

/** When result `r` of event `e` counts. */
export const occursAt: SQL = sql`coalesce(e.start_time, r.entered_at)`

/** When confirmed result `r` of event `e` began. */
export const sinceAt: SQL = sql`case when r.kind = 'count' then ${occursAt} else r.confirmed_at end`

/** The results that move money: confirmed and not voided, each with the difference it makes. */
export async function confirmedResults(db: Db, campaignId: string): Promise<ConfirmedResult[]> {
  const rows = await db.query<ResultRow>(sql`
    select
      r.id, r.statistic_id, r.event_id, ${occursAt} as at, ${sinceAt} as since,
      r.difference as quantity
    from effective_results r
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.confirmed_at is not null
      and r.difference <> 0
  `)
  return rows.map(toCounted)
}

/** What a match, or a result without one, is called: the same in a pledge's account as in a settlement's statement. */
export async function momentNames(db: Db, campaignId: string): Promise<Map<string, string>> {
  const rows = await db.query<{ key: string; name: string }>(sql`
    select distinct coalesce(r.event_id, r.id) as key, coalesce(e.name, s.name) as name
    from effective_results r
    join statistics s on s.id = r.statistic_id
    left join events e on e.id = r.event_id
    where r.campaign_id = ${campaignId}
      and r.confirmed_at is not null
      and r.difference <> 0
  `)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** With the name of each match, or of the statistic for a result without one. */
export type NamedResults = { results: ConfirmedResult[]; names: ReadonlyMap<string, string> }

/** `frozen`: a statement that yields `result_id, occurs_at, since_at, quantity` as they were then. */
export async function frozenResults(db: Db, frozen: SQL): Promise<NamedResults> {
  const rows = await db.query<ResultRow & { name: string }>(sql`
    select
      r.id, r.statistic_id, r.event_id, x.occurs_at as at, x.since_at as since, x.quantity,
      coalesce(e.name, s.name) as name
    from (${frozen}) x
    join results r on r.id = x.result_id
    join statistics s on s.id = r.statistic_id
    left join events e on e.id = r.event_id
  `)
  return {
    results: rows.map(toCounted),
    names: new Map(rows.map(({ eventId, id, name }) => [eventId ?? id, unlinked(name)])),
  }
}
