import type { Context } from 'hono'
import { DomainError, invalidField } from '#domain/errors.ts'
import {
  CodeForm,
  CodeRequest,
  SecondStepForm,
  Session,
  SignInForm,
  SignUpForm,
  Success,
  Token,
} from '#domain/schemas/identity.ts'
import { demandOwnOrigin } from '#server/platform/http/client-address.ts'
import { defineRoute, type Route } from '#server/platform/http/http.ts'
import { BASE_PATH, hashOfBackupCode } from './identity-auth.ts'
import {
  type Account,
  type Calls,
  call,
  type IdentityParts,
  identityOf,
  wrongAppCode,
} from './identity-calls.ts'
import { createSignUpCookie } from './identity-sign-up.ts'
import { hashOfToken } from './identity-storage.ts'
import { dropSession, spendCode } from './identity-store.ts'
import { dropUnproven, splitName, unprovenAccount, userOf } from './identity-users.ts'

const sessionOf = ({ email, emailVerified }: Pick<Account, 'email' | 'emailVerified'>): Session => ({
  ...{ email, emailVerified, twoFactorRequired: false },
})

const isRefused = (error: unknown) => error instanceof DomainError
const WRONG_CODE = 'That code does not work: type the newest one, or ask for another'

/** Signing up, in and out, and the token that a session is turned into. */
export function identityRoutes(parts: IdentityParts, calls: Calls): Route[] {
  const { auth, config, db, clock, accountLimits } = parts
  const { guard, findOwn, countingFailures } = calls
  const signUpCookie = createSignUpCookie(parts.secret, config)
  const headersOf = (c: Context) => c.req.raw.headers

  /** A code is sent to, and taken from, whoever is signed in with that address or signed up with it here. */
  const holderOf = async (c: Context, email: string): Promise<Account | null> => {
    const own = await findOwn(c)
    if (own?.email === email) return own
    const signedUp = signUpCookie.read(c)
    if (signedUp) return unprovenAccount(db, { id: signedUp, email })
    throw own
      ? invalidField('email', 'Sign in with that address first')
      : new DomainError('unauthorized', '401: Unauthorized')
  }

  /** A code that was right is right once: the session that it opened again is gone before anybody hears of it. */
  const demandUnspent = async (accountId: string, token: string, code: string): Promise<void> => {
    const codeHash = hashOfBackupCode(parts.secret, code)
    if (await spendCode(db, { accountId, codeHash, now: clock.now() })) return
    await dropSession(db, hashOfToken(token))
    throw wrongAppCode()
  }

  return [
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-up/email`,
      who: 'anyone',
      summary: 'Open an account: mails a code that proves the address and then signs in',
      rules: 'R16; the answer is the same where the address has an account, and its owner gets a mail',
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
        const name = `${firstName} ${lastName ?? ''}`.trim()
        const { email, password } = body
        const account = { email, password, name, firstName, ...(lastName ? { lastName } : {}) }
        const signingUp = auth.api.signUpEmail({ body: account, headers: headersOf(c), returnHeaders: true })
        const { user } = await call(c, signingUp)
        signUpCookie.give(c, user.id)
        return sessionOf({ email, emailVerified: false })
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-in/email`,
      who: 'anyone',
      summary: 'Sign in with email and password: sets the session cookie, or asks for the second step',
      body: SignInForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'sign-in')
        const answer = await countingFailures(body.email, isRefused, () =>
          call(c, auth.api.signInEmail({ body, headers: headersOf(c), returnHeaders: true })),
        )
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
      summary: 'The second step: six digits of the app, or a backup code, which works once',
      body: SecondStepForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'second-step')
        const own = await findOwn(c)
        const isBackupCode = !/^\d{6}$/.test(body.code)
        const code = isBackupCode ? hashOfBackupCode(parts.secret, body.code) : body.code
        const given = { body: { ...body, code }, headers: headersOf(c), returnHeaders: true as const }
        const answer = isBackupCode
          ? await call(c, auth.api.verifyBackupCode(given))
          : await call(c, auth.api.verifyTOTP(given), ({ user, token }) =>
              // Whoever is signed in already is let in nowhere by it.
              own ? Promise.resolve() : demandUnspent(user.id, token, body.code),
            )
        const account = answer.user as Account
        if (isBackupCode) await calls.notify(account, 'backup_code_use', 'A backup code was used to sign in')
        return sessionOf(account)
      },
    }),
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
        return { success: true }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/email-otp/send-verification-otp`,
      who: 'anyone',
      summary: 'Mail a new code to the account that signed up or is signed in here',
      rules: 'R16',
      body: CodeRequest,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'code')
        const holder = await holderOf(c, body.email)
        if (holder?.emailVerified) return sessionOf(holder)
        await accountLimits.takeCode(body.email)
        if (holder) {
          const order = { email: body.email, type: 'email-verification' as const }
          await call(c, auth.api.sendVerificationOTP({ body: order, returnHeaders: true }))
        }
        return sessionOf({ email: body.email, emailVerified: false })
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/email-otp/verify-email`,
      who: 'anyone',
      summary: 'Prove the address with the mailed code: sets the session cookie',
      rules: 'R16',
      body: CodeForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'verify')
        const holder = await holderOf(c, body.email)
        if (!holder) throw invalidField('otp', WRONG_CODE)
        if (!holder.emailVerified) {
          const verifying = auth.api.verifyEmailOTP({ body, headers: headersOf(c), returnHeaders: true })
          // One sentence for every reason: another one would reveal whether there is an account.
          await call(c, verifying).catch((error: unknown) => {
            throw isRefused(error) ? invalidField('otp', WRONG_CODE) : error
          })
        }
        signUpCookie.drop(c)
        await userOf(db, clock, identityOf({ ...holder, emailVerified: true }))
        return sessionOf({ email: body.email, emailVerified: true })
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
        const own = await findOwn(c)
        const userId = own && (await userOf(db, clock, identityOf(own)))
        return { token: userId ? await parts.issue(userId) : null }
      },
    }),
  ]
}
