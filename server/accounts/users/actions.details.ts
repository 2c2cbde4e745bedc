/** What a supporter's account lacks and is added by the link of their pledge, which shows nothing of what it has (R26, R65). */
import type { LinkedDetailsForm, MissingDetails } from '#domain/schemas/pledge-link.ts'
import { userNameChanged } from '#server/platform/changes/name-changes.ts'
import { type Db, first, only, sql } from '#server/platform/db/database.ts'

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

export const missingOf = async (db: Db, userId: string): Promise<MissingDetails> =>
  first(
    await db.query<MissingDetails>(sql`
      select
        first_name is null and last_name is null and not ${HAS_INVOICES} as name,
        phone is null and street_address1 is null and not ${HAS_INVOICES} as contact
      from users u
      where id = ${userId}
        and deleted_at is null
    `),
  ) ?? { name: false, contact: false }

/** Fills in what is missing, each part as a whole; answers which parts were. What the account has stays. */
export async function addMissing(
  tx: Db,
  userId: string,
  { name, contact }: LinkedDetailsForm,
): Promise<MissingDetails> {
  await tx.query(sql`select from users where id = ${userId} for update`)
  const missing = await missingOf(tx, userId)
  const added = { name: missing.name && Boolean(name), contact: missing.contact && Boolean(contact) }
  if (added.name && name) {
    await tx.query(sql`
      update users
      set first_name = ${name.firstName}, last_name = ${name.lastName}, version = version + 1
      where id = ${userId}
    `)
    await userNameChanged(tx, userId)
  }
  if (added.contact && contact)
    only(
      await tx.query(sql`
        update users
        set
          phone = ${contact.phone},
          street_address1 = ${contact.streetAddress1},
          street_address2 = ${contact.streetAddress2},
          city = ${contact.city},
          state = ${contact.state},
          zip = ${contact.zip},
          version = version + 1
        where id = ${userId}
        returning id
      `),
    )
  return added
}
