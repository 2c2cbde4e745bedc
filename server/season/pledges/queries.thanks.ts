import type { ThanksCounts } from '#domain/schemas/thanks.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { type Db, only, type SQL, sql } from '#server/platform/db/database.ts'

/** On the campaign's page. */
const MOST_SHOWN = 100

/** First name and initial, of the supporter `u`; null where there is no first name, or nobody is named anymore (R45). */
const NAME = sql`
  case
    when u.deleted_at is null
      then nullif(trim(u.first_name), '')
        || coalesce(' ' || upper(left(nullif(trim(u.last_name), ''), 1)) || '.', '')
  end
`

const ofAll = sql`true`

/** Pledges whose supporters want to be thanked, each with its name; of one campaign, or of all. */
export const wanted = (campaignId: string | null): SQL => sql`
  (
    select
      p.id, p.campaign_id, p.created_at, n.name,
      p.thanks = 'shown' and p.thanked_as = n.name as is_shown,
      p.thanks = 'asked' or (p.thanks = 'shown' and p.thanked_as <> n.name) as is_waiting
    from pledges p
    ${supporterOf()}
    cross join lateral (select ${NAME} as name) n
    where ${campaignId === null ? ofAll : sql`p.campaign_id = ${campaignId}`}
      and p.thanks is not null
      and p.status <> 'cancelled'
      and n.name is not null
  ) w
`

/** The newest names that were checked, each once; by name, so that their order leads to no amount. For everyone (R26). */
export async function thankedIn(db: Db, campaignId: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name
    from ${wanted(campaignId)}
    where is_shown
    group by name
    order by max(id::text) desc
    limit ${MOST_SHOWN}
  `)
  return rows.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'en'))
}

export async function countThanks(db: Db, campaignId: string): Promise<ThanksCounts> {
  return only(
    await db.query<ThanksCounts>(sql`
      select
        count(*) filter (where is_waiting) as waiting,
        count(*) filter (where not is_waiting) as decided
      from ${wanted(campaignId)}
    `),
  )
}
