import { createHash } from 'node:crypto'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '#domain/errors.ts'
import { mailboxOf } from '#domain/people/email.ts'
import { type Limits, RateLimited } from '#server/platform/limits/limits.ts'

/** The identity endpoints read a cookie, so a form on another site must not reach them. */
export function demandOwnOrigin(c: Context, trustedOrigins: readonly string[]): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isOurs =
    origin === undefined ? site !== 'cross-site' && site !== 'same-site' : trustedOrigins.includes(origin)
  if (!isOurs) throw new DomainError('forbidden', 'That request came from another site')
}

const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i

/**
 * The address that a limit counts: the direct caller, or the caller of our outermost proxy. Anything a client wrote into
 * the header itself is left of that and is never trusted, whatever network it calls from. An IPv6 customer has a whole /64.
 */
export function clientAddress(c: Context): string {
  const peer = peerOf(c)
  const { trustedProxyHops: trustedHops = 0 } = connectionOf(c)
  const named = trustedHops > 0 ? (c.req.header('x-forwarded-for') ?? '').split(',').slice(-trustedHops) : []
  // Fewer entries than proxies: it did not come through all of them.
  const forwarded = named.length === trustedHops ? plainAddress(named[0] ?? '') : ''
  const address = isIP(forwarded) ? forwarded : peer
  return isIPv6(address) ? networkOf(address) : address
}

const plainAddress = (text: string): string => text.trim().replace(/^::ffff:/i, '')

/** Whether this machine or network called directly, not on somebody else's behalf. */
export function isNeighbor(c: Context): boolean {
  return c.req.header('x-forwarded-for') === undefined && PRIVATE.test(peerOf(c))
}

/** A call over the network; pages call in process, for a visitor who was already counted. */
export const isFromNetwork = (c: Context): boolean => peerOf(c) !== NOBODY

const NOBODY = 'unknown'

/** What the server knows about a request's connection; nothing for a page's own calls in process. */
type Connection = {
  incoming?: { socket?: { remoteAddress?: string } }
  /** How many of our proxies are in front of the program; each appends its caller to X-Forwarded-For. */
  trustedProxyHops?: number
}
const connectionOf = (c: Context): Connection => (c.env as Connection | undefined) ?? {}
const peerOf = (c: Context): string =>
  (connectionOf(c).incoming?.socket?.remoteAddress ?? NOBODY).replace(/^::ffff:/i, '')

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter((group) => group && !isIPv4(group))
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(missing).fill('0'), ...right].slice(0, 4).join(':')
}

export type AccountLimits = {
  /** Counts a password attempt for this account, and refuses the sixth within a minute. */
  takeGuess(email: string): Promise<void>
  /** Uncounts an attempt that turned out not to be a guess. */
  returnGuess(email: string): Promise<void>
  forgetGuesses(email: string): Promise<void>
  /** Counts a code of the second step for this account, and refuses the eleventh within 15 minutes. */
  takeCodeGuess(account: string): Promise<void>
  forgetCodeGuesses(account: string): Promise<void>
  /** Counts a mail that says that the address has an account; false: one was sent just now, or several today. */
  mayNotice(email: string): Promise<boolean>
  /** Counts a mailed code: each allows three guesses, so codes are limited. */
  takeCode(email: string): Promise<void>
  /** Counts a mailed link, for the recipient and for the person who requests it. */
  takeResetLink(email: string, address: string): Promise<void>
}

const GUESSES_PER_MINUTE = 5
const CODE_GUESSES = 10
const CODE_GUESSES_SECONDS = 900
const CODES_PER_HOUR = 10
const RESET_LINKS_PER_HOUR = 5
const RESET_LINKS_PER_ADDRESS = 30
const HOUR = 3600
const NOTICES_A_DAY = 5
const NOTICE_SECONDS = 600

/** "40 seconds", "12 minutes". */
function duration(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** A refusal that says how long to wait. */
export const waitFor = (seconds: number): RateLimited =>
  new RateLimited(seconds, `Too many attempts: wait ${duration(seconds)}, then try again`)

/** Counted in the database, under a hash, so that the counters are not a list of addresses. */
export function createAccountLimits({ counters }: Pick<Limits, 'counters'>): AccountLimits {
  const counter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({ ...counters, keyPrefix, points, duration })
  const guesses = counter('sign_in_guesses', GUESSES_PER_MINUTE, 60)
  const codeGuesses = counter('second_step_guesses', CODE_GUESSES, CODE_GUESSES_SECONDS)
  const codes = counter('codes', CODES_PER_HOUR, HOUR)
  const links = counter('reset_links', RESET_LINKS_PER_HOUR, HOUR)
  const linksOfAddress = counter('reset_links_of_address', RESET_LINKS_PER_ADDRESS, HOUR)
  const notices = counter('account_exists', 1, NOTICE_SECONDS)
  const noticesOfDay = counter('account_exists_a_day', NOTICES_A_DAY, 24 * HOUR)
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
    takeGuess: (email) => take(guesses, email),
    returnGuess: async (email) => void (await guesses.reward(keyOf(email))),
    forgetGuesses: async (email) => void (await guesses.delete(keyOf(email))),
    takeCodeGuess: (account) => take(codeGuesses, account),
    forgetCodeGuesses: async (account) => void (await codeGuesses.delete(keyOf(account))),
    takeCode: (email) => take(codes, mailboxOf(email)),
    mayNotice: async (email) => {
      const key = keyOf(mailboxOf(email))
      const isLeft = (limiter: RateLimiterPostgres) =>
        limiter.consume(key).then(
          () => true,
          (spent: unknown) => {
            if (spent instanceof RateLimiterRes) return false
            throw spent
          },
        )
      return (await isLeft(notices)) && (await isLeft(noticesOfDay))
    },
    takeResetLink: async (email, address) => {
      await take(linksOfAddress, address)
      await take(links, mailboxOf(email))
    },
  }
}
