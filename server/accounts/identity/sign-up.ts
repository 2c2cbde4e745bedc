import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { DomainError } from '#domain/errors.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type Auth, BASE_PATH } from './auth.ts'

type OpenSignUpsContext = Awaited<Auth['$context']>
/** The part of the library that this needs. */
type Library = {
  password: Pick<OpenSignUpsContext['password'], 'hash' | 'verify'>
  internalAdapter: Pick<
    OpenSignUpsContext['internalAdapter'],
    'createVerificationValue' | 'findVerificationValue' | 'deleteVerificationByIdentifier'
  >
}

/** Afterwards the answer is that of a wrong password; signing up again or a new password still helps. */
const KEPT_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

const identifierOf = (email: string) => `open-sign-up:${email.toLowerCase()}`

export const unconfirmed = () =>
  new DomainError('unauthorized', 'Confirm your email address first, with the code that we mailed to you', {
    details: { isUnconfirmed: true },
  })

/**
 * The password of the newest sign-up with an address whose code has not been entered, as a salted hash. It is kept whether
 * the address has an account or not: signing up with an address and then signing in must not reveal that.
 */
export function createOpenSignUps(library: { $context: Promise<Library> }, wallClock: Clock) {
  const forget = async (email: string): Promise<void> =>
    (await library.$context).internalAdapter.deleteVerificationByIdentifier(identifierOf(email))

  return {
    keep: async (email: string, accountId: string, password: string): Promise<void> => {
      const hash = await (await library.$context).password.hash(password)
      await forget(email)
      await (await library.$context).internalAdapter.createVerificationValue({
        identifier: identifierOf(email),
        value: JSON.stringify({ accountId, hash }),
        expiresAt: new Date(wallClock.now().getTime() + KEPT_DAYS * DAY_MS),
      })
    },
    /** The account that this password signed up for. Every call takes as long, so the time tells nothing. */
    accountOf: async (email: string, password: string): Promise<string | null> => {
      const { password: hashing, internalAdapter } = await library.$context
      const kept = await internalAdapter.findVerificationValue(identifierOf(email))
      if (!kept || kept.expiresAt <= wallClock.now()) {
        await hashing.hash(password)
        return null
      }
      const { accountId, hash } = JSON.parse(kept.value) as { accountId: string; hash: string }
      return (await hashing.verify({ hash, password })) ? accountId : null
    },
    forget,
  }
}
export type OpenSignUps = ReturnType<typeof createOpenSignUps>

/** Nobody's domain (RFC 2606). */
const STAND_IN = '@address.invalid'
const known = z.email()

/**
 * The library accepts no letters beyond ASCII in an address, nor an ending such as `.xn--p1ai`. It is called with an address
 * that stands for such a one; what is stored and mailed is the real one.
 */
export const libraryAddress = (email: string): string =>
  known.safeParse(email).success && !email.endsWith(STAND_IN)
    ? email
    : `${Buffer.from(email).toString('hex')}${STAND_IN}`

export const realAddress = (given: string): string =>
  given.endsWith(STAND_IN) ? Buffer.from(given.slice(0, -STAND_IN.length), 'hex').toString() : given

const HOUR_SECONDS = 3600

/**
 * Only the browser that signed up may enter the code: otherwise someone could sign up with another's address and a password
 * of their own, and wait for its owner to confirm it. The cookie names the account or, if the address already had one, an
 * account that does not exist; nobody can tell these apart.
 */
export function createSignUpCookie(secret: string, config: Pick<Config, 'appUrl'>) {
  const isSecure = config.appUrl.startsWith('https:')
  const name = `${isSecure ? '__Secure-' : ''}pledgeraiser-${new URL(config.appUrl).port || 'site'}.sign_up`
  const sign = (accountId: string) =>
    createHmac('sha256', secret).update(`sign-up ${accountId}`).digest('base64url')
  const place = { path: BASE_PATH, secure: isSecure, httpOnly: true, sameSite: 'Lax' } as const
  return {
    give: (c: Context, accountId: string) =>
      setCookie(c, name, `${accountId}.${sign(accountId)}`, { ...place, maxAge: HOUR_SECONDS }),
    /** The account that this browser signed up for, if the cookie is ours. */
    read: (c: Context): string | null => {
      const [accountId = '', signature = ''] = (getCookie(c, name) ?? '').split('.')
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(accountId))
      return given.length === right.length && timingSafeEqual(given, right) ? accountId : null
    },
    drop: (c: Context) => deleteCookie(c, name, place),
  }
}
