/** The tax standings of an organization, as representatives recorded them (R70). */
import type { Standing } from '#domain/standing.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'

/** Since when the 501(c)(3) of `organizations o` holds; null also if it never was recorded. */
export const is501c3Since: SQL = sql`
  case
    when o.is_501c3 then (
      select s.since::text
      from organization_standings s
      where s.organization_id = o.id
      order by s.number desc
      limit 1
    )
  end
`

export type Recorded = Standing & { recordedAt: Date }

/** The oldest first. */
export const standingsOf = (db: Db, organizationId: string): Promise<Recorded[]> =>
  db.query<Recorded>(sql`
    select since::text, is_501c3 as "is501c3", ein, recorded_at
    from organization_standings
    where organization_id = ${organizationId}
    order by number
  `)

export async function insertStandings(
  db: Db,
  key: { organizationId: string; recordedBy: string; recordedAt: Date; afterNumber: number },
  standings: readonly Standing[],
): Promise<void> {
  for (const [place, { since, is501c3, ein }] of standings.entries())
    await db.query(sql`
      insert into organization_standings (
        organization_id, number, since, is_501c3, ein, recorded_by, recorded_at
      )
      values (
        ${key.organizationId}, ${key.afterNumber + 1 + place}::integer, ${since}::date, ${is501c3},
        ${ein}, ${key.recordedBy}, ${key.recordedAt}
      )
    `)
}
