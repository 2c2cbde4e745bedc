/** What was entered at the touchline, as a device keeps it until the server has it (R17, R19, R20). */
import { ApiError } from '#web/api-error.ts'
import { PREFIX } from './prefix.ts'

export type MatchEntry = {
  eventId: string | null
  event: {
    name: string
    startTime: string
    /** Empty, and no venue, where the campaign plays against nobody (R63). */
    opponent: string
    venue: 'home' | 'away' | 'neutral' | null
    /** Matches of that day which somebody said it is not. */
    differentFrom?: string[]
  } | null
  /** The match's totals. `standing` is what stood when it was counted: null for nothing. */
  rows: { statisticId: string; quantity: string; standing: number | null }[]
  note: string
  evidenceUrl: string
  enteredBy: string
}

/** One result by itself, or what became of an achievement. */
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
  /** The idempotency key: made with the entry, and the same for every try. */
  key: string
  userId: string
  campaignId: string
  /** What people call the match, or the statistic: `vs. Summit`. */
  name: string
  madeAt: string
  /** In the server's words; what was refused is mended or dropped by a person. */
  refusal: string | null
}
export type Entry = Common & ({ match: MatchEntry } | { one: OneEntry })
/** Kept in the order in which they were made. */
export type KeptEntry = Entry & { order: number }
export type KeptMatch = KeptEntry & { match: MatchEntry }
export type KeptOne = KeptEntry & { one: OneEntry }

export const isOfMatch = (entry: KeptEntry): entry is KeptMatch => 'match' in entry
export const isOfOne = (entry: KeptEntry): entry is KeptOne => 'one' in entry
/** What it is sent as. */
export const bodyOfEntry = (entry: Entry): MatchEntry | OneEntry =>
  'match' in entry ? entry.match : entry.one

/** Each entry has a place of its own, so that two tabs never write over one another's. */
export const placeOf = ({ userId, campaignId, key }: Pick<Entry, 'userId' | 'campaignId' | 'key'>): string =>
  `${PREFIX}${userId}:${campaignId}:${key}`

/** What another version of the site kept, or somebody's hand has changed, is none. */
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

/** A refusal is the server's last word on an entry. Everything else may go well another time, under the same key. */
export function fateOf(error: unknown): Fate {
  if (!(error instanceof ApiError)) return 'wait'
  if (error.status === 401) return 'sign-in'
  const isLater = error.status < 400 || error.status >= 500 || [408, 425, 429].includes(error.status)
  return isLater ? 'wait' : 'refused'
}

/** An entry that is not sent yet for the same match: by its event, or by day and opponent of one that is added. */
export const isSameMatch = (a: MatchEntry, b: MatchEntry): boolean =>
  a.eventId !== null || b.eventId !== null
    ? a.eventId === b.eventId
    : a.event?.opponent.toLowerCase() === b.event?.opponent.toLowerCase() &&
      a.event?.startTime === b.event?.startTime
