/** What was entered at the touchline, as the device keeps it until the server has it (R17, R19, R20). */
import { ApiError } from '#web/api-error.ts'
import { PREFIX } from './prefix.ts'

export type MatchEntry = {
  eventId: string | null
  event: {
    name: string
    startTime: string
    /** Empty, and no venue, where the campaign has no opponents (R63). */
    opponent: string
    venue: 'home' | 'away' | 'neutral' | null
    /** Matches of that day that a user said are different ones. */
    differentFrom?: string[]
  } | null
  /** The match's totals. `standing` is the result when it was counted: null for none. */
  rows: { statisticId: string; quantity: string; standing: number | null }[]
  note: string
  evidenceUrl: string
  enteredBy: string
}

/** A single result, or the outcome of an achievement. */
export type OneEntry = {
  statisticId: string
  eventId: string | null
  kind: 'count' | 'achieved' | 'withdrawn' | 'not_achieved'
  quantity?: string
  note: string
  evidenceUrl: string
  enteredBy: string
}

type Common = {
  /** The idempotency key: created with the entry, and the same for every attempt. */
  key: string
  userId: string
  campaignId: string
  /** The name of the match, or the statistic: `vs. Summit`. */
  name: string
  madeAt: string
  /** In the server's words; a person fixes or discards what was refused. */
  refusal: string | null
}
export type Entry = Common & ({ match: MatchEntry } | { one: OneEntry })
/** Kept in the order they were created. */
export type KeptEntry = Entry & { order: number }
export type KeptMatch = KeptEntry & { match: MatchEntry }
export type KeptOne = KeptEntry & { one: OneEntry }

export const isOfMatch = (entry: KeptEntry): entry is KeptMatch => 'match' in entry
export const isOfOne = (entry: KeptEntry): entry is KeptOne => 'one' in entry
/** The request it is sent as. */
export const bodyOfEntry = (entry: Entry): MatchEntry | OneEntry =>
  'match' in entry ? entry.match : entry.one

/** Each entry has its own storage key, so that two tabs never overwrite each other's. */
export const placeOf = ({ userId, campaignId, key }: Pick<Entry, 'userId' | 'campaignId' | 'key'>): string =>
  `${PREFIX}${userId}:${campaignId}:${key}`

/** Anything another version of the site stored, or someone edited by hand, is ignored. */
export function readEntry(place: string, text: string | null): KeptEntry | null {
  try {
    const entry = JSON.parse(text ?? 'null') as KeptEntry | null
    if (entry === null || !Number.isSafeInteger(entry.order) || placeOf(entry) !== place) return null
    const isWhole = 'match' in entry ? Array.isArray(entry.match.rows) : entry.one.statisticId !== undefined
    return isWhole && bodyOfEntry(entry).enteredBy === entry.userId ? entry : null
  } catch {
    return null
  }
}

export type Fate = 'wait' | 'sign-in' | 'refused'

/** A refusal is the server's final answer on an entry. Any other failure may succeed later, under the same key. */
export function fateOf(error: unknown): Fate {
  if (!(error instanceof ApiError)) return 'wait'
  if (error.status === 401) return 'sign-in'
  const isLater = error.status < 400 || error.status >= 500 || [408, 425, 429].includes(error.status)
  return isLater ? 'wait' : 'refused'
}

/** An unsent entry for the same match: by its event, or by day and opponent of a new match. */
export const isSameMatch = (a: MatchEntry, b: MatchEntry): boolean =>
  a.eventId !== null || b.eventId !== null
    ? a.eventId === b.eventId
    : a.event?.opponent.toLowerCase() === b.event?.opponent.toLowerCase() &&
      a.event?.startTime === b.event?.startTime
