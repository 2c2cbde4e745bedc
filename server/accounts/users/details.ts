/** Details that a supporter's account lacks, added by their pledge's link, which shows nothing already stored (R65). */

import type { GuestContact } from '#domain/schemas/guest-pledge.ts'
import type { DetailsByLink, LinkedDetailsForm, PartsByLink } from '#domain/schemas/pledge-link.ts'
import { userNameChanged } from '#server/platform/changes/name-changes.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import {
  addedByLink,
  areAllByLink,
  CONTACT_COLUMNS,
  givesWay,
  NAME_COLUMNS,
  type ProfileColumn,
  typed,
} from './typed-columns.ts'

/** The name and address that were typed for one pledge. */
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

/** What the pledge's link adds is that of its account at this moment. */
async function keepPartByLink(tx: Db, { pledgeId, userId }: Of, part: 'name' | 'contact'): Promise<void> {
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

/** An address decides where an invoice goes: none is added by link while the account pays anything by check or cash. */
const HAS_INVOICES = sql`
  exists (
    select from pledges p
    where p.pledger_id = u.id
      and p.payment_method in ('check', 'cash')
    union all
    select from held_pledges h
    where h.pledger_id = u.id
      and h.state = 'held'
  )
`

const all = (columns: readonly ProfileColumn[]): SQL =>
  sql.join(
    columns.map((column) => givesWay(column, sql`u.`)),
    sql` and `,
  )

/** Each part as a whole: what was typed, for the account or for this pledge, stays. `filled`, by its link if `byLink`. */
const stateOf = (columns: readonly ProfileColumn[], filled: SQL, byLink: SQL): SQL => sql`
  case
    when ${HAS_INVOICES} or not (${all(columns)}) or d.erased_at is not null or (${filled} and not ${byLink})
      then 'kept'
    when ${filled} then 'by_link'
    else 'missing'
  end
`

export const detailsOf = async (
  db: Db,
  { pledgeId, userId }: { pledgeId: string; userId: string },
): Promise<DetailsByLink> =>
  first(
    await db.query<DetailsByLink>(sql`
      select
        ${stateOf(NAME_COLUMNS, sql`coalesce(d.last_name, d.first_name) is not null`, sql`d.name_by_link`)} as name,
        ${stateOf(CONTACT_COLUMNS, sql`d.street_address1 is not null`, sql`d.contact_by_link`)} as contact
      from users u
      left join pledge_details d on d.pledge_id = ${pledgeId}
      where u.id = ${userId}
        and u.deleted_at is null
    `),
  ) ?? { name: 'kept', contact: 'kept' }

/** Fills in what is missing or was added by a link before. @returns those parts. What the supporter typed stays. */
export async function addDetailsByLink(
  tx: Db,
  { pledgeId, userId }: { pledgeId: string; userId: string },
  { name, contact }: LinkedDetailsForm,
): Promise<PartsByLink> {
  await tx.query(sql`select from users where id = ${userId} for update`)
  const open = await detailsOf(tx, { pledgeId, userId })
  const added = {
    name: open.name !== 'kept' && Boolean(name),
    contact: open.contact !== 'kept' && Boolean(contact),
  }
  if (added.name && name) {
    await tx.query(sql`
      update users
      set
        first_name = ${name.firstName},
        last_name = ${name.lastName},
        ${addedByLink(NAME_COLUMNS)},
        version = version + 1
      where id = ${userId}
    `)
    await userNameChanged(tx, userId)
    await keepPartByLink(tx, { pledgeId, userId }, 'name')
  }
  if (added.contact && contact) {
    await tx.query(sql`
      update users
      set
        phone = ${contact.phone},
        street_address1 = ${contact.streetAddress1},
        street_address2 = ${contact.streetAddress2},
        city = ${contact.city},
        state = ${contact.state},
        zip = ${contact.zip},
        ${addedByLink(CONTACT_COLUMNS)},
        version = version + 1
      where id = ${userId}
    `)
    await keepPartByLink(tx, { pledgeId, userId }, 'contact')
  }
  return added
}

/** How often something was added to this account by link since then. */
export const countAddedByLink = async (db: Db, userId: string, since: Date): Promise<number> =>
  only(
    await db.query<{ count: number }>(sql`
      select count(*) as count
      from audit_log
      where subject_id = ${userId}
        and action = 'user.add_details'
        and at > ${since}
    `),
  ).count

/** Whose name and address a pledge's papers have: two people may share one mailbox, and so one account. */
const columns = (own: SQL, names: readonly string[]): SQL =>
  sql.join(
    names.map(
      (name) => sql`case when ${own} then d.${sql.raw(name)} else a.${sql.raw(name)} end as ${sql.raw(name)}`,
    ),
    sql`, `,
  )

/**
 * The supporter of a pledge (also of a held one) as `u`: the account, with what was typed for this pledge in place of its name
 * and its address. Only what a pledge's link added gives way to what the account's supporter typed. `deleted_at`: the account
 * was deleted, or this pledge names nobody anymore.
 */
export const supporterOf = (pledgeId = sql`p.id`, pledgerId = sql`p.pledger_id`): SQL => sql`
  join lateral (
    select
      a.id,
      case when d.erased_at is null then a.email else 'deleted-' || a.id || '@deleted.invalid' end as email,
      a.email_verified_at, a.created_at,
      coalesce(a.deleted_at, d.erased_at) as deleted_at,
      ${columns(sql`part.own_name`, NAME_COLUMNS)},
      ${columns(sql`part.own_contact`, CONTACT_COLUMNS)}
    from users a
    left join pledge_details d on d.pledge_id = ${pledgeId}
    cross join lateral (
      select
        d.erased_at is not null
        or (
          (d.first_name is not null or d.last_name is not null)
          and (
            not d.name_by_link
            or (a.first_name is null and a.last_name is null)
            or a.not_typed && ${sql.param([...NAME_COLUMNS])}::text[]
          )
        ) as own_name,
        d.erased_at is not null
        or (
          d.street_address1 is not null
          and (not d.contact_by_link or a.street_address1 is null or 'street_address1' = any(a.not_typed))
        ) as own_contact
    ) part
    where a.id = ${pledgerId}
  ) u on true
`

/** A name from a sign-up or a wallet replaces one that a link added, whole, and no other. @returns whether it did. */
export async function nameOfPerson(
  tx: Db,
  userId: string,
  { firstName, lastName }: { firstName: string | null; lastName: string | null },
): Promise<boolean> {
  if (firstName === null && lastName === null) return false
  const changed = await tx.query(sql`
    update users
    set
      first_name = ${firstName},
      last_name = ${lastName},
      ${typed(NAME_COLUMNS)},
      version = version + 1
    where id = ${userId}
      and ${areAllByLink(NAME_COLUMNS)}
    returning id
  `)
  if (changed.length > 0) await userNameChanged(tx, userId)
  return changed.length > 0
}
