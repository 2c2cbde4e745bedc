/**
 * R40, R58: the books add up after each of many random steps, and what supporters file agrees with them (R37). A walk is reproduced by its seed:
 * WALK_SEED=123 WALK_STEPS=2000 WALK_LENGTH=400 vitest run --project api tests/stories/random-walk.test.ts
 */
import { afterEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'
import { expectDocumentsAgree } from '#tests/walk/documents.ts'
import { MANUAL_MOVES } from '#tests/walk/manual-moves.ts'
import type { Weighed } from '#tests/walk/move.ts'
import { lockKind, MOVES } from '#tests/walk/moves.ts'
import { makePledge } from '#tests/walk/pledge-moves.ts'
import { deliverAll, STRIPE_MOVES } from '#tests/walk/stripe-moves.ts'
import {
  chance,
  dyingServer,
  expectBooksBalance,
  expectProviderAgrees,
  finishPending,
  openWalk,
  pick,
  type Walker,
  weighed,
} from '#tests/walk/world.ts'
import { expectYearsAgree } from '#tests/walk/years.ts'

/** The same walk every time unless another is requested: what a run finds comes from a change, never from chance. */
const SEED = Number(process.env.WALK_SEED ?? 20_261_122)
const STEPS = Number(process.env.WALK_STEPS ?? 360)
/** A walk is as long as a season; then the next begins, with the next seed. */
const STEPS_OF_ONE = Number(process.env.WALK_LENGTH ?? 360)
const DIES_PERCENT = 12
const MAX_QUERIES = 60
/** A move that cannot happen now is replaced by another one. */
const MAX_ATTEMPTS = 6
const MOVES_SHOWN = 40
/** Receipts and statements are many queries: they are compared after each tenth move, and at the end. */
const MOVES_A_COMPARISON = 10
/** For each campaign, before anything else happens. */
const FIRST_PLEDGES = 5

let walker: Walker | null = null
let stripe: StripeStandIn | null = null
afterEach(async () => {
  await walker?.app.close()
  await stripe?.close()
  walker = null
  stripe = null
})

async function step(moves: Weighed): Promise<void> {
  if (!walker) throw new Error('no walk has begun')
  const { app, log } = walker
  // Ids sort by time: within a step they are made in one millisecond, between steps never.
  app.clock.advance({ seconds: 1 })
  walker.dying = chance(walker, DIES_PERCENT) ? dyingServer(app, 1 + walker.roll(MAX_QUERIES)) : null
  let what: string | null = null
  for (let attempts = 0; what === null && attempts < MAX_ATTEMPTS; attempts += 1)
    what = await weighed(walker, moves).move(walker, pick(walker, walker.seasons))
  walker.dying = null
  if (what) log.push(what)
  await expectBooksBalance(walker)
  if (log.length % MOVES_A_COMPARISON === 0) await expectDocumentsAgree(walker)
}

/** Ends each campaign: nothing is in progress anymore, and what can be settled is. */
async function finish(given: Walker): Promise<void> {
  await deliverAll(given)
  for (const season of given.seasons) {
    await given.org.representative.put(season.path, { status: 'active' })
    await finishPending(given)
    given.log.push(await lockKind(given, season, 'final'))
    await expectBooksBalance(given)
  }
  await deliverAll(given)
  await finishPending(given)
  await expectBooksBalance(given)
  await expectProviderAgrees(given)
  await expectDocumentsAgree(given)
  await expectYearsAgree(given)
}

async function walk(seed: number, steps: number, isByStripe: boolean): Promise<void> {
  stripe = isByStripe
    ? await startStripe(() => walker?.app.clock.now() ?? new Date('2026-09-10T16:00:00Z'))
    : null
  walker = await openWalk(seed, stripe)
  const moves = [...MOVES, ...MANUAL_MOVES, ...(isByStripe ? STRIPE_MOVES : [])]
  try {
    for (const season of walker.seasons)
      for (let made = 0; made < FIRST_PLEDGES; made += 1) await makePledge(walker, season)
    for (let at = 0; at < steps; at += 1) await step(moves)
    await finish(walker)
    expect(stripe?.problems ?? []).toEqual([])
  } catch (error) {
    const last = walker.log.slice(-MOVES_SHOWN).join('\n  ')
    throw new Error(`WALK_SEED=${seed}, after ${walker.log.length} moves:\n  ${last}\n`, { cause: error })
  }
  await report(walker, seed)
  await walker.app.close()
  await stripe?.close()
  walker = null
  stripe = null
}

async function report({ app, log }: Walker, seed: number): Promise<void> {
  const [row] = await app.deps.db.query(sql`
    select (select count(*) from pledges) as pledges, (select count(*) from settlements) as settlements,
           (select count(*) from charges where state = 'succeeded') as taken, (select count(*) from refunds) as refunds,
           (select count(*) from journal_entries) as entries, (select count(*) from deposits) as deposits,
           (select count(*) from payments where state = 'reversed') as back, (select count(*) from manual_refunds) as repaid,
           (select count(*) from payout_reversals) as reversed`)
  const refused = log.filter((what) => what.includes('refused')).length
  console.log(`seed ${seed}: ${log.length} moves, ${refused} refused, ${JSON.stringify(row)}`)
}

async function walkAll(steps: number, seed: number, isByStripe: boolean): Promise<void> {
  for (let done = 0; done < steps; done += STEPS_OF_ONE)
    await walk(seed + done / STEPS_OF_ONE, Math.min(STEPS_OF_ONE, steps - done), isByStripe)
}

/** The time that one step may take on a busy machine. */
const MS_A_STEP = 2_000

const timeout = 60_000 + STEPS * MS_A_STEP

test(
  `the books add up after each of ${STEPS} random steps with sandbox cards, seed ${SEED}`,
  { timeout },
  () => walkAll(STEPS, SEED, false),
)

test(
  `the books add up after each of ${STEPS / 2} random steps with Stripe cards, seed ${SEED}`,
  { timeout },
  () => walkAll(STEPS / 2, SEED, true),
)
