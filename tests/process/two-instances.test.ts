/** R12, R34, R55, R81: two servers on one PostgreSQL under load keep their promises while one of them is killed repeatedly. */

import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { parseCents, sum, ZERO } from '#domain/money.ts'
import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import type { NewWebhookSecret } from '#domain/schemas/webhook.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { expectStatus } from '#tests/app.ts'
import { tryToLock } from '#tests/fixtures.ts'
import { openWebhookReceiver } from '#tests/webhook-receiver.ts'
import { freePort } from '../free-port.ts'
import { type Acknowledged, ENV, openWorld, pledgeRepeatedly, type World } from './pledge-load.ts'
import { cleanUp, eventually, newFolder, node, type Program, start } from './program.ts'

const KILLS = 4
/** Pledges acknowledged between two kills: the server that dies is processing others. */
const BETWEEN_KILLS = 20

const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work()
  await cleanUp()
})

type Instance = { port: number; program: Program }

async function startInstance(url: string, port: number): Promise<Instance> {
  const env = { ...ENV, DATABASE_URL: url, PORT: String(port), DATA_DIR: await newFolder() }
  const program = start(node, ['tests/process/instance.ts'], { env })
  await eventually(() => program.output().includes('ready') || program.child.exitCode !== null, 120)
  if (program.child.exitCode !== null) throw new Error(program.output())
  return { port, program }
}

/** Locks what can be billed, on whichever server answers; there may be nothing to bill. */
async function settleRepeatedly(world: World, ports: number[], isOver: () => boolean): Promise<void> {
  const headers = {
    authorization: `Bearer ${world.representative.token}`,
    'content-type': 'application/json',
  }
  for (let turn = 0; !isOver(); turn += 1) {
    const url = `http://127.0.0.1:${ports[turn % ports.length]}${world.path}/settlements`
    const shown = await fetch(`${url}/preview?kind=progress`, { headers }).catch(() => null)
    const preview = shown?.ok ? ((await shown.json().catch(() => null)) as SettlementPreview | null) : null
    if (preview) {
      const { version, previewId } = preview
      const body = JSON.stringify({ kind: 'progress', version, previewId })
      await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    }
    await wait(200)
  }
}

/** What the database has, and what the card provider has. */
async function outcome(db: Db) {
  const pledges = await db.query<{ id: string; paid: number }>(sql`
    select p.id, coalesce((select sum(amount_cents) from charges where pledge_id = p.id and state = 'succeeded'), 0)::bigint as paid
      from pledges p`)
  const twice = await db.query(sql`
    select a.charge_id from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key
     where s.outcome = 'succeeded' group by a.charge_id having count(*) > 1`)
  const sums = only(
    await db.query<{ asked: number; taken: number; cash: number; open: number }>(sql`
      select (select sum(amount_cents)::bigint from sandbox.payments where outcome = 'succeeded') as asked,
             (select sum(amount_cents)::bigint from charges where state = 'succeeded') as taken,
             (select sum(amount_cents)::bigint from journal_postings where account = 'card_clearing') as cash,
             (select count(*) from charges where state in ('scheduled', 'processing')) as open`),
  )
  return { paid: new Map(pledges.map(({ id, paid }) => [id, paid])), twice, ...sums }
}

/** With all leases over, one server alone finishes what the dead ones started. */
async function finish({ app, path, representative }: World): Promise<void> {
  app.clock.set(new Date())
  app.clock.advance({ minutes: 10 })
  await runDueJobs(app.deps)
  await tryToLock({ representative }, { path }, 'progress')
  app.clock.advance({ minutes: 1 })
  await runDueJobs(app.deps)
}

it('two servers under repeated kills lose no acknowledged pledge and no webhook, charge nobody twice, and the journal balances', async () => {
  const dataDir = await newFolder()
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const database = await startEmbeddedPostgres({ dataDir, log })
  undo.push(() => database.stop())
  await migrate(database.url)
  const world = await openWorld(database.url)
  undo.push(world.app.close)
  const receiver = await openWebhookReceiver()
  undo.push(receiver.close)
  const added = await world.representative.post<NewWebhookSecret>('/api/webhook-endpoints', {
    url: receiver.url,
  })
  const { secret } = expectStatus(added, 201)
  const ports = [await freePort(), await freePort()] as [number, number]
  const first = await startInstance(database.url, ports[0])
  let second = await startInstance(database.url, ports[1])

  let isOver = false
  const acknowledged: Acknowledged[] = []
  const work = Promise.all([
    ...world.supporters.map((one) => pledgeRepeatedly(world, ports, one, acknowledged, () => isOver)),
    settleRepeatedly(world, ports, () => isOver),
  ])
  // A failure is reported when they are awaited.
  work.catch(() => undefined)
  for (let kills = 0; kills < KILLS; kills += 1) {
    const before = acknowledged.length
    await eventually(() => acknowledged.length >= before + BETWEEN_KILLS, 120)
    second.program.signalGroup('SIGKILL')
    await second.program.ended
    second = await startInstance(database.url, ports[1])
  }
  isOver = true
  await work
  for (const { program } of [first, second]) program.signalGroup('SIGKILL')
  await Promise.all([first.program.ended, second.program.ended])

  await finish(world)
  const { paid, twice, asked, taken, cash, open } = await outcome(world.app.deps.db)
  expect([...paid.keys()].sort()).toEqual(acknowledged.map(({ id }) => id).sort())
  expect(acknowledged.filter(({ id, cents, isGood }) => paid.get(id) !== (isGood ? cents : 0))).toEqual([])
  expect({ twice, open }).toEqual({ twice: [], open: 0 })
  expect([taken, cash]).toEqual([asked, asked])
  expect(await checkInvariants(world.app.deps.db)).toEqual([])
  const told = receiver.accepted(secret)
  const made = told.filter(({ type }) => type === 'pledge.made')
  expect(made.map(({ data }) => data.pledgeId).sort()).toEqual(acknowledged.map(({ id }) => id).sort())
  const received = told.filter(({ type }) => type === 'payment.received')
  expect(sum(received.map(({ data }) => parseCents(data.amount ?? '') ?? ZERO))).toBe(cash)
})
