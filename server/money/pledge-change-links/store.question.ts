import type { StatisticType } from '#domain/statistic-types.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

type AskedAbout = { name: string; unitName: string | null; type: StatisticType; rates: number[] }

/** The statistic of a requested change, or the pledge's first one; its rates in cents, agreed so far and requested. */
export async function askedAbout(db: Db, requestId: string): Promise<AskedAbout | undefined> {
  return first(
    await db.query<AskedAbout>(sql`
      select
        s.name, s.unit_name, s.type,
        to_json(array(
          select l.rate_cents
          from pledge_lines l
          where l.pledge_id = r.pledge_id
            and l.statistic_id = s.id
          union
          select r.rate_cents
          where r.rate_cents is not null
            and r.statistic_id = s.id
        )) as rates
      from requested_changes r
      join statistics s on s.id = coalesce(
        r.statistic_id,
        (
          select statistic_id
          from pledge_lines
          where pledge_id = r.pledge_id
          order by number, statistic_id
          limit 1
        )
      )
      where r.id = ${requestId}
    `),
  )
}
