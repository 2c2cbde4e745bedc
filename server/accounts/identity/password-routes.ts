import { ForgotForm, PasswordChangeForm, ResetForm, Success } from '#domain/schemas/identity.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Route } from '#server/platform/http/http.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { BASE_PATH } from './auth.ts'
import { type Calls, call, type IdentityParts } from './calls.ts'
import { refuseGuessedPassword } from './passwords.ts'
import { libraryAddress } from './sign-up.ts'
import { forgetChallenges, setSecondStep, signInOf } from './store.ts'

/** Resetting a forgotten password by a mailed link, and changing the current one. */
export function passwordRoutes(
  parts: IdentityParts,
  { guard, demandOwn, demandPassword, notify }: Calls,
): Route[] {
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
