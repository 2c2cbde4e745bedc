import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Config } from '#server/platform/config/config.ts'
import { BASE_PATH } from './auth.ts'

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
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(accountId))]
      return given.length === right.length && timingSafeEqual(given, right) ? accountId : null
    },
    drop: (c: Context) => deleteCookie(c, name, place),
  }
}
