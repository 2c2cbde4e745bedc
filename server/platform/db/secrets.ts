import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Db, only, sql } from './database.ts'

/**
 * The root keys that tokens, cookies and links are derived from. Each is sealed: the database alone, or a backup of it,
 * reveals nothing. The newest one signs; the others still verify what they signed.
 */
export type RootKey = {
  /** Identifies the key in what it signed. Derived from the key without revealing it. */
  id: string
  /** 1 for the first, then one more each time. */
  number: number
  key: Buffer
  madeAt: Date
}
/** Newest first, never empty. */
export type Ring = readonly [RootKey, ...RootKey[]]

const NAME = 'token_secret'
const USE = 'root key'

type StoredKey = { number: number; sealed: string; madeAt: string }
type StoredRing = { keys: StoredKey[] }

const idOf = (key: Buffer): string =>
  createHash('sha256').update('root key id').update(key).digest('hex').slice(0, 8)

const rootKey = (key: Buffer, number: number, madeAt: Date): RootKey => ({
  key,
  number,
  madeAt,
  id: idOf(key),
})

export const newRootKey = (number: number, madeAt: Date): RootKey => rootKey(randomBytes(32), number, madeAt)

function opened(db: Db, stored: StoredRing): Ring {
  const keys = stored.keys.map(({ number, sealed, madeAt }) =>
    rootKey(Buffer.from(db.sealing.open(USE, sealed), 'base64url'), number, new Date(madeAt)),
  )
  const [newest, ...older] = keys.sort((a, b) => b.number - a.number)
  if (!newest) throw new Error('the ring of keys is empty')
  return [newest, ...older]
}

const sealed = (db: Db, ring: Ring): StoredRing => ({
  keys: ring.map(({ number, key, madeAt }) => ({
    number,
    sealed: db.sealing.seal(USE, key.toString('base64url')),
    madeAt: madeAt.toISOString(),
  })),
})

/** As it is stored; created by the first server that asks, and then the same for all. */
async function readStoredRing(db: Db): Promise<StoredRing> {
  const find = () => db.query<{ value: StoredRing }>(sql`select value from settings where name = ${NAME}`)
  const [found] = await find()
  if (found) return found.value
  const made = JSON.stringify(sealed(db, [newRootKey(1, new Date(0))]))
  await db.query(
    sql`insert into settings (name, value) values (${NAME}, ${made}::jsonb) on conflict do nothing`,
  )
  return only(await find()).value
}

/** The numbers of its keys, which are known even if SECRET_KEY is lost. */
export const readNumbers = async (db: Db): Promise<number[]> =>
  (await readStoredRing(db)).keys.map(({ number }) => number)

/** @throws {WrongKey} if SECRET_KEY is not the one that sealed it. */
export const readRing = async (db: Db): Promise<Ring> => opened(db, await readStoredRing(db))

/** Locked until the transaction ends, so that two rotations run one after the other. */
export async function lockRing(tx: Db): Promise<void> {
  await readStoredRing(tx)
  await tx.query(sql`select name from settings where name = ${NAME} for update`)
}

export async function writeRing(tx: Db, ring: Ring): Promise<void> {
  const value = JSON.stringify(sealed(tx, ring))
  await tx.query(sql`
    insert into settings (name, value)
    values (${NAME}, ${value}::jsonb)
    on conflict (name) do update
    set value = excluded.value
  `)
}

/** The key for hashes: they cannot be recomputed with another key, so the oldest key stays. */
export const oldest = (ring: Ring): RootKey => ring.at(-1) ?? ring[0]

/** One root is stored; a separate key is derived for each use. */
export const keyFor = (secret: Buffer, use: string): Buffer =>
  createHmac('sha256', secret).update(use).digest()
