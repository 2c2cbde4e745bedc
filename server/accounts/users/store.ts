import { unlinked } from '#domain/links.ts'
import type { MemberRole } from '#domain/people/roles.ts'
import type { ProfileForm, UserCampaign } from '#domain/schemas/user.ts'
import {
  isKeptPrivate,
  isMember,
  isRepresentative,
  mayManage,
  roleWho,
} from '#server/accounts/access/index.ts'
import { AFTER_ALL_IDS } from '#server/platform/base/ids.ts'
import { userNameChanged } from '#server/platform/changes/name-changes.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { keepAccountDetails } from './details.ts'
import { NAME_COLUMNS, type ProfileColumn, typed } from './typed-columns.ts'

export type UserRow = {
  id: string
  firstName: string | null
  lastName: string | null
  email: string
  emailVerifiedAt: Date | null
  phone: string | null
  profileImageUrl: string | null
  streetAddress1: string | null
  streetAddress2: string | null
  city: string | null
  state: string | null
  zip: string | null
  version: number
  createdAt: Date
  roles: string[]
  memberships: { organizationId: string; organizationName: string; role: MemberRole }[]
}

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return first(
    await db.query<UserRow>(sql`
      select
        u.id, u.first_name, u.last_name, u.email, u.email_verified_at, u.phone, u.profile_image_url,
        u.street_address1, u.street_address2, u.city, u.state, u.zip, u.version, u.created_at,
        array(
          select r.role
          from user_roles r
          where r.user_id = u.id
          order by r.role
        ) as roles,
        coalesce((
          select json_agg(
            json_build_object('organizationId', o.id, 'organizationName', o.name, 'role', m.role)
            order by o.name, o.id
          )
          from organization_members m
          join organizations o on o.id = m.organization_id
          where m.user_id = u.id
            and o.archived_at is null
        ), '[]') as memberships
      from users u
      where u.id = ${userId}
        and u.deleted_at is null
    `),
  )
}

/** First name and initial, as an invitation names its sender; null without a name, and once the account is deleted. */
export async function senderNamed(db: Db, userId: string): Promise<string | null> {
  const sender = first(
    await db.query<{ firstName: string | null; lastInitial: string | null }>(sql`
      select nullif(trim(first_name), '') as first_name, upper(left(trim(last_name), 1)) as last_initial
      from users
      where id = ${userId}
        and deleted_at is null
    `),
  )
  if (!sender?.firstName) return null
  const { firstName, lastInitial } = sender
  return unlinked(lastInitial ? `${firstName} ${lastInitial}.` : firstName)
}

const COLUMNS: Record<keyof Omit<ProfileForm, 'email'>, ProfileColumn> = {
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  city: 'city',
  state: 'state',
  streetAddress1: 'street_address1',
  streetAddress2: 'street_address2',
  zip: 'zip',
}

export type Profile = { [Field in keyof Omit<ProfileForm, 'email'>]: string | null }

/**
 * Returns the columns that changed; undefined if the user is gone. Changed columns were typed, and so were all of
 * `isWhole`, a form that asks for the rest as well: they are the supporter's own from now on, whoever added them.
 */
export async function updateProfile(
  tx: Db,
  userId: string,
  profile: Profile,
  { isWhole, onPledges = false }: { isWhole: boolean; onPledges?: boolean },
): Promise<string[] | undefined> {
  const before = first(
    await tx.query<Profile>(sql`
      select first_name, last_name, phone, street_address1, street_address2, city, state, zip
      from users
      where id = ${userId}
        and deleted_at is null
      for update
    `),
  )
  if (!before) return undefined
  const changed = (Object.keys(before) as (keyof Profile)[]).filter(
    (field) => before[field] !== profile[field],
  )
  const own: ProfileColumn[] = (isWhole ? (Object.keys(before) as (keyof Profile)[]) : changed).map(
    (field) => COLUMNS[field],
  )
  // A name is typed as a whole: no half of another's is put beside it later.
  if (own.some((column) => NAME_COLUMNS.some((one) => one === column))) own.push(...NAME_COLUMNS)
  if (own.length > 0) await tx.query(sql`update users set ${typed(own)} where id = ${userId}`)
  if (changed.length === 0) return changed
  if (!onPledges) await keepAccountDetails(tx, userId)
  await tx.query(sql`
    update users
    set
      first_name = ${profile.firstName},
      last_name = ${profile.lastName},
      phone = ${profile.phone},
      street_address1 = ${profile.streetAddress1},
      street_address2 = ${profile.streetAddress2},
      city = ${profile.city},
      state = ${profile.state},
      zip = ${profile.zip},
      version = version + 1
    where id = ${userId}
  `)
  if (changed.includes('firstName') || changed.includes('lastName')) await userNameChanged(tx, userId)
  return changed
}

export async function isEmailVerified(db: Db, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select id
    from users
    where id = ${userId}
      and email_verified_at is not null
      and deleted_at is null
  `)
  return rows.length > 0
}

/** Whether some user has proven this address, with any identity provider. */
export async function isProven(db: Db, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select id
    from users
    where email = ${email}
      and email_verified_at is not null
      and deleted_at is null
  `)
  return rows.length > 0
}

/** Keeps the account from being deleted until the transaction ends; false if it is deleted. Before any other lock. */
export async function lockUser(tx: Db, userId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select id
    from users
    where id = ${userId}
      and deleted_at is null
    for share
  `)
  return rows.length > 0
}

type CampaignPage = { limit: number; beforeId: string | null; search: string | null }

/** Drafts are for representatives and owners only. */
const visibleTo = (actor: Actor, search: string | null): SQL => sql`
  from campaigns c
  join organizations o on o.id = c.organization_id
  where
    (
      ${isRepresentative(actor)}
      or exists (
        select from organization_members m
        where m.organization_id = c.organization_id
          and ${isMember(actor, 'm')}
          and (${roleWho('manage', 'm')} or not ${isKeptPrivate})
      )
    )
    and (${search}::text is null or c.name ilike ${search}::text or o.name ilike ${search}::text)
`

export async function campaignsOf(db: Db, actor: Actor, page: CampaignPage): Promise<UserCampaign[]> {
  const rows = await db.query<Omit<UserCampaign, 'organization'>>(sql`
    select
      c.id, c.name, c.status, o.name as organization_name,
      ${mayManage(actor, sql`c.organization_id`)} as can_manage
    ${visibleTo(actor, page.search)}
      and c.id < ${page.beforeId ?? AFTER_ALL_IDS}::uuid
    order by c.id desc
    limit ${page.limit}
  `)
  return rows.map((row) => ({ ...row, organization: { name: row.organizationName } }))
}

export async function countCampaignsOf(db: Db, actor: Actor, search: string | null): Promise<number> {
  return only(await db.query<{ count: number }>(sql`select count(*) as count ${visibleTo(actor, search)}`))
    .count
}
