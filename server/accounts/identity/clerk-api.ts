/** Calls to Clerk's own servers: who a new person is, and to delete an account. */
import { createClerkClient } from '@clerk/backend'
import { Unavailable } from '#server/platform/base/unavailable.ts'
import type { ClerkKeys } from '#server/platform/config/clerk-keys.ts'

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
