/** Details that a supporter's account lacks, added by their pledge's link, which shows nothing already stored (R26, R65). */
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
} from './not-typed-store.ts'
import { keepPartByLink } from './pledge-details.ts'

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

/** Whose name and address a pledge's papers have: two people may share one mailbox, and so one account (R36, R37). */
const columns = (own: SQL, names: readonly string[]): SQL =>
  sql.join(
    names.map(
      (name) => sql`case when ${own} then d.${sql.raw(name)} else a.${sql.raw(name)} end as ${sql.raw(name)}`,
    ),
    sql`, `,
  )

/**
 * The supporter of a pledge (also of a held one) as `u`: the account, with what was typed for this pledge in place of its name
 * and its address. Only what a pledge's link added gives way to what the account's supporter typed (R65). `deleted_at`: the account
 * was deleted, or this pledge names nobody anymore (R45).
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
