import { dictionary } from '@zxcvbn-ts/language-common'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { invalidField } from '#domain/errors.ts'
import { reasonAgainstPassword } from '#domain/people/password.ts'
import { Unavailable } from '#server/platform/base/unavailable.ts'

/** Hashing takes some 60 ms of processor time and 16 MB: two at once, and only as many waiting as take some seconds. */
const AT_ONCE = 2
const MAX_WAITING = 60
const RETRY_AFTER_SECONDS = 5

type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

/** Throws Unavailable if too many wait, before anything is computed. */
export function createPasswordHashing(
  { hash, verify }: PasswordHashing = { hash: hashPassword, verify: verifyPassword },
): PasswordHashing {
  let running = 0
  const waiting: (() => void)[] = []

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < AT_ONCE) running += 1
    else {
      if (waiting.length >= MAX_WAITING)
        throw new Unavailable(
          'Too many people are signing in right now: try again in a moment',
          RETRY_AFTER_SECONDS,
        )
      // Each finished one passes its place on.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: (given) => inTurn(() => verify(given)),
  }
}

/** The 49,000 most common passwords, from zxcvbn-ts (MIT). */
const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** Refuses what an attacker would try first, regardless of case. `email`: of the account, where that is known. */
export function refuseGuessedPassword(
  password: string,
  email: string | null,
  field: 'password' | 'newPassword' = 'password',
): void {
  if (common.has(password.toLowerCase()))
    throw invalidField(field, 'Many people use that password, so it is easy to guess: choose another one')
  const reason = reasonAgainstPassword(password, email)
  if (reason) throw invalidField(field, reason)
}
