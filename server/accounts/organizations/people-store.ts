import { MEMBER_ROLES } from '#domain/people/roles.ts'
import type { Invitation, Member, MemberForm } from '#domain/schemas/organization.ts'
import { hasRole, hasRoleWho } from '#server/accounts/access/index.ts'
import { subjectOfLink } from '#server/messaging/links/index.ts'
import { latelyMailed } from '#server/messaging/mails/index.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type { Member }

export async function findMember(
  db: Db,
  organizationId: string,
  userId: string,
): Promise<Member | undefined> {
  return first(
    await db.query<Member>(sql`
      select m.user_id, u.first_name, u.last_name, u.email, m.role
      from organization_members m
      join users u on u.id = m.user_id
      where m.organization_id = ${organizationId}
        and m.user_id = ${userId}
    `),
  )
}

/** Owners besides this one. */
export async function countOtherOwners(db: Db, organizationId: string, userId: string): Promise<number> {
  const row = only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from organization_members
      where organization_id = ${organizationId}
        and role = 'owner'
        and user_id <> ${userId}
    `),
  )
  return row.count
}

/** A new role counts from now on: the earliest owner is the one that is shown. */
export async function putMember(
  db: Db,
  member: { organizationId: string; userId: string; role: Member['role']; at: Date },
): Promise<void> {
  await db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${member.organizationId}, ${member.userId}, ${member.role}, ${member.at})
    on conflict (organization_id, user_id)
    do update set role = excluded.role, created_at = excluded.created_at
    where organization_members.role <> excluded.role
  `)
}

export async function deleteMember(db: Db, organizationId: string, userId: string): Promise<void> {
  await db.query(sql`
    delete from organization_members
    where organization_id = ${organizationId}
      and user_id = ${userId}
  `)
}

/** The most members of one organization. */
export const MAX_MEMBERS = 200

export type MemberSince = Member & { since: Date }

/** In the order of the roles, the earliest at the top. */
export async function membersOf(db: Db, organizationId: string): Promise<MemberSince[]> {
  return db.query<MemberSince>(sql`
    select m.user_id, u.first_name, u.last_name, u.email, m.role, m.created_at as since
    from organization_members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
    order by array_position(${sql.param(MEMBER_ROLES)}::text[], m.role), m.created_at, m.user_id
    limit ${MAX_MEMBERS}
  `)
}

type Named = { name: string; email: string; isVerified: boolean }
type OwnersChange = { organizationName: string; person: Named; by: Named }

/** Who became an owner or stopped being one, and who did that, as a mail names them. */
export async function changeOfOwners(
  db: Db,
  { organizationId, userId, actorId }: { organizationId: string; userId: string; actorId: string },
): Promise<OwnersChange> {
  const named = sql`
    json_build_object(
      'name', trim(concat(u.first_name, ' ', u.last_name)),
      'email', u.email,
      'isVerified', u.email_verified_at is not null
    )
  `
  return only(
    await db.query<OwnersChange>(sql`
      select
        o.name as organization_name,
        (select ${named} from users u where u.id = ${userId}) as person,
        (select ${named} from users u where u.id = ${actorId}) as by
      from organizations o
      where o.id = ${organizationId}
    `),
  )
}

type Row = {
  id: string
  organizationId: string
  organizationName: string
  email: string
  role: Invitation['role']
  createdAt: Date
  expiresAt: Date
  acceptedBy: string | null
  revokedAt: Date | null
  invitedBy: string
  lastMailedAt: Date | null
  /** Whether the person who sent it may still invite people. */
  isBacked: boolean
}
export type StoredInvitation = Row

/** The person who sent it may still invite people. */
const backed = sql`
  (${hasRole(sql`i.invited_by`)} or ${hasRoleWho('manage', sql`i.invited_by`, sql`i.organization_id`)})
`
const columns = sql`
  i.id, i.organization_id, o.name as organization_name, i.email, i.role, i.created_at,
  i.expires_at, i.accepted_by, i.revoked_at, i.invited_by, i.last_mailed_at,
  ${backed} as is_backed
`
const tables = sql`
  organization_invitations i
  join organizations o on o.id = i.organization_id and o.archived_at is null
`
const waits = sql`i.accepted_at is null and i.revoked_at is null`

export const toInvitation = (row: Row, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: row.expiresAt <= now,
  mailedAt: row.lastMailedAt?.toISOString() ?? null,
})

/** The most that may wait at a time in one organization. */
export const MAX_WAITING = 50

/** Waiting invitations, including expired ones, which can be sent again. */
export async function waitingInvitations(db: Db, organizationId: string): Promise<StoredInvitation[]> {
  return db.query<Row>(sql`
    select ${columns}
    from ${tables}
    where i.organization_id = ${organizationId}
      and ${waits}
    order by i.id desc
    limit ${MAX_WAITING}
  `)
}

/** One that is waiting, locked until the transaction ends; of this organization only. */
export async function findWaiting(
  db: Db,
  organizationId: string,
  id: string,
): Promise<StoredInvitation | undefined> {
  return first(
    await db.query<Row>(sql`
      select ${columns}
      from ${tables}
      where i.id = ${id}
        and i.organization_id = ${organizationId}
        and ${waits}
      for update of i
    `),
  )
}

/** In any state. */
export async function findByLink(db: Db, token: string, lock = sql``): Promise<StoredInvitation | undefined> {
  const id = await subjectOfLink(db, 'invitation', token)
  return first(await db.query<Row>(sql`select ${columns} from ${tables} where i.id = ${id} ${lock}`))
}
export const locked = sql`for update of i`

type NewInvitation = MemberForm & {
  id: string
  organizationId: string
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

/** False if one for that address is already waiting. */
export async function insertInvitation(db: Db, row: NewInvitation): Promise<boolean> {
  const rows = await db.query(sql`
    insert into organization_invitations (
      id, organization_id, email, role, invited_by, created_at, expires_at
    )
    values (
      ${row.id}, ${row.organizationId}, ${row.email}, ${row.role}, ${row.invitedBy}, ${row.createdAt},
      ${row.expiresAt}
    )
    on conflict (organization_id, email)
    where accepted_at is null
      and revoked_at is null
    do nothing
    returning id
  `)
  return rows.length > 0
}

export const latelyInvited = (db: Db, now: Date, organizationId: string, emails: readonly string[]) =>
  latelyMailed(db, now, emails, {
    table: sql`organization_invitations`,
    isHere: sql`organization_id = ${organizationId}`,
  })

/** A representative always may; others once one of the organization's campaigns was activated. */
export async function mayMailStrangers(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const row = only(
    await db.query<{ may: boolean }>(sql`
      select
        ${hasRole(userId)}
        or exists (
          select from campaigns
          where organization_id = ${organizationId}
            and status in ('active', 'paused', 'completed')
        ) as may
    `),
  )
  return row.may
}

const MAX_AT_ONCE = 200

/** Invitations not mailed yet, in random order, so that those that must wait do not delay the rest. */
export async function notMailed(db: Db): Promise<{ id: string; invitationId: string }[]> {
  return db.query<{ id: string; invitationId: string }>(sql`
    select organization_id as id, id as invitation_id
    from organization_invitations i
    where last_mailed_at is null
      and accepted_at is null
      and revoked_at is null
      and (
        exists (
          select from campaigns c
          where c.organization_id = i.organization_id
            and c.status in ('active', 'paused', 'completed')
        )
        or ${hasRole(sql`i.invited_by`)}
      )
      and ${backed}
    order by random()
    limit ${MAX_AT_ONCE}
  `)
}

/** The links of earlier mails stay valid: someone who finds the first mail after the second was sent can use either. */
export async function setMailed(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update organization_invitations set last_mailed_at = ${at} where id = ${id}`)
}

export async function setExpiry(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update organization_invitations set expires_at = ${at} where id = ${id}`)
}

/** The person who sends it again is its sender from then on. */
export async function setInvitedBy(db: Db, id: string, by: string): Promise<void> {
  await db.query(sql`update organization_invitations set invited_by = ${by} where id = ${id}`)
}

/** Those that this person sent and that wait; returns them. */
export async function revokeInvitationsFrom(
  db: Db,
  { organizationId, invitedBy }: { organizationId: string; invitedBy: string },
  revoked: { by: string; at: Date },
): Promise<{ id: string; role: Invitation['role'] }[]> {
  return db.query<{ id: string; role: Invitation['role'] }>(sql`
    update organization_invitations i
    set revoked_by = ${revoked.by}, revoked_at = ${revoked.at}
    where i.organization_id = ${organizationId}
      and i.invited_by = ${invitedBy}
      and ${waits}
    returning i.id, i.role
  `)
}

/** The organization's campaign whose season runs; null for none or several. */
export async function onlyRunningCampaign(db: Db, organizationId: string): Promise<string | null> {
  const running = await db.query<{ id: string }>(sql`
    select id
    from campaigns
    where organization_id = ${organizationId}
      and status = 'active'
    limit 2
  `)
  return running.length === 1 ? (running[0]?.id ?? null) : null
}

export async function setRevoked(db: Db, id: string, by: string, at: Date): Promise<void> {
  await db.query(
    sql`update organization_invitations set revoked_by = ${by}, revoked_at = ${at} where id = ${id}`,
  )
}

export async function setAccepted(db: Db, id: string, by: string, at: Date): Promise<void> {
  await db.query(
    sql`update organization_invitations set accepted_by = ${by}, accepted_at = ${at} where id = ${id}`,
  )
}
