/** R55: two servers share one PostgreSQL through PgBouncer in transaction mode, as deploy/pgbouncer.ini sets it up. */
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TwoFactorSetup } from '#domain/schemas/identity.ts'
import { sql } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openTestApp } from '#tests/app.ts'
import { Browser } from '#tests/identity.ts'
import { totp } from '#tests/totp.ts'
import { freePort } from '../free-port.ts'
import { type Acknowledged, ENV, openWorld, pledgeRepeatedly } from './pledge-load.ts'
import { cleanUp, eventually, isRoot, newFolder, node, start } from './program.ts'
import { interrupt, type Site, visit } from './site.ts'

/** Debian's package, which CI must have, or another version. */
const PGBOUNCER = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'
const isThere = Boolean(process.env.CI) || existsSync(PGBOUNCER)
const PLEDGES = 60

const undo: (() => Promise<unknown>)[] = []
let direct: string
let pooled: string

beforeEach(async () => {
  if (!isThere) return
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const database = await startEmbeddedPostgres({ dataDir: await newFolder(), log })
  undo.push(() => database.stop())
  direct = database.url
  pooled = await startPgBouncer(direct)
}, 120_000)
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work()
  await cleanUp()
})

/** Few sessions for many connections: each transaction may get another session. */
async function startPgBouncer(url: string): Promise<string> {
  const { hostname, port: serverPort, username, password } = new URL(url)
  const folder = await newFolder()
  const port = await freePort()
  const settings = `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
query_wait_timeout = 5
server_login_retry = 1
query_timeout = 60
${isRoot ? 'user = nobody' : ''}
`
  await writeFile(join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  await chmod(folder, 0o755)
  const program = start(PGBOUNCER, [join(folder, 'pgbouncer.ini')])
  await eventually(() => program.output().includes('process up') || program.child.exitCode !== null)
  if (program.child.exitCode !== null) throw new Error(program.output())
  const through = new URL(url)
  through.port = String(port)
  return through.href
}

/** A browser of its own that calls this server. */
const browserAt = ({ url }: Site) =>
  new Browser(
    {
      fetch: ({ url: asked, method, headers, body }: Request) => {
        const { pathname, search } = new URL(asked)
        return fetch(`${url}${pathname}${search}`, { method, headers, body, duplex: 'half' } as RequestInit)
      },
    } as OpenAPIHono,
    '127.0.0.1',
  )

it.runIf(isThere)('pledges taken by two servers through PgBouncer are all kept, once', async () => {
  const env = { ...ENV, DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }
  const one = await visit({ env })
  const other = await visit({ env })
  const world = await openWorld(direct)
  undo.push(world.app.close)
  const ports = [one, other].map(({ url }) => Number(new URL(url).port))
  const acknowledged: Acknowledged[] = []
  await Promise.all(
    world.supporters.map((supporter) =>
      pledgeRepeatedly(world, ports, supporter, acknowledged, () => acknowledged.length >= PLEDGES),
    ),
  )
  const app = await openTestApp(direct, { now: new Date(), env: ENV })
  undo.push(app.close)
  const kept = await app.deps.db.query<{ id: string }>(sql`select id from pledges order by id`)
  expect(kept.map(({ id }) => id)).toEqual(acknowledged.map(({ id }) => id).sort())

  // Each was notified of the other's pledges.
  const pledgesAt = async ({ url }: typeof one) =>
    ((await (await fetch(`${url}${world.path}`)).json()) as { pledgesCount: number }).pledgesCount
  for (const site of [one, other])
    await eventually(async () => (await pledgesAt(site)) === acknowledged.length)
  for (const { program } of [one, other]) expect(program.output()).not.toMatch(/"level":(50|60)/)
  await interrupt(one)
  await interrupt(other)
})

it.runIf(isThere)(
  'through PgBouncer people sign in, with a second step too, and set a new password by the mailed link',
  async () => {
    const env = {
      ...ENV,
      APP_URL: 'http://localhost:3000',
      DATABASE_URL: pooled,
      DATABASE_DIRECT_URL: direct,
    }
    const site = await visit({ env })
    const app = await openTestApp(direct, { now: new Date(), env: ENV })
    undo.push(app.close)
    const names = { firstName: 'Ann', lastName: 'Lee' }
    const accounts = ['ann', 'bea', 'cid', 'dee', 'eve', 'fay'].map((name) => ({
      email: `${name}@example.org`,
      password: 'a long password',
    }))
    for (const account of accounts) await app.deps.identity.createAccount?.({ ...account, ...names })
    // All at once, so that they meet on the pooler's few sessions, and again.
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = await Promise.all(
        accounts.map((account) => browserAt(site).post('/sign-in/email', account)),
      )
      expect(answers.map(({ status }) => status)).toEqual(accounts.map(() => 200))
    }
    const [{ email, password }] = accounts as [(typeof accounts)[0]]
    const phone = browserAt(site)
    await phone.post('/sign-in/email', { email, password })
    const { secret } = (await phone.post<TwoFactorSetup>('/two-factor', { password })).body
    expect((await phone.post('/two-factor/confirm', { code: totp(secret) })).status).toBe(200)
    const laptop = browserAt(site)
    expect((await laptop.post('/sign-in/email', { email, password })).body.twoFactorRequired).toBe(true)
    expect((await laptop.post('/sign-in/two-factor', { code: totp(secret, 1) })).status).toBe(200)

    expect((await laptop.post('/password/forgot', { email })).status).toBe(200)
    let token = ''
    await eventually(async () => {
      const mails = (await (await fetch(`${site.url}/api/dev/mail`)).json()) as { to: string; text: string }[]
      const links = mails.flatMap((mail) => /reset-password#(\S+)/.exec(mail.text)?.[1] ?? [])
      token = links[0] ?? ''
      return token !== ''
    })
    const renewed = 'another long password'
    expect((await laptop.post('/password/reset', { token, password: renewed })).status).toBe(200)
    expect((await browserAt(site).post('/sign-in/email', { email, password: renewed })).status).toBe(200)
    expect(site.program.output()).not.toMatch(/"level":(50|60)/)
  },
)

it.runIf(isThere)(
  'while PostgreSQL behind PgBouncer is down, requests are refused with the time to try again',
  async () => {
    const site = await visit({ env: { ...ENV, DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct } })
    expect((await fetch(`${site.url}/api/campaigns`)).status).toBe(200)
    for (const work of undo.splice(0).reverse()) await work()
    const ask = (search: string) => fetch(`${site.url}/api/campaigns?search=${search}`)
    for (const search of ['first', 'second']) {
      const refused = await ask(search)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    }
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503)
  },
)

it.runIf(isThere)(
  'a server whose only address is a pooler says what to set, and does not start',
  async () => {
    const env = {
      DATABASE_URL: pooled,
      DEMO: '0',
      DATA_DIR: await newFolder(),
      PORT: String(await freePort()),
    }
    const program = start(node, ['server/main.ts'], { env })
    expect(await program.ended).toBe(1)
    expect(program.output()).toContain('set DATABASE_DIRECT_URL to the server behind it')
  },
)

it.runIf(isThere)('the role command makes a representative of a site behind a pooler', async () => {
  await migrate(direct)
  const app = await openTestApp(direct, { now: new Date(), env: ENV })
  undo.push(app.close)
  await app.user({ email: 'first@example.org' })
  const args = ['server/operations/role-command.ts', 'add', 'first@example.org']
  const role = start(node, args, { env: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct } })
  await role.ended
  expect(role.output()).toBe('first@example.org is a representative\n')
})
