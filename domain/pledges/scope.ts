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
  /** Matches that had begun by `from`, although they start later now: they were moved, or something was entered for them. */
  fromKnown?: readonly string[] | null
  /** The same by `until`. */
  untilKnown?: readonly string[] | null
}

/** How the API says it: the whole season, from the moment of pledging, or one match. */
export const COUNTS_FROM = ['season', 'now', 'match'] as const
export type CountsFrom = (typeof COUNTS_FROM)[number]

export const countsFrom = ({ from, eventId }: Pick<Scope, 'from' | 'eventId'>): CountsFrom =>
  eventId !== null ? 'match' : from !== null ? 'now' : 'season'

/** One match of the season as it decides what counts: its start. */
type Begun = { eventId: string | null; since: number }

/** A match that starts in the same instant as the pledge had begun when it was made. */
const hadBegun = (instant: number, known: Scope['fromKnown'], { eventId, since }: Begun): boolean =>
  since <= instant || (eventId !== null && (known?.includes(eventId) ?? false))

export const isCounted = ({ from, until, eventId, fromKnown, untilKnown }: Scope, of: Begun): boolean =>
  (from === null || !hadBegun(from, fromKnown, of)) &&
  (until === null || hadBegun(until, untilKnown, of)) &&
  (eventId === null || of.eventId === eventId)
