import type { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { ForgotForm, PasswordChangeForm, ResetForm, Success } from '#domain/schemas/identity.ts'
import { type Deps, defineRoute, type Identity, type NewAccount } from '#server/accounts/deps.ts'
import { dropUnproven, isProven } from '#server/accounts/users/index.ts'
import {
  accountExistsMail,
  type MailBody,
  type OutgoingMail,
  resetLinkMail,
  verificationCodeMail,
} from '#server/messaging/mails/index.ts'
import { type Clock, systemClock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Ring } from '#server/platform/db/secrets.ts'
import {
  type AccountLimits,
  clientAddress,
  createAccountLimits,
} from '#server/platform/http/client-address.ts'
import { mountRoutes, type Route } from '#server/platform/http/http.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { accountRoutes, sessionRoutes } from './account-routes.ts'
import { type Auth, type AuthEvents, BASE_PATH, CODE_MINUTES, createAuth, RESET_MINUTES } from './auth.ts'
import { type Calls, call, createCalls, type IdentityParts, identityOf } from './calls.ts'
import {
  codeSecretOf,
  createIdentityKeys,
  type IdentityKeys,
  librarySecrets,
  withCurrentCookies,
} from './keys.ts'
import { createLiveSessions } from './live-sessions.ts'
import { passkeyRoutes } from './passkeys-routes.ts'
import { refuseGuessedPassword } from './passwords.ts'
import { identityRoutes } from './routes.ts'
import { createOpenSignUps, libraryAddress } from './sign-up.ts'
import { forgetChallenges, markProven, setSecondStep, signInOf } from './store.ts'
import { createTokens } from './token.ts'
import { twoFactorRoutes } from './two-factor-routes.ts'
import { holderOf, userOf } from './users.ts'

/** The embedded identity can also create accounts without a screen: for the demo and for tests. */
export type EmbeddedIdentity = Identity & {
  /** Creates a verified account that signs in with this password. @returns our user's id. */
  createAccount: (account: NewAccount) => Promise<string>
}

/** Accounts, passwords and sessions on our own database (Better Auth), and the bearer tokens of requests. */
/** Whether it is sent shows in no answer. */
const existingAccountMailer =
  (limits: AccountLimits, mail: ReturnType<typeof mailTo>, at: (path: string) => string) =>
  async (to: string): Promise<void> => {
    if (await limits.mayNotice(to)) await mail('account_exists', to, existingAccount(at))
  }

export async function createEmbeddedIdentity(given: {
  config: Config
  db: Database
  clock: Clock
  log: Logger
  limits: Limits
  openMoneyOf: Deps['openMoneyOf']
  cache: Pick<Deps['cache'], 'changed' | 'onChange'>
  sendMail: (mail: OutgoingMail) => Promise<void>
}): Promise<EmbeddedIdentity> {
  const { config, db, clock, limits, cache } = given
  const keys = await createIdentityKeys(db, systemClock)
  const tokens = createTokens(keys, systemClock)
  const liveSessions = createLiveSessions({ db, cache, wallClock: systemClock })
  const mail = mailTo(given)
  const at = (path: string) => `${config.appUrl}${path}`
  const accountLimits = createAccountLimits(limits)
  const mailAccountExists = existingAccountMailer(accountLimits, mail, at)
  const events: AuthEvents = {
    sendCode: async (to, code, isForSignUp) => {
      if (await isProven(db, to)) return mailAccountExists(to)
      return mail('verification_code', to, codeMail(code, isForSignUp && at('/sign-up?step=code')))
    },
    // After the #, so that no log contains the secret: a browser does not send that part.
    sendResetLink: (to, token) =>
      mail(
        'password_reset',
        to,
        resetLinkMail({ url: at(`/reset-password#${token}`), minutes: RESET_MINUTES }),
      ),
    onPasswordReset: async (account) => {
      await markProven(db, account.id, systemClock.now())
      await forgetChallenges(db, account.id)
      await parts.openSignUps.forget(account.email)
      await accountLimits.forgetGuesses(account.email)
      await calls.notify({ ...account, emailVerified: true }, 'password_reset', 'Your password was changed')
    },
  }
  const { auth, codeSecret } = await createLibrary(keys, { config, db, events })
  const parts = {
    auth,
    config,
    db,
    clock,
    limits,
    mail,
    log: given.log,
    openMoneyOf: given.openMoneyOf,
    codeSecret,
    accountLimits,
    mailAccountExists,
    openSignUps: createOpenSignUps(auth, systemClock),
    issue: tokens.issue,
    sessionsEnded: liveSessions.ended,
  }
  const calls = createCalls(parts)
  const routes = [
    ...identityRoutes(parts, calls),
    ...passwordRoutes(parts, calls),
    ...twoFactorRoutes(parts, calls),
    ...passkeyRoutes(parts, calls),
    ...sessionRoutes(parts, calls),
    ...accountRoutes(parts, calls),
  ]

  const identity: EmbeddedIdentity = {
    verify: async (token) => {
      const subject = await tokens.read(token)
      const session = subject && (await liveSessions.find(subject))
      return session && { userId: subject.userId, ...session }
    },
    signInOf: async (token) => {
      const subject = await tokens.read(token)
      return subject && signInOf(db, subject.sessionId, systemClock.now())
    },
    tokenForCookie: async (headers) => {
      if (!headers.has('cookie')) return null
      // A page render cannot renew the cookie: the browser's next token request does.
      const signed = await withCurrentCookies(keys, headers)
      const session = await auth.api.getSession({ headers: signed, query: { disableRefresh: true } })
      const userId = session && (await userOf(db, clock, identityOf(session.user)))
      return userId ? tokens.issue({ userId, sessionId: session.session.id }) : null
    },
    // These routes already have their dependencies: mounting needs only these parts of the program.
    mount: (app) => {
      app.use(`${BASE_PATH}/*`, resigning(keys))
      mountRoutes(app as unknown as OpenAPIHono, { ...given, identity } as unknown as Deps, routes)
    },
    createAccount: async ({ email, password, firstName, lastName }) => {
      await db.transaction((tx) => dropUnproven(tx, email, clock.now()))
      const context = await auth.$context
      const user = await context.internalAdapter.createUser(
        { email, name: `${firstName} ${lastName}`, firstName, lastName, emailVerified: true },
        { method: 'email-password' },
      )
      const account = { userId: user.id, accountId: user.id, providerId: 'credential' }
      await context.internalAdapter.linkAccount({
        ...account,
        password: await context.password.hash(password),
      })
      const userId = await userOf(db, clock, { ...identityOf(user), firstName, lastName })
      if (!userId) throw new Error('a verified account always has a user')
      return userId
    },
  }
  return identity
}

const existingAccount = (at: (path: string) => string) =>
  accountExistsMail({ signInUrl: at('/sign-in'), forgotUrl: at('/forgot-password') })

const codeMail = (code: string, url: string | false) =>
  verificationCodeMail({ code, minutes: CODE_MINUTES, ...(url ? { url } : {}) })

type Sending = { db: Database; sendMail: (mail: OutgoingMail) => Promise<void> }

/** Mail to an address that is a user's own, so that it is erased with the account whatever address that has by then. */
const mailTo =
  ({ db, sendMail }: Sending) =>
  async (kind: string, to: string, body: MailBody): Promise<void> =>
    sendMail({
      kind,
      idempotencyKey: `${kind}:${newId(systemClock)}`,
      to,
      userId: await holderOf(db, to),
      ...body,
    })

/** The library with the current keys, and the key for the hashes of codes. */
async function createLibrary(
  keys: IdentityKeys,
  given: Pick<Parameters<typeof createAuth>[0], 'config' | 'db' | 'events'>,
): Promise<{ auth: Auth; codeSecret: () => string }> {
  const authWith = (ring: Ring) =>
    createAuth({ ...given, secrets: librarySecrets(ring), codeSecret: codeSecretOf(ring) })
  let known = await keys.ring()
  let current = authWith(known)
  keys.onChange((ring) => {
    known = ring
    current = authWith(ring)
  })
  const auth = new Proxy({} as Auth, { get: (_, name) => current[name as keyof Auth] })
  return { auth, codeSecret: () => codeSecretOf(known) }
}

const resigning =
  (keys: IdentityKeys): MiddlewareHandler =>
  async (c, next) => {
    const headers = await withCurrentCookies(keys, c.req.raw.headers)
    if (headers !== c.req.raw.headers) c.req.raw = new Request(c.req.raw, { headers })
    await next()
  }

/** Resetting a forgotten password by a mailed link, and changing the current one. */
function passwordRoutes(parts: IdentityParts, { guard, demandOwn, demandPassword, notify }: Calls): Route[] {
  const { auth, db, log, accountLimits } = parts

  /** Not awaited: the duration would reveal whether there is an account. */
  const mailLink = (email: string) =>
    void auth.api.requestPasswordReset({ body: { email: libraryAddress(email) } }).catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'a link for a new password was not mailed')
    })

  /** Of the account whose link it is; null for a link that does not work. */
  const addressOfReset = async (token: string): Promise<string | null> => {
    const { internalAdapter } = await auth.$context
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    const account = link && (await internalAdapter.findUserById(link.value))
    return account?.email ?? null
  }

  return [
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/password/forgot`,
      who: 'anyone',
      summary: 'Mail a link for a new password; the response is the same where there is no account',
      body: ForgotForm,
      response: Success,
      handle: async ({ c, body }) => {
        await guard(c, 'forgot')
        await accountLimits.takeResetLink(body.email, clientAddress(c))
        mailLink(body.email)
        return { success: true }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/password/reset`,
      who: 'anyone',
      summary: 'Set a new password with the mailed link, which works once; every session ends',
      body: ResetForm,
      response: Success,
      handle: async ({ c, body }) => {
        await guard(c, 'reset')
        refuseGuessedPassword(body.password, await addressOfReset(body.token))
        const order = { token: body.token, newPassword: body.password }
        await call(c, auth.api.resetPassword({ body: order, returnHeaders: true }))
        parts.sessionsEnded()
        return { success: true }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/password`,
      who: 'anyone',
      summary: 'Change the caller’s password; every other session ends, this one is renewed',
      body: PasswordChangeForm,
      response: Success,
      handle: async ({ c, body }) => {
        await guard(c, 'password')
        const own = await demandOwn(c)
        refuseGuessedPassword(body.newPassword, own.email, 'newPassword')
        await demandPassword(c, own, body.currentPassword, 'currentPassword')
        const order = { ...body, revokeOtherSessions: true }
        const headers = c.req.raw.headers
        const signIn = await signInOf(db, own.sessionId, systemClock.now())
        // The renewed session proves what the old one did, and as long ago.
        await call(
          c,
          auth.api.changePassword({ body: order, headers, returnHeaders: true }),
          async (_, opened) => {
            if (opened && signIn?.hasSecondStep) await setSecondStep(db, opened, signIn.at)
          },
        )
        parts.sessionsEnded()
        await forgetChallenges(db, own.id)
        await notify(own, 'password_change', 'Your password was changed')
        return { success: true }
      },
    }),
  ]
}
