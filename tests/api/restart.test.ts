/** R34: a server that dies between any two steps of its jobs is replaced without charging or refunding twice. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import type { ManualClock } from '#server/platform/base/clock.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import type { Program } from '#server/program.ts'
import { createTestApp } from '#tests/app.ts'
import { copyDatabase } from '#tests/database.ts'
import { countRows, type Season } from '#tests/fixtures.ts'
import {
  asAProcess,
  firstMiddleLast,
  inThisProcess,
  LEASE,
  lockEarly,
  mortal,
  nthOf,
  type Outcome,
  openServer,
  outcomeOf,
  PARTS,
  prepareSettlement,
} from '#tests/restarts.ts'

type Copy = Awaited<ReturnType<typeof copyDatabase>>
/** A final settlement is locked: charges that will be taken and one that will not, an invoice, refunds on three cards. */
let locked: Copy
/** The same season a moment before. */
let unlocked: Copy
let season: Season
let representative: string
beforeAll(async () => {
  const app = await createTestApp({ now: '2026-09-15T16:00:00Z' })
  const prepared = await prepareSettlement(app)
  season = prepared.season
  representative = prepared.representative
  await app.program.close()
  unlocked = await copyDatabase(app.url)
  const program = await openServer(app.url, LOCKED_AT)
  await lockFinal(program.deps)
  await program.close()
  locked = await copyDatabase(app.url)
}, 120_000)
afterAll(() => Promise.all([locked.drop(), unlocked.drop()]))

const LOCKED_AT = '2026-10-05T16:00:00Z'

const lockFinal = (deps: Deps) => lockEarly(deps, { userId: representative }, season.id)

const STEPS = [
  'settlement.notified',
  'settlement.charging',
  'settlement.closed',
  'charge.claimed',
  'charge.answered',
  'charge.recorded',
  'refund.claimed',
  'refund.answered',
  'refund.recorded',
]

/** A copy of the locked season with a server on it. */
async function onCopy<T>(
  work: (program: Program, clock: ManualClock, url: string) => Promise<T>,
): Promise<T> {
  const copy = await copyDatabase(locked.url)
  const program = await openServer(copy.url, LOCKED_AT)
  try {
    const value = await work(program, program.deps.clock as ManualClock, copy.url)
    expect(await checkInvariants(program.deps.db)).toEqual([])
    return value
  } finally {
    await program.close()
    await copy.drop()
  }
}

/** Runs the jobs of the days after the lock. The server that `run` uses may die; then another takes over. */
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

describe('jobs after a settlement lock', () => {
  let undisturbed: Outcome
  const steps: string[] = []
  beforeAll(async () => {
    const note = (step: string) => {
      steps.push(step)
      return false
    }
    undisturbed = (await playOn(inThisProcess(note))).outcome
  })

  it('take seven charges and make three refunds, passing every step', () => {
    const states = undisturbed.charges.map(({ state }) => state)
    expect(states.filter((state) => state === 'succeeded')).toHaveLength(7)
    expect(states.filter((state) => state === 'failed')).toHaveLength(1)
    expect(undisturbed.refunds.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
    for (const charge of undisturbed.charges) expect(charge).toMatchObject({ attempts: 1, asked: 1 })
    expect([...new Set(steps)].sort()).toEqual([...STEPS].sort())
  })

  it.each(STEPS)(
    'killed at %s and run again leave the same journal, and no double charge or refund',
    async (step) => {
      for (const nth of firstMiddleLast(steps.filter((one) => one === step).length)) {
        const played = await playOn(inThisProcess(nthOf(step, nth)))
        expect({ nth, ...played }).toEqual({ nth, state: 'died', outcome: undisturbed })
      }
    },
    120_000,
  )

  // The other steps with Stripe (restart-stripe.test.ts).
  it.each(['settlement.notified', 'charge.answered', 'refund.claimed'])(
    'killed by SIGKILL at %s leave the same journal, and no double charge or refund',
    async (step) => {
      expect(await playOn(asAProcess(step))).toEqual({ state: 'died', outcome: undisturbed })
    },
    60_000,
  )

  it('find nothing of a lock that was killed at any of its statements', async () => {
    const program = await openServer(unlocked.url, LOCKED_AT)
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
  })
})

const keysOf = (calls: readonly [{ idempotencyKey: string }, ...unknown[]][]) =>
  calls.map(([{ idempotencyKey }]) => idempotencyKey).sort()

describe('a charge whose answer was lost', () => {
  const openAttempts = (db: Db) =>
    db.query<{ id: string; isKnown: boolean }>(sql`
      select a.id, exists (select from sandbox.payments s where s.idempotency_key = a.id::text) as is_known
        from charge_attempts a where a.finished_at is null order by a.id`)

  /** A server dies at `step`; another starts `hours` later. Returns the attempts left open, and what it asked. */
  const comeBack = (step: string, hours: number) =>
    onCopy(async (program, clock) => {
      const { db, cards } = program.deps
      await runDueJobs(program.deps)
      clock.advance({ days: 3, minutes: 1 })
      expect(await inThisProcess(nthOf(step, 1))(program)()).toBe('died')
      const attempts = await openAttempts(db)
      clock.advance({ hours })
      const charge = vi.spyOn(cards, 'charge')
      const findCharge = vi.spyOn(cards, 'findCharge')
      await runDueJobs(program.deps)
      expect(await openAttempts(db)).toEqual([])
      for (const { attempts: made, asked } of (await outcomeOf(db)).charges) expect(asked).toBe(made)
      return {
        open: attempts.map(({ id }) => id),
        known: attempts.filter(({ isKnown }) => isKnown).map(({ id }) => id),
        charged: keysOf(charge.mock.calls),
        asked: keysOf(findCharge.mock.calls),
      }
    })

  it('is attempted again under the same key within twenty hours', async () => {
    const { open, charged, asked } = await comeBack('charge.answered', 19)
    expect(open.length).toBeGreaterThan(0)
    expect(charged).toEqual(expect.arrayContaining(open))
    expect(asked).toEqual([])
  })

  it('is looked up at the card provider after twenty hours, and not charged again', async () => {
    const { open, known, charged, asked } = await comeBack('charge.answered', 21)
    expect(known.length).toBeGreaterThan(0)
    expect(asked).toEqual(open)
    for (const id of known) expect(charged).not.toContain(id)
  })

  it('is attempted under its own key after twenty hours when it never reached the provider', async () => {
    const { open, known, charged, asked } = await comeBack('charge.claimed', 21)
    const unknown = open.filter((id) => !known.includes(id))
    expect(unknown.length).toBeGreaterThan(0)
    expect(asked).toEqual(open)
    expect(charged).toEqual(expect.arrayContaining(unknown))
  })

  it('is recorded once when a slow server gets its answer after another one did', () =>
    onCopy(async (program, clock) => {
      await runDueJobs(program.deps)
      clock.advance({ days: 3, minutes: 1 })
      const gate = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      let waiting = 0
      const checkpoint = async (step: string) => {
        if (step !== 'charge.answered') return
        waiting += 1
        // Four charges are due, and all are in progress at once.
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

describe('a refund whose answer was lost', () => {
  /** A server dies at `step` of the first refund; another starts `hours` later, and continues. */
  const comeBack = (step: string, hours: number) =>
    onCopy(async (program, clock) => {
      const { db, cards } = program.deps
      expect(await inThisProcess(nthOf(step, 1))(program)()).toBe('died')
      const open = await db.query<{ id: string; isKnown: boolean }>(sql`
        select r.id, exists (select from sandbox.refunds s where s.idempotency_key = r.id::text) as is_known
          from refunds r where r.state = 'sent'`)
      clock.advance({ hours })
      const refund = vi.spyOn(cards, 'refund')
      const findRefund = vi.spyOn(cards, 'findRefund')
      await runDueJobs(program.deps)
      const { refunds } = await outcomeOf(db)
      for (const one of refunds as { state: string; amountCents: number; given: number }[])
        expect(one).toMatchObject({ state: 'paid', given: one.amountCents })
      return {
        open,
        given: keysOf(refund.mock.calls),
        asked: keysOf(findRefund.mock.calls),
        all: refunds.length,
      }
    })

  it('is attempted again under the same key within twenty hours', async () => {
    const { open, given, asked, all } = await comeBack('refund.answered', 19)
    expect(open).toEqual([{ id: expect.any(String), isKnown: true }])
    expect(given).toContain(open[0]?.id)
    expect([given.length, asked]).toEqual([all, []])
  })

  it('is looked up at the card provider after twenty hours, and not refunded again', async () => {
    const { open, given, asked, all } = await comeBack('refund.answered', 21)
    expect(asked).toEqual(open.map(({ id }) => id))
    expect(given).not.toContain(open[0]?.id)
    expect(given.length).toBe(all - 1)
  })

  it('is attempted under its own key after twenty hours when it never reached the provider', async () => {
    const { open, given, asked, all } = await comeBack('refund.claimed', 21)
    expect(open).toEqual([{ id: asked[0], isKnown: false }])
    expect(given).toContain(open[0]?.id)
    expect(given.length).toBe(all)
  })

  it('is left alone by other servers until its lease ends', () =>
    onCopy(async (program, clock) => {
      expect(await inThisProcess(nthOf('refund.claimed', 1))(program)()).toBe('died')
      const refund = vi.spyOn(program.deps.cards, 'refund')
      clock.advance({ minutes: 4 })
      await runDueJobs(program.deps)
      expect(refund).toHaveBeenCalledTimes(2)
      clock.advance({ minutes: 2 })
      await runDueJobs(program.deps)
      expect(refund).toHaveBeenCalledTimes(3)
    }))
})
