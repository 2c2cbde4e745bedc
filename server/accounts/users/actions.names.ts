/** Names that people give when signing up or paying, and those that a pledge's link added (R65). */
import { userNameChanged } from '#server/platform/changes/name-changes.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { areAllByLink, NAME_COLUMNS, typed } from './store.not-typed.ts'

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
