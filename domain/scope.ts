/**
 * Which results a pledge line counts (R58): those of the whole season, from an instant, until an instant, or of one
 * match. Pure.
 */

export type Scope = {
  /** Results that began after this instant; null: from the start of the season. Milliseconds since the epoch. */
  from: number | null
  /** Results that had begun by this instant; null: to the end of the season. */
  until: number | null
  /** Of this match only. */
  eventId: string | null
}

/** How the API says it: the whole season, from the moment of pledging, or one match. */
export const COUNTS_FROM = ['season', 'now', 'match'] as const
export type CountsFrom = (typeof COUNTS_FROM)[number]

export const countsFrom = ({ from, eventId }: Pick<Scope, 'from' | 'eventId'>): CountsFrom =>
  eventId !== null ? 'match' : from !== null ? 'now' : 'season'

/** One match of the season as it decides what counts: when it began. */
export type Begun = { eventId: string | null; since: number }

/** A match that begins in the same instant as the pledge had begun when it was made. */
export const isCounted = ({ from, until, eventId }: Scope, of: Begun): boolean =>
  (from === null || of.since > from) &&
  (until === null || of.since <= until) &&
  (eventId === null || of.eventId === eventId)
