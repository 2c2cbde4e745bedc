import type { Context } from 'hono'
import { DomainError, invalidField } from '#domain/errors.ts'
import { CodeForm, CodeRequest, Session, SignUpForm } from '#domain/schemas/identity.ts'
import { defineRoute } from '#server/accounts/deps.ts'
import { addressProvenByInvitation } from '#server/accounts/organizations/index.ts'
import { dropUnproven, isProven } from '#server/accounts/users/index.ts'
import { systemClock } from '#server/platform/base/clock.ts'
import type { Route } from '#server/platform/http/http.ts'
import { BASE_PATH } from './auth.ts'
import {
  type Account,
  type Calls,
  call,
  headersOf,
  type IdentityParts,
  identityOf,
  isRefused,
  sessionOf,
} from './calls.ts'
import { refuseGuessedPassword } from './passwords.ts'
import { createSignUpCookie, libraryAddress } from './sign-up.ts'
import { markProven } from './store.ts'
import { splitName, unprovenAccount, userOf } from './users.ts'

const WRONG_CODE = 'That code does not work: enter the newest one, or request another'

/** Creating an account, and the mailed code that proves its address. */
export function signUpRoutes(parts: IdentityParts, { guard, findOwn, notify }: Calls): Route[] {
  const { auth, config, db, clock, accountLimits } = parts
  const signUpCookie = createSignUpCookie(parts.codeSecret(), config)
  const holderOf = holderFinder(db, findOwn, signUpCookie)
  const sendCode = codeSender(auth)

  /** The link proves the address that it was mailed to, and no other; an account with it keeps its password. */
  const refuseUninvited = async (token: string, email: string): Promise<void> => {
    const invited = await addressProvenByInvitation(db, clock.now(), token)
    if (invited !== email) throw invalidField('email', `The invitation was sent to ${invited}`)
    if (await isProven(db, email))
      throw new DomainError('conflict', 'There is an account with that address: sign in')
  }

  /** The account of the newest sign-up with this address, not proven yet. */
  const open = async (c: Context, form: SignUpForm): Promise<string> => {
    const names = namesIn(form)
    await db.transaction((tx) => dropUnproven(tx, form.email, clock.now()))
    const account = { email: libraryAddress(form.email), password: form.password, ...names }
    const signingUp = auth.api.signUpEmail({ body: account, headers: headersOf(c), returnHeaders: true })
    return (await call(c, signingUp)).user.id
  }

  /**
   * Signs in to the new account, whose address a mailed link has proven. That address is mailed: the invitation may have been
   * forwarded.
   */
  const enterProven = async (c: Context, given: { accountId: string; email: string; password: string }) => {
    await markProven(db, given.accountId, systemClock.now())
    const order = { email: libraryAddress(given.email), password: given.password }
    const entering = auth.api.signInEmail({ body: order, headers: headersOf(c), returnHeaders: true })
    const { user } = (await call(c, entering)) as { user: Account }
    await parts.openSignUps.forget(given.email)
    const account = { ...user, email: given.email, emailVerified: true }
    await notify(account, 'invited_sign_up', 'An account was opened with your invitation')
    return sessionOf(user)
  }

  return [
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/sign-up/email`,
      who: 'anyone',
      summary:
        'Open an account: mails a code that verifies the address and then signs in; with the link of an invitation to that address, signs in at once',
      rules: 'R16; the response is the same where the address has an account, and its owner gets a mail',
      body: SignUpForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'sign-up')
        refuseGuessedPassword(body.password, body.email)
        if (body.invitation !== undefined) await refuseUninvited(body.invitation, body.email)
        else await accountLimits.takeCode(body.email)
        const { email, password } = body
        const accountId = await open(c, body)
        if (body.invitation !== undefined) return enterProven(c, { accountId, email, password })
        await parts.openSignUps.keep(email, accountId, password)
        await sendCode(c, email)
        signUpCookie.give(c, accountId)
        return sessionOf({ email, emailVerified: false })
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
        if (holder) await sendCode(c, body.email)
        else if (await isProven(db, body.email)) await parts.mailAccountExists(body.email)
        return sessionOf({ email: body.email, emailVerified: false })
      },
    }),
    defineRoute({
      method: 'post',
      path: `${BASE_PATH}/email-otp/verify-email`,
      who: 'anyone',
      summary: 'Verify the address with the mailed code: sets the session cookie',
      rules: 'R16',
      body: CodeForm,
      response: Session,
      handle: async ({ c, body }) => {
        await guard(c, 'verify')
        const holder = await holderOf(c, body.email)
        if (!holder) throw invalidField('otp', WRONG_CODE)
        if (!holder.emailVerified) {
          const order = { ...body, email: libraryAddress(body.email) }
          const verifying = auth.api.verifyEmailOTP({
            body: order,
            headers: headersOf(c),
            returnHeaders: true,
          })
          // The same message for every reason: a different one would reveal whether there is an account.
          await call(c, verifying).catch((error: unknown) => {
            throw isRefused(error) ? invalidField('otp', WRONG_CODE) : error
          })
        }
        signUpCookie.drop(c)
        await parts.openSignUps.forget(body.email)
        await userOf(db, clock, identityOf({ ...holder, emailVerified: true }))
        return sessionOf({ email: body.email, emailVerified: true })
      },
    }),
  ]
}

/** One name is enough. */
function namesIn({ name: whole = '', firstName, lastName }: SignUpForm) {
  const given = firstName ? { firstName, lastName } : splitName(whole)
  if (!given.firstName) throw invalidField('firstName', 'First name is required')
  const name = [given.firstName, given.lastName].filter(Boolean).join(' ')
  return { name, firstName: given.firstName, ...(given.lastName ? { lastName: given.lastName } : {}) }
}

const codeSender = (auth: IdentityParts['auth']) => (c: Context, email: string) => {
  const order = { email: libraryAddress(email), type: 'email-verification' as const }
  return call(c, auth.api.sendVerificationOTP({ body: order, returnHeaders: true }))
}

/** A code is sent to, and accepted from, a person signed in with that address or signed up with it in this browser. */
const holderFinder =
  (db: IdentityParts['db'], findOwn: Calls['findOwn'], signUpCookie: ReturnType<typeof createSignUpCookie>) =>
  async (c: Context, email: string): Promise<Account | null> => {
    const own = await findOwn(c)
    if (own?.email === email) return own
    const signedUp = signUpCookie.read(c)
    if (signedUp) return unprovenAccount(db, { id: signedUp, email })
    throw own
      ? invalidField('email', 'Sign in with that address first')
      : new DomainError('unauthorized', '401: Unauthorized')
  }
