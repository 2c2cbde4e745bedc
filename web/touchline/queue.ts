/**
 * What was counted without a connection, until the server has it. One entry is sent at a time, in order, by one tab,
 * and only in the session of the user who counted it (R71). Its dependencies are injected, so that a test can be the device.
 */
import { ApiError } from '#web/api-error.ts'
import {
  type Entered,
  type Entry,
  fateOf,
  isCurrent,
  isForgotten,
  type KeptEntry,
  placeOf,
  readEntry,
  succeed,
} from './entry.ts'
import { PREFIX } from './prefix.ts'

/** The entries in the device's storage: each under its own place, also those that were changed or discarded after sending. */
const ENTERED = 'What was sent before is entered already. Void it under Results, then try again.'

type ShelfParts = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** Called after every change. */
  changed: () => void
  /** The device's clock. */
  now: () => number
}

function createShelf({ storage, changed, now }: ShelfParts) {
  function all(): KeptEntry[] {
    const places = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    return places
      .filter((place) => place.startsWith(PREFIX))
      .flatMap((place) => readEntry(place, storage.getItem(place)) ?? [])
      .sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1))
  }

  function keep(entry: KeptEntry): void {
    storage.setItem(placeOf(entry), JSON.stringify(entry))
    changed()
  }

  function drop(entry: Pick<Entry, 'userId' | 'campaignId' | 'key'>): void {
    storage.removeItem(placeOf(entry))
    changed()
  }

  const read = (entry: Entry): KeptEntry | null => readEntry(placeOf(entry), storage.getItem(placeOf(entry)))

  /** `instead`: the entry that this one replaces. */
  function add(entry: Entry, instead?: Entry): KeptEntry {
    const order = Math.max(0, ...all().map((one) => one.order)) + 1
    const kept = { ...entry, order, isTried: false, keptAt: new Date(now()).toISOString() }
    keep(kept)
    if (instead) replace(instead, kept.key)
    return kept
  }

  /** Whether the server has what was sent is only known once it is sent again under its key. */
  function replace(entry: Entry, successor: string | null): void {
    const before = read(entry)
    // Refused: nothing of it was entered.
    if (!before && entry.refusal !== null) return
    if (before && (before.refusal !== null || before.isTried === false)) {
      for (const one of all()) if (one.successor === before.key) keep({ ...one, successor })
      drop(before)
    } else keep({ order: 0, ...entry, ...before, refusal: null, isTried: true, successor })
  }

  const successorOf = ({ successor }: KeptEntry): KeptEntry | null =>
    all().find(({ key }) => key === successor) ?? null

  /** What a person says about one that the server has forgotten: whether it is entered. */
  function answer(entry: KeptEntry, isEntered: boolean): void {
    const next = successorOf(entry)
    if (next) keep(isEntered ? { ...next, refusal: ENTERED } : { ...next, isMissing: true })
    if (isCurrent(entry) && !isEntered) keep({ ...entry, isMissing: true })
    else drop(entry)
  }

  return {
    all,
    read,
    keep,
    drop,
    add,
    successorOf,
    answer,
    /** Nothing of it is to count: where it may have been entered, that is found out, and it is voided. */
    discard: (entry: Entry): void => replace(entry, null),
    /** Retries a refused entry under its key: nothing of it was entered. */
    tryAgain: (entry: KeptEntry): void => keep({ ...entry, refusal: null }),
  }
}
type Shelf = ReturnType<typeof createShelf>

/** Why sending stopped with entries left. */
export type Stop = 'no-connection' | 'sign-in'
type Sent = { entry: KeptEntry; results: number }
/** `stop` is null when only refused entries are left. `cleared`: changed or discarded ones, with what became of them. */
export type Round = { sent: Sent[]; refused: KeptEntry[]; stop: Stop | null; cleared?: KeptEntry[] }

export type Parts = ShelfParts & {
  /** Returns the results that were entered. @throws {ApiError} as every write does. */
  send: (entry: Entry) => Promise<readonly Entered[]>
  /** Voids a result that an entry made; one that is voided already is fine. @throws {ApiError} as every write does. */
  takeBack: (entry: KeptEntry, resultId: string) => Promise<void>
  /** The user whose session the next write uses; null for nobody. @throws {ApiError} without a response. */
  whoIsThere: () => Promise<string | null>
  /** Runs the work while no other tab does. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

/** Why sending has to stop; null if the server has answered. */
const stopAfter = (error: unknown): Stop | null => {
  const fate = fateOf(error)
  return fate === 'refused' ? null : fate === 'wait' ? 'no-connection' : 'sign-in'
}

/** What becomes of entries that were sent, and changed or discarded before their answer came. */
function createClearing(takeBack: Parts['takeBack'], { keep, drop, successorOf }: Shelf) {
  function clear(entry: KeptEntry, entered: readonly Entered[], round: Round): void {
    const next = successorOf(entry)
    const { toVoid, successor } = succeed(entry, entered, next)
    if (successor) keep(successor)
    if (toVoid.length > 0) keep({ ...entry, toVoid })
    else {
      drop(entry)
      round.cleared = [...(round.cleared ?? []), entry]
    }
  }

  async function voidOne(entry: KeptEntry, ids: readonly string[], round: Round): Promise<Stop | null> {
    for (const [index, id] of ids.entries()) {
      try {
        await takeBack(entry, id)
      } catch (error) {
        const stop = stopAfter(error)
        if (!stop) cannotVoid(entry, error as Error, round)
        return stop
      }
      keep({ ...entry, toVoid: ids.slice(index + 1) })
    }
    drop(entry)
    round.cleared = [...(round.cleared ?? []), entry]
    return null
  }

  /** Its successor would count in addition: a person has to decide first. */
  function cannotVoid(entry: KeptEntry, { message }: Error, round: Round): void {
    const refusal = `What was sent before was entered and could not be voided: ${message}. Void it under Results first.`
    const next = successorOf(entry)
    drop(entry)
    const refused = { ...(next ?? entry), refusal }
    if (next) keep(refused)
    round.refused.push(refused)
  }

  return { clear, voidOne }
}

export function createQueue({ send, takeBack, whoIsThere, alone, ...parts }: Parts) {
  const shelf = createShelf(parts)
  const { all, read, keep, drop, add, discard, tryAgain, answer } = shelf
  const { clear, voidOne } = createClearing(takeBack, shelf)

  async function sendOne(entry: KeptEntry, round: Round): Promise<Stop | null> {
    if (entry.toVoid) return voidOne(entry, entry.toVoid, round)
    if (entry.isTried !== true) keep({ ...entry, isTried: true })
    let entered: readonly Entered[]
    try {
      entered = await send(entry)
    } catch (error) {
      const stop = stopAfter(error)
      if (!stop) wasRefused(entry, error as Error, round)
      return stop
    }
    // It may have been changed or discarded while it was under way.
    const kept = read(entry)
    if (kept && !isCurrent(kept)) clear(kept, entered, round)
    else {
      drop(entry)
      round.sent.push({ entry, results: entered.length })
    }
    return null
  }

  function wasRefused(entry: KeptEntry, error: Error, round: Round): void {
    const kept = read(entry)
    // Nothing of it was entered: its successor is sent as it is.
    if (kept && !isCurrent(kept)) {
      drop(kept)
      return
    }
    const isStale = error instanceof ApiError && error.code === 'stale'
    const refused = { ...entry, isTried: true, refusal: error.message, isStale }
    // One that was discarded in the meantime is not put back.
    if (kept) keep(refused)
    round.refused.push(refused)
  }

  /** Not before a person has said whether an old one is entered, and not before what it replaces is cleared up. */
  const canBeSent = (entry: KeptEntry, _: number, entries: readonly KeptEntry[]): boolean =>
    entry.refusal === null &&
    !isForgotten(entry, parts.now()) &&
    !entries.some(({ successor }) => successor === entry.key)

  async function sendAll(): Promise<Round> {
    const round: Round = { sent: [], refused: [], stop: null }
    // Read again before each: another tab may have sent, added or discarded one.
    const nextOf = (userId: string | null) =>
      all()
        .filter((entry) => userId === null || entry.userId === userId)
        .find(canBeSent)
    if (!nextOf(null)) return round
    let who: string | null
    try {
      who = await whoIsThere()
    } catch (error) {
      return { ...round, stop: stopAfter(error) ?? 'sign-in' }
    }
    if (who === null) return { ...round, stop: 'sign-in' }
    for (let next = nextOf(who); next; next = nextOf(who)) {
      const stop = await sendOne(next, round)
      if (stop) return { ...round, stop }
    }
    return round
  }

  return { all, add, drop, discard, tryAgain, answer, flush: (): Promise<Round> => alone(sendAll) }
}
