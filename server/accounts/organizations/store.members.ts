import type { Member } from '#domain/schemas/organization.ts'
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

/** Owners first, the earliest at the top. */
export async function membersOf(db: Db, organizationId: string): Promise<MemberSince[]> {
  return db.query<MemberSince>(sql`
    select m.user_id, u.first_name, u.last_name, u.email, m.role, m.created_at as since
    from organization_members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
    order by m.role, m.created_at, m.user_id
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
