import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { type Db, sql } from '#server/platform/db/database.ts'
import type { Ring } from '#server/platform/db/secrets.ts'
import { librarySecrets } from './keys.ts'

const BATCH = 200

/** The keys in the library's form. */
const libraryKeys = (ring: Ring) => ({
  keys: new Map(librarySecrets(ring).map(({ version, value }) => [version, value])),
  currentVersion: ring[0].number,
})

/** Reencrypts authenticator secrets from older keys with the newest of `to`. @returns how many. */
export async function renewAuthenticators(db: Db, from: Ring, to: Ring): Promise<number> {
  const [oldKeys, newKeys] = [libraryKeys(from), libraryKeys(to)]
  const isCurrent = `$ba$${newKeys.currentVersion}$%`
  let renewed = 0
  for (let after = ''; ; ) {
    const rows = await db.query<{ id: string; secret: string }>(sql`
      select id, secret
      from identity.two_factor
      where id > ${after}
        and secret not like ${isCurrent}
      order by id
      limit ${BATCH}
    `)
    for (const { id, secret } of rows) {
      const data = await symmetricDecrypt({ key: oldKeys, data: secret })
      const anew = await symmetricEncrypt({ key: newKeys, data })
      // A person who set up another app in the meantime keeps that one.
      await db.query(
        sql`update identity.two_factor set secret = ${anew} where id = ${id} and secret = ${secret}`,
      )
    }
    renewed += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return renewed
    after = last.id
  }
}

/** Everyone must sign in again, on every device; hashes made with a removed key no longer match anything. */
export async function endAllSignIns(db: Db): Promise<number> {
  await db.query(sql`delete from identity.verification`)
  await db.query(sql`update identity.two_factor set backup_codes = '[]'`)
  return (await db.query(sql`delete from identity.session returning id`)).length
}

/** The key that encrypted them is lost: the second step has to be set up again. */
export async function dropAuthenticators(db: Db): Promise<void> {
  await db.query(sql`delete from identity.two_factor`)
  await db.query(sql`update identity."user" set two_factor_enabled = false where two_factor_enabled`)
}
