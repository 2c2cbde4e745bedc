/** Details that a supporter's account lacks, added by their pledge's link, which shows nothing already stored (R26, R65). */
import type { DetailsByLink, LinkedDetailsForm, PartsByLink } from '#domain/schemas/pledge-link.ts'
import { userNameChanged } from '#server/platform/changes/name-changes.ts'
import { type Db, first, only, type SQL, sql } from '#server/platform/db/database.ts'
import {
  addedByLink,
  CONTACT_COLUMNS,
  givesWay,
  NAME_COLUMNS,
  type ProfileColumn,
} from './store.not-typed.ts'

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

const all = (columns: readonly ProfileColumn[]): SQL => sql.join(columns.map(givesWay), sql` and `)

/** Each part as a whole: a value without a mark was typed by the supporter, and stays. */
const stateOf = (columns: readonly ProfileColumn[], filled: SQL): SQL => sql`
  case
    when ${HAS_INVOICES} or not (${all(columns)}) then 'kept'
    when ${filled} then 'by_link'
    else 'missing'
  end
`

export const detailsOf = async (db: Db, userId: string): Promise<DetailsByLink> =>
  first(
    await db.query<DetailsByLink>(sql`
      select
        ${stateOf(NAME_COLUMNS, sql`last_name is not null or first_name is not null`)} as name,
        ${stateOf(CONTACT_COLUMNS, sql`street_address1 is not null`)} as contact
      from users u
      where id = ${userId}
        and deleted_at is null
    `),
  ) ?? { name: 'kept', contact: 'kept' }

/** Fills in what is missing or was added by a link before. @returns those parts. What the supporter typed stays. */
export async function addDetailsByLink(
  tx: Db,
  userId: string,
  { name, contact }: LinkedDetailsForm,
): Promise<PartsByLink> {
  await tx.query(sql`select from users where id = ${userId} for update`)
  const open = await detailsOf(tx, userId)
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
  }
  if (added.contact && contact)
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
