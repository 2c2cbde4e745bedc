import { DomainError } from '#domain/errors.ts'

/**
 * Refuses a change made to something older than what is there: 409 with what it is now, so that nobody's change
 * is silently lost (R54). `ifMatch` null: an API client that did not ask.
 */
export function refuseStale(ifMatch: number | null, current: { version: number }, now: unknown): void {
  if (ifMatch !== null && ifMatch !== current.version) {
    throw new DomainError(
      'stale',
      'Someone changed this in the meantime. Review the current version, then save again.',
      {
        details: { current: now },
      },
    )
  }
}
