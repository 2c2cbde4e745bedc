import { dictionary } from '@zxcvbn-ts/language-common'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { invalidField } from '#domain/errors.ts'
import { Unavailable } from '#server/platform/base/unavailable.ts'

/** A password costs a processor some 60 ms and 16 MB: two at once, and no more wait than are done in some seconds. */
const AT_ONCE = 2
const MAX_WAITING = 60
const RETRY_AFTER_SECONDS = 5

export type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (given: { hash: string; password: string }) => Promise<boolean>
}

/** Throws Unavailable where too many wait, before anything is computed. */
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
      // Whoever ends hands its place on.
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

/** The 49,000 passwords that people choose most, of zxcvbn-ts (MIT). */
const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** What somebody who guesses types first, whatever its case. */
export function refuseCommonPassword(password: string, field: 'password' | 'newPassword' = 'password'): void {
  if (common.has(password.toLowerCase()))
    throw invalidField(field, 'Many people use that password, so it is easy to guess: choose another one')
}
