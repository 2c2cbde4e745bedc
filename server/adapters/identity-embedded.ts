import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Identity } from '#server/adapters/identity.ts'
import { CODE_MINUTES, createAuth } from '#server/adapters/identity-auth.ts'
import { createAccountLimits } from '#server/adapters/identity-guards.ts'
import { identityOf, identityRoutes } from '#server/adapters/identity-routes.ts'
import { createTokens, keyFor, readSecret } from '#server/adapters/identity-token.ts'
import { dropUnproven, userOf } from '#server/adapters/identity-users.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { mountRoutes } from '#server/http.ts'
import { newId } from '#server/ids.ts'
import type { Limits } from '#server/limits.ts'
import type { OutgoingMail } from '#server/mails/actions.ts'
import { verificationCodeMail } from '#server/mails/templates.ts'

/** The embedded side also makes accounts without a screen: for the demo and for tests. */
export type EmbeddedIdentity = Identity & {
  /** A verified account that signs in with this password; answers our user's id. */
  createAccount(account: {
    email: string
    password: string
    firstName: string
    lastName: string
  }): Promise<string>
}

/** Accounts, passwords and sessions on our own database (Better Auth), and the tokens that calls carry. */
export async function createEmbeddedIdentity(given: {
  config: Config
  db: Database
  clock: Clock
  log: Logger
  limits: Limits
  sendMail: (mail: OutgoingMail) => Promise<void>
}): Promise<EmbeddedIdentity> {
  const { config, db, clock, limits, sendMail } = given
  const secret = await readSecret(db)
  const tokens = createTokens(keyFor(secret, 'bearer'), systemClock)
  const sendCode = (to: string, code: string) =>
    sendMail({
      ...{ kind: 'verification_code', once: `verification_code:${newId(systemClock)}`, to },
      ...verificationCodeMail({ code, minutes: CODE_MINUTES }),
    })
  const auth = createAuth({ config, db, secret: keyFor(secret, 'cookie').toString('base64url'), sendCode })
  const routes = identityRoutes({
    ...{ auth, config, db, clock, limits },
    accountLimits: createAccountLimits(db),
    issue: tokens.issue,
  })

  const identity: EmbeddedIdentity = {
    verify: tokens.verify,
    tokenForCookie: async (headers) => {
      if (!headers.has('cookie')) return null
      // A page render cannot renew the cookie: the browser's own next call for a token does.
      const session = await auth.api.getSession({ headers, query: { disableRefresh: true } })
      const userId = session && (await userOf(db, clock, identityOf(session.user)))
      return userId ? tokens.issue(userId) : null
    },
    // These routes use what they were made with: of the program's parts the mounting needs only these.
    mount: (app) =>
      mountRoutes(app as unknown as OpenAPIHono, { ...given, identity } as unknown as Deps, routes),
    createAccount: async ({ email, password, firstName, lastName }) => {
      await dropUnproven(db, clock, email)
      const context = await auth.$context
      const user = await context.internalAdapter.createUser(
        { email, name: `${firstName} ${lastName}`, emailVerified: true },
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
