import type { Ambassador, PublicAmbassador } from '#domain/schemas/ambassador.ts'
import { type Db, first, sql } from '#server/db/database.ts'

type Row = {
  id: string
  email: string
  userId: string | null
  firstName: string | null
  lastName: string | null
  userEmail: string | null
  referralCode: string
  joinedAt: Date | null
  createdAt: Date
  joinToken: string | null
  lastMailedAt: Date | null
  removedAt: Date | null
}
/** With what only the server may know: the secret of the link. */
export type StoredAmbassador = {
  ambassador: Ambassador
  joinToken: string | null
  lastMailedAt: Date | null
  isRemoved: boolean
}

const columns = sql`
  a.id, a.email, a.user_id, u.first_name, u.last_name, u.email as user_email, a.referral_code, a.joined_at, a.created_at,
  a.join_token, a.last_mailed_at, a.removed_at`
const tables = sql`ambassadors a left join users u on u.id = a.user_id`

const toAmbassador = (row: Row): Ambassador => ({
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
})

const toStored = (row: Row): StoredAmbassador => ({
  ambassador: toAmbassador(row),
  joinToken: row.joinToken,
  lastMailedAt: row.lastMailedAt,
  isRemoved: row.removedAt !== null,
})

/** A list inside a response carries its newest hundred (R51). */
const LIST_LIMIT = 100

/** For the management screen, newest first; a removed one is not shown. `beforeId` goes on after it. */
export async function ambassadorsFor(
  db: Db,
  campaignId: string,
  { limit, beforeId = null }: { limit: number; beforeId?: string | null } = { limit: LIST_LIMIT },
): Promise<Ambassador[]> {
  const rows = await db.query<Row>(sql`
    select ${columns} from ${tables} where a.campaign_id = ${campaignId} and a.removed_at is null
       and (${beforeId}::uuid is null or (a.created_at, a.id) < (select created_at, id from ambassadors where id = ${beforeId}::uuid))
     order by a.created_at desc, a.id desc limit ${limit}`)
  return rows.map(toAmbassador)
}

/** Where these are reached today: at their account's address once they have joined. Removed ones are not there. */
export async function emailsOf(
  db: Db,
  campaignId: string,
  ids: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return db.query(sql`
    select a.id, coalesce(u.email, a.email) as email from ${tables}
     where a.campaign_id = ${campaignId} and a.removed_at is null and a.id = any(${sql.param([...ids])}::uuid[])
     order by a.created_at, a.id`)
}

export async function countAmbassadors(db: Db, campaignId: string): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count from ambassadors where campaign_id = ${campaignId} and removed_at is null`),
  )
  return row?.count ?? 0
}

export type AmbassadorPage = { limit: number; afterId?: string | null }

/** Publicly: joined ones only, first name and initial (R42). */
export async function ambassadorsOf(
  db: Db,
  campaignId: string,
  { limit, afterId = null }: AmbassadorPage = { limit: LIST_LIMIT },
): Promise<PublicAmbassador[]> {
  return db.query<PublicAmbassador>(sql`
    select a.id, a.referral_code as ambassador_referral_code,
           coalesce(nullif(trim(u.first_name), ''), 'Ambassador') as first_name,
           coalesce(upper(left(trim(u.last_name), 1)), '') as last_initial
      from ambassadors a join users u on u.id = a.user_id
     where a.campaign_id = ${campaignId} and a.removed_at is null and (${afterId}::uuid is null or a.id > ${afterId}::uuid)
     order by a.id limit ${limit}`)
}

/** Whoever brought this code credits its ambassador, who may not have joined yet and then has no name here (R42). */
export function creditedBy(db: Db, campaignId: string, code: string): Promise<PublicAmbassador[]> {
  return db.query<PublicAmbassador>(sql`
    select a.id, a.referral_code as ambassador_referral_code,
           coalesce(nullif(trim(u.first_name), ''), 'Ambassador') as first_name,
           coalesce(upper(left(trim(u.last_name), 1)), '') as last_initial
      from ambassadors a left join users u on u.id = a.user_id
     where a.campaign_id = ${campaignId} and a.referral_code = ${code} and a.removed_at is null`)
}

export async function countJoined(db: Db, campaignId: string): Promise<number> {
  const row = first(
    await db.query<{ count: number }>(sql`
      select count(*) as count from ambassadors
       where campaign_id = ${campaignId} and removed_at is null and user_id is not null`),
  )
  return row?.count ?? 0
}

type By = { id: string } | { email: string } | { joinToken: string }

const matching = (by: By) => {
  if ('id' in by) return sql`a.id = ${by.id}`
  return 'email' in by ? sql`a.email = ${by.email}` : sql`a.join_token = ${by.joinToken}`
}

/** Also a removed one; locked until the change. */
export async function findAmbassador(
  db: Db,
  campaignId: string,
  by: By,
): Promise<StoredAmbassador | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns} from ${tables} where a.campaign_id = ${campaignId} and ${matching(by)} for update of a`)
  return row && toStored(row)
}

export type NewAmbassador = {
  id: string
  campaignId: string
  email: string
  referralCode: string
  joinToken: string
  invitedBy: string
  createdAt: Date
}

/** False when somebody has that referral code already: try another. */
export async function insertAmbassador(db: Db, row: NewAmbassador): Promise<boolean> {
  const rows = await db.query(sql`
    insert into ambassadors (id, campaign_id, email, referral_code, join_token, invited_by, created_at)
    values (${row.id}, ${row.campaignId}, ${row.email}, ${row.referralCode}, ${row.joinToken}, ${row.invitedBy},
            ${row.createdAt})
    on conflict (referral_code) do nothing returning id`)
  return rows.length > 0
}

/** As before, with code and credit; but who joined again by another address meanwhile is not here twice. */
export async function reviveAmbassador(db: Db, id: string): Promise<void> {
  const isElsewhere = sql`exists (
    select from ambassadors b where b.campaign_id = a.campaign_id and b.user_id = a.user_id and b.removed_at is null)`
  await db.query(sql`
    update ambassadors a set removed_at = null,
           user_id = case when ${isElsewhere} then null else user_id end,
           joined_at = case when ${isElsewhere} then null else joined_at end
     where id = ${id}`)
}

export async function setJoined(db: Db, id: string, userId: string, at: Date): Promise<void> {
  await db.query(sql`update ambassadors set user_id = ${userId}, joined_at = ${at} where id = ${id}`)
}

export async function setMailed(db: Db, id: string, joinToken: string, at: Date): Promise<void> {
  await db.query(
    sql`update ambassadors set last_mailed_at = ${at}, join_token = ${joinToken} where id = ${id}`,
  )
}

export async function setRemoved(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update ambassadors set removed_at = ${at} where id = ${id}`)
}

export async function hasJoined(db: Db, campaignId: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select id from ambassadors where campaign_id = ${campaignId} and user_id = ${userId} and removed_at is null`)
  return rows.length > 0
}
