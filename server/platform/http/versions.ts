import { DomainError } from '#domain/errors.ts'

/**
 * Refuses a change based on an outdated version: 409 with the current one, so that nobody's change is silently lost.
 * `ifMatch` null: an API client that did not send one.
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
