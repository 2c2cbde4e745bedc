import type { ChangesSince } from '#domain/settlement-preview.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

/** If there are many results, only the latest few are named. */
const MAX_NAMED = 5

type Row = { count: number; names: string[] | null }

/** Changes after an instant that affect a settlement: results and pledges, without names (R26). */
export async function changesSince(db: Db, campaignId: string, after: Date): Promise<ChangesSince> {
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
