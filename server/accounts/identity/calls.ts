import { APIError } from 'better-auth/api'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { DomainError, invalidField } from '#domain/errors.ts'
import type { Session } from '#domain/schemas/identity.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { type MailBody, securityMail } from '#server/messaging/mails/index.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  type AccountLimits,
  clientAddress,
  demandOwnOrigin,
  waitFor,
} from '#server/platform/http/client-address.ts'
import { type Limits, RateLimited } from '#server/platform/limits/limits.ts'
import type { Auth } from './auth.ts'
import { openedSession } from './cookies.ts'
import type { OpenSignUps } from './sign-up.ts'
import type { TokenSubject } from './token.ts'
import { type SignedIn, splitName, userOf } from './users.ts'

export type IdentityParts = {
  auth: Auth
  config: Pick<Config, 'trustedOrigins' | 'appUrl'>
  db: Database
  clock: Clock
  limits: Limits
  openSignUps: OpenSignUps
  log: Logger
  openMoneyOf: Deps['openMoneyOf']
  accountLimits: AccountLimits
  issue: (subject: TokenSubject) => Promise<string>
  /** Call once sessions have ended or lost their second step: that then counts everywhere at once. */
  sessionsEnded: () => void
  /** The key for the backup codes' hashes, and for the cookie that a sign-up sets. */
  codeSecret: () => string
  mail: (kind: string, to: string, body: MailBody) => Promise<void>
  /** Tells the owner of a proven address that it has an account. */
  mailAccountExists: (to: string) => Promise<void>
}

export type Account = {
  id: string
  email: string
  emailVerified: boolean
  name: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}
type Own = Account & { sessionId: string }

export const identityOf = ({ id, email, emailVerified, name, firstName, lastName }: Account): SignedIn => ({
  provider: 'embedded',
  subject: id,
  email: email.toLowerCase(),
  isEmailVerified: emailVerified,
  ...(firstName ? { firstName, lastName: lastName ?? null } : splitName(name)),
})

export const sessionOf = ({ email, emailVerified }: Pick<Account, 'email' | 'emailVerified'>): Session => ({
  email,
  emailVerified,
  twoFactorRequired: false,
})

export const isRefused = (error: unknown): boolean => error instanceof DomainError
export const headersOf = (c: Context): Headers => c.req.raw.headers

const WRONG_PASSWORD = 'That is not your current password'
const wrongCode = (message: string) => () => invalidField('code', message)
export const wrongAppCode = wrongCode('That is not the code that the app shows now: try the next one')
export const startOver = () => new DomainError('unauthorized', 'That took too long: sign in again')
const notAPasskey = () =>
  new DomainError('invalid', 'That passkey did not work here: try again, or use your password')

/** The library's refusals in our words. A refusal missing here is a bug, and answered as one. */
const REFUSALS: Record<string, () => DomainError> = {
  INVALID_EMAIL_OR_PASSWORD: () =>
    new DomainError('unauthorized', 'That email address and password do not match'),
  // The address is not proven: what is said then depends on the open sign-up alone.
  EMAIL_NOT_VERIFIED: () => new DomainError('unauthorized', 'That email address and password do not match'),
  UNAUTHORIZED: () => new DomainError('unauthorized', '401: Unauthorized'),
  // Two simultaneous sign-ups with one address.
  FAILED_TO_CREATE_USER: () => new DomainError('conflict', 'Please try again in a moment'),
  INVALID_OTP: () => invalidField('otp', 'That is not the code in the newest email'),
  OTP_EXPIRED: () => invalidField('otp', 'That code has expired: request a new one'),
  TOO_MANY_ATTEMPTS: () => invalidField('otp', 'Too many attempts with that code: request a new one'),
  INVALID_TOKEN: () => invalidField('token', 'That link was already used or has expired: request a new one'),
  INVALID_PASSWORD: () => invalidField('password', WRONG_PASSWORD),
  TOTP_ALREADY_ENABLED: () => new DomainError('conflict', 'Two-factor sign-in is already on'),
  TOTP_NOT_ENABLED: () => new DomainError('conflict', 'Two-factor sign-in is off: turn it on first'),
  TWO_FACTOR_NOT_ENABLED: () => new DomainError('conflict', 'Two-factor sign-in is off: turn it on first'),
  INVALID_CODE: wrongAppCode,
  INVALID_BACKUP_CODE: wrongCode('That is not one of your backup codes, or it was already used'),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: startOver,
  INVALID_TWO_FACTOR_COOKIE: startOver,
  ACCOUNT_TEMPORARILY_LOCKED: () => waitFor(LOCKED_SECONDS),
  CHALLENGE_NOT_FOUND: notAPasskey,
  PASSKEY_NOT_FOUND: notAPasskey,
  AUTHENTICATION_FAILED: notAPasskey,
  FAILED_TO_VERIFY_REGISTRATION: notAPasskey,
}
/** How long the library locks the second step after ten wrong codes. */
const LOCKED_SECONDS = 900

/**
 * Calls the library, passes its cookies on if `admit` has no objection, and turns its refusals into ours. `opened`: the token
 * of the session that the response opens.
 */
export async function call<T>(
  c: Context,
  run: Promise<{ headers?: Headers | null; response: T }>,
  admit?: (response: T, opened: string | null) => Promise<void>,
): Promise<T> {
  try {
    const { headers, response } = await run
    await admit?.(response, openedSession(headers))
    for (const cookie of headers?.getSetCookie() ?? []) c.header('set-cookie', cookie, { append: true })
    return response
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    const refusal = REFUSALS[String(error.body?.code)]
    if (refusal) throw refusal()
    // A refusal without words here is never our failure.
    throw error.statusCode < 500 ? new DomainError('invalid', 'That did not work: try again') : error
  }
}

export type Calls = ReturnType<typeof createCalls>

/** What every identity route starts with. */
export function createCalls(parts: IdentityParts) {
  const { auth, config, db, clock, limits, accountLimits } = parts

  /** Runs first on every route that writes: only our own pages, and 20 attempts a minute from one address. */
  const guard = async (c: Context, what: string): Promise<void> => {
    c.header('cache-control', 'no-store')
    demandOwnOrigin(c, config.trustedOrigins)
    try {
      await limits.take('sign_in', `${what}:${clientAddress(c)}`)
    } catch (error) {
      throw error instanceof RateLimited ? waitFor(error.retryAfterSeconds) : error
    }
  }

  const findOwn = async (c: Context): Promise<Own | null> => {
    const headers = c.req.raw.headers
    const found = await call(c, auth.api.getSession({ headers, returnHeaders: true }))
    return found ? { ...found.user, sessionId: found.session.id } : null
  }

  /** The account and session that the cookie belongs to. */
  const demandOwn = async (c: Context): Promise<Own> => {
    c.header('cache-control', 'no-store')
    const own = await findOwn(c)
    if (!own) throw new DomainError('unauthorized', '401: Unauthorized')
    return own
  }

  const demandUser = async (own: Account): Promise<string> => {
    const userId = await userOf(db, clock, identityOf(own))
    if (!userId) throw new DomainError('unauthorized', '401: Unauthorized')
    return userId
  }

  /** Runs a check of the account's password; wrong ones are counted, and delay the next attempt. */
  const countingFailures = async <T>(
    email: string,
    isFailure: (error: unknown) => boolean,
    run: () => Promise<T>,
  ) => {
    // Counted before the password is checked: otherwise many attempts at once would all see few failures.
    await accountLimits.takeGuess(email)
    try {
      const value = await run()
      await accountLimits.forgetGuesses(email)
      return value
    } catch (error) {
      if (!isFailure(error)) await accountLimits.returnGuess(email)
      throw error
    }
  }

  /** Asks for the password of the signed-in person. @throws 400 for a wrong one, 429 after five of them. */
  const demandPassword = (c: Context, own: Own, password: string, field = 'password') =>
    countingFailures(own.email, isInvalid, async () => {
      const headers = c.req.raw.headers
      await call(c, auth.api.verifyPassword({ body: { password }, headers, returnHeaders: true })).catch(
        (error: unknown) => {
          throw isInvalid(error) ? invalidField(field, WRONG_PASSWORD) : error
        },
      )
    })

  /** Logs who changed what about signing in, without any secret, and mails the owner, who may not have done it. */
  const notify = async (own: Account, action: string, what?: string): Promise<void> => {
    const userId = await demandUser(own)
    await audit(db, clock, { actorId: userId, action: `user.${action}`, subject: 'user', subjectId: userId })
    if (what) {
      const body = securityMail({ what, forgotUrl: `${config.appUrl}/forgot-password` })
      await parts.mail('security_notice', own.email, body)
    }
  }

  return { guard, findOwn, demandOwn, demandUser, countingFailures, demandPassword, notify }
}

const isInvalid = (error: unknown): boolean => error instanceof DomainError && error.code === 'invalid'
