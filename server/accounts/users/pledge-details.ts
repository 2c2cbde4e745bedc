/** The name and address that were typed for one pledge (R36, R37). */
import type { GuestContact } from '#domain/schemas/guest-pledge.ts'
import { type Db, type SQL, sql } from '#server/platform/db/database.ts'
import { CONTACT_COLUMNS, NAME_COLUMNS } from './not-typed-store.ts'

export type TypedDetails = {
  firstName: string | null
  lastName: string | null
  contact: GuestContact | null
}
type Of = { pledgeId: string; userId: string }
type Made = Of & { network: string | null }

const NOTHING: TypedDetails = { firstName: null, lastName: null, contact: null }

const list = (names: readonly string[]): SQL => sql.raw(names.join(', '))
const isNotTyped = (names: readonly string[]): SQL => sql`not_typed && ${sql.param([...names])}::text[]`
/** A ZIP code alone came with a card, and is no address. */
const ADDRESS = CONTACT_COLUMNS.filter((name) => name !== 'zip')

/** Of a pledge that is being made; where nothing was typed for it, its papers have what the account has. */
export async function keepDetails(
  tx: Db,
  { pledgeId, userId, network }: Made,
  { firstName, lastName, contact }: TypedDetails = NOTHING,
): Promise<void> {
  if (firstName === null && lastName === null && contact === null && network === null) return
  await tx.query(sql`
    insert into pledge_details (
      pledge_id, user_id, ${list(NAME_COLUMNS)}, ${list(CONTACT_COLUMNS)}, network
    )
    values (
      ${pledgeId}, ${userId}, ${firstName}, ${lastName}, ${contact?.phone ?? null},
      ${contact?.streetAddress1 ?? null}, ${contact?.streetAddress2 ?? null}, ${contact?.city ?? null},
      ${contact?.state ?? null}, ${contact?.zip ?? null}, ${network}
    )
  `)
}

/** Before the account gets other ones: its pledges keep the name and address that it had when they were made. */
export async function keepAccountDetails(tx: Db, userId: string): Promise<void> {
  const orKept = (part: SQL, columns: readonly string[]): SQL =>
    sql.join(
      columns.map(
        (name) =>
          sql`${sql.raw(name)} = case when ${part} then excluded.${sql.raw(name)} else d.${sql.raw(name)} end`,
      ),
      sql`, `,
    )
  await tx.query(sql`
    insert into pledge_details as d (
      pledge_id, user_id, ${list(NAME_COLUMNS)}, ${list(CONTACT_COLUMNS)}, name_by_link, contact_by_link
    )
    select
      p.id, u.id, ${list(NAME_COLUMNS)}, ${list(CONTACT_COLUMNS)}, ${isNotTyped(NAME_COLUMNS)},
      ${isNotTyped(ADDRESS)}
    from (
      select id from pledges where pledger_id = ${userId}
      union
      select id from held_pledges where pledger_id = ${userId}
    ) p
    cross join users u
    where u.id = ${userId}
      and coalesce(first_name, last_name, street_address1) is not null
    on conflict (pledge_id)
    do update set
      ${orKept(sql`d.first_name is null and d.last_name is null`, [...NAME_COLUMNS, 'name_by_link'])},
      ${orKept(sql`d.street_address1 is null`, [...CONTACT_COLUMNS, 'contact_by_link'])}
    where d.erased_at is null
  `)
}

/** What the pledge's link adds is that of its account at this moment (R65). */
export async function keepPartByLink(
  tx: Db,
  { pledgeId, userId }: Of,
  part: 'name' | 'contact',
): Promise<void> {
  const columns = list(part === 'name' ? NAME_COLUMNS : CONTACT_COLUMNS)
  const excluded = list((part === 'name' ? NAME_COLUMNS : CONTACT_COLUMNS).map((name) => `excluded.${name}`))
  const mark = sql.raw(`${part}_by_link`)
  await tx.query(sql`
    insert into pledge_details (pledge_id, user_id, ${columns}, ${mark})
    select ${pledgeId}, id, ${columns}, true
    from users
    where id = ${userId}
    on conflict (pledge_id)
    do update set (${columns}, ${mark}) = (${excluded}, true)
  `)
}

/** The account's name and address as they are now, on all its pledges with this name: not on those of someone else. */
export async function copyToPledges(
  tx: Db,
  userId: string,
  name: { firstName: string | null; lastName: string | null },
): Promise<void> {
  const own = [...NAME_COLUMNS, ...CONTACT_COLUMNS]
  await tx.query(sql`
    update pledge_details d
    set (${list(own)}, name_by_link, contact_by_link) = (${list(own.map((one) => `u.${one}`))}, false, false)
    from users u
    where u.id = ${userId}
      and d.user_id = u.id
      and d.erased_at is null
      and lower(concat_ws(' ', d.first_name, d.last_name))
        = lower(concat_ws(' ', ${name.firstName}::text, ${name.lastName}::text))
  `)
}
