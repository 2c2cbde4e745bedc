/** R12, R34, R55: two servers on one PostgreSQL under load keep their promises while one of them is killed repeatedly. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { addDays } from '#domain/zone.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { type Db, only, sql } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Caller, expectStatus, openTestApp, type TestApp } from '#tests/app.ts'
import { CAMPAIGN, CARDS, openHouse, STATISTICS, saveCard } from '#tests/fixtures.ts'
import { freePort } from '../free-port.ts'
import { cleanUp, eventually, newFolder, node, type Program, start } from './program.ts'

const KILLS = 4
const WRITERS = 6
/** Pledges acknowledged between two kills: the server that dies is in the middle of others. */
const BETWEEN_KILLS = 20
const ENV = {
  DEMO: '0',
  SETTLEMENT_NOTICE_DAYS: '0',
  WRITES_PER_MINUTE: '1000000',
  PLEDGES_PER_MINUTE: '1000000',
}

const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work()
  await cleanUp()
})

type Supporter = { caller: Caller; card: string; isGood: boolean }
type World = { app: TestApp; path: string; gift: string; supporters: Supporter[]; representative: Caller }
type Instance = { port: number; program: Program }
type Acknowledged = { id: string; cents: number; isGood: boolean }

/** A campaign that takes pledges today, and people whose cards are saved: every third one has no money. */
async function openWorld(url: string): Promise<World> {
  const app = await openTestApp(url, { now: new Date(), env: ENV })
  undo.push(app.close)
  const { owner, representative, organizationId } = await openHouse(app)
  const today = app.clock.now().toISOString().slice(0, 10)
  const dates = { startDate: addDays(today, -2), endDate: addDays(today, 60) }
  const campaign = expectStatus(
    await owner.post<{ id: string }>('/api/campaigns', { ...CAMPAIGN, ...dates, organizationId }),
    201,
  )
  const path = `/api/campaigns/${campaign.id}`
  const gift = expectStatus(await owner.post<{ id: string }>(`${path}/statistics`, STATISTICS.gift), 201)
  expectStatus(await representative.put(path, { status: 'active' }), 200)
  const supporters = await Promise.all(
    Array.from({ length: WRITERS }, async (_, index) => {
      const caller = await app.user({ firstName: 'Pat' })
      const isGood = index % 3 !== 2
      return { caller, isGood, card: await saveCard(caller, isGood ? CARDS.good : CARDS.insufficient) }
    }),
  )
  return { app, path, gift: gift.id, supporters, representative }
}

async function startInstance(url: string, port: number): Promise<Instance> {
  const env = { ...ENV, DATABASE_URL: url, PORT: String(port), DATA_DIR: await newFolder() }
  const program = start(node, ['tests/process/instance.ts'], { env })
  await eventually(() => program.output().includes('ready') || program.child.exitCode !== null, 120)
  if (program.child.exitCode !== null) throw new Error(program.output())
  return { port, program }
}

/** Sent to one server after the other under one idempotency key until one of them has answered. */
async function insist<T>(ports: number[], caller: Caller, path: string, body: unknown): Promise<T> {
  const headers = {
    authorization: `Bearer ${caller.token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  for (let turn = Math.floor(Math.random() * ports.length); ; turn += 1) {
    const url = `http://127.0.0.1:${ports[turn % ports.length]}${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
    // Dead, or busy with the first request under this key.
    if (answer === null || answer.status >= 500 || answer.status === 409) await wait(20)
    else if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    else return (await answer.json()) as T
  }
}

async function pledgeRepeatedly(
  world: World,
  ports: number[],
  supporter: Supporter,
  acknowledged: Acknowledged[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const cents = 500 + Math.floor(Math.random() * 5_000)
    const body = {
      ...{ paymentMethod: 'auto_bill_progress', stripePaymentMethodId: supporter.card, isAnonymous: false },
      pledgeStatistics: [{ statisticId: world.gift, pledgeAmount: (cents / 100).toFixed(2) }],
    }
    const { id } = await insist<{ id: string }>(ports, supporter.caller, `${world.path}/pledges`, body)
    acknowledged.push({ id, cents, isGood: supporter.isGood })
  }
}

/** Locks whatever can be billed, on whichever server answers; there may be nothing to bill. */
async function settleRepeatedly(world: World, ports: number[], isOver: () => boolean): Promise<void> {
  const headers = {
    authorization: `Bearer ${world.representative.token}`,
    'content-type': 'application/json',
  }
  for (let turn = 0; !isOver(); turn += 1) {
    const url = `http://127.0.0.1:${ports[turn % ports.length]}${world.path}/settlements`
    const shown = await fetch(`${url}/preview?kind=progress`, { headers }).catch(() => null)
    const preview = shown?.ok ? ((await shown.json().catch(() => null)) as { version: number } | null) : null
    if (preview) {
      const body = JSON.stringify({ kind: 'progress', version: preview.version })
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
             (select sum(amount_cents)::bigint from journal_postings where account = 'cash') as cash,
             (select count(*) from charges where state in ('scheduled', 'processing')) as open`),
  )
  return { paid: new Map(pledges.map(({ id, paid }) => [id, paid])), twice, ...sums }
}

/** With all leases over, one server alone finishes what the dead ones started. */
async function finish({ app, path, representative }: World): Promise<void> {
  app.clock.set(new Date())
  app.clock.advance({ minutes: 10 })
  await runDueJobs(app.deps)
  const { version } = expectStatus(
    await representative.get<{ version: number }>(`${path}/settlements/preview?kind=progress`),
    200,
  )
  await representative.post(`${path}/settlements`, { kind: 'progress', version })
  app.clock.advance({ minutes: 1 })
  await runDueJobs(app.deps)
}

it('two servers under repeated kills lose no acknowledged pledge, charge nobody twice, and the journal balances', async () => {
  const dataDir = await newFolder()
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const database = await startEmbeddedPostgres({ dataDir, log })
  undo.push(() => database.stop())
  await migrate(database.url)
  const world = await openWorld(database.url)
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
})
