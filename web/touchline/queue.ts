/**
 * What was counted without a connection, until the server has it. One entry is sent at a time, in order, by one tab,
 * and only in the session of the user who counted it (R71). Its dependencies are injected, so that a test can be the device.
 */
import { ApiError } from '#web/api-error.ts'
import { type Entered, type Entry, fateOf, isCurrent, isForgotten, type KeptEntry, succeed } from './entry.ts'
import { createShelf, type Shelf, type ShelfParts } from './shelf.ts'

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
