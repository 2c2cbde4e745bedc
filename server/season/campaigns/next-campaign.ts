/** Where the page of a campaign that is over leads (R21). */
import { notFound } from '#domain/errors.ts'
import type { NextCampaign } from '#domain/schemas/campaign.ts'
import { isKeptPrivate } from '#server/accounts/access/index.ts'
import { type Db, first, type SQL, sql } from '#server/platform/db/database.ts'

/** Of which something can be pledged on. */
const hasStatistics = (of: SQL): SQL => sql`
  exists (
    select
    from statistics t
    where t.campaign_id = ${of}.id
      and t.is_active
  )
`

type Row = { nextId: string | null; nextName: string | null; hasSimilar: boolean }

/** The organization's campaign that takes pledges, else its next one to start; of the same kind of money (R39). */
export async function nextCampaign(db: Db, campaignId: string, now: Date): Promise<NextCampaign> {
  const row = first(
    await db.query<Row>(sql`
      select
        n.id as next_id, n.name as next_name,
        exists (
          select
          from campaigns s
          where s.status = 'active'
            and s.id <> c.id
            and s.template = c.template
            and (s.template <> 'custom' or s.scene = c.scene)
            and s.money_mode = c.money_mode
            and ${now} between s.starts_at and s.ends_at
            and ${hasStatistics(sql`s`)}
        ) as has_similar
      from campaigns c
      left join lateral (
        select o.id, o.name
        from campaigns o
        where o.organization_id = c.organization_id
          and o.id <> c.id
          and o.status = 'active'
          and o.money_mode = c.money_mode
          and o.ends_at >= ${now}
          and ${hasStatistics(sql`o`)}
        order by o.starts_at > ${now}, o.starts_at, o.id
        limit 1
      ) n on true
      where c.id = ${campaignId}
        and not ${isKeptPrivate}
    `),
  )
  if (!row) throw notFound('Campaign')
  const { nextId, nextName, hasSimilar } = row
  return { next: nextId === null || nextName === null ? null : { id: nextId, name: nextName }, hasSimilar }
}
