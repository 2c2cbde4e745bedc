/**
 * R59: a stadium pledges without accounts on two servers, one of which is killed. Here with a hundred guests;
 * `GUESTS=5000 npm test -- tests/process/guests` is the stadium itself, and prints how long it took.
 */

import { afterEach, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { expectStatus } from '#tests/app.ts'
import { tryToLock } from '#tests/fixtures.ts'
import { freePort } from '../free-port.ts'
import { GUEST_ENV, pledgeAsGuests, pledgesKept, type Told } from './guest-load.ts'
import { openWorld, type World } from './pledge-load.ts'
import { cleanUp, eventually, newFolder, node, type Program, start } from './program.ts'

const GUESTS = Number(process.env.GUESTS ?? 100)
const GIFT_CENTS = 2_500

const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work()
  await cleanUp()
})

async function startInstance(url: string, port: number): Promise<Program> {
  const env = { ...GUEST_ENV, DATABASE_URL: url, PORT: String(port), DATA_DIR: await newFolder() }
  const program = start(node, ['tests/process/instance.ts'], { env })
  await eventually(() => program.output().includes('ready') || program.child.exitCode !== null, 120)
  if (program.child.exitCode !== null) throw new Error(program.output())
  return program
}

/** Bills everything that is pledged, and charges it. */
async function bill({ app, path, representative }: World): Promise<void> {
  app.clock.set(new Date())
  app.clock.advance({ minutes: 10 })
  expectStatus(await tryToLock({ representative }, { path }, 'progress'), 201)
  app.clock.advance({ minutes: 1 })
  const isOpen = async () =>
    (await app.deps.db.query(sql`select from charges where state in ('scheduled', 'processing')`)).length > 0
  for (let run = 0; run < 1 + GUESTS / 50 && (run === 0 || (await isOpen())); run += 1)
    await runDueJobs(app.deps)
}

it(
  'guests on two servers, one killed: no confirmed pledge is lost or doubled, and no other one is billed',
  async () => {
    const log = { info: () => undefined, warn: console.warn, error: console.error }
    const database = await startEmbeddedPostgres({ dataDir: await newFolder(), log })
    undo.push(() => database.stop())
    await migrate(database.url)
    const world = await openWorld(database.url)
    undo.push(world.app.close)
    const ports = [await freePort(), await freePort()] as const
    const first = await startInstance(database.url, ports[0])
    let second = await startInstance(database.url, ports[1])

    const told: Told[] = []
    const startedMs = performance.now()
    const work = pledgeAsGuests(world, ports, GUESTS, told)
    work.catch(() => undefined)
    for (const share of process.env.GUESTS ? [0.2, 0.4, 0.6, 0.8] : [0.4]) {
      await eventually(() => told.length >= GUESTS * share, 600)
      second.signalGroup('SIGKILL')
      await second.ended
      second = await startInstance(database.url, ports[1])
    }
    await work
    if (process.env.GUESTS)
      console.log(`${GUESTS} guests in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
    for (const program of [first, second]) program.signalGroup('SIGKILL')
    await Promise.all([first.ended, second.ended])

    const confirmed = told.filter(({ pledgeIds }) => pledgeIds.length > 0)
    expect(told).toHaveLength(GUESTS)
    expect(confirmed).toHaveLength(GUESTS - Math.ceil(GUESTS / 10))
    await bill(world)
    const kept = await pledgesKept(world)
    const shouldBe = confirmed.map(({ email, pledgeIds }) => {
      expect(new Set(pledgeIds).size).toBe(1)
      return { email, id: pledgeIds[0] ?? '', pledged: GIFT_CENTS, billed: GIFT_CENTS }
    })
    const byEmail = (one: { email: string }, other: { email: string }) => (one.email < other.email ? -1 : 1)
    expect(kept.sort(byEmail)).toEqual(shouldBe.sort(byEmail))
    const { campaigns, pledgesCount } = expectStatus(
      await world.app.visitor.get<CampaignDetail>(world.path),
      200,
    )
    expect(pledgesCount).toBe(confirmed.length)
    expect(campaigns.totalPledged).toBe(((confirmed.length * GIFT_CENTS) / 100).toFixed(2))
    expect(await checkInvariants(world.app.deps.db)).toEqual([])
  },
  180_000 + GUESTS * 200,
)
