import type { Ambassador, PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { BEFORE_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'
import { supportersOf } from './figures-store.ts'

export type Row = {
  id: string
  email: string
  userId: string | null
  firstName: string | null
  lastName: string | null
  userEmail: string | null
  referralCode: string
  joinedAt: Date | null
  createdAt: Date
  lastMailedAt: Date | null
  mailsCount: number
  removedAt: Date | null
  hasLink: boolean
  supportersCount: number
}

/** Whether ambassador `a` has a link that joins. */
export const hasLink = sql`
  exists (
    select from mailed_links l
    where l.kind = 'ambassador'
      and l.subject_id = a.id
  )
`

export const columns = sql`
  a.id, a.email, a.user_id, u.first_name, u.last_name, u.email as user_email, a.referral_code,
  a.joined_at, a.created_at, a.last_mailed_at, a.mails_count, a.removed_at,
  ${hasLink} as has_link,
  ${supportersOf(sql`a.id`)} as supporters_count
`

export const tables = sql`ambassadors a left join users u on u.id = a.user_id`

export const toAmbassador = (row: Row): Ambassador => ({
  id: row.id,
  email: row.email,
  user:
    row.userId === null
      ? null
      : { firstName: row.firstName, lastName: row.lastName, email: row.userEmail ?? row.email },
  userId: row.userId,
  ambassadorReferralCode: row.referralCode,
  status: row.joinedAt ? 'active' : 'invited',
  createdAt: row.createdAt.toISOString(),
  joinedAt: row.joinedAt?.toISOString() ?? null,
  mailedAt: row.lastMailedAt?.toISOString() ?? null,
  supportersCount: row.supportersCount,
})

/** A list inside a response contains its newest hundred. */
const LIST_LIMIT = 100

/** For the management screen, newest first, without removed ones. `beforeId` continues after it. */
export async function ambassadorsFor(
  db: Db,
  campaignId: string,
  { limit, beforeId = null }: { limit: number; beforeId?: string | null } = { limit: LIST_LIMIT },
): Promise<Ambassador[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from ${tables}
    where a.campaign_id = ${campaignId}
      and a.removed_at is null
      and (
        ${beforeId}::uuid is null
        or (a.created_at, a.id) < (
          select created_at, id
          from ambassadors
          where id = ${beforeId}::uuid
        )
      )
    order by a.created_at desc, a.id desc
    limit ${limit}
  `)
  return rows.map(toAmbassador)
}

/** Their current addresses: the account's once they have joined. Removed ones are left out. */
export async function emailsOf(
  db: Db,
  campaignId: string,
  ids: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return db.query(sql`
    select a.id, coalesce(u.email, a.email) as email
    from ${tables}
    where a.campaign_id = ${campaignId}
      and a.removed_at is null
      and a.id = any(${sql.param([...ids])}::uuid[])
    order by a.created_at, a.id
  `)
}

export async function countAmbassadors(db: Db, campaignId: string): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from ambassadors
      where campaign_id = ${campaignId}
        and removed_at is null
    `),
  )
  return row?.count ?? 0
}

export async function countJoined(db: Db, campaignId: string): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from ambassadors
      where campaign_id = ${campaignId}
        and removed_at is null
        and user_id is not null
    `),
  )
  return row?.count ?? 0
}

type AmbassadorPage = { limit: number; afterId?: string | null }

/** Public: joined ones only, first name and initial. */
export async function ambassadorsOf(
  db: Db,
  campaignId: string,
  { limit, afterId = null }: AmbassadorPage = { limit: LIST_LIMIT },
): Promise<PublicAmbassador[]> {
  return db.query<PublicAmbassador>(sql`
    select
      a.id,
      a.referral_code as ambassador_referral_code,
      coalesce(nullif(trim(u.first_name), ''), 'Ambassador') as first_name,
      coalesce(upper(left(trim(u.last_name), 1)), '') as last_initial
    from ambassadors a
    join users u on u.id = a.user_id
    where a.campaign_id = ${campaignId}
      and a.removed_at is null
      and a.id > ${afterId ?? BEFORE_ALL_IDS}::uuid
    order by a.id
    limit ${limit}
  `)
}

/** The ambassador whom this code credits; without a name here if they have not joined yet. */
export function creditedBy(db: Db, campaignId: string, code: string): Promise<PublicAmbassador[]> {
  return db.query<PublicAmbassador>(sql`
    select
      a.id,
      a.referral_code as ambassador_referral_code,
      coalesce(nullif(trim(u.first_name), ''), 'Ambassador') as first_name,
      coalesce(upper(left(trim(u.last_name), 1)), '') as last_initial
    from ambassadors a
    left join users u on u.id = a.user_id
    where a.campaign_id = ${campaignId}
      and a.referral_code = ${code}
      and a.removed_at is null
  `)
}
