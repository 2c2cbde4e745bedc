/** Calls to Clerk's own servers: who a new person is, and to delete an account. */
import { createClerkClient, verifyToken } from '@clerk/backend'
import { getCookieSuffix } from '@clerk/shared/keys'
import { parse } from 'hono/utils/cookie'
import { systemClock } from '#server/platform/base/clock.ts'
import { Unavailable } from '#server/platform/base/unavailable.ts'
import type { ClerkKeys } from '#server/platform/config/clerk-keys.ts'

/** Clerk's session tokens, verified without a network call: the verification key is a setting. */
export type SessionToken = {
  /** The person's id at Clerk. */
  subject: string
  expiresAtMs: number
  /** Minutes since a password, code or passkey was last entered; null if the token does not say. */
  provenMinutesAgo: number | null
  signedInAt: Date
  hasSecondStep: boolean
}
type ReadSession = (token: string) => Promise<SessionToken | null>

const LONGEST_TOKEN = 8_000
/** How much Clerk's clock and ours may differ. */
const CLOCK_SKEW_MS = 5_000
const COOKIE = '__session'

/**
 * Reads a session token, null for anything else: forged, expired, not valid yet, from another site or another Clerk
 * instance, not of a session, or of a session with a pending task.
 */
export function createSessionReader({
  jwtKey,
  issuers,
  authorizedParties,
}: {
  jwtKey: string
  issuers: readonly string[]
  authorizedParties: readonly string[]
}): ReadSession {
  return async (token) => {
    if (token.length > LONGEST_TOKEN) return null
    const options = { jwtKey, authorizedParties: [...authorizedParties], clockSkewInMs: CLOCK_SKEW_MS }
    const claims = await verifyToken(token, options).catch(() => null)
    // What the library does not check: the issuer, whether it is a session's token, and whether the session is complete.
    if (!claims || !issuers.includes(claims.iss) || typeof claims.sid !== 'string') return null
    if (claims.sts !== undefined && claims.sts !== 'active') return null
    return {
      subject: claims.sub,
      expiresAtMs: claims.exp * 1000,
      provenMinutesAgo: provenMinutesAgo(claims.fva),
      ...signInOf(claims.fva),
    }
  }
}

/** From `[first factor, second factor]`, in minutes; -1 is never. */
function provenMinutesAgo(ages: unknown): number | null {
  if (!Array.isArray(ages)) return null
  const known = ages.filter((age): age is number => typeof age === 'number' && age >= 0)
  return known.length > 0 ? Math.min(...known) : null
}

/**
 * Clerk's cookies that may contain the session, starting with the one that names this instance: on a local machine several
 * sites share their cookies.
 */
export async function createCookieReader(publishableKey: string): Promise<(headers: Headers) => string[]> {
  const names = [`${COOKIE}_${await getCookieSuffix(publishableKey)}`, COOKIE]
  return (headers) => {
    const cookies = parse(headers.get('cookie') ?? '')
    return [...new Set(names.flatMap((name) => cookies[name] ?? []))]
  }
}

const MINUTE_MS = 60_000

/** Clerk says how long ago each factor was proven; a missing one counts as never. */
function signInOf(ages: unknown): { signedInAt: Date; hasSecondStep: boolean } {
  const [firstAgo, secondAgo] = Array.isArray(ages) ? (ages as unknown[]) : []
  const minutes = typeof firstAgo === 'number' && firstAgo >= 0 ? firstAgo : Number.POSITIVE_INFINITY
  const signedInAt = Number.isFinite(minutes)
    ? new Date(systemClock.now().getTime() - minutes * MINUTE_MS)
    : new Date(0)
  return { signedInAt, hasSecondStep: typeof secondAgo === 'number' && secondAgo >= 0 }
}

export type ClerkApi = {
  /** Clerk's record of a person; null if deleted. @throws 503 if Clerk does not respond in time. */
  findPerson(subject: string): Promise<unknown>
  /** Succeeds if the account is already gone. @throws 503 if Clerk does not respond in time. */
  deletePerson(subject: string): Promise<void>
}

/** Someone is waiting for the page. */
const LONGEST_WAIT_MS = 4_000

export class ClerkUnavailable extends Unavailable {
  constructor(cause: unknown) {
    super('Sign-in is not responding right now. Nothing was changed. Try again in a moment.')
    this.name = 'ClerkUnavailable'
    this.cause = cause
  }
}

const isMissing = (error: unknown): boolean => (error as { status?: unknown } | null)?.status === 404

export function createClerkApi(keys: Pick<ClerkKeys, 'secretKey' | 'publishableKey' | 'apiUrl'>): ClerkApi {
  const { secretKey, publishableKey, apiUrl } = keys
  const client = createClerkClient({
    secretKey,
    publishableKey,
    telemetry: { disabled: true },
    ...(apiUrl === null ? {} : { apiUrl }),
  })
  return {
    findPerson: (subject) => answerTo(async () => (await client.users.getUser(subject)).raw, null),
    deletePerson: (subject) => answerTo(async () => void (await client.users.deleteUser(subject)), undefined),
  }
}

/** The response if it arrives in time, or `missing` if Clerk knows no such person. */
async function answerTo<T>(ask: () => Promise<T>, missing: T): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer in ${LONGEST_WAIT_MS} ms`)), LONGEST_WAIT_MS)
  try {
    return await Promise.race([ask(), tooLong])
  } catch (error) {
    if (isMissing(error)) return missing
    throw new ClerkUnavailable(error)
  } finally {
    clearTimeout(timer)
  }
}
