import type { Context } from 'hono'
import { z } from 'zod'
import { DomainError, notFound } from '#domain/errors.ts'
import {
  Passkey,
  PasskeyForm,
  PasskeyName,
  PasskeyOptions,
  PasskeySignInForm,
  PasswordForm,
  Session,
  Success,
} from '#domain/schemas/identity.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import type { Route } from '#server/platform/http/http.ts'
import { RowParams } from './account-routes.ts'
import { BASE_PATH } from './auth.ts'
import { type Account, type Calls, call, type IdentityParts } from './calls.ts'
import { passkeysOf, removePasskey, renamePasskey, setSecondStep } from './store.ts'

const SIGN_IN = `${BASE_PATH}/sign-in/passkey`

/** A passkey is bound to one site: without the site's name nothing can be checked. */
function demandOrigin(c: Context): void {
  if (!c.req.header('origin'))
    throw new DomainError('invalid', 'Passkeys work in a browser only: this request names no site')
}

/** Passkeys: a device that verifies its user replaces the password and the second step. */
export const passkeyRoutes = (parts: IdentityParts, calls: Calls): Route[] => [
  ...signInRoutes(parts, calls),
  ...ownPasskeyRoutes(parts, calls),
  ...changeRoutes(parts, calls),
]

function signInRoutes({ auth, db }: IdentityParts, { guard }: Calls): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: `${SIGN_IN}/options`,
      who: 'anyone',
      summary: 'What the browser needs to sign in with a passkey: a challenge, valid for five minutes',
      response: PasskeyOptions,
      handle: async ({ c }) => {
        await guard(c, 'passkey-options')
        const headers = c.req.raw.headers
        const asking = auth.api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true })
        return { ...(await call(c, asking)), userVerification: 'required' }
      },
    }),
    defineRoute({
      method: 'post',
      path: SIGN_IN,
      who: 'anyone',
      summary: 'Sign in with a passkey: sets the session cookie',
      body: PasskeySignInForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'passkey')
        demandOrigin(c)
        const headers = c.req.raw.headers
        const order = { response: body.response as never }
        const answer = await call(
          c,
          auth.api.verifyPasskeyAuthentication({ body: order, headers, returnHeaders: true }),
          // A device that verified its user is both steps.
          async (_, opened) => {
            if (opened) await setSecondStep(db, opened, systemClock.now())
          },
        )
        const { email, emailVerified } = answer.user as Account
        return { email, emailVerified, twoFactorRequired: false }
      },
    }),
  ]
}

/** The account's own passkeys, and adding one. */
function ownPasskeyRoutes(
  { auth, db }: IdentityParts,
  { guard, demandOwn, demandPassword, notify }: Calls,
): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: `${BASE_PATH}/passkeys`,
      who: 'anyone',
      summary: 'The passkeys of this account',
      response: z.array(Passkey),
      handle: async ({ c }) => passkeysOf(db, (await demandOwn(c)).id),
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/passkeys/options`,
      who: 'anyone',
      summary: 'What the browser needs to create a passkey; requires the password',
      body: PasswordForm,
      response: PasskeyOptions,
      handle: async ({ c, body }) => {
        await guard(c, 'passkey-options')
        const own = await demandOwn(c)
        await demandPassword(c, own, body.password)
        const headers = c.req.raw.headers
        const asking = auth.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true })
        return { ...(await call(c, asking)) }
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/passkeys`,
      who: 'anyone',
      summary: 'Add the passkey that the browser made',
      body: PasskeyForm,
      response: Passkey,
      handle: async ({ c, body }) => {
        await guard(c, 'passkey')
        demandOrigin(c)
        const own = await demandOwn(c)
        const headers = c.req.raw.headers
        const added = await call(
          c,
          auth.api.verifyPasskeyRegistration({ body, headers, returnHeaders: true }),
        )
        await notify(own, 'passkey_add', 'A passkey was added to your account')
        return (await passkeysOf(db, own.id)).find(({ id }) => id === added.id)
      },
    }),
  ]
}

function changeRoutes({ db }: IdentityParts, { guard, demandOwn, notify }: Calls): Route[] {
  return [
    defineRoute({
      method: 'put',
      path: `${BASE_PATH}/passkeys/{id}`,
      who: 'anyone',
      summary: 'Give a passkey another name',
      params: RowParams,
      body: PasskeyName,
      response: Success,
      handle: async ({ c, params, body }) => {
        await guard(c, 'passkeys')
        const own = await demandOwn(c)
        const renamed = await renamePasskey(db, { accountId: own.id, id: params.id, name: body.name })
        if (!renamed) throw notFound('Passkey')
        await notify(own, 'passkey_rename')
        return { success: true }
      },
    }),
    defineRoute({
      method: 'delete',
      path: `${BASE_PATH}/passkeys/{id}`,
      who: 'anyone',
      summary: 'Remove a passkey',
      params: RowParams,
      response: Success,
      handle: async ({ c, params }) => {
        await guard(c, 'passkeys')
        const own = await demandOwn(c)
        if (!(await removePasskey(db, own.id, params.id))) throw notFound('Passkey')
        await notify(own, 'passkey_remove', 'A passkey was removed from your account')
        return { success: true }
      },
    }),
  ]
}
