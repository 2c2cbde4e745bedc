/** R55: a database with several hosts. After a failover the server writes to the other one, without a restart. */

import { Client } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { cleanUp, eventually, newFolder } from './program.ts'
import { interrupt, visit } from './site.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work()
  await cleanUp()
})

async function startServer(password: string): Promise<URL> {
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const database = await startEmbeddedPostgres({ dataDir: await newFolder(), log })
  undo.push(() => database.stop())
  const url = new URL(database.url)
  await run(url, `alter user current_user password '${password}'`)
  url.password = password
  return url
}

async function run(url: URL, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** How a client sees a standby: it answers, and refuses to write. */
const setReadOnly = (url: URL, isReadOnly: boolean) =>
  run(
    url,
    'set default_transaction_read_only = off',
    `alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    'select pg_reload_conf()',
  )

const signUpAt = (url: string, email: string) =>
  fetch(`${url}/api/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, name: 'Sam Hill', password: 'a-long-password' }),
  }).then(({ status }) => status)

it('a server with two hosts starts on the one that accepts writes, and follows when they change places', async () => {
  const one = await startServer('shared')
  const two = await startServer('shared')
  // The other one has the schema too, as a standby has.
  const first = await visit({ env: { DATABASE_URL: one.href, SECRET_KEY: TEST_SECRET_KEY } })
  await interrupt(first)
  await setReadOnly(one, true)
  const both = new URL(one).href.replace(one.host, `${one.host},${two.host}`)
  const site = await visit({
    env: { DATABASE_URL: `${both}?target_session_attrs=read-write`, SECRET_KEY: TEST_SECRET_KEY },
  })
  expect(await signUpAt(site.url, 'one@example.org')).toBe(200)
  await run(two, 'select 1 / count(*) from identity."user"')

  await setReadOnly(two, true)
  await setReadOnly(one, false)
  // Requests that met the old one are refused as unavailable; its connections are dropped one after the other.
  await eventually(async () => (await signUpAt(site.url, 'two@example.org')) === 200)
  await run(one, 'select 1 / count(*) from identity."user"')
  expect(site.program.child.exitCode).toBeNull()
  await interrupt(site)
})
