/** The server outlives its database: restarted, its sessions ended at random, or moved to another address. */
import { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openTestApp } from '#tests/app.ts'
import { type Acknowledged, ENV, openWorld, pledgeRepeatedly } from './pledge-load.ts'
import { cleanUp, eventually, newFolder } from './program.ts'
import { visit } from './site.ts'
import { switchedAddress } from './switched-address.ts'

const TERMINATIONS = 100
/** Pledges acknowledged between two events: the server is processing others. */
const BETWEEN = 20

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work()
  await cleanUp()
})

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )

/** Ends sessions that are not this one, one at random at a time. */
async function endSessionsAtRandom(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (let ended = 0; ended < TERMINATIONS; ended += 1) {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`,
    )
  }
  await client.end()
}

it('a server survives ended sessions and a restarted database at a new address, and loses and doubles no pledge', async () => {
  const dataDir = await newFolder()
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  let database = await startEmbeddedPostgres({ dataDir, log })
  undo.push(() => database.stop())
  await migrate(database.url)
  const setUp = await openWorld(database.url)
  await setUp.app.close()
  const address = await switchedAddress(database.url)
  undo.push(address.close)
  const site = await visit({ env: { ...ENV, DATABASE_URL: address.url, CACHE: '0' } })

  let isOver = false
  const acknowledged: Acknowledged[] = []
  const ports = [Number(new URL(site.url).port)]
  const work = Promise.all(
    setUp.supporters.map((one) => pledgeRepeatedly(setUp, ports, one, acknowledged, () => isOver)),
  )
  work.catch(() => undefined)
  const morePledges = async () => {
    const before = acknowledged.length
    await eventually(() => acknowledged.length >= before + BETWEEN, 120)
  }
  await morePledges()
  await endSessionsAtRandom(database.url)
  await morePledges()

  address.switchTo(null)
  await database.stop()
  await eventually(async () => (await statusOf(`${site.url}/readyz`)) === 503)
  const refused = await fetch(`${site.url}/api/campaigns`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const page = await fetch(`${site.url}/campaigns`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  database = await startEmbeddedPostgres({ dataDir, log })
  address.switchTo(database.url)
  await eventually(async () => (await statusOf(`${site.url}/readyz`)) === 200)
  await morePledges()
  isOver = true
  await work

  expect(site.program.child.exitCode).toBeNull()
  expect(site.program.output()).not.toMatch(/uncaughtException|unhandledRejection/)
  const app = await openTestApp(database.url, { now: new Date(), env: ENV })
  undo.push(app.close)
  const kept = await app.deps.db.query<{ id: string }>(sql`select id from pledges order by id`)
  expect(kept.map(({ id }) => id)).toEqual(acknowledged.map(({ id }) => id).sort())
  expect(await checkInvariants(app.deps.db)).toEqual([])
})
