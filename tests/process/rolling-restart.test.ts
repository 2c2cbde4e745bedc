/** R55: two servers behind nginx, as deploy/nginx.conf sets it up, are restarted with a new build; no request fails. */
import { randomUUID } from 'node:crypto'
import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { forgetAssets, keepAssets } from '../../scripts/kept-assets.mjs'
import { freePorts } from '../../scripts/ports.mjs'
import { installWithoutDevelopment } from './installation.ts'
import { type Front, hasNginx, startNginx } from './nginx.ts'
import { ENV, openWorld, type Supporter, type World } from './pledge-load.ts'
import { cleanUp, eventually, newFolder, type Program, start } from './program.ts'
import { isHealthy } from './site.ts'

/** Pledges made before, between and after the restarts. */
const BETWEEN = 20

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work()
  await cleanUp()
})

type Installation = Awaited<ReturnType<typeof installWithoutDevelopment>>

/** The same program after another build: one script has another name. Returns both names. */
function rebuild({ folder }: Installation): { before: string; after: string } {
  const assets = join(folder, 'build', 'client', 'assets')
  const name = readdirSync(assets).find((file) => /^(?!entry).*\.js$/.test(file)) as string
  keepAssets(join(folder, 'build'))
  renameSync(join(assets, name), join(assets, `rebuilt-${name}`))
  writeFileSync(join(assets, `rebuilt-${name}`), 'export const build = 2')
  forgetAssets(join(folder, 'build'))
  return { before: `/assets/${name}`, after: `/assets/rebuilt-${name}` }
}

async function startServer(
  { folder, env }: Installation,
  port: number,
  databaseUrl: string,
): Promise<Program> {
  const server = start('node', ['scripts/serve.mjs'], {
    cwd: folder,
    env: {
      ...env,
      ...ENV,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      APP_URL: 'https://pledges.example.org',
      CARDS: 'sandbox',
      MAIL: 'outbox',
      SHUTDOWN_NOTICE_SECONDS: '3',
      PUBLIC_READS_PER_MINUTE: '1000000',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => server.child.exitCode !== null || (await isHealthy(url)))
  expect(server.child.exitCode, server.output()).toBeNull()
  return server
}

/** Each supporter pledges one at a time and never repeats a request; visitors read the page and a script. */
function load(world: World, front: Front, script: string) {
  const [taken, failures]: [string[], string[]] = [[], []]
  let isOver = false
  const note = (what: string, { status, text }: { status: number; text: string }, wanted: number) => {
    if (status !== wanted) failures.push(`${what}: ${status} ${text.slice(0, 200)}`)
  }
  const failed = (what: string) => (error: Error) => void failures.push(`${what}: ${error.message}`)
  const pledge = async ({ caller, card }: Supporter) => {
    while (!isOver) {
      const body = {
        paymentMethod: 'auto_bill_progress',
        stripePaymentMethodId: card,
        isAnonymous: false,
        pledgeStatistics: [{ statisticId: world.gift, pledgeAmount: '12.50' }],
      }
      const headers = { authorization: `Bearer ${caller.token}`, 'idempotency-key': randomUUID() }
      await front.send('POST', `${world.path}/pledges`, body, headers).then((answer) => {
        note('a pledge', answer, 201)
        if (answer.status === 201) taken.push((JSON.parse(answer.text) as { id: string }).id)
      }, failed('a pledge'))
    }
  }
  const read = async () => {
    while (!isOver)
      for (const path of ['/campaigns', world.path, script])
        await front.send('GET', path).then((answer) => note(path, answer, 200), failed(path))
  }
  const done = Promise.all([...world.supporters.map(pledge), read()])
  const more = async () => {
    const before = taken.length
    await eventually(() => failures.length > 0 || taken.length >= before + BETWEEN)
  }
  const end = async () => {
    isOver = true
    await done
    return { taken, failures }
  }
  return { more, end }
}

const readinessOf = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status, headers }) => `${status} ${headers.get('connection')}`,
    () => 'gone',
  )

it.runIf(hasNginx)(
  'a rolling restart from one build to the next under pledge load fails no request',
  async () => {
    const log = { info: () => undefined, warn: console.warn, error: console.error }
    const database = await startEmbeddedPostgres({ dataDir: await newFolder(), log })
    undo.push(() => database.stop())
    await migrate(database.url)
    const world = await openWorld(database.url)
    undo.push(world.app.close)
    const first = await freePorts(2)
    const ports = [first, first + 1] as const
    const old = await installWithoutDevelopment()
    const next = await installWithoutDevelopment()
    const script = rebuild(next)
    const servers: Program[] = []
    for (const port of ports) servers.push(await startServer(old, port, database.url))
    const front = await startNginx(ports)
    expect((await front.send('GET', script.after)).status, front.log()).toBe(404)
    const under = load(world, front, script.before)
    await under.more()

    for (const [index, port] of ports.entries()) {
      const server = servers[index] as Program
      server.child.kill('SIGTERM')
      // It says that it is stopping, and still answers; then it is gone, and the other one has all of the load.
      let readiness = ''
      await eventually(async () => {
        readiness = await readinessOf(port)
        // A kept connection may be closed while the question is on its way: it is asked again.
        const wasCut = readiness === 'gone' && server.child.exitCode === null
        return !wasCut && readiness !== '200 keep-alive'
      })
      expect(readiness, server.output()).toBe('503 close')
      expect(await server.ended, server.output()).toBe(0)
      await under.more()
      servers[index] = await startServer(next, port, database.url)
      await under.more()
      // While both builds run, the script of each is found; one may serve the page and the other its script.
      for (const path of [script.before, script.after])
        expect((await front.send('GET', path)).status, path).toBe(200)
    }

    const { taken, failures } = await under.end()
    expect(failures, front.log()).toEqual([])
    const kept = await world.app.deps.db.query<{ id: string }>(sql`select id from pledges order by id`)
    expect(kept.map(({ id }) => id)).toEqual([...taken].sort())
    for (const server of servers) server.signalGroup('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
  },
)
