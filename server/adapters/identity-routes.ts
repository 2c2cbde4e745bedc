import { APIError } from 'better-auth/api'
import type { Context } from 'hono'
import { DomainError, invalidField } from '#domain/errors.ts'
import { CodeForm, CodeRequest, Session, SignInForm, SignUpForm, Token } from '#domain/schemas/identity.ts'
import { type Auth, BASE_PATH } from '#server/adapters/identity-auth.ts'
import { type AccountLimits, clientAddress, demandOwnOrigin } from '#server/adapters/identity-guards.ts'
import { dropUnproven, type SignedIn, splitName, userOf } from '#server/adapters/identity-users.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { defineRoute, type Route } from '#server/http.ts'
import type { Limits } from '#server/limits.ts'

export type IdentityParts = {
  auth: Auth
  config: Pick<Config, 'trustedOrigins'>
  db: Database
  clock: Clock
  limits: Limits
  accountLimits: AccountLimits
  issue: (userId: string) => Promise<string>
}

type Account = { id: string; email: string; emailVerified: boolean; name: string }

export const identityOf = ({ id, email, emailVerified, name }: Account): SignedIn => ({
  ...{ provider: 'embedded', subject: id, email: email.toLowerCase(), isEmailVerified: emailVerified },
  ...splitName(name),
})

/** The library's refusals in our words. What is not here is a bug, and answered as one. */
const REFUSALS: Record<string, () => DomainError> = {
  INVALID_EMAIL_OR_PASSWORD: () =>
    new DomainError('unauthorized', 'That e-mail address and password do not go together'),
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: () =>
    invalidField('email', 'That address has an account already: sign in instead'),
  // Two sign-ups with one address at the same moment.
  FAILED_TO_CREATE_USER: () => new DomainError('conflict', 'Please try again in a moment'),
  INVALID_OTP: () => invalidField('otp', 'That is not the code in the newest e-mail'),
  OTP_EXPIRED: () => invalidField('otp', 'That code has expired: ask for a new one'),
  TOO_MANY_ATTEMPTS: () => invalidField('otp', 'Too many tries with that code: ask for a new one'),
}

/** Calls the library, hands its cookies on, and turns its refusals into ours. */
async function call<T>(c: Context, run: Promise<{ headers?: Headers | null; response: T }>): Promise<T> {
  try {
    const { headers, response } = await run
    for (const cookie of headers?.getSetCookie() ?? []) c.header('set-cookie', cookie, { append: true })
    return response
  } catch (error) {
    const code = error instanceof APIError ? String(error.body?.code) : ''
    throw REFUSALS[code]?.() ?? error
  }
}

export function identityRoutes(parts: IdentityParts): Route[] {
  const { auth, config, db, clock, limits, accountLimits } = parts

  /** Before anything else on every route that writes. */
  const guard = async (c: Context, what: string) => {
    c.header('cache-control', 'no-store')
    demandOwnOrigin(c, config.trustedOrigins)
    await limits.take('sign_in', `${what}:${clientAddress(c)}`)
  }
  const headersOf = (c: Context) => c.req.raw.headers
  const account = async (c: Context): Promise<Account | null> => {
    const found = await call(c, auth.api.getSession({ headers: headersOf(c), returnHeaders: true }))
    return found?.user ?? null
  }
  /** Codes are sent to, and taken from, whoever is signed in with that address: nobody proves another's account. */
  const ownAccount = async (c: Context, email: string): Promise<Account> => {
    const own = await account(c)
    if (!own) throw new DomainError('unauthorized', '401: Unauthorized')
    if (own.email !== email) throw invalidField('email', 'Sign in with that address first')
    return own
  }

  return [
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-up/email`,
      who: 'anyone',
      summary: 'Open an account; signs in at once and mails a code that proves the address',
      rules: 'R16',
      body: SignUpForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'sign-up')
        await accountLimits.takeCode(body.email)
        const given = splitName(body.name ?? '')
        const firstName = body.firstName ?? given.firstName
        const lastName = body.lastName ?? given.lastName
        if (!firstName) throw invalidField('firstName', 'First name is required')
        await dropUnproven(db, clock, body.email)
        const { user } = await call(
          c,
          auth.api.signUpEmail({
            body: {
              email: body.email,
              password: body.password,
              name: `${firstName} ${lastName ?? ''}`.trim(),
            },
            headers: headersOf(c),
            returnHeaders: true,
          }),
        )
        await userOf(db, clock, { ...identityOf(user), firstName, lastName })
        return { email: user.email, emailVerified: user.emailVerified }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-in/email`,
      who: 'anyone',
      summary: 'Sign in with e-mail and password: sets the session cookie',
      body: SignInForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'sign-in')
        await accountLimits.demandFewFailures(body.email)
        const signingIn = auth.api.signInEmail({ body, headers: headersOf(c), returnHeaders: true })
        const { user } = await call(c, signingIn).catch(async (error: unknown) => {
          if (error instanceof DomainError) await accountLimits.countFailure(body.email)
          throw error
        })
        await accountLimits.forgetFailures(body.email)
        return { email: user.email, emailVerified: user.emailVerified }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-out`,
      who: 'anyone',
      summary: 'End the session',
      handle: async ({ c }) => {
        c.header('cache-control', 'no-store')
        demandOwnOrigin(c, config.trustedOrigins)
        await call(c, auth.api.signOut({ headers: headersOf(c), returnHeaders: true }))
        return { success: true }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/email-otp/send-verification-otp`,
      who: 'anyone',
      summary: 'Mail a new code to the signed-in account',
      rules: 'R16',
      body: CodeRequest,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'code')
        const own = await ownAccount(c, body.email)
        if (own.emailVerified) return { email: own.email, emailVerified: true }
        await accountLimits.takeCode(body.email)
        const sending = auth.api.sendVerificationOTP({
          body: { email: body.email, type: 'email-verification' },
          returnHeaders: true,
        })
        await call(c, sending)
        return { email: own.email, emailVerified: false }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/email-otp/verify-email`,
      who: 'anyone',
      summary: 'Prove the address with the mailed code',
      rules: 'R16',
      body: CodeForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'verify')
        const own = await ownAccount(c, body.email)
        if (!own.emailVerified) {
          await call(c, auth.api.verifyEmailOTP({ body, headers: headersOf(c), returnHeaders: true }))
        }
        await userOf(db, clock, identityOf({ ...own, emailVerified: true }))
        return { email: own.email, emailVerified: true }
      },
    }),
    defineRoute({
      method: 'get',
      path: `${BASE_PATH}/token`,
      who: 'anyone',
      summary: 'A bearer token of five minutes for the session in the cookie; null without one',
      response: Token,
      handle: async ({ c }) => {
        c.header('cache-control', 'no-store')
        c.header('vary', 'Cookie')
        const own = await account(c)
        const userId = own && (await userOf(db, clock, identityOf(own)))
        return { token: userId ? await parts.issue(userId) : null }
      },
    }),
  ]
}
