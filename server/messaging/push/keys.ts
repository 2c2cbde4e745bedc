/** The key pair by which push services know this installation (VAPID): from the settings, or made once and sealed. */
import webPush from 'web-push'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import type { Deps } from '#server/platform/deps.ts'

export type PushKeys = { publicKey: string; privateKey: string }

const NAME = 'push_keys'
const USE = 'push keys'
type Stored = { publicKey: string; sealed: string }

const find = (db: Db) => db.query<{ value: Stored }>(sql`select value from settings where name = ${NAME}`)

/** Made by whichever server asks first, and then the same for all. @throws {WrongKey} where another SECRET_KEY sealed it. */
export async function readPushKeys({ db, config }: Pick<Deps, 'config'> & { db: Db }): Promise<PushKeys> {
  if (config.push.keys) return config.push.keys
  const [found] = await find(db)
  const { publicKey, sealed } = (found ?? (await make(db))).value
  return { publicKey, privateKey: db.sealing.open(USE, sealed) }
}

async function make(db: Db): Promise<{ value: Stored }> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const made = JSON.stringify({ publicKey, sealed: db.sealing.seal(USE, privateKey) })
  await db.query(
    sql`insert into settings (name, value) values (${NAME}, ${made}::jsonb) on conflict do nothing`,
  )
  return only(await find(db))
}

/** With the first key, where another one sealed it. */
export async function resealPushKeys(db: Db): Promise<void> {
  const [found] = await find(db)
  if (!found || db.sealing.isCurrent(found.value.sealed)) return
  const sealed = db.sealing.seal(USE, db.sealing.open(USE, found.value.sealed))
  const value = JSON.stringify({ ...found.value, sealed })
  await db.query(sql`update settings set value = ${value}::jsonb where name = ${NAME}`)
}

/** After a leak, or without the key that opens it: the next one to ask makes a new pair. */
export async function dropPushKeys(db: Db): Promise<void> {
  await db.query(sql`delete from settings where name = ${NAME}`)
}
