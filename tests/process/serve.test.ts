/** R55: npm run serve and npm run migrate, as on a server: no packages for development, nothing writable. */

import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { freePort } from '../free-port.ts'
import { installWithoutDevelopment } from './installation.ts'
import { canBeNobody, cleanUp, eventually, newFolder, node, processesOfGroup, start } from './program.ts'
import { isHealthy } from './site.ts'

let databaseUrl: string
const undo: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const database = await startEmbeddedPostgres({ dataDir: await newFolder(), log })
  undo.push(() => database.stop())
  databaseUrl = database.url
}, 120_000)
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work()
  await cleanUp()
})

it('migrates, serves pages as one process without packages for development, and writes nothing', async () => {
  const { folder, env } = await installWithoutDevelopment()
  const port = await freePort()
  const home = await newFolder({ forNobody: canBeNobody })
  const settings = {
    ...env,
    HOME: home,
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    MIGRATE: '0',
    SECRET_KEY: TEST_SECRET_KEY,
    PORT: String(port),
    DATA_DIR: '/nowhere',
  }
  const how = { env: settings, cwd: folder, asNobody: canBeNobody }
  const early = start('npm', ['run', '--silent', 'serve'], how)
  expect(await early.ended).toBe(1)
  expect(early.output()).toContain('run npm run migrate')

  const migration = start('npm', ['run', '--silent', 'migrate'], how)
  expect(await migration.ended, migration.output()).toBe(0)
  expect(migration.output()).toContain('Applied 0001_schema.sql')
  const again = start('npm', ['run', '--silent', 'migrate'], how)
  expect(await again.ended, again.output()).toBe(0)
  expect(again.output()).toContain('up to date')

  const server = start('node', ['scripts/serve.mjs'], how)
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => server.child.exitCode !== null || (await isHealthy(url)))
  expect(server.child.exitCode, server.output()).toBeNull()
  const page = await fetch(`${url}/campaigns`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
  expect(await processesOfGroup(server.child.pid as number)).toEqual([server.child.pid])

  // Other commands work there too, and install nothing.
  const role = start('npm', ['run', '--silent', 'role', '--', 'add', 'me@example.org', 'representative'], how)
  await role.ended
  expect(role.output()).not.toContain('Installing packages')
  expect(role.output()).toContain('No one has signed up with that address')
  server.signalGroup('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('a server refuses a database on which advisory locks hold nothing, before it migrates it', async () => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    create schema no_locks;
    create function no_locks.pg_advisory_xact_lock(bigint) returns void language sql as 'select null::void';`)
  const address = new URL(databaseUrl)
  address.searchParams.set('options', '-csearch_path=no_locks,pg_catalog,public')
  const env = {
    DATABASE_URL: address.href,
    SECRET_KEY: TEST_SECRET_KEY,
    DEMO: '0',
    PORT: String(await freePort()),
  }
  const server = start(node, ['server/main.ts'], { env })
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('advisory locks that exclude one another')
  const { rows } = await client.query("select to_regclass('schema_migrations') as name")
  await client.end()
  expect(rows).toEqual([{ name: null }])
})
