import { createHmac, randomBytes } from 'node:crypto'
import { type Db, only, sql } from './database.ts'

/** 32 random bytes, made by whichever server asks first and then the same for all of them. */
export async function readSecret(db: Db): Promise<Buffer> {
  const candidate = randomBytes(32).toString('base64url')
  await db.query(sql`
    insert into settings (name, value)
    values ('token_secret', to_jsonb(${candidate}::text))
    on conflict do nothing
  `)
  const { value } = only(
    await db.query<{ value: string }>(sql`select value from settings where name = 'token_secret'`),
  )
  return Buffer.from(value, 'base64url')
}

/** One secret is kept; each use of it has a key of its own. */
export const keyFor = (secret: Buffer, use: string): Buffer =>
  createHmac('sha256', secret).update(use).digest()
