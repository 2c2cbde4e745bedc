/** What was entered at the touchline, as the device keeps it until the server has it (R71). */
import { ApiError } from '#web/api-error.ts'
import { PREFIX } from './prefix.ts'

export type MatchEntry = {
  eventId: string | null
  event: {
    name: string
    startTime: string
    /** Empty, and no venue, where the campaign has no opponents. */
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
  /** Refused because the results changed since: sending the same again would be refused again. */
  isStale?: boolean
  /** False from when this device keeps it until it is sent for the first time. */
  isTried?: boolean
  /**
   * The entry that takes its place, by its key; null where it was discarded. It may have been entered, so it is sent once
   * more under its own key, and what it entered is voided where the other one does not replace it.
   */
  successor?: string | null
  /** When this device kept it, by its own clock; `madeAt` is by the server's. */
  keptAt?: string
  /** A person has said that it is not entered, although it is old. */
  isMissing?: boolean
  /** The results it entered that are still to be voided. */
  toVoid?: string[]
}

export type Entry = Common & ({ match: MatchEntry } | { one: OneEntry })

/** Kept in the order they were created. */
export type KeptEntry = Entry & { order: number }

export type KeptMatch = KeptEntry & { match: MatchEntry }

export type KeptOne = KeptEntry & { one: OneEntry }

export const isOfMatch = (entry: KeptEntry): entry is KeptMatch => 'match' in entry

export const isOfOne = (entry: KeptEntry): entry is KeptOne => 'one' in entry

/** It waits for the server, or for a person: not one that was changed or discarded, and is being cleared up. */
export const isCurrent = ({ successor }: KeptEntry): boolean => successor === undefined

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

/** A result that the server entered. */
export type Entered = { id: string; statisticId: string; eventId: string | null }

/** What has to be voided of an entry that was sent, so that only its successor counts; and that one, based on it. */
export function succeed(
  entry: KeptEntry,
  entered: readonly Entered[],
  successor: KeptEntry | null,
): { toVoid: string[]; successor: KeptEntry | null } {
  const all = entered.map(({ id }) => id)
  if (!successor || !('match' in entry && 'match' in successor)) return { toVoid: all, successor }
  // An unscheduled match that it added may be counted on as one of the schedule.
  const isAdded = entered.some(({ eventId }) => eventId !== null && eventId === successor.match.eventId)
  if (!isAdded && !isSameMatch(entry.match, successor.match)) return { toVoid: all, successor }
  const before = new Map(entry.match.rows.map((row) => [row.statisticId, row]))
  // What this device sent is what the next count was based on, whoever answers first.
  const rows = successor.match.rows.map((row) => {
    const sent = before.get(row.statisticId)
    return sent && sent.standing === row.standing ? { ...row, standing: Number(sent.quantity) } : row
  })
  const left = entered.filter(({ statisticId }) => !rows.some((row) => row.statisticId === statisticId))
  return {
    toVoid: left.map(({ id }) => id),
    successor: { ...successor, match: { ...successor.match, rows } },
  }
}

/** The server knows a key for 48 hours from its first request. */
const KEY_KNOWN_MS = 47 * 3_600_000

/** Sent again, it could count twice: only a person knows if it is entered. A match states its total instead. */
export const isForgotten = (entry: KeptEntry, now: number): boolean =>
  'one' in entry &&
  entry.one.kind === 'count' &&
  entry.refusal === null &&
  entry.toVoid === undefined &&
  !entry.isMissing &&
  now - ageFrom(entry) > KEY_KNOWN_MS

/** Since when it has been kept, by this device's clock where it says so. */
const ageFrom = ({ keptAt, madeAt }: KeptEntry): number => Date.parse(keptAt ?? madeAt)

type Fate = 'wait' | 'sign-in' | 'refused'

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
