/** Concurrent writers: how one is held while another starts, what they write, and what shows which came first (R12). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { type Db, sql, type Transact } from '#server/platform/db/database.ts'
import { type Answer, expectStatus, type TestApp } from '#tests/app.ts'
import { BAY as MATCH, pledgeBody } from '#tests/fixtures.ts'
import { app, season } from '#tests/given-season.ts'

export const BAY = { ...MATCH, goals: 3 }
export const GOALS = { lines: { goals: '2.00' }, method: 'check' } as const
export const publicCampaign = async () =>
  expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns
export const statusesOf = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).sort()

/** A supporter whose pledge is ready to be posted. */
export async function preparePledge(wish: Parameters<typeof pledgeBody>[2] = GOALS) {
  const supporter = await app.user()
  const body = await pledgeBody(supporter, season, wish)
  const go = (headers?: Record<string, string>) =>
    supporter.post<Pledge>(`${season.path}/pledges`, body, headers)
  return { supporter, go }
}

/**
 * Starts `work` and keeps its next transaction open, done and not committed, until released. Only that one: what
 * the instance does meanwhile in the background continues.
 */
export function holdTransactionOf<T>(
  { deps }: Pick<TestApp, 'deps'>,
  work: () => Promise<T>,
): { held: Promise<void>; letGo: () => void; done: Promise<T> } {
  const { db } = deps
  const real = db.transaction
  const held = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const mine = new AsyncLocalStorage<true>()
  const holding: Transact = (write, lock) => {
    if (!mine.getStore()) return real(write, lock)
    db.transaction = real
    return real(async (tx) => {
      const value = await write(tx)
      held.resolve()
      await gate.promise
      return value
    }, lock)
  }
  db.transaction = holding
  const done = mine.run(true, work)
  // Work that was refused, or wrote nothing, is not waited for.
  done.then(() => held.resolve(), held.reject)
  return { held: held.promise, letGo: gate.resolve, done }
}

/** Stops anything that reaches this step of a job until it may continue. */
export function holdAtCheckpoint(
  { deps }: Pick<TestApp, 'deps'>,
  step: string,
): { reached: Promise<void>; goOn: () => void } {
  const real = deps.checkpoint
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  deps.checkpoint = async (at) => {
    if (at !== step) return real(at)
    reached.resolve()
    await gate.promise
  }
  const goOn = () => {
    deps.checkpoint = real
    gate.resolve()
  }
  return { reached: reached.promise, goOn }
}

/** Waits until a session on this database waits for a lock that another one holds. */
export const untilSomebodyWaits = (db: Db, waiting = 1): Promise<void> =>
  vi.waitFor(
    async () => {
      const [row] = await db.query<{ count: number }>(sql`
        select count(*) as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`)
      if ((row?.count ?? 0) < waiting) throw new Error('nobody waits for a lock')
    },
    { timeout: 10_000, interval: 5 },
  )

/**
 * Runs `first` up to its commit and stops it there, starts `second`, sees it wait for the lock, lets both finish.
 * If `second` need not wait, it runs to its end first.
 */
export async function interleave<A, B>(
  app: TestApp,
  first: () => Promise<A>,
  second: () => Promise<B>,
  { waits = true }: { waits?: boolean } = {},
): Promise<[A, B]> {
  const { held, letGo, done } = holdTransactionOf(app, first)
  await held
  const secondAnswer = second()
  try {
    if (waits) await untilSomebodyWaits(app.deps.db)
    else await secondAnswer
  } finally {
    letGo()
  }
  return Promise.all([done, secondAnswer])
}
