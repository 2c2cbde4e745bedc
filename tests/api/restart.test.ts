/** R34: a run that dies between any two steps and is started again ends as if nothing had happened. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Cards } from '#server/adapters/cards.ts'
import { ManualClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { type Db, sql, type Transaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { runDueJobs } from '#server/jobs.ts'
import { openProgram, type Program } from '#server/program.ts'
import { checkInvariants } from '#server/self-check.ts'
import { lockSettlement } from '#server/settlements/actions.ts'
import { createTestApp } from '#tests/app.ts'
import {
  CARDS,
  confirm,
  copyDatabase,
  countRows,
  enterMatch,
  lock,
  openHouse,
  openSeason,
  play,
  pledge,
  runToChargeDate,
  type Season,
} from '#tests/fixtures.ts'

type Copy = Awaited<ReturnType<typeof copyDatabase>>
/** A final settlement is locked: charges that will be taken and one that will not, an invoice, refunds on three cards. */
let locked: Copy
/** The same season a moment before. */
let unlocked: Copy
let season: Season
let representative: string
const LOCKED_AT = '2026-10-05T16:00:00Z'

beforeAll(async () => {
  const app = await createTestApp({ now: '2026-09-15T16:00:00Z' })
  const house = await openHouse(app)
  season = await openSeason(house)
  representative = house.representative.userId
  const match = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }
  const eventId = await play(house, season, { ...match, goals: 10 })
  const wishes = [
    { lines: { goals: '1.37', gift: '25.05' } },
    { lines: { goals: '2.11' } },
    { lines: { goals: '3.00', wins: '7.77' } },
    { lines: { wins: '9.00', gift: '10.00' } },
    { lines: { gift: '40.40' }, method: 'auto_bill_end' },
    { lines: { gift: '50.15', wins: '5.00' }, method: 'auto_bill_end' },
    { lines: { gift: '60.00' }, method: 'auto_bill_end', card: CARDS.insufficient },
    { lines: { gift: '70.00' }, method: 'check' },
  ] as const
  for (const wish of wishes) await pledge(house, season, wish)
  await lock(house, season, 'progress')
  await runToChargeDate(house)
  // Three goals fewer than were billed, and one win: three cards get money back, one is billed for the win.
  const entries = await enterMatch(house, season, { ...match, eventId, goals: 7, wins: 1 })
  await confirm(house.owner, season, entries)
  // Only a database that nobody is connected to can be copied.
  await app.program.close()
  unlocked = await copyDatabase(app.url)
  const program = await open(app.url, LOCKED_AT)
  await lockFinal(program.deps)
  await program.close()
  locked = await copyDatabase(app.url)
}, 120_000)
afterAll(() => Promise.all([locked.drop(), unlocked.drop()]))

const lockFinal = (deps: Deps) => {
  const form = { kind: 'final' as const, version: 2, declared: [], billIncreases: false }
  return lockSettlement(deps, deps.db.transaction, { userId: representative }, season.id, form)
}

const open = (url: string, now: string | Date): Promise<Program> =>
  openProgram({
    config: readConfig({ DEMO: '0' }),
    url,
    directUrl: url,
    clock: new ManualClock(now),
    log: pino({ level: 'silent' }),
  })

/**
 * A server that may die: at a step of a job, or at a statement. From then on not one of its calls reaches the database
 * or the card side, and what it had not committed is gone.
 */
function mortal(
  { deps }: Program,
  dies: { atStep?: (step: string) => boolean; atQuery?: (count: number) => boolean },
): { deps: Deps; isDead: () => boolean } {
  let isDead = false
  let queries = 0
  const refuseDead = () => {
    if (isDead) throw new Error('this server is dead')
  }
  const alive =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      queries += 1
      if (dies.atQuery?.(queries)) isDead = true
      refuseDead()
      return call(...given)
    }
  const dbOf = (db: Db): Db => ({
    query: alive(db.query) as Db['query'],
    prepared: alive(db.prepared) as Db['prepared'],
  })
  const { db, cards } = deps
  const transaction: Deps['db']['transaction'] = (work, campaignLock) =>
    db.transaction(async (tx) => {
      refuseDead()
      const living: Transaction = {
        ...dbOf(tx),
        afterCommit: tx.afterCommit,
        withCommit: (write) => tx.withCommit(() => write(living)),
      }
      const value = await work(living)
      refuseDead()
      return value
    }, campaignLock)
  const mortalCards: Cards = {
    ...cards,
    charge: alive(cards.charge),
    findCharge: alive(cards.findCharge),
    refund: alive(cards.refund),
  }
  const checkpoint = (step: string) => {
    refuseDead()
    if (dies.atStep?.(step)) isDead = true
    refuseDead()
  }
  return {
    deps: { ...deps, db: { ...db, ...dbOf(db), transaction }, cards: mortalCards, checkpoint },
    isDead: () => isDead,
  }
}

const STEPS = [
  'settlement.told',
  'settlement.charging',
  'settlement.closed',
  'charge.claimed',
  'charge.answered',
  'charge.recorded',
  'refund.answered',
  'refund.recorded',
]

const nthOf = (wanted: string, nth: number) => {
  let seen = 0
  return (step: string) => step === wanted && ++seen === nth
}

/** What there is to compare: the journal entry by entry, what the card side did, and what everybody was told. */
async function outcomeOf(db: Db) {
  const list = <Row extends object>(statement: ReturnType<typeof sql>) => db.query<Row>(statement)
  const journal = await list(sql`
    select e.kind, e.source_id, e.pledge_id, e.description, max(abs(p.amount_cents))::bigint as cents, sum(p.amount_cents)::bigint as off
      from journal_entries e join journal_postings p on p.entry_id = e.id group by e.id order by e.kind, e.source_id`)
  const accounts = await list(sql`
    select account, sum(amount_cents)::bigint as cents from journal_postings group by account order by account`)
  const charges = await list<{ state: string; tries: number; asked: number }>(sql`
    select c.id, c.state, c.amount_cents, c.refunded_cents, c.attempts_count,
           (select count(*) from charge_attempts a where a.charge_id = c.id) as tries,
           (select count(*) from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key where a.charge_id = c.id) as asked,
           (select sum(s.amount_cents)::bigint from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key
             where a.charge_id = c.id and s.outcome = 'succeeded') as taken
      from charges c order by c.id`)
  const refunds = await list<{ state: string }>(sql`
    select r.id, r.state, r.amount_cents,
           (select sum(s.amount_cents)::bigint from sandbox.refunds s where s.idempotency_key = r.id::text) as given
      from refunds r order by r.id`)
  const provider = await list(sql`
    select (select count(*) from sandbox.payments) as payments, (select count(*) from sandbox.refunds) as refunds`)
  const mails = await list(
    sql`select regexp_replace(once, ':\d{4}-\d\d-\d\d$', '') as once from mails order by 1`,
  )
  const states = await list(sql`
    select id, status as state from pledges union all select id, stage from settlements union all select id, state from invoices order by id`)
  return { journal, accounts, charges, refunds, provider, mails, states }
}
type Outcome = Awaited<ReturnType<typeof outcomeOf>>

/** A copy of the locked season with a server on it. */
async function onCopy<T>(
  work: (program: Program, clock: ManualClock, url: string) => Promise<T>,
): Promise<T> {
  const copy = await copyDatabase(locked.url)
  const program = await open(copy.url, LOCKED_AT)
  try {
    const value = await work(program, program.deps.clock as ManualClock, copy.url)
    expect(await checkInvariants(program.deps.db)).toEqual([])
    return value
  } finally {
    await program.close()
    await copy.drop()
  }
}

/** The jobs of the days after the lock: notices and refunds, then charges, then what is left. */
const PARTS = [{ days: 0 }, { days: 3, minutes: 1 }, { minutes: 10 }]
const LEASE = { minutes: 6 }

/** Plays the days after the lock. The server that `run` stands for may die; then another one takes over. */
const playOn = (start: (program: Program, url: string) => (now: Date) => Promise<'lives' | 'died'>) =>
  onCopy(async (program, clock, url) => {
    const run = start(program, url)
    let state: 'lives' | 'died' = 'lives'
    for (const part of PARTS) {
      clock.advance(part)
      if (state === 'lives') {
        state = await run(clock.now())
        if (state === 'lives') continue
        clock.advance(LEASE)
      }
      await runDueJobs(program.deps)
    }
    return { state, outcome: await outcomeOf(program.deps.db) }
  })

/** A server in this process, which dies where `diesAt` says so. */
const inThisProcess = (diesAt: (step: string) => boolean) => (program: Program) => {
  const server = mortal(program, { atStep: diesAt })
  return async () => {
    const failure = await runDueJobs(server.deps).then(
      () => null,
      (error: unknown) => error,
    )
    if (failure !== null && !server.isDead()) throw failure
    return server.isDead() ? ('died' as const) : ('lives' as const)
  }
}

const root = join(import.meta.dirname, '..', '..')
const script = join(import.meta.dirname, 'fixtures', 'run-and-die.ts')

/** A process of its own, which is killed with SIGKILL the first time it comes to the step. */
const asAProcess = (crashAt: string) => (_: Program, url: string) => async (now: Date) => {
  const env = { PATH: process.env.PATH, TEST_DATABASE_URL: url, NOW: now.toISOString(), CRASH_AT: crashAt }
  const ended = promisify(execFile)(process.execPath, [script], { cwd: root, env })
  return ended.then(
    () => 'lives' as const,
    (error: { signal?: string; stderr?: string }) => {
      if (error.signal !== 'SIGKILL') throw new Error(error.stderr)
      return 'died' as const
    },
  )
}

describe('killed between two steps', () => {
  let undisturbed: Outcome
  const steps: string[] = []
  beforeAll(async () => {
    const note = (step: string) => {
      steps.push(step)
      return false
    }
    undisturbed = (await playOn(inThisProcess(note))).outcome
  }, 60_000)

  it('undisturbed: seven charges taken, one declined, three refunds, and every step was passed', () => {
    const states = undisturbed.charges.map(({ state }) => state)
    expect(states.filter((state) => state === 'succeeded')).toHaveLength(7)
    expect(states.filter((state) => state === 'failed')).toHaveLength(1)
    expect(undisturbed.refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    for (const charge of undisturbed.charges) expect(charge).toMatchObject({ tries: 1, asked: 1 })
    expect([...new Set(steps)].sort()).toEqual([...STEPS].sort())
  })

  it.each(STEPS)(
    'at %s, each time it comes by: the same journal, nobody charged or paid back twice',
    async (step) => {
      const times = steps.filter((one) => one === step).length
      expect(times).toBeGreaterThan(0)
      for (let nth = 1; nth <= times; nth += 1) {
        const played = await playOn(inThisProcess(nthOf(step, nth)))
        expect({ nth, ...played }).toEqual({ nth, state: 'died', outcome: undisturbed })
      }
    },
    120_000,
  )

  it.each(['settlement.told', 'charge.claimed', 'charge.answered', 'refund.answered'])(
    'a whole process, killed with SIGKILL at %s',
    async (step) => {
      expect(await playOn(asAProcess(step))).toEqual({ state: 'died', outcome: undisturbed })
    },
    60_000,
  )

  it('a lock that dies at any of its statements leaves nothing behind', async () => {
    const program = await open(unlocked.url, LOCKED_AT)
    const { db } = program.deps
    const before = { ...(await outcomeOf(db)), rows: await countRows(db) }
    let died = 0
    const lockAndDie = (at: number) =>
      lockFinal(mortal(program, { atQuery: (count) => count === at }).deps).then(
        () => false,
        () => true,
      )
    while (await lockAndDie(died + 1)) {
      died += 1
      expect({ ...(await outcomeOf(db)), rows: await countRows(db) }).toEqual(before)
    }
    expect(died).toBeGreaterThan(10)
    expect(await checkInvariants(db)).toEqual([])
    expect((await countRows(db))['public.settlements']).toBe(2)
    await program.close()
  }, 60_000)
})

describe('an answer that was lost', () => {
  const openTries = (db: Db) =>
    db.query<{ id: string; isKnown: boolean }>(sql`
      select a.id, exists (select from sandbox.payments s where s.idempotency_key = a.id::text) as is_known
        from charge_attempts a where a.finished_at is null order by a.id`)

  /** A server dies at `step`; another comes `hours` later. Answers the tries left open, and what it asked. */
  const comeBack = (step: string, hours: number) =>
    onCopy(async (program, clock) => {
      const { db, cards } = program.deps
      await runDueJobs(program.deps)
      clock.advance({ days: 3, minutes: 1 })
      expect(await inThisProcess(nthOf(step, 1))(program)()).toBe('died')
      const tries = await openTries(db)
      clock.advance({ hours })
      const charge = vi.spyOn(cards, 'charge')
      const findCharge = vi.spyOn(cards, 'findCharge')
      await runDueJobs(program.deps)
      expect(await openTries(db)).toEqual([])
      for (const { tries, asked } of (await outcomeOf(db)).charges) expect(asked).toBe(tries)
      const keys = (calls: [{ idempotencyKey: string }][]) =>
        calls.map(([{ idempotencyKey }]) => idempotencyKey).sort()
      return {
        open: tries.map(({ id }) => id),
        known: tries.filter(({ isKnown }) => isKnown).map(({ id }) => id),
        charged: keys(charge.mock.calls),
        asked: keys(findCharge.mock.calls),
      }
    })

  it('within twenty hours the try is repeated under the same key', async () => {
    const { open, charged, asked } = await comeBack('charge.answered', 19)
    expect(open.length).toBeGreaterThan(0)
    expect(charged).toEqual(expect.arrayContaining(open))
    expect(asked).toEqual([])
  })

  it('past twenty hours the card side is asked first, and not charged again', async () => {
    const { open, known, charged, asked } = await comeBack('charge.answered', 21)
    expect(known.length).toBeGreaterThan(0)
    expect(asked).toEqual(open)
    for (const id of known) expect(charged).not.toContain(id)
  })

  it('past twenty hours a try that never arrived is made under its own key', async () => {
    const { open, known, charged, asked } = await comeBack('charge.claimed', 21)
    const unknown = open.filter((id) => !known.includes(id))
    expect(unknown.length).toBeGreaterThan(0)
    expect(asked).toEqual(open)
    expect(charged).toEqual(expect.arrayContaining(unknown))
  })

  it('a server that is only slow finds its answers recorded by another, and adds nothing', () =>
    onCopy(async (program, clock) => {
      await runDueJobs(program.deps)
      clock.advance({ days: 3, minutes: 1 })
      const gate = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      let waiting = 0
      const checkpoint = async (step: string) => {
        if (step !== 'charge.answered') return
        waiting += 1
        // Four charges are due, and all are under way at once.
        if (waiting === 4) reached.resolve()
        await gate.promise
      }
      const slow = runDueJobs({ ...program.deps, checkpoint })
      await Promise.race([reached.promise, slow])
      clock.advance(LEASE)
      await runDueJobs(program.deps)
      const before = await outcomeOf(program.deps.db)
      gate.resolve()
      await slow
      expect(await outcomeOf(program.deps.db)).toEqual(before)
      expect(before.charges.map(({ state }) => state)).not.toContain('processing')
    }))
})
