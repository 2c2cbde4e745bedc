/** A server that says nothing at all: what waits for it ends, and the next statement gets another connection. */
import { connect as connectTo, createServer, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { expect, it } from 'vitest'
import { CHANNEL, PublicCache } from '#server/platform/cache/cache.ts'
import { createTestDatabase } from '#tests/database.ts'
import { isConnectionLost } from './connection-lost.ts'
import { openDatabase, sql } from './database.ts'

type Line = {
  /** The database's address, through here. */
  url: string
  /** Nothing passes anymore, in either direction, and no end of a connection is told; `open`: new connections still work. */
  goSilent(which: 'open' | 'all'): void
  speak(): void
  close(): void
}

/** As when the database's machine loses power, or the network drops packets. */
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
    url: address.href,
    close: () => server.close(),
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

it('a statement that the server never answers ends with its connection, and the next one gets another', async () => {
  const test = await createTestDatabase()
  const line = await openLine(test.url)
  const db = openDatabase({ url: line.url, connections: 1, longestStatementMs: 1_000 })
  const ask = () => db.query<{ one: number }>(sql`select 1 as one`)
  try {
    await ask()
    line.goSilent('open')
    expect(isConnectionLost(await ask().catch((error: unknown) => error))).toBe(true)
    expect(await ask()).toEqual([{ one: 1 }])
    line.goSilent('open')
    const transaction = db.transaction((tx) => tx.query(sql`select 2 as two`))
    expect(isConnectionLost(await transaction.catch((error: unknown) => error))).toBe(true)
    expect(await ask()).toEqual([{ one: 1 }])
  } finally {
    line.speak()
    await db.close()
    line.close()
    await test.drop()
  }
})

it('the connection that hears changes of other instances is opened again', async () => {
  const test = await createTestDatabase()
  const line = await openLine(test.url)
  const direct = openDatabase({ url: test.url, connections: 1 })
  const reconnecting = Promise.withResolvers<void>()
  const log = { warn: () => reconnecting.resolve() } as unknown as Logger
  const cache = new PublicCache({ isOn: true, nowMs: Date.now, tryLineMs: 500 })
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
    line.speak()
    line.close()
    await test.drop()
  }
})
