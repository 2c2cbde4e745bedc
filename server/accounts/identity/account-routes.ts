import { invalidField } from '#domain/errors.ts'
import {
  CodeForm,
  Deletion,
  EmailChangeForm,
  PasswordForm,
  Session,
  Success,
} from '#domain/schemas/identity.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { deleteUser, reasonsNotToDelete } from '#server/accounts/users/index.ts'
import { accountDeletedMail, emailChangedMail } from '#server/messaging/mails/index.ts'
import type { Route } from '#server/platform/http/http.ts'
import { BASE_PATH } from './auth.ts'
import { type Calls, call, type IdentityParts, identityOf } from './calls.ts'
import { libraryAddress } from './sign-up.ts'
import { forgetChallenges } from './store.ts'
import { isProven, userOf } from './users.ts'

/** Changing the email address, which must be proven first, and deleting an account (R45, R48). */
export const accountRoutes = (parts: IdentityParts, calls: Calls): Route[] => [
  ...emailRoutes(parts, calls),
  ...deletionRoutes(parts, calls),
]

const wrongCode = () => invalidField('otp', 'That is not the code in the newest email')

function emailRoutes(parts: IdentityParts, { guard, demandOwn, demandPassword, notify }: Calls): Route[] {
  const { auth, db, clock, config, accountLimits } = parts
  return [
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/email`,
      who: 'anyone',
      summary: 'Mail a code to the account’s new address; the address changes only once the code is entered',
      rules: 'R48; the response is the same where the address has an account',
      body: EmailChangeForm,
      response: Success,
      handle: async ({ c, body }) => {
        await guard(c, 'email')
        const own = await demandOwn(c)
        if (own.email === body.email) throw invalidField('email', 'That is already your address')
        await demandPassword(c, own, body.password)
        await accountLimits.takeCode(body.email)
        const order = { newEmail: libraryAddress(body.email) }
        const headers = c.req.raw.headers
        await call(c, auth.api.requestEmailChangeEmailOTP({ body: order, headers, returnHeaders: true }))
        return { success: true }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/email/confirm`,
      who: 'anyone',
      summary: 'Change the address with the code mailed to the new one',
      rules: 'R48',
      body: CodeForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'verify')
        const own = await demandOwn(c)
        const order = { newEmail: libraryAddress(body.email), otp: body.otp }
        const headers = c.req.raw.headers
        // The same words as for a wrong code: an address that someone else has proven gets no code.
        if (await isProven(db, body.email)) throw wrongCode()
        await call(c, auth.api.changeEmailEmailOTP({ body: order, headers, returnHeaders: true }))
        await forgetChallenges(db, own.id)
        await userOf(db, clock, { ...identityOf(own), email: body.email, isEmailVerified: true })
        await notify({ ...own, email: body.email }, 'email_change')
        const contactUrl = `${config.appUrl}/contact`
        await parts.mail('security_notice', own.email, emailChangedMail({ contactUrl }))
        return { email: body.email, emailVerified: true, twoFactorRequired: false }
      },
    }),
  ]
}

function deletionRoutes(
  parts: IdentityParts,
  { guard, demandOwn, demandUser, demandPassword }: Calls,
): Route[] {
  const { auth } = parts
  return [
    defineRoute({
      method: 'get',
      path: `${BASE_PATH}/account/deletion`,
      who: 'anyone',
      summary: 'Reasons this account cannot be deleted yet; an empty list means that it can',
      rules: 'R45',
      response: Deletion,
      handle: async ({ c }) => {
        const userId = await demandUser(await demandOwn(c))
        return { reasons: await reasonsNotToDelete(parts, userId) }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/account/deletion`,
      who: 'anyone',
      summary: 'Delete the caller’s account: the profile is erased, payment records stay',
      rules: 'R45',
      body: PasswordForm,
      response: Success,
      handle: async ({ c, body }) => {
        await guard(c, 'deletion')
        const own = await demandOwn(c)
        await demandPassword(c, own, body.password)
        const userId = await demandUser(own)
        await deleteUser(parts, userId)
        await call(c, auth.api.signOut({ headers: c.req.raw.headers, returnHeaders: true }))
        parts.sessionsEnded()
        await parts.mail('account_deleted', own.email, accountDeletedMail())
        return { success: true }
      },
    }),
  ]
}
