import { isKeptPrivate } from '#server/accounts/access/index.ts'
import { type Db, sql } from '#server/platform/db/database.ts'

/** What search engines are shown: current seasons, and past ones. */
const isListed = sql`c.status in ('active', 'completed')`

/** Where each page of the site map begins, in order of id; read from an index alone. */
export async function pageStarts(db: Db, pageSize: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from (
      select c.id, row_number() over (order by c.id) as place
      from campaigns c
      where ${isListed}
    ) listed
    where (place - 1) % ${pageSize}::int = 0
    order by id
  `)
  return rows.map(({ id }) => id)
}

type ListedCampaign = { id: string; changedAt: Date }

/** A page starting with this id, each campaign with the time of its last change. */
export function listedFrom(db: Db, startId: string, limit: number): Promise<ListedCampaign[]> {
  return db.query<ListedCampaign>(sql`
    select c.id, coalesce(done.at, c.created_at) as changed_at
    from campaigns c
    left join lateral (
      select a.at
      from audit_log a
      where a.campaign_id = c.id
      order by a.id desc
      limit 1
    ) done on true
    where ${isListed}
      and c.id >= ${startId}
    order by c.id
    limit ${limit}
  `)
}

type Destination = { campaignId: string; referralCode: string | null }

/** Where a short address leads: it is an ambassador's code, or the end of a campaign's id. Drafts lead nowhere. */
export async function destinationOf(
  db: Db,
  { referralCode, idEnd }: { referralCode: string; idEnd: string | null },
): Promise<Destination | null> {
  const [found] = await db.query<Destination>(sql`
    select campaign_id, referral_code
    from (
      select
        a.campaign_id,
        case when a.removed_at is null then a.referral_code end as referral_code,
        1 as place
      from ambassadors a
      where a.referral_code = ${referralCode}
      union all
      select c.id, null, 2
      from campaigns c
      where right(c.id::text, 12) = ${idEnd}
    ) found
    where not exists (
      select from campaigns c
      where c.id = found.campaign_id
        and ${isKeptPrivate}
    )
    order by place, campaign_id
    limit 1
  `)
  return found ?? null
}
