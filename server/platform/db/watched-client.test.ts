/** A server that says nothing at all: its connections end, and others take their place. */
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CHANNEL, PublicCache } from '#server/platform/cache/cache.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
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
  line.server.close()
  await test.drop()
})

type Line = {
  url: string
  server: Server
  /** Nothing passes anymore, in either direction, and no end of a connection is told; `open`: new connections still work. */
  goSilent(which: 'open' | 'all'): void
  speak(): void
}

async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let isSilent = false
  const server = createServer((from) => {
    const to = connectTo(Number(port), hostname)
    for (const socket of [from, to]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
      if (isSilent) socket.pause()
    }
    from.on('data', (bytes) => to.write(bytes)).on('end', () => to.end())
    to.on('data', (bytes) => from.write(bytes)).on('end', () => from.end())
    if (isSilent) for (const socket of [from, to]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.port = String((server.address() as { port: number }).port)
  return {
    ...{ url: address.href, server },
    goSilent: (which) => {
      isSilent = which === 'all'
      for (const socket of open) socket.pause()
    },
    speak: () => {
      isSilent = false
      for (const socket of open) socket.resume()
    },
  }
}

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
