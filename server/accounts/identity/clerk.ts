import { verifyWebhook } from '@clerk/backend/webhooks'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import { DomainError, notFound } from '#domain/errors.ts'
import { Deletion, Success, Token } from '#domain/schemas/identity.ts'
import { type Deps, defineRoute, type Identity } from '#server/accounts/deps.ts'
import { readUser, reasonsNotToDelete } from '#server/accounts/users/index.ts'
import { accountDeletedMail, type MailBody, type OutgoingMail } from '#server/messaging/mails/index.ts'
import { type Clock, systemClock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type ClerkKeys, issuersOf, WEBHOOK_PATH } from '#server/platform/config/clerk-keys.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Verified } from '#server/platform/deps.ts'
import { mountRoutes, type Route } from '#server/platform/http/http.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import {
  type ClerkApi,
  ClerkUnavailable,
  createClerkApi,
  createCookieReader,
  createSessionReader,
  type SessionToken,
} from './clerk-api.ts'
import { eraseOne } from './clerk-erasure.ts'
import { findPerson, learnPerson, losePerson, readPerson } from './clerk-people.ts'
import { SESSIONS } from './live-sessions.ts'

type ClerkParts = {
  db: Database
  clock: Clock
  config: Pick<Deps['config'], 'appUrl'>
  openMoneyOf: Deps['openMoneyOf']
  api: ClerkApi
  webhookSecret: string | null
  tokenForCookie: (headers: Headers) => Promise<string | null>
  readSession: (token: string) => Promise<SessionToken | null>
  forget: (userId: string) => void
  mail: (kind: string, to: string, body: MailBody) => Promise<void>
}

/** A person's record is a few thousand bytes. */
const MAX_BYTES = 500_000
const PROVEN_MINUTES = 10

/** The token for the cookie, Clerk’s webhooks, and the deletion of an account. */
export const clerkRoutes = (parts: ClerkParts): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/identity/token',
    who: 'anyone',
    summary: 'The session token from the cookie, if it is valid here; null otherwise',
    response: Token,
    handle: async ({ c }) => {
      c.header('cache-control', 'no-store')
      c.header('vary', 'Cookie')
      return { token: await parts.tokenForCookie(c.req.raw.headers) }
    },
  }),
  defineRoute({
    method: 'post',
    path: WEBHOOK_PATH,
    who: 'anyone',
    summary:
      'Clerk reports created, changed and deleted users; accepted only with its signature over these bytes',
    rules: 'R28, R45; only where CLERK_WEBHOOK_SECRET is set',
    upload: { type: 'application/json', mostBytes: MAX_BYTES },
    response: z.object({ received: z.literal(true) }),
    handle: async ({ c, file }) => {
      const { type, data } = await believe(parts.webhookSecret, c, file)
      if (type === 'user.created' || type === 'user.updated') await learnPerson(parts, personIn(data))
      // Clerk repeats a webhook that did not get a 200.
      if (type === 'user.deleted') await lose(parts, (data as { id?: string }).id)
      return { received: true }
    },
  }),
  ...accountRoutes(parts),
]

/** @throws 400 for anything not signed by Clerk just now, 404 if no webhook is expected. */
async function believe(signingSecret: string | null, c: Context, file: Buffer) {
  if (signingSecret === null) throw notFound('Page')
  const { url, raw } = c.req
  const request = new Request(url, { method: 'POST', headers: raw.headers, body: new Uint8Array(file) })
  try {
    return await verifyWebhook(request, { signingSecret })
  } catch {
    throw new DomainError('malformed', 'That event is not signed')
  }
}

function personIn(data: unknown) {
  try {
    return readPerson(data)
  } catch {
    throw new DomainError('malformed', 'That event names no user')
  }
}

async function lose(parts: ClerkParts, subject: string | undefined): Promise<void> {
  if (!subject) throw new DomainError('malformed', 'That event names no user')
  const userId = await losePerson(parts, subject)
  if (userId) parts.forget(userId)
  await eraseOne(parts, subject)
}

/** The session of the bearer token. */
async function demandSession({ readSession }: ClerkParts, c: Context): Promise<SessionToken> {
  const session = await readSession(c.req.header('authorization')?.split(' ', 2)[1] ?? '')
  if (!session) throw new DomainError('unauthorized', '401: Unauthorized')
  return session
}

function accountRoutes(parts: ClerkParts): Route[] {
  const { db, api } = parts
  return [
    defineRoute({
      method: 'post',
      path: '/api/identity/account/refresh',
      who: 'signed-in',
      summary: 'Refresh the caller’s record from Clerk after a change there',
      response: Success,
      handle: async ({ c }) => {
        const record = await api.findPerson((await demandSession(parts, c)).subject)
        if (record) await learnPerson(parts, readPerson(record))
        return { success: true }
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/identity/account/deletion',
      who: 'signed-in',
      summary: 'Reasons this account cannot be deleted yet; an empty list means that it can',
      rules: 'R45',
      response: Deletion,
      handle: async ({ actor }) => ({ reasons: await reasonsNotToDelete(parts, actor.userId) }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/identity/account/deletion',
      who: 'signed-in',
      summary:
        'Delete the caller’s account here and at Clerk; requires a sign-in within the last ten minutes',
      rules: 'R45',
      response: Success,
      handle: async ({ c, actor }) => {
        const subject = await demandProven(parts, c)
        const { email } = await readUser(db, actor)
        const reasons = await reasonsNotToDelete(parts, actor.userId)
        if (reasons.length > 0) {
          const message = `Your account cannot be deleted yet. ${reasons.join(' ')}`
          throw new DomainError('conflict', message, { details: { reasons } })
        }
        // Clerk first: if this process ends in between, Clerk's own webhook triggers the rest.
        await parts.api.deletePerson(subject)
        await lose(parts, subject)
        await parts.mail('account_deleted', email, accountDeletedMail())
        return { success: true }
      },
    }),
  ]
}

/** A person who finds an open browser cannot delete its owner's account. @throws 403 that asks to sign in again. */
async function demandProven(parts: ClerkParts, c: Context): Promise<string> {
  const { provenMinutesAgo: minutes, subject } = await demandSession(parts, c)
  if (minutes !== null && minutes <= PROVEN_MINUTES) return subject
  throw new DomainError('forbidden', 'Sign in again first to confirm that it is you.', {
    details: { signInAgain: true },
  })
}

type Given = {
  config: Config
  keys: ClerkKeys
  db: Database
  clock: Clock
  log: Logger
  limits: Limits
  openMoneyOf: Deps['openMoneyOf']
  cache: Pick<Deps['cache'], 'changed' | 'onChange'>
  sendMail: (mail: OutgoingMail) => Promise<void>
}

const MAX_KEPT = 10_000

/**
 * Accounts and sessions at Clerk. A session's token is verified by its signature; our own table says whose it is. Clerk is
 * asked only about someone new here, outside any transaction; its webhooks report the rest.
 */
export async function createClerkIdentity(given: Given): Promise<Identity> {
  const { config, keys, db, clock, log, openMoneyOf } = given
  const { jwtKey } = keys
  const issuers = issuersOf(keys, config.appUrl)
  const readSession = createSessionReader({ jwtKey, issuers, authorizedParties: config.trustedOrigins })
  const readCookies = await createCookieReader(keys.publishableKey)
  const api = createClerkApi(keys)
  const meet = createMeeting(given, api)
  const kept = new Map<string, Verified & { expiresAtMs: number }>()
  /** What was read before an account was deleted is not kept after it. */
  let generation = 0

  async function verify(token: string): Promise<Verified | null> {
    const known = kept.get(token)
    // The machine's own time, like Clerk's: a season played in a second must not sign everyone out.
    if (known && known.expiresAtMs > systemClock.now().getTime()) return known
    kept.delete(token)
    const before = generation
    const session = await readSession(token)
    if (!session) return null
    const { userId: linked, isGone } = await findPerson(db, session.subject)
    if (isGone) return null
    const userId = linked ?? (await meet(session.subject))
    if (userId === null) return null
    const verified = { userId, hasSecondStep: session.hasSecondStep }
    if (before !== generation) return verified
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string)
    kept.set(token, { ...verified, expiresAtMs: session.expiresAtMs })
    return verified
  }

  /** If Clerk cannot be asked who a new person is, the page is rendered as for a visitor. */
  async function isGood(token: string): Promise<boolean> {
    try {
      return (await verify(token)) !== null
    } catch (error) {
      if (!(error instanceof ClerkUnavailable)) throw error
      return false
    }
  }

  async function tokenForCookie(headers: Headers): Promise<string | null> {
    for (const token of readCookies(headers)) if (await isGood(token)) return token
    return null
  }

  given.cache.onChange((tags) => {
    if (!tags.includes(SESSIONS)) return
    generation += 1
    kept.clear()
  })
  const forget = () => given.cache.changed([SESSIONS])
  const { webhookSecret } = keys
  const mail: Parameters<typeof clerkRoutes>[0]['mail'] = (kind, to, body) =>
    given.sendMail({ kind, idempotencyKey: `${kind}:${newId(systemClock)}`, to, ...body })
  const routes = clerkRoutes({
    db,
    clock,
    config,
    openMoneyOf,
    api,
    webhookSecret,
    tokenForCookie,
    readSession,
    forget,
    mail,
  })
  const identity: Identity = {
    verify,
    signInOf: async (token) => {
      const session = await readSession(token)
      return session && { at: session.signedInAt, hasSecondStep: session.hasSecondStep }
    },
    tokenForCookie,
    mount: (app) =>
      mountRoutes(app as unknown as OpenAPIHono, { ...given, identity } as unknown as Deps, routes),
    createAccount: null,
  }
  log.debug({ issuers }, 'signing in is Clerk’s')
  return identity
}

/** At first sight asks Clerk who it is, once for all simultaneous requests. */
function createMeeting({ db, clock, log, openMoneyOf }: Given, api: ReturnType<typeof createClerkApi>) {
  const underWay = new Map<string, Promise<string | null>>()
  const ask = async (subject: string): Promise<string | null> => {
    // Another request may have added them since the caller looked.
    const { userId } = await findPerson(db, subject)
    if (userId !== null) return userId
    try {
      const record = await api.findPerson(subject)
      return record ? await learnPerson({ db, clock, openMoneyOf }, readPerson(record)) : null
    } catch (error) {
      if (error instanceof ClerkUnavailable) log.warn(describeError(error.cause), 'Clerk does not answer')
      throw error
    }
  }
  return (subject: string): Promise<string | null> => {
    const waiting = underWay.get(subject)
    if (waiting) return waiting
    const asked = ask(subject).finally(() => underWay.delete(subject))
    underWay.set(subject, asked)
    return asked
  }
}
