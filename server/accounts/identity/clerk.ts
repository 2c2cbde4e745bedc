import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Deps, Identity } from '#server/accounts/deps.ts'
import type { OutgoingMail } from '#server/messaging/mails/index.ts'
import { type Clock, systemClock } from '#server/platform/base/clock.ts'
import { newId } from '#server/platform/base/ids.ts'
import { type ClerkKeys, issuersOf } from '#server/platform/config/clerk-keys.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Verified } from '#server/platform/deps.ts'
import { mountRoutes } from '#server/platform/http/http.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import { describeError } from '#server/platform/logs/describe-error.ts'
import { ClerkUnavailable, createClerkApi } from './clerk-api.ts'
import { findPerson, learnPerson, readPerson } from './clerk-people.ts'
import { clerkRoutes } from './clerk-routes.ts'
import { createCookieReader, createSessionReader } from './clerk-tokens.ts'
import { SESSIONS } from './live-sessions.ts'

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
  /** What was read before an account was deleted is not kept after it (R28). */
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
