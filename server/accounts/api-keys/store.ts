import type { ApiKeyForm, Scope } from '#domain/schemas/api-key.ts'
import { hasRole, hasRoleWho, isRepresentative } from '#server/accounts/access/index.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'

/** Whether who made the key still has the role that it stands for. */
const isBacked = (madeBy: SQL): SQL => sql`
  case
    when k.organization_id is null then ${hasRole(madeBy)}
    else ${hasRoleWho('manage', madeBy, sql`k.organization_id`)}
  end
`

/** Owners their organization's, representatives all. */
const isOfParty = (actor: Actor): SQL => sql`
  case
    when k.organization_id is null then ${isRepresentative(actor)}
    else (${isRepresentative(actor)} or ${hasRoleWho('manage', actor, sql`k.organization_id`)})
  end
`

type FoundKey = {
  id: string
  userId: string
  organizationId: string | null
  scopes: Scope[]
  lastUsedAt: Date | null
  isBacked: boolean
}

/** By its hash, or by that of the one that was replaced, which is still its own maker's. */
export async function findKey(db: Db, hash: Buffer, now: Date): Promise<FoundKey | undefined> {
  const maker = sql`(case when k.hash = ${hash} then k.made_by else k.earlier_made_by end)`
  return first(
    await db.query<FoundKey>(sql`
      select
        k.id, ${maker} as user_id, k.organization_id, k.scopes, k.last_used_at,
        ${isBacked(maker)} as is_backed
      from api_keys k
      where k.revoked_at is null
        and (k.hash = ${hash} or (k.earlier_hash = ${hash} and k.earlier_until > ${now}))
    `),
  )
}

export async function markUsed(db: Db, id: string, at: Date): Promise<void> {
  await db.query(sql`update api_keys set last_used_at = ${at} where id = ${id}`)
}

export type StoredKey = {
  id: string
  name: string
  organizationId: string | null
  organizationName: string | null
  scopes: Scope[]
  ending: string
  madeById: string
  madeByName: string | null
  madeAt: Date
  lastUsedAt: Date | null
  earlierUntil: Date | null
  isBacked: boolean
}

const columns = sql`
  k.id, k.name, k.organization_id, o.name as organization_name, k.scopes, k.ending, k.made_by as made_by_id,
  nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as made_by_name,
  k.made_at, k.last_used_at, k.earlier_until, ${isBacked(sql`k.made_by`)} as is_backed
`

/** Newest first; of one organization or, with null, the provider's. Revoked ones are in no list. */
export const keysOf = (db: Db, organizationId: string | null): Promise<StoredKey[]> =>
  db.query<StoredKey>(sql`
    select ${columns}
    from api_keys k
    join users u on u.id = k.made_by
    left join organizations o on o.id = k.organization_id
    where k.organization_id is not distinct from ${organizationId}::uuid
      and k.revoked_at is null
    order by k.id desc
  `)

/** One that the caller may see, locked until the transaction ends. */
export async function lockKey(tx: Db, actor: Actor, id: string): Promise<StoredKey | undefined> {
  return first(
    await tx.query<StoredKey>(sql`
      select ${columns}
      from api_keys k
      join users u on u.id = k.made_by
    left join organizations o on o.id = k.organization_id
      where k.id = ${id}
        and k.revoked_at is null
        and ${isOfParty(actor)}
      for update of k
    `),
  )
}

/** Whether the caller makes keys there: as an owner, or as a representative for the provider. */
export async function makesKeys(db: Db, actor: Actor, organizationId: string | null): Promise<boolean> {
  const allowed =
    organizationId === null
      ? isRepresentative(actor)
      : hasRoleWho('manage', actor, sql`${organizationId}::uuid`)
  return only(await db.query<{ is: boolean }>(sql`select ${allowed} as is`)).is
}

export async function countKeys(tx: Db, organizationId: string | null): Promise<number> {
  // Two that are made at the same moment would not count each other.
  await tx.query(sql`lock table api_keys in share row exclusive mode`)
  return (await keysOf(tx, organizationId)).length
}

export type NewKey = { id: string; hash: Buffer; ending: string; madeBy: string; madeAt: Date }

export async function insertKey(
  tx: Db,
  { id, hash, ending, madeBy, madeAt }: NewKey,
  { name, organizationId, scopes }: ApiKeyForm,
): Promise<void> {
  await tx.query(sql`
    insert into api_keys (id, organization_id, name, scopes, hash, ending, made_by, made_at)
    values (
      ${id}, ${organizationId}, ${name}, ${sql.param(scopes)}::text[], ${hash}, ${ending}, ${madeBy}, ${madeAt}
    )
  `)
}

export async function replaceKey(
  tx: Db,
  { id, hash, ending, madeBy, madeAt }: NewKey,
  earlierUntil: Date,
): Promise<void> {
  await tx.query(sql`
    update api_keys
    set
      earlier_hash = hash,
      earlier_made_by = made_by,
      earlier_until = ${earlierUntil},
      hash = ${hash},
      ending = ${ending},
      made_by = ${madeBy},
      made_at = ${madeAt}
    where id = ${id}
  `)
}

export async function revokeKey(tx: Db, id: string, { by, at }: { by: string; at: Date }): Promise<void> {
  await tx.query(sql`update api_keys set revoked_by = ${by}, revoked_at = ${at} where id = ${id}`)
}
