import { DomainError } from '#domain/errors.ts'

export const TRY_AGAIN_SECONDS = 5

/** A service that the program needs does not respond; worth another attempt after `retryAfterSeconds`. */
export class Unavailable extends DomainError {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds = TRY_AGAIN_SECONDS) {
    super('unavailable', message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
