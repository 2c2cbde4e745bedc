/** The connection to the other instances: a single listening one, however often it breaks (R11). */
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createBlankDatabase, type TestDatabase } from '#tests/database.ts'
import { testLog } from '#tests/log.ts'
import { PublicCache } from './cache.ts'

let test: TestDatabase
let outside: Client
let cache: PublicCache

beforeEach(async () => {
  test = await createBlankDatabase()
  outside = new Client({ connectionString: test.url })
  await outside.connect()
  cache = new PublicCache({ isOn: true, nowMs: () => 0 })
})
afterEach(async () => {
  await cache.close()
  await outside.end()
  await test.drop()
})

/** The connection sends through a pool; here the message arrives, or does not. */
const pooled = (query: () => Promise<unknown>) =>
  ({ pool: { query }, hasReplica: false }) as unknown as Database
const OTHERS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

async function lines(): Promise<number[]> {
  const { rows } = await outside.query<{ pid: number }>(`select pid ${OTHERS}`)
  return rows.map(({ pid }) => pid)
}

it('a listening connection that is lost five times is reopened each time, as a single connection', async () => {
  const log = testLog()
  const warn = vi.spyOn(log, 'warn')
  await cache.connect(
    pooled(async () => undefined),
    test.url,
    log,
  )
  for (let broken = 1; broken <= 5; broken += 1) {
    const before = await lines()
    expect(before).toHaveLength(1)
    await outside.query(`select pg_terminate_backend(pid) ${OTHERS}`)
    await vi.waitFor(
      async () =>
        expect(await lines()).toSatisfy((now: number[]) => now.some((pid) => !before.includes(pid))),
      10_000,
    )
    expect(warn, 'once for each time').toHaveBeenCalledTimes(broken)
  }
})

it('a line over which nothing can be sent is given up, and leaves no connection', async () => {
  const gone = new Error('the pool has no connection')
  await expect(
    cache.connect(
      pooled(() => Promise.reject(gone)),
      test.url,
      testLog(),
    ),
  ).rejects.toBe(gone)
  await vi.waitFor(async () => expect(await lines()).toEqual([]), { timeout: 20_000 })
})

it('a cache that is closed while its line is being joined leaves no connection', async () => {
  const joined = cache.connect(
    pooled(async () => undefined),
    test.url,
    testLog(),
  )
  await cache.close()
  await joined
  await vi.waitFor(async () => expect(await lines()).toEqual([]), { timeout: 20_000 })
})
