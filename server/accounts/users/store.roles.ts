import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { type Db, first, sql } from '#server/platform/db/database.ts'

export type RoleHolder = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string
  grantedAt: Date
}

const MAX_REPRESENTATIVES = 200

export async function representatives(db: Db): Promise<RoleHolder[]> {
  return db.query<RoleHolder>(sql`
    select u.id, u.first_name, u.last_name, u.email, r.granted_at
    from user_roles r
    join users u on u.id = r.user_id
    where r.role = ${REPRESENTATIVE}
      and u.deleted_at is null
    order by r.granted_at, u.id
    limit ${MAX_REPRESENTATIVES}
  `)
}

/**
 * Everyone who holds the role, until the transaction ends: two who remove each other at the same moment wait for
 * one another, and the second one finds the role gone.
 */
export async function lockHolders(tx: Db): Promise<string[]> {
  const rows = await tx.query<{ userId: string }>(sql`
    select r.user_id
    from user_roles r
    join users u on u.id = r.user_id
    where r.role = ${REPRESENTATIVE}
      and u.deleted_at is null
    order by r.user_id
    for update of r
  `)
  return rows.map(({ userId }) => userId)
}

export type Person = { id: string; isVerified: boolean }

export async function findByEmail(db: Db, email: string): Promise<Person | undefined> {
  return first(
    await db.query<Person>(sql`
      select id, email_verified_at is not null as is_verified
      from users
      where email = ${email}
        and deleted_at is null
    `),
  )
}

/** False when the role was there already. */
export async function insertRole(
  tx: Db,
  row: { userId: string; grantedBy: string | null; at: Date },
): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into user_roles (user_id, role, granted_by, granted_at)
    values (${row.userId}, ${REPRESENTATIVE}, ${row.grantedBy}, ${row.at})
    on conflict (user_id, role) do nothing
    returning user_id
  `)
  return inserted.length > 0
}

export async function deleteRole(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`delete from user_roles where user_id = ${userId} and role = ${REPRESENTATIVE}`)
}
