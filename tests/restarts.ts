/** R34: what tests of restarts share: a season about to settle, and servers that die. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Settlement, SettlementForm } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import type { Cards } from '#server/money/providers/cards.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { lockSettlement, previewSettlement } from '#server/money/settlements/index.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type Db, sql, type Transaction } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { openProgram, type Program } from '#server/program.ts'
import type { TestApp } from '#tests/app.ts'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import { BAY, CARDS, declaredEarly, play, type Season } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { testLog } from '#tests/log.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'

/** Charges that will be taken and one that will not, an invoice, refunds on three cards: all due at the final lock. */
export async function prepareSettlement(app: TestApp): Promise<{ season: Season; representative: string }> {
  const { org, season, eventId } = await givenSeason({
    app,
    pledges: [
      { lines: { goals: '1.37', gift: '25.05' } },
      { lines: { goals: '2.11' } },
      { lines: { goals: '3.00', wins: '7.77' } },
      { lines: { wins: '9.00', gift: '10.00' } },
      { lines: { gift: '40.40' }, method: 'auto_bill_end' },
      { lines: { gift: '50.15', wins: '5.00' }, method: 'auto_bill_end' },
      { lines: { gift: '60.00' }, method: 'auto_bill_end', card: CARDS.insufficient },
      { lines: { gift: '70.00' }, method: 'check' },
    ],
    matches: [{ ...BAY, goals: 10 }],
    billed: 'progress',
  })
  // Three goals fewer than were billed, and one win: three cards get refunds, one is billed for the win.
  await play(org, season, { ...BAY, eventId, goals: 7, wins: 1 })
  return { season, representative: org.representative.userId }
}

/** The final settlement, as previewed on this server, before the season's end. */
export async function lockEarly(deps: Deps, actor: Actor, campaignId: string): Promise<Settlement> {
  const { version, previewId, blockers } = await previewSettlement(deps, actor, campaignId, { kind: 'final' })
  const form = SettlementForm.parse({
    kind: 'final',
    version,
    previewId,
    declared: declaredEarly(blockers, []),
  })
  return lockSettlement(deps, deps.db.transaction, actor, campaignId, form)
}

/**
 * A server that may die: at a step of a job, or at a statement. From then on none of its calls reaches the database
 * or the card provider, and what it had not committed is lost.
 */
export function mortal(
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
    together: alive(db.together) as Db['together'],
    sealing: db.sealing,
  })
  const { db, cards } = deps
  const transaction: Deps['db']['transaction'] = (work, campaignLock) =>
    db.transaction(async (tx) => {
      refuseDead()
      const living: Transaction = {
        ...dbOf(tx),
        afterCommit: tx.afterCommit,
        readConnection: dbOf(tx.readConnection),
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
    findRefund: alive(cards.findRefund),
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

export const nthOf = (wanted: string, nth: number) => {
  let seen = 0
  return (step: string) => step === wanted && ++seen === nth
}

/** Which occurrences of a step to test, of at least one. Deaths between these would differ only in amounts. */
export function firstMiddleLast(times: number): number[] {
  if (times === 0) throw new Error('The step never comes by')
  return [...new Set([1, Math.ceil(times / 2), times])]
}

/** The jobs of the days after the lock: notices and refunds, then charges, then what is left. */
export const PARTS = [{ days: 0 }, { days: 3, minutes: 1 }, { minutes: 10 }]
export const LEASE = { minutes: 6 }

/** A server in this process, which dies where `diesAt` says so. */
export const inThisProcess = (diesAt: (step: string) => boolean) => (program: Program) => {
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

const root = join(import.meta.dirname, '..')
const script = join(import.meta.dirname, 'api', 'fixtures', 'run-and-die.ts')

/** A separate process, which is killed with SIGKILL the first time it reaches the step. */
export const asAProcess =
  (crashAt: string, more: NodeJS.ProcessEnv = {}) =>
  (_: Program, url: string) =>
  async (now: Date) => {
    const where = { TEST_DATABASE_URL: url, NOW: now.toISOString(), CRASH_AT: crashAt }
    const env = { PATH: process.env.PATH, ...COMPILE_CACHE, ...where, ...more }
    const ended = promisify(execFile)(process.execPath, [script], { cwd: root, env })
    return ended.then(
      () => 'lives' as const,
      (error: { signal?: string; stderr?: string }) => {
        if (error.signal !== 'SIGKILL') throw new Error(error.stderr)
        return 'died' as const
      },
    )
  }

/** A server on its own database. */
export const openServer = (url: string, now: string | Date): Promise<Program> =>
  openProgram({
    config: readConfig({ DEMO: '0', SECRET_KEY: TEST_SECRET_KEY }),
    url,
    directUrl: url,
    clock: new ManualClock(now),
    log: testLog(),
  })

/** What is compared: the journal entry by entry, what the card provider did, and which mails were sent. */
export async function outcomeOf(db: Db) {
  const list = <Row extends object>(statement: ReturnType<typeof sql>) => db.query<Row>(statement)
  const journal = await list(sql`
    select e.kind, e.source_id, e.pledge_id, e.description, max(abs(p.amount_cents))::bigint as cents, sum(p.amount_cents)::bigint as off
      from journal_entries e join journal_postings p on p.entry_id = e.id group by e.id order by e.kind, e.source_id`)
  const accounts = await list(sql`
    select account, sum(amount_cents)::bigint as cents from journal_postings group by account order by account`)
  const charges = await list<{ state: string; attempts: number; asked: number }>(sql`
    select c.id, c.state, c.amount_cents, c.refunded_cents, c.attempts_count,
           (select count(*) from charge_attempts a where a.charge_id = c.id) as attempts,
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
    sql`select regexp_replace(idempotency_key, ':\d{4}-\d\d-\d\d$', '') as idempotency_key from mails order by 1`,
  )
  const states = await list(sql`
    select id, status as state from pledges union all select id, stage from settlements union all select id, state from invoices order by id`)
  return { journal, accounts, charges, refunds, provider, mails, states }
}
export type Outcome = Awaited<ReturnType<typeof outcomeOf>>
