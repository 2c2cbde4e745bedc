import { lockKey } from '#server/platform/base/ids.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'

type Made = { count: number; firstAt: Date | null }
type By = { userId: string; since: Date }

/** Others who ask for the same account wait until the transaction ends. */
export async function holdAccount(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${lockKey('drafts', userId)}::bigint)`)
}

/** Whether a campaign of the organization was ever activated: only then is it known (R44). */
const isKnown = sql`
  exists (
    select from campaigns known
    where known.organization_id = c.organization_id
      and known.status in ('active', 'paused', 'completed')
  )
`

export async function isKnownOrganization(db: Db, organizationId: string): Promise<boolean> {
  const row = only(
    await db.query<{ isKnown: boolean }>(sql`
      select ${isKnown} as is_known
      from (select ${organizationId}::uuid as organization_id) c
    `),
  )
  return row.isKnown
}

/** The drafts that this account made since then, in its organizations that nobody has checked yet. */
export async function draftsOf(db: Db, { userId, since }: By): Promise<Made> {
  return only(
    await db.query<Made>(sql`
      select count(*)::integer as count, min(c.created_at) as first_at
      from organization_members m
      join campaigns c on c.organization_id = m.organization_id
      where m.user_id = ${userId}
        and c.created_by = ${userId}
        and c.created_at > ${since}
        and c.status = 'draft'
        and not ${isKnown}
    `),
  )
}

/** The reviews that it requested of them, answered or not. */
export async function requestsBy(db: Db, { userId, since }: By): Promise<Made> {
  return only(
    await db.query<Made>(sql`
      select count(*)::integer as count, min(r.asked_at) as first_at
      from organization_members m
      join campaigns c on c.organization_id = m.organization_id
      join review_requests r on r.campaign_id = c.id
      where m.user_id = ${userId}
        and r.asked_by = ${userId}
        and r.asked_at > ${since}
        and not ${isKnown}
    `),
  )
}
