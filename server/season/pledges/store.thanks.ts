import type { Thanks, ThanksCounts, ThanksSearch } from '#domain/schemas/thanks.ts'
import { supporterOf } from '#server/accounts/users/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'

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

/** Pledges whose supporters want to be thanked, each with its name. */
const wanted = (campaignId: string): SQL => sql`
  (
    select
      p.id, n.name,
      p.thanks = 'shown' and p.thanked_as = n.name as is_shown,
      p.thanks = 'asked' or (p.thanks = 'shown' and p.thanked_as <> n.name) as is_waiting
    from pledges p
    ${supporterOf()}
    cross join lateral (select ${NAME} as name) n
    where p.campaign_id = ${campaignId}
      and p.thanks is not null
      and p.status <> 'cancelled'
      and n.name is not null
  ) w
`

/** The names that were checked, newest first and each once. For everyone (R26). */
export async function thankedIn(db: Db, campaignId: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name
    from ${wanted(campaignId)}
    where is_shown
    group by name
    order by max(id::text) desc
    limit ${MOST_SHOWN}
  `)
  return rows.map(({ name }) => name)
}

export const thanksOf = (
  db: Db,
  campaignId: string,
  { which, limit, cursor }: ThanksSearch,
): Promise<Thanks[]> =>
  db.query<Thanks>(sql`
    select id as pledge_id, name, is_shown
    from ${wanted(campaignId)}
    where is_waiting = ${which === 'waiting'}
      and id < ${cursor ?? AFTER_ALL_IDS}::uuid
    order by id desc
    limit ${limit}
  `)

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

/** The name that it would be thanked by; undefined where nobody asked, or there is none. */
export async function nameToThank(tx: Db, campaignId: string, pledgeId: string): Promise<string | undefined> {
  const found = first(
    await tx.query<{ name: string }>(sql`select name from ${wanted(campaignId)} where id = ${pledgeId}`),
  )
  return found?.name
}

/** `thankedAs`: the name that was checked; null: it is not shown. */
export async function setDecided(tx: Db, pledgeId: string, thankedAs: string | null): Promise<boolean> {
  const changed = await tx.query(sql`
    update pledges
    set thanks = ${thankedAs === null ? 'hidden' : 'shown'}, thanked_as = ${thankedAs}::text
    where id = ${pledgeId}
      and thanks is not null
      and (thanks, thanked_as) is distinct from (${thankedAs === null ? 'hidden' : 'shown'}::text, ${thankedAs}::text)
    returning id
  `)
  return changed.length > 0
}

export type OwnThanks = { campaignId: string; isAnonymous: boolean; isWanted: boolean }

/** One's own, which is not cancelled, locked until the transaction ends (R27). */
export const lockOwn = async (tx: Db, pledgeId: string, userId: string): Promise<OwnThanks | undefined> =>
  first(
    await tx.query<OwnThanks>(sql`
      select campaign_id, is_anonymous, thanks is not null as is_wanted
      from pledges
      where id = ${pledgeId}
        and pledger_id = ${userId}
        and status <> 'cancelled'
      for update
    `),
  )

export async function setWanted(tx: Db, pledgeId: string, isWanted: boolean): Promise<void> {
  await tx.query(sql`
    update pledges
    set thanks = ${isWanted ? 'asked' : null}::text, thanked_as = null
    where id = ${pledgeId}
  `)
}
