/** The world of a random walk: two campaigns, people, and a server that may die at any step. */
import { expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { lockProgressSettlements } from '#server/money/settlements/advance.ts'
import { dice } from '#server/operations/demo/season.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, type TestApp } from '#tests/app.ts'
import { expectCardMoney } from '#tests/card-money.ts'
import { openSeason, type Season, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'
import { STRIPE_DESTINATION, setDestination } from '#tests/payouts.ts'
import { LEASE, mortal } from '#tests/restarts.ts'
import type { SignedEvent, StripeStandIn } from '#tests/stripe/stand-in.ts'

export type Answer = { status: number; body: Record<string, never> & { id?: string; message?: string } }
export type Walker = {
  app: TestApp
  org: TestOrganization
  seasons: Season[]
  supporters: Caller[]
  stripe: StripeStandIn | null
  /** Events that the card provider has not delivered yet. */
  undelivered: SignedEvent[]
  roll: (below: number) => number
  /** The server that answers in this step and dies; null: the one that keeps running. */
  dying: ReturnType<typeof dyingServer> | null
  log: string[]
}

/** Rate limits count real time, and a walk goes through a season in seconds. */
const NO_LIMITS = { CARD_SAVES_PER_MINUTE: '100000', CARD_SAVES_PER_ADDRESS_PER_MINUTE: '100000' }

/** Reproducible from the seed as far as ids made in one millisecond allow. */
export async function openWalk(seed: number, stripe: StripeStandIn | null): Promise<Walker> {
  const app = await createTestApp({ now: '2026-09-10T16:00:00Z', stripe, env: NO_LIMITS })
  const org = await setUpOrganization(app)
  const seasons = [await openSeason(org), await openSeason(org)]
  await setDestination(org, stripe ? STRIPE_DESTINATION : undefined)
  const roll = dice(seed)
  return { app, org, seasons, stripe, roll, supporters: [], undelivered: [], dying: null, log: [] }
}

export const pick = <T>({ roll }: Pick<Walker, 'roll'>, list: readonly T[]): T => list[roll(list.length)] as T
/** One of the list, chosen by weight. */
export function weighed<T extends { weight: number }>({ roll }: Pick<Walker, 'roll'>, list: readonly T[]): T {
  let left = roll(list.reduce((sum, { weight }) => sum + weight, 0))
  for (const one of list) {
    if (left < one.weight) return one
    left -= one.weight
  }
  throw new Error('an empty list')
}
export const chance = ({ roll }: Pick<Walker, 'roll'>, percent: number): boolean => roll(100) < percent

/** A server on the same database that dies at one of its next statements: nothing is left that it had not committed. */
export function dyingServer({ program }: TestApp, atQuery: number) {
  const { deps, isDead } = mortal(program, { atQuery: (count) => count === atQuery })
  return { app: buildApp(deps), deps, isDead }
}

/**
 * A request by someone to the server of this step. One that dies leaves no response: then the same request goes to
 * another one under the same key, as a browser does. A refusal is a response; a status from 500 up is a bug.
 */
export async function ask(
  walker: Walker,
  who: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const { app, dying } = walker
  const key = newId(app.clock)
  const at = async (server: TestApp['app']): Promise<Answer> => {
    const response = await server.request(path, {
      method,
      headers: {
        ...(who.token ? { authorization: `Bearer ${who.token}` } : {}),
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': key } : {}),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : {} }
  }
  if (dying) {
    const answer = await at(dying.app)
    if (!dying.isDead()) return expectNoServerError(answer, path)
    walker.dying = null
    if (chance(walker, 30)) return { status: 0, body: { message: 'the server died' } as Answer['body'] }
  }
  return expectNoServerError(await at(app.app), path)
}

function expectNoServerError(answer: Answer, path: string): Answer {
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}: ${answer.body.message}`)
  return answer
}

/** A pass over what is due, by a server that may die in it; then another one takes over when the leases have ended. */
export async function runJobs(walker: Walker): Promise<string> {
  const { app, dying, stripe } = walker
  if (chance(walker, 10)) await lockProgressSettlements(app.deps)
  if (!dying) {
    await runAll(app.deps, stripe)
    return 'jobs ran'
  }
  const failure = await runDueJobs(dying.deps).catch((error: unknown) => error)
  if (!dying.isDead() && failure !== undefined) throw failure
  walker.dying = null
  if (chance(walker, 50)) app.clock.advance(LEASE)
  return dying.isDead() ? 'the server of the jobs died' : 'jobs ran'
}

/** Lost responses of the card provider fail the job; it is run again. */
async function runAll(deps: TestApp['deps'], stripe: StripeStandIn | null): Promise<void> {
  const isFaulty = (stripe?.faults.length ?? 0) > 0
  try {
    await runDueJobs(deps)
  } catch (error) {
    if (!isFaulty) throw error
  } finally {
    if (stripe) stripe.faults.length = 0
  }
}

/** Until nothing is in progress: every lease has ended, and every retry has run. */
export async function finishPending(walker: Walker): Promise<void> {
  walker.dying = null
  for (const days of [1, 3, 8]) {
    walker.app.clock.advance({ days, minutes: 7 })
    await runDueJobs(walker.app.deps)
    await runDueCharges(walker.app.deps)
  }
}

/** R40 after every step; and no one was charged twice. */
export async function expectBooksBalance({ app, stripe }: Walker): Promise<void> {
  const { db } = app.deps
  expect(await checkInvariants(db)).toEqual([])
  if (stripe) return
  const twice = await db.query(sql`
    select a.charge_id, count(*) as taken from sandbox.payments s join charge_attempts a on a.id::text = s.idempotency_key
     where s.outcome = 'succeeded' group by a.charge_id having count(*) > 1`)
  expect(twice).toEqual([])
}

/** With nothing in progress, the books have what the card provider moved and kept, to the cent. */
export async function expectProviderAgrees({ app, stripe }: Walker): Promise<void> {
  await expectCardMoney(app)
  expect(await checkInvariants(app.deps.db)).toEqual([])
  if (!stripe) return
  const [sent] = await app.deps.db.query<{ cents: number }>(sql`
    select coalesce(sum(p.amount_cents), 0)::bigint as cents from journal_postings p join journal_entries e on e.id = p.entry_id
     where p.account = 'organization_payable' and e.kind in ('payout', 'payout_reversed')`)
  const transfers = [...stripe.books.transfers.values()]
  expect(sent?.cents).toBe(transfers.reduce((sum, one) => sum + one.amount - one.amount_reversed, 0))
}
