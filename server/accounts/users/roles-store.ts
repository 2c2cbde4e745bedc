import { REPRESENTATIVE } from '#domain/schemas/user.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

export type RoleHolder = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string
  grantedAt: Date
  /** Null: by a command on the server. */
  grantedBy: string | null
}

const MAX_REPRESENTATIVES = 200

export async function representatives(db: Db): Promise<RoleHolder[]> {
  return db.query<RoleHolder>(sql`
    select u.id, u.first_name, u.last_name, u.email, r.granted_at, r.granted_by
    from user_roles r
    join users u on u.id = r.user_id
    where r.role = ${REPRESENTATIVE}
      and u.deleted_at is null
    order by r.granted_at, u.id
    limit ${MAX_REPRESENTATIVES}
  `)
}

/**
 * Everyone who has the role, locked until the transaction ends: two who remove each other at the same moment run one after
 * the other, and the second finds the role gone.
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

export async function nameAndEmail(db: Db, userId: string): Promise<{ name: string; email: string }> {
  return only(
    await db.query<{ name: string; email: string }>(sql`
      select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name, email
      from users
      where id = ${userId}
    `),
  )
}

/** False if the role already existed. */
export async function insertRole(
  tx: Db,
  row: { userId: string; grantedBy: string | null; confirmedBy: string | null; at: Date },
): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into user_roles (user_id, role, granted_by, confirmed_by, granted_at)
    values (${row.userId}, ${REPRESENTATIVE}, ${row.grantedBy}, ${row.confirmedBy}, ${row.at})
    on conflict (user_id, role) do nothing
    returning user_id
  `)
  return inserted.length > 0
}

/** A role that takes effect once a second representative confirms it. */
export type RoleProposal = {
  id: string
  userId: string
  firstName: string | null
  lastName: string | null
  email: string
  proposedAt: Date
  proposedBy: string
  proposerName: string
}

export async function roleProposals(db: Db): Promise<RoleProposal[]> {
  return db.query<RoleProposal>(sql`
    select
      p.id, p.user_id, u.first_name, u.last_name, u.email, p.proposed_at, p.proposed_by,
      coalesce(nullif(concat_ws(' ', b.first_name, b.last_name), ''), b.email) as proposer_name
    from role_proposals p
    join users u on u.id = p.user_id
    join users b on b.id = p.proposed_by
    where p.confirmed_at is null
      and p.withdrawn_at is null
      and u.deleted_at is null
    order by p.proposed_at, p.id
    limit ${MAX_REPRESENTATIVES}
  `)
}

export async function insertProposal(
  tx: Db,
  row: { id: string; userId: string; proposedBy: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into role_proposals (id, user_id, role, proposed_by, proposed_at)
    values (${row.id}, ${row.userId}, ${REPRESENTATIVE}, ${row.proposedBy}, ${row.at})
  `)
}

export async function confirmProposal(tx: Db, id: string, by: string, at: Date): Promise<void> {
  await tx.query(sql`
    update role_proposals
    set confirmed_by = ${by}, confirmed_at = ${at}
    where id = ${id}
  `)
}

export async function withdrawProposal(tx: Db, id: string, by: string, at: Date): Promise<void> {
  await tx.query(sql`
    update role_proposals
    set withdrawn_by = ${by}, withdrawn_at = ${at}
    where id = ${id}
  `)
}

export async function deleteRole(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`delete from user_roles where user_id = ${userId} and role = ${REPRESENTATIVE}`)
}
