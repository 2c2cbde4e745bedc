import { DomainError } from '#domain/errors.ts'
import type { Clock } from '#server/platform/base/clock.ts'
import type { Auth } from './auth.ts'

type Context = Awaited<Auth['$context']>
/** The part of the library that this needs. */
type Library = {
  password: Pick<Context['password'], 'hash' | 'verify'>
  internalAdapter: Pick<
    Context['internalAdapter'],
    'createVerificationValue' | 'findVerificationValue' | 'deleteVerificationByIdentifier'
  >
}

/** Afterwards the answer is that of a wrong password; signing up again or a new password still helps. */
const KEPT_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

const identifierOf = (email: string) => `open-sign-up:${email.toLowerCase()}`

export const unconfirmed = () =>
  new DomainError('unauthorized', 'Confirm your email address first, with the code that we mailed to you', {
    details: { isUnconfirmed: true },
  })

/**
 * The password of the newest sign-up with an address whose code has not been entered, as a salted hash. It is kept whether
 * the address has an account or not: signing up with an address and then signing in must not reveal that (R16).
 */
export function createOpenSignUps(library: { $context: Promise<Library> }, wallClock: Clock) {
  const forget = async (email: string): Promise<void> =>
    (await library.$context).internalAdapter.deleteVerificationByIdentifier(identifierOf(email))

  return {
    keep: async (email: string, accountId: string, password: string): Promise<void> => {
      const hash = await (await library.$context).password.hash(password)
      await forget(email)
      await (await library.$context).internalAdapter.createVerificationValue({
        identifier: identifierOf(email),
        value: JSON.stringify({ accountId, hash }),
        expiresAt: new Date(wallClock.now().getTime() + KEPT_DAYS * DAY_MS),
      })
    },
    /** The account that this password signed up for. Every call takes as long, so the time tells nothing. */
    accountOf: async (email: string, password: string): Promise<string | null> => {
      const { password: hashing, internalAdapter } = await library.$context
      const kept = await internalAdapter.findVerificationValue(identifierOf(email))
      if (!kept || kept.expiresAt <= wallClock.now()) {
        await hashing.hash(password)
        return null
      }
      const { accountId, hash } = JSON.parse(kept.value) as { accountId: string; hash: string }
      return (await hashing.verify({ hash, password })) ? accountId : null
    },
    forget,
  }
}
export type OpenSignUps = ReturnType<typeof createOpenSignUps>
