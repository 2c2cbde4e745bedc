import pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '#domain/errors.ts'

/** A refusal that says when to come back. */
export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number, message = 'Please try again in a moment') {
    super('rate_limited', message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type LimitName =
  | 'writes'
  | 'pledges'
  | 'sign_in'
  | 'card_saves'
  | 'card_addresses'
  | 'contact'
  | 'report'
export type Limits = {
  /** Counts one against `key`; throws RateLimited when the minute's allowance is spent. */
  take(name: LimitName, key: string): Promise<void>
  /** Counts one call without a session against an address; in memory, since reads are many and cheap. */
  takePublic(address: string): Promise<void>
  close(): Promise<void>
}

const RETRY_WITHOUT_STORE_SECONDS = 1

/**
 * Limits on writes are counted in the database, so that they hold across instances. Their connections do not wait
 * for the disk: losing a count in a crash costs nothing.
 */
export function createLimits(
  url: string,
  perMinute: Record<LimitName, number>,
  publicPerMinute: number,
): Limits {
  const reads = new RateLimiterMemory({ points: publicPerMinute, duration: 60 })
  const pool = new pg.Pool({ connectionString: url, max: 4, options: '-c synchronous_commit=off' })
  pool.on('error', () => undefined)
  const made = Object.fromEntries(
    (Object.keys(perMinute) as LimitName[]).map((name) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'limits',
        tableName: 'counters',
        tableCreated: true,
        keyPrefix: name,
        points: perMinute[name],
        duration: 60,
        inMemoryBlockOnConsumed: perMinute[name] + 1,
        insuranceLimiter: new RateLimiterMemory({ points: perMinute[name], duration: 60 }),
      }),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>
  return {
    take: async (name, key) => {
      try {
        await made[name].consume(key)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw new RateLimited(Math.ceil(refusal.msBeforeNext / 1000))
        throw refusal instanceof Error ? refusal : new RateLimited(RETRY_WITHOUT_STORE_SECONDS)
      }
    },
    takePublic: async (address) => {
      await reads.consume(address).catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) throw new RateLimited(Math.ceil(refusal.msBeforeNext / 1000))
        throw refusal
      })
    },
    close: () => pool.end(),
  }
}
