import { createHash } from 'node:crypto'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '#domain/errors.ts'
import type { Database } from '#server/platform/db/database.ts'
import { RateLimited } from '#server/platform/limits/limits.ts'

/** The identity endpoints read a cookie, so a form on another site must not reach them (R28). */
export function demandOwnOrigin(c: Context, trustedOrigins: readonly string[]): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isOurs =
    origin === undefined ? site !== 'cross-site' && site !== 'same-site' : trustedOrigins.includes(origin)
  if (!isOurs) throw new DomainError('forbidden', 'That request came from another site')
}

const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i

/**
 * Whom a limit counts: the address that called, or, where a proxy on this machine or network did, the one it names.
 * An IPv6 customer holds a whole /64.
 */
export function clientAddress(c: Context): string {
  const peer = peerOf(c)
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  const address = isIP(forwarded) && PRIVATE.test(peer) ? forwarded : peer
  return isIPv6(address) ? networkOf(address) : address
}

/** A call over the network; pages ask in process, for a visitor who was counted already. */
export const isFromNetwork = (c: Context): boolean => peerOf(c) !== NOBODY

const NOBODY = 'unknown'
function peerOf(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return (env?.incoming?.socket?.remoteAddress ?? NOBODY).replace(/^::ffff:/i, '')
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter((group) => group && !isIPv4(group))
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(missing).fill('0'), ...right].slice(0, 4).join(':')
}

export type AccountLimits = {
  /** Refuses while this account has seen too many wrong passwords in the last minute. */
  demandFewFailures(email: string): Promise<void>
  countFailure(email: string): Promise<void>
  forgetFailures(email: string): Promise<void>
  /** Counts a mailed code: each may be guessed at three times, so codes are few. */
  takeCode(email: string): Promise<void>
  /** Counts a mailed link, for whoever gets it and for whoever asks for it. */
  takeResetLink(email: string, address: string): Promise<void>
}

const FAILURES_PER_MINUTE = 5
const CODES_PER_HOUR = 10
const RESET_LINKS_PER_HOUR = 5
const RESET_LINKS_PER_ADDRESS = 30
const HOUR = 3600

/** "40 seconds", "12 minutes". */
function duration(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** A refusal that tells how long to wait. */
export const waitFor = (seconds: number): RateLimited =>
  new RateLimited(seconds, `Too many attempts: wait ${duration(seconds)}, then try again`)

/** Counted in the database, under a hash: the counters are nobody's list of addresses. */
export function createAccountLimits(db: Database): AccountLimits {
  const counter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      ...{
        storeClient: db.pool,
        storeType: 'pool',
        schemaName: 'limits',
        tableName: 'counters',
        tableCreated: true,
      },
      ...{ clearExpiredByTimeout: false, keyPrefix, points, duration },
    })
  const failures = counter('sign_in_failures', FAILURES_PER_MINUTE, 60)
  const codes = counter('codes', CODES_PER_HOUR, HOUR)
  const links = counter('reset_links', RESET_LINKS_PER_HOUR, HOUR)
  const linksOfAddress = counter('reset_links_of_address', RESET_LINKS_PER_ADDRESS, HOUR)
  const keyOf = (email: string) => createHash('sha256').update(email).digest('base64url')
  const refuse = (spent: RateLimiterRes) => {
    throw waitFor(Math.ceil(spent.msBeforeNext / 1000))
  }
  const take = async (limiter: RateLimiterPostgres, key: string) => {
    await limiter.consume(keyOf(key)).catch((spent: unknown) => {
      if (spent instanceof RateLimiterRes) refuse(spent)
      throw spent
    })
  }
  return {
    demandFewFailures: async (email) => {
      const spent = await failures.get(keyOf(email))
      if (spent && spent.consumedPoints >= FAILURES_PER_MINUTE) refuse(spent)
    },
    countFailure: async (email) => void (await failures.penalty(keyOf(email))),
    forgetFailures: async (email) => void (await failures.delete(keyOf(email))),
    takeCode: (email) => take(codes, email),
    takeResetLink: async (email, address) => {
      await take(linksOfAddress, address)
      await take(links, email)
    },
  }
}
