import { createSandboxCards } from '#server/money/providers/index.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { ManualClock } from '#server/platform/base/clock.ts'
import { type Database, type Db, sql, type Transaction } from '#server/platform/db/database.ts'
import type { People } from './people.ts'

/** The program as of any moment: the demo's past is made by the same actions as its future. */
type Past = (when: Date) => Deps
export type Stage = { now: Date; at: Past; people: People }

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)

/** Mail of the past stays in the outbox, whatever is set: nobody should get mail from a demo. */
export function createPast(deps: Deps, tx: Transaction): Past {
  const db = inOne(deps.db, tx)
  const config = { ...deps.config, mail: 'outbox' as const }
  const ranks = { changed: () => undefined }
  return (when) => {
    const clock = new ManualClock(when)
    return { ...deps, db, config, ranks, clock, cards: createSandboxCards({ db, clock }) }
  }
}

/**
 * A database whose transactions all happen within one: an interrupted demo leaves nothing behind, and the disk is waited
 * for once. Simultaneous calls take turns.
 */
function inOne(db: Database, tx: Transaction): Database {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  const one: Pick<Database, 'query' | 'prepared' | 'together' | 'transaction' | 'sealing'> = {
    query: (statement) => inTurn(() => tx.query(statement)),
    prepared: (statement, values) => inTurn(() => tx.prepared(statement, values)),
    together: (read) => inTurn(() => tx.together(read)),
    sealing: db.sealing,
    transaction: (work, lock) =>
      inTurn(() => (lock?.mode === 'exclusive' ? revocably(tx, (own) => whole(own, work)) : whole(tx, work))),
  }
  return { ...db, ...one, replica: one }
}

/** Writes deferred to a commit run before the next transaction's turn; nobody else sees any of it yet. */
async function whole<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const last: ((db: Db) => Promise<unknown>)[] = []
  const value = await work({ ...tx, readConnection: tx, withCommit: (write) => last.push(write) })
  for (const write of last) await write(tx)
  return value
}

/** A settlement that finds nothing to bill is rolled back, and the rest continues (R32). Nothing else may fail. */
async function revocably<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await tx.query(sql`savepoint demo`)
  try {
    const value = await work(tx)
    await tx.query(sql`release savepoint demo`)
    return value
  } catch (error) {
    await tx.query(sql`rollback to savepoint demo`)
    throw error
  }
}

/** Something that happened. */
export type Step = { at: Date; run(deps: Deps): Promise<unknown> }

/** Plays the steps in the order of their time; future steps are left out. */
export async function play({ now, at }: Stage, steps: readonly Step[]): Promise<void> {
  const happened = steps.filter((step) => step.at <= now).sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const step of happened) await step.run(at(step.at))
}
