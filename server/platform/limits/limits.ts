import pg from 'pg'
import {
  type IRateLimiterPostgresOptions,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { DomainError } from '#domain/errors.ts'
import type { LimitName } from '#server/platform/config/rate-limits.ts'
import { type Db, sql, surviveLostConnections } from '#server/platform/db/database.ts'
import { connectionTo, MAX_CONNECT_MS } from '#server/platform/db/hosts.ts'

/** A refusal that says when to try again. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, message = 'Please try again in a moment') {
    super('rate_limited', message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Counters = Pick<
  IRateLimiterPostgresOptions,
  'storeClient' | 'storeType' | 'schemaName' | 'tableName' | 'tableCreated' | 'clearExpiredByTimeout'
>
export type Limits = {
  /** Counts one, or `cost`, against `key`; throws RateLimited if the minute's allowance is used up. */
  take(name: LimitName, key: string, cost?: number): Promise<void>
  /** Counts an answer to the question of a mailed link; throws RateLimited after the fifth within two days. */
  takeAnswer(key: string): Promise<void>
  /** Counts a call without a session against an address; in memory, since reads are many and cheap. */
  takePublic(address: string): Promise<void>
  /** Where limits are counted: on the direct address, since the library names its statements. */
  counters: Counters
  close(): Promise<void>
}

const ANSWERS = 5
const ANSWERS_SECONDS = 2 * 86_400
const RETRY_WITHOUT_STORE_SECONDS = 1

/**
 * A signed-in person's writes are counted in memory and added to the database's count a few at a time: each count there is
 * itself a write, and most people write no more than that in a minute. Each other instance may let through as many more as
 * it has not added yet. Limits on sign-in, cards and mail are counted in the database from the first.
 */
const COUNTED_HERE: Partial<Record<LimitName, true>> = { writes: true, pledges: true, key_reads: true }
const MAX_COUNTED_HERE = 5
const SHARE_COUNTED_HERE = 0.1

const CONNECTIONS = 4

/**
 * Limits on writes are counted in the database, so that they apply across instances. Their connections do not wait for the
 * disk: losing a count in a crash costs nothing.
 */
export function createLimits(
  url: string,
  perMinute: Record<LimitName, number>,
  publicPerMinute: number,
): Limits {
  const reads = new RateLimiterMemory({ points: publicPerMinute, duration: 60 })
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: CONNECTIONS,
    connectionTimeoutMillis: MAX_CONNECT_MS,
    query_timeout: MAX_CONNECT_MS,
    options: '-c synchronous_commit=off',
  } as pg.PoolConfig)
  surviveLostConnections(pool)
  const counters: Counters = {
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'limits',
    tableName: 'counters',
    tableCreated: true,
    // Its own timer would continue after the pool is closed; a job deletes expired counters instead.
    clearExpiredByTimeout: false,
  }
  const made = Object.fromEntries(
    (Object.keys(perMinute) as LimitName[]).map((name) => [
      name,
      new RateLimiterPostgres({
        ...counters,
        keyPrefix: name,
        points: perMinute[name],
        duration: 60,
        inMemoryBlockOnConsumed: perMinute[name] + 1,
        insuranceLimiter: new RateLimiterMemory({ points: perMinute[name], duration: 60 }),
      }),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>
  const here = Object.fromEntries(
    (Object.keys(COUNTED_HERE) as LimitName[]).map((name) => [
      name,
      new RateLimiterMemory({ points: perMinute[name], duration: 60 }),
    ]),
  ) as Partial<Record<LimitName, RateLimiterMemory>>
  const answers = new RateLimiterPostgres({
    ...counters,
    keyPrefix: 'answers',
    points: ANSWERS,
    duration: ANSWERS_SECONDS,
  })
  const pointsFor = async (name: LimitName, key: string, cost: number): Promise<number> => {
    const counted = await here[name]?.consume(key)
    if (!counted) return cost
    const few = Math.max(1, Math.min(MAX_COUNTED_HERE, Math.floor(perMinute[name] * SHARE_COUNTED_HERE)))
    return counted.consumedPoints % few === 0 ? few : 0
  }
  /** After a refusal, nothing more is let through here until the database's minute is over. */
  const countInDatabase = async (name: LimitName, key: string, points: number): Promise<void> => {
    try {
      await made[name].consume(key, points)
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        await here[name]?.block(key, Math.ceil(refusal.msBeforeNext / 1000))
      throw refusal
    }
  }
  return {
    take: async (name, key, cost = 1) => {
      try {
        const points = await pointsFor(name, key, cost)
        if (points > 0) await countInDatabase(name, key, points)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw new RateLimited(Math.ceil(refusal.msBeforeNext / 1000))
        throw refusal instanceof Error ? refusal : new RateLimited(RETRY_WITHOUT_STORE_SECONDS)
      }
    },
    takeAnswer: async (key) => {
      await answers.consume(key).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) throw new RateLimited(Math.ceil(refusal.msBeforeNext / 1000))
        throw refusal
      })
    },
    takePublic: async (address) => {
      await reads.consume(address).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) throw new RateLimited(Math.ceil(refusal.msBeforeNext / 1000))
        throw refusal
      })
    },
    counters,
    close: () => pool.end(),
  }
}

/** A counter resets automatically; one that expired over an hour ago is no longer needed. */
export async function forgetCounters(db: Db, wallClockMs: number): Promise<void> {
  await db.query(sql`delete from limits.counters where expire < ${wallClockMs - 3_600_000}`)
}
