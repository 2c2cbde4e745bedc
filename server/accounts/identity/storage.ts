import { createHash } from 'node:crypto'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Database } from '#server/platform/db/database.ts'
import { realAddress } from './sign-up.ts'
import { identityTables } from './tables.ts'

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
