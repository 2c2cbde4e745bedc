import type { Context } from 'hono'
import type { z } from 'zod'
import { DomainError } from '#domain/errors.ts'
import { SecondStepForm, Session, SignInForm, Success, Token } from '#domain/schemas/identity.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { demandOwnOrigin } from '#server/platform/http/client-address.ts'
import type { Route } from '#server/platform/http/http.ts'
import { BASE_PATH, hashOfBackupCode } from './auth.ts'
import {
  type Account,
  type Calls,
  call,
  headersOf,
  type IdentityParts,
  identityOf,
  isRefused,
  sessionOf,
  startOver,
  wrongAppCode,
} from './calls.ts'
import { challengedAccounts, withoutTrust } from './cookies.ts'
import { createSignUpCookie, libraryAddress, unconfirmed } from './sign-up.ts'
import { signUpRoutes } from './sign-up-routes.ts'
import { dropSession, isOfRepresentative, setSecondStep, spendCode } from './store.ts'
import { userOf } from './users.ts'

/** Signing up, in and out, and the token that a session is exchanged for. */
export const identityRoutes = (parts: IdentityParts, calls: Calls): Route[] => [
  ...signUpRoutes(parts, calls),
  ...signInRoutes(parts, calls),
  ...sessionRoutes(parts, calls),
]

const isWrongPassword = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'unauthorized'

function signInRoutes(parts: IdentityParts, calls: Calls): Route[] {
  const { auth, db, clock, accountLimits } = parts
  const { guard, findOwn, countingFailures } = calls
  const signUpCookie = createSignUpCookie(parts.codeSecret(), parts.config)

  /** A code is accepted only once: a session that its reuse opened is deleted before its token is sent. */
  const demandUnspent = async (accountId: string, token: string, code: string): Promise<void> => {
    const codeHash = hashOfBackupCode(parts.codeSecret(), code)
    if (await spendCode(db, { accountId, codeHash, now: clock.now() })) return
    await dropSession(db, token)
    throw wrongAppCode()
  }

  const verify = async (
    c: Context,
    own: Account | null,
    { code: given, trustDevice }: z.output<typeof SecondStepForm>,
  ) => {
    const isBackupCode = !/^\d{6}$/.test(given)
    const code = isBackupCode ? hashOfBackupCode(parts.codeSecret(), given) : given
    const order = { body: { code, trustDevice }, headers: headersOf(c), returnHeaders: true as const }
    // For a person who is already signed in it opens nothing.
    const passed = (opened: string | null) =>
      own || !opened ? Promise.resolve() : setSecondStep(db, opened, systemClock.now())
    const answer = isBackupCode
      ? await call(c, auth.api.verifyBackupCode(order), (_, opened) => passed(opened))
      : await call(c, auth.api.verifyTOTP(order), async ({ user, token }, opened) => {
          if (!own) await demandUnspent(user.id, token, given)
          await passed(opened)
        })
    const account = answer.user as Account
    if (isBackupCode) await calls.notify(account, 'backup_code_use', 'A backup code was used to sign in')
    return account
  }

  /** If this password signed up, this browser may ask for the code and enter it, like the one that signed up. */
  const unconfirmedSignUp = async (c: Context, { email, password }: z.output<typeof SignInForm>) => {
    const accountId = await parts.openSignUps.accountOf(email, password)
    if (accountId === null) return null
    signUpCookie.give(c, accountId)
    return unconfirmed()
  }

  return [
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-in/email`,
      who: 'anyone',
      summary: 'Sign in with email and password: sets the session cookie, or asks for the two-factor code',
      body: SignInForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'sign-in')
        const isAlwaysAsked = await isOfRepresentative(db, body.email)
        const headers = isAlwaysAsked ? await withoutTrust(auth, headersOf(c)) : headersOf(c)
        const order = { ...body, email: libraryAddress(body.email) }
        const answer = await countingFailures(body.email, isRefused, () =>
          call(c, auth.api.signInEmail({ body: order, headers, returnHeaders: true })),
        ).catch(async (error: unknown) => {
          throw isWrongPassword(error) ? ((await unconfirmedSignUp(c, body)) ?? error) : error
        })
        if ('twoFactorRedirect' in answer) {
          return { email: body.email, emailVerified: true, twoFactorRequired: true }
        }
        return sessionOf(answer.user)
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-in/two-factor`,
      who: 'anyone',
      summary: 'The two-factor code: six digits from the app, or a backup code, which works once',
      body: SecondStepForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'second-step')
        const own = await findOwn(c)
        // For a person who is already signed in, the code is their own, whoever else is signing in here.
        if (own) return sessionOf(await verify(c, own, body))
        const challenged = await challengedAccounts(auth, headersOf(c))
        if (challenged.length === 0) throw startOver()
        // Counted before the code is checked, and for the account: each sign-in with the password opens another challenge.
        for (const accountId of challenged) await accountLimits.takeCodeGuess(accountId)
        const account = await verify(c, null, body)
        await accountLimits.forgetCodeGuesses(account.id)
        return sessionOf(account)
      },
    }),
  ]
}

function sessionRoutes(parts: IdentityParts, { findOwn }: Calls): Route[] {
  const { auth, config, db, clock } = parts
  return [
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-out`,
      who: 'anyone',
      summary: 'End the session',
      response: Success,
      handle: async ({ c }) => {
        c.header('cache-control', 'no-store')
        demandOwnOrigin(c, config.trustedOrigins)
        await call(c, auth.api.signOut({ headers: headersOf(c), returnHeaders: true }))
        parts.sessionsEnded()
        return { success: true }
      },
    }),
    defineRoute({
      method: 'get',
      path: `${BASE_PATH}/token`,
      who: 'anyone',
      summary: 'A bearer token, valid for five minutes, for the session in the cookie; null without one',
      response: Token,
      handle: async ({ c }) => {
        c.header('cache-control', 'no-store')
        c.header('vary', 'Cookie')
        const own = await findOwn(c)
        const userId = own && (await userOf(db, clock, identityOf(own)))
        return { token: userId ? await parts.issue({ userId, sessionId: own.sessionId }) : null }
      },
    }),
  ]
}
