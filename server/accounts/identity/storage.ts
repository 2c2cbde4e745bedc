import { createHash } from 'node:crypto'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { drizzle } from 'drizzle-orm/node-postgres'
import { bigint, boolean, integer, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'
import type { Database } from '#server/platform/db/database.ts'
import { realAddress } from './sign-up.ts'

/** The embedded identity's tables as its library sees them; the schema `identity` in the migrations creates them. */
const identity = pgSchema('identity')
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const made = { createdAt: instant('created_at').notNull(), updatedAt: instant('updated_at').notNull() }

const user = identity.table('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull(),
  image: text('image'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull(),
  ...made,
})

const session = identity.table('session', {
  id: text('id').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
  token: text('token').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  userId: text('user_id').notNull(),
  ...made,
})

const account = identity.table('account', {
  id: text('id').primaryKey(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: text('user_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: instant('access_token_expires_at'),
  refreshTokenExpiresAt: instant('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  ...made,
})

const verification = identity.table('verification', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ...made,
})

const twoFactor = identity.table('two_factor', {
  id: text('id').primaryKey(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  userId: text('user_id').notNull(),
  verified: boolean('verified').notNull(),
  failedVerificationCount: integer('failed_verification_count').notNull(),
  lockedUntil: instant('locked_until'),
})

const passkey = identity.table('passkey', {
  id: text('id').primaryKey(),
  name: text('name'),
  publicKey: text('public_key').notNull(),
  userId: text('user_id').notNull(),
  credentialID: text('credential_id').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  deviceType: text('device_type').notNull(),
  backedUp: boolean('backed_up').notNull(),
  transports: text('transports'),
  createdAt: instant('created_at'),
  aaguid: text('aaguid'),
})

const identityTables = { user, session, account, verification, twoFactor, passkey }

type MakeStorage = ReturnType<typeof drizzleAdapter>
type Storage = ReturnType<MakeStorage>
type Where = Parameters<Storage['findOne']>[0]['where']

/** Only this is stored of a session's token: reading the table gives no usable token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const stored = (where: Where): Where =>
  where.map((part) => {
    if (part.field === 'email') return { ...part, value: realAddress(String(part.value)) }
    if (part.field !== 'token') return part
    const value = Array.isArray(part.value)
      ? part.value.map((one) => hashOfToken(String(one)))
      : hashOfToken(String(part.value))
    return { ...part, value }
  })

/** A session looked up by its token is returned with it: only its holder knows it. */
function withToken<Row>(row: Row, where: Where): Row {
  const token = where.find(({ field }) => field === 'token')?.value
  return row && typeof token === 'string' ? { ...row, token } : row
}

type Asked = { model: string; where?: Where; update?: unknown }
const isSession = ({ model }: Asked) => model === 'session'
const isUser = ({ model }: Asked) => model === 'user'

const withRealAddress = <Row>(row: Row): Row => {
  const { email } = (row ?? {}) as { email?: unknown }
  return typeof email === 'string' ? { ...row, email: realAddress(email) } : row
}

function translating(storage: Storage): Storage {
  const asking = <Given extends Asked, Result>(run: (given: Given) => Promise<Result>) => {
    return async (given: Given): Promise<Result> => {
      if (!given.where || !(isSession(given) || isUser(given))) return run(given)
      const update = given.update === undefined ? {} : { update: withRealAddress(given.update) }
      const found = await run({ ...given, ...update, where: stored(given.where) })
      return Array.isArray(found) || isUser(given) ? found : withToken(found, given.where)
    }
  }
  return {
    ...storage,
    create: (async (given: Parameters<Storage['create']>[0]) => {
      if (isUser(given)) return storage.create({ ...given, data: withRealAddress(given.data) })
      const { token } = given.data as { token?: unknown }
      if (!isSession(given) || typeof token !== 'string') return storage.create(given)
      const row = await storage.create({ ...given, data: { ...given.data, token: hashOfToken(token) } })
      return { ...row, token }
    }) as Storage['create'],
    findOne: asking(storage.findOne) as Storage['findOne'],
    findMany: asking(storage.findMany) as Storage['findMany'],
    update: asking(storage.update) as Storage['update'],
    updateMany: asking(storage.updateMany),
    delete: asking(storage.delete),
    deleteMany: asking(storage.deleteMany),
    consumeOne: asking(storage.consumeOne) as Storage['consumeOne'],
    transaction: (work) => storage.transaction((inside) => work(translating(inside as Storage))),
  }
}

/** The library's tables on our database: with hashes for tokens, and the addresses that its own stand for. */
export function createStorage(db: Database): MakeStorage {
  const make = drizzleAdapter(drizzle(db.pool), { provider: 'pg', schema: identityTables, transaction: true })
  return (options) => translating(make(options))
}
