/** A server that says nothing at all: its connections end, and others take their place. */
import type { Logger } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CHANNEL, PublicCache } from '#server/platform/cache/cache.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { type Line, openLine } from '#tests/silent-line.ts'
import { isConnectionLost } from './connection-lost.ts'
import { type Database, openDatabase, sql } from './database.ts'
import { connectionsWaitedFor } from './watched-client.ts'

let test: TestDatabase
let line: Line
let db: Database
beforeEach(async () => {
  test = await createTestDatabase()
  line = await openLine(test.url)
  db = openDatabase({ url: line.url, connections: 2 })
})
afterEach(async () => {
  line.speak()
  await db.close()
  line.close()
  await test.drop()
})

const ask = () => db.query<{ one: number }>(sql`select 1 as one`)
const lost = async (asked: Promise<unknown>) =>
  isConnectionLost(
    await asked.then(
      () => null,
      (error: unknown) => error,
    ),
  )

it('a statement that the server never heard of ends with its connection, and the next one gets another', async () => {
  await ask()
  line.goSilent('open')
  expect(await lost(ask())).toBe(true)
  expect(await ask()).toEqual([{ one: 1 }])
})

it('a statement on a connection that has ended is refused, and not waited for', async () => {
  const client = await db.pool.connect()
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  const direct = openDatabase({ url: test.url, connections: 1 })
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await direct.query(sql`select pg_terminate_backend(${rows[0]?.pid})`)
  await direct.close()
  await ended
  expect(await lost(client.query('rollback'))).toBe(true)
  client.release(true)
  expect(connectionsWaitedFor()).toBe(0)
})

it('while the server responds to nobody, statements are refused', async () => {
  await ask()
  line.goSilent('all')
  expect(await lost(ask())).toBe(true)
})

it('a server that says nothing is waited for once: what is sent there next is refused at once', async () => {
  const [held, idle] = await Promise.all([db.pool.connect(), db.pool.connect()])
  line.goSilent('all')
  const refused: string[] = []
  const tried = (name: string, statement: Promise<unknown>) =>
    lost(statement).then((isLost) => void (isLost && refused.push(name)))
  await tried('the first', held.query('select 1'))
  const second = tried('another, on an open connection', idle.query('select 1'))
  idle.release(true)
  held.release(true)
  const third = tried('a third, on a new one', ask())
  // No timer of a second look, or of a connection that is being opened, can be due by now.
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(refused).toEqual(['the first', 'another, on an open connection', 'a third, on a new one'])
  await Promise.all([second, third])
})

it('the connection that hears changes of other instances is opened again', async () => {
  const reconnecting = Promise.withResolvers<void>()
  const log = { warn: () => reconnecting.resolve() } as unknown as Logger
  const cache = new PublicCache({ isOn: true, nowMs: Date.now })
  const direct = openDatabase({ url: test.url, connections: 1 })
  try {
    await cache.connect(direct, line.url, log)
    line.goSilent('open')
    await reconnecting.promise
    const heard = Promise.withResolvers<readonly string[]>()
    cache.onChange(heard.resolve)
    const tell = () =>
      direct.pool.query(`select pg_notify('${CHANNEL}', '{"origin": "other", "tags": ["campaigns"]}')`)
    const telling = setInterval(() => void tell().catch(() => undefined), 200)
    expect(await heard.promise).toEqual(['campaigns'])
    clearInterval(telling)
  } finally {
    await cache.close()
    await direct.close()
  }
})

it('a statement that takes long is left alone', async () => {
  const [row] = await db.query<{ slept: boolean }>(sql`select pg_sleep(6) is not null as slept`)
  expect(row?.slept).toBe(true)
})
