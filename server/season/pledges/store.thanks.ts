import type { Thanks, ThanksSearch } from '#domain/schemas/thanks.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { wanted } from './queries.thanks.ts'

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

type OwnThanks = { campaignId: string; isAnonymous: boolean; isWanted: boolean }

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
