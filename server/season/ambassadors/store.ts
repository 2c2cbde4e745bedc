import type { Ambassador, AmbassadorCounts, AmbassadorFilter } from '#domain/schemas/ambassador.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { dropLinks } from '#server/messaging/links/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import { credited } from './figures-store.ts'
import { columns, hasLink, type Row, tables, toAmbassador } from './lists-store.ts'

export type StoredAmbassador = {
  ambassador: Ambassador
  lastMailedAt: Date | null
  isRemoved: boolean
  /** How many mails they have had. */
  mailsCount: number
  /** Mailed automatically as soon as it may be. */
  isWaiting: boolean
}

const toStored = (row: Row): StoredAmbassador => ({
  ambassador: toAmbassador(row),
  lastMailedAt: row.lastMailedAt,
  mailsCount: row.mailsCount,
  isRemoved: row.removedAt !== null,
  isWaiting: row.joinedAt === null && (row.lastMailedAt === null || !row.hasLink),
})

/** Per campaign, including removed ones. */
export const MAX_EVER_INVITED = 1_000

const isOf = (filter: AmbassadorFilter) => {
  if (filter === 'all') return sql`true`
  const broughtNobody = sql`not exists (select from pledges p where ${credited(sql`a.id`)})`
  return filter === 'not_joined' ? sql`a.user_id is null` : sql`a.user_id is not null and ${broughtNobody}`
}

type ManagedPage = {
  filter: AmbassadorFilter
  /** A part of a name or an address; empty for everyone. */
  search?: string
  limit: number
  beforeId: string | null
}

/** Matched literally, whatever characters it contains. */
const isCalled = (search: string) =>
  search === ''
    ? sql`true`
    : sql`
      position(
        lower(${search}) in lower(concat_ws(' ', u.first_name, u.last_name, u.email, a.email))
      ) > 0
    `

/** Those of a kind, newest first; with `locked`, they are locked until the transaction ends. */
export async function ambassadorsLike(
  db: Db,
  campaignId: string,
  { filter, search = '', limit, beforeId }: ManagedPage,
  lock = sql``,
): Promise<StoredAmbassador[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from ${tables}
    where a.campaign_id = ${campaignId}
      and a.removed_at is null
      and ${isOf(filter)}
      and ${isCalled(search)}
      and a.id < ${beforeId ?? AFTER_ALL_IDS}::uuid
    order by a.id desc
    limit ${limit}
    ${lock}
  `)
  return rows.map(toStored)
}

export async function countLike(
  db: Db,
  campaignId: string,
  { filter, search = '' }: Pick<ManagedPage, 'filter' | 'search'>,
): Promise<number> {
  const row = only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from ${tables}
      where a.campaign_id = ${campaignId}
        and a.removed_at is null
        and ${isOf(filter)}
        and ${isCalled(search)}
    `),
  )
  return row.count
}

export const locked = sql`for update of a`

export async function countByKind(
  db: Db,
  campaignId: string,
): Promise<Omit<AmbassadorCounts, 'invitationsAgainAt'>> {
  const row = only(
    await db.query<{ allCount: number; notJoined: number; noPledge: number }>(sql`
      select
        count(*) as all_count,
        count(*) filter (where ${isOf('not_joined')}) as not_joined,
        count(*) filter (where ${isOf('no_pledge')}) as no_pledge
      from ambassadors a
      where a.campaign_id = ${campaignId}
        and a.removed_at is null
    `),
  )
  return { all: row.allCount, not_joined: row.notJoined, no_pledge: row.noPledge }
}

type By = { id: string } | { email: string }

const matching = (by: By) => ('id' in by ? sql`a.id = ${by.id}` : sql`a.email = ${by.email}`)

/** Finds removed ones too; locked until the transaction ends. */
export async function findAmbassador(
  db: Db,
  campaignId: string,
  by: By,
): Promise<StoredAmbassador | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns}
    from ${tables}
    where a.campaign_id = ${campaignId}
      and ${matching(by)}
    for update of a
  `)
  return row && toStored(row)
}

type NewAmbassador = { id: string; email: string; referralCode: string }

/** Skips those whose referral code is taken: the caller tries another. @returns the addresses inserted. */
export async function insertAmbassadors(
  db: Db,
  campaignId: string,
  { invitedBy, createdAt }: { invitedBy: string; createdAt: Date },
  rows: readonly NewAmbassador[],
): Promise<string[]> {
  const list = (value: (row: NewAmbassador) => string) => sql.param(rows.map(value))
  const inserted = await db.query<{ email: string }>(sql`
    insert into ambassadors (
      id, campaign_id, email, referral_code, invited_by, created_at
    )
    select id, ${campaignId}, email, referral_code, ${invitedBy}, ${createdAt}
    from unnest(
      ${list(({ id }) => id)}::uuid[],
      ${list(({ email }) => email)}::text[],
      ${list(({ referralCode }) => referralCode)}::text[]
    ) as given (id, email, referral_code)
    on conflict (referral_code) do nothing
    returning email
  `)
  return inserted.map(({ email }) => email)
}

/** However their address is spelled, including removed ones; locked until the transaction ends. */
export async function findByMailboxes(
  db: Db,
  campaignId: string,
  mailboxes: readonly string[],
): Promise<StoredAmbassador[]> {
  const rows = await db.query<Row>(sql`
    select ${columns}
    from ${tables}
    where a.campaign_id = ${campaignId}
      and mailbox_of(a.email) = any(${sql.param([...mailboxes])}::text[])
    order by a.email
    for update of a
  `)
  return rows.map(toStored)
}

/** Counts removed ones too, so that removing makes no room for more mail. */
export async function countEverInvited(db: Db, campaignId: string): Promise<number> {
  const row = only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from ambassadors
      where campaign_id = ${campaignId}
    `),
  )
  return row.count
}

/** With the same code and credit, for whoever accepts the new invitation: the earlier links no longer join. */
export async function reviveAmbassador(db: Db, id: string): Promise<void> {
  await db.query(
    sql`update ambassadors set removed_at = null, user_id = null, joined_at = null where id = ${id}`,
  )
  await dropLinks(db, 'ambassador', id)
}

export async function setJoined(db: Db, id: string, userId: string, at: Date): Promise<void> {
  await db.query(sql`update ambassadors set user_id = ${userId}, joined_at = ${at} where id = ${id}`)
}

export async function setMailed(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db.query(sql`
    update ambassadors
    set last_mailed_at = ${at}, mails_count = mails_count + 1
    where id = any(${sql.param([...ids])}::uuid[])
  `)
}

/** The facts about a campaign that its mails need. */
export type MailedFor = Pick<
  Access,
  'campaignId' | 'campaignName' | 'organizationId' | 'organizationName' | 'status'
>

/** Who was removed and invited again has no link until the next mail. */
const isNotMailed = sql`
  (a.last_mailed_at is null or not ${hasLink})
  and a.joined_at is null
  and a.removed_at is null
`
const MAX_AT_ONCE = 200

/** Active campaigns with ambassadors not mailed yet, in random order, so that a campaign that must wait holds up no other. */
export async function campaignsWithWaiting(db: Db): Promise<(MailedFor & { invitedBy: string })[]> {
  return db.query<MailedFor & { invitedBy: string }>(sql`
    select
      c.id as campaign_id, c.name as campaign_name, c.status, c.organization_id,
      o.name as organization_name, w.invited_by
    from (
      select distinct a.campaign_id, a.invited_by
      from campaigns active
      join ambassadors a on a.campaign_id = active.id
      where active.status = 'active'
        and ${isNotMailed}
    ) w
    join campaigns c on c.id = w.campaign_id
    join organizations o on o.id = c.organization_id
    order by random()
    limit ${MAX_AT_ONCE}
  `)
}

/** All whom this person invited, as some may have to wait for ever; oldest first, locked until the transaction ends. */
export async function notMailed(tx: Db, campaignId: string, invitedBy: string): Promise<StoredAmbassador[]> {
  const rows = await tx.query<Row>(sql`
    select ${columns}
    from ${tables}
    where a.campaign_id = ${campaignId}
      and a.invited_by = ${invitedBy}
      and ${isNotMailed}
    order by a.id
    limit ${MAX_EVER_INVITED}
    ${locked}
  `)
  return rows.map(toStored)
}

export async function setRemoved(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update ambassadors set removed_at = ${at} where id = ${id}`)
}

export async function hasJoined(db: Db, campaignId: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select id
    from ambassadors
    where campaign_id = ${campaignId}
      and user_id = ${userId}
      and removed_at is null
  `)
  return rows.length > 0
}
