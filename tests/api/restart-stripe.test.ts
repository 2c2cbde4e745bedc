/** R34 with Stripe: a server killed between any two steps of a charge or refund never charges or refunds twice. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type Db, sql } from '#server/platform/db/database.ts'
import { openProgram, type Program } from '#server/program.ts'
import { createTestApp } from '#tests/app.ts'
import { copyDatabase } from '#tests/database.ts'
import { testLog } from '#tests/log.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import {
  asAProcess,
  firstMiddleLast,
  inThisProcess,
  LEASE,
  lockEarly,
  nthOf,
  PARTS,
  prepareSettlement,
} from '#tests/restarts.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

const LOCKED_AT = '2026-10-05T16:00:00Z'
const STEPS = ['charge.claimed', 'charge.answered', 'charge.recorded']
const REFUND_STEPS = ['refund.claimed', 'refund.answered', 'refund.recorded']

let clock = new ManualClock('2026-09-15T16:00:00Z')
let stripe: StripeStandIn
/** Back to the moment of the lock, at Stripe. */
let bringBack: () => void
let locked: Awaited<ReturnType<typeof copyDatabase>>

const open = async (url: string): Promise<Program> => {
  clock = new ManualClock(LOCKED_AT)
  const config = readConfig({ DEMO: '0', SECRET_KEY: TEST_SECRET_KEY, ...stripe.env })
  return openProgram({ config, url, directUrl: url, clock, log: testLog() })
}

beforeAll(async () => {
  stripe = await startStripe(() => clock.now())
  const app = await createTestApp({ now: '2026-09-15T16:00:00Z', stripe })
  clock = app.clock
  const { season, representative } = await prepareSettlement(app)
  await app.program.close()
  const { deps, close } = await open(app.url)
  await lockEarly(deps, { userId: representative }, season.id)
  await close()
  locked = await copyDatabase(app.url)
  bringBack = stripe.remember()
}, 120_000)
afterAll(async () => {
  await locked.drop()
  await stripe.close()
  expect(stripe.problems).toEqual([])
})

/** What the books say, and what Stripe did. */
async function outcomeOf(db: Db) {
  const accounts = await db.query(sql`
    select account, sum(amount_cents)::bigint as cents from journal_postings group by account order by account`)
  const charges = await db.query(
    sql`select id, state, amount_cents, refunded_cents, attempts_count from charges order by id`,
  )
  const refunds = await db.query(sql`select id, state, amount_cents from refunds order by id`)
  const mails = await db.query(
    sql`select regexp_replace(idempotency_key, ':\d{4}-\d\d-\d\d$', '') as idempotency_key from mails order by 1`,
  )
  const taken = [...stripe.books.payments.values()]
    .map(({ amount, status, metadata }) => `${metadata.chargeId} ${amount} ${status}`)
    .sort()
  const given = [...stripe.books.refunds.values()]
    .map(({ amount, metadata }) => `${metadata.refundId} ${amount}`)
    .sort()
  return { accounts, charges, refunds, mails, taken, given }
}
type Outcome = Awaited<ReturnType<typeof outcomeOf>>
type Run = (now: Date) => Promise<'lives' | 'died'>

/** Plays the days after the lock. The server that `start` opens may die; another takes over `hours` later. */
async function playOn(start: (program: Program, url: string) => Run, hours?: number) {
  const copy = await copyDatabase(locked.url)
  bringBack()
  const program = await open(copy.url)
  try {
    const run = start(program, copy.url)
    let state: 'lives' | 'died' = 'lives'
    for (const part of PARTS) {
      clock.advance(part)
      if (state === 'lives') {
        state = await run(clock.now())
        if (state === 'lives') continue
        clock.advance(hours === undefined ? LEASE : { hours })
      }
      await runDueJobs(program.deps)
    }
    expect(await checkInvariants(program.deps.db)).toEqual([])
    return { state, outcome: await outcomeOf(program.deps.db) }
  } finally {
    await program.close()
    await copy.drop()
  }
}

describe('a server with Stripe', () => {
  let undisturbed: Outcome
  const steps: string[] = []
  beforeAll(async () => {
    const note = (step: string) => {
      steps.push(step)
      return false
    }
    undisturbed = (await playOn(inThisProcess(note))).outcome
  })

  it('that is not killed takes seven charges, has one declined, and makes three refunds', () => {
    expect(undisturbed.taken).toHaveLength(8)
    expect(undisturbed.taken.filter((one) => one.endsWith('succeeded'))).toHaveLength(7)
    expect(undisturbed.given).toHaveLength(3)
  })

  it.each([...STEPS, ...REFUND_STEPS])(
    'that is killed at the first, middle or last %s leaves the same books here and at Stripe',
    async (step) => {
      for (const nth of firstMiddleLast(steps.filter((one) => one === step).length)) {
        const played = await playOn(inThisProcess(nthOf(step, nth)))
        expect({ nth, ...played }).toEqual({ nth, state: 'died', outcome: undisturbed })
      }
    },
    120_000,
  )

  // The other steps with sandbox cards (restart.test.ts).
  it.each(['charge.claimed', 'refund.answered'])(
    'that is killed with SIGKILL at %s leaves the same books here and at Stripe',
    async (step) => {
      expect(await playOn(asAProcess(step, stripe.env))).toEqual({ state: 'died', outcome: undisturbed })
    },
    60_000,
  )

  it.each(['charge.claimed', 'charge.answered', 'refund.claimed', 'refund.answered'])(
    'that is killed at %s and continues after the key has expired looks up each charge first',
    async (step) => {
      const { state, outcome } = await playOn(inThisProcess(nthOf(step, 1)), 30)
      const { accounts, taken, given } = undisturbed
      expect({ state, ...outcome }).toMatchObject({ state: 'died', accounts, given })
      // A day later the declined card has been attempted again, and no other.
      expect(new Set(outcome.taken)).toEqual(new Set(taken))
      expect(outcome.taken.filter((one) => one.endsWith('succeeded'))).toHaveLength(7)
      const looked = stripe.asked.filter(({ call }) => call.startsWith('get /v1/'))
      expect(looked.length).toBeGreaterThan(0)
    },
    60_000,
  )

  it.each(['unreachable', 'lost answer', 500] as const)(
    'whose calls to Stripe all fail (%s) ends with the same books once they work again',
    async (fault) => {
      const out = Array.from({ length: 40 }, () => fault)
      const { outcome } = await playOn((program) => async () => {
        stripe.faults.push(...out.splice(0))
        await runDueJobs(program.deps).catch(() => undefined)
        stripe.faults.length = 0
        clock.advance(LEASE)
        await runDueJobs(program.deps)
        return 'lives'
      })
      expect(outcome).toEqual(undisturbed)
    },
    120_000,
  )
})
