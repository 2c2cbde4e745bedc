/**
 * What was counted without a connection, until the server has it. One entry is sent at a time, in order, by one tab,
 * and only in the session of the user who counted it. Its dependencies are injected, so that a test can be the device.
 */
import { type Entry, fateOf, type KeptEntry, placeOf, readEntry } from './entry.ts'
import { PREFIX } from './prefix.ts'

/** Why sending stopped with entries left. */
export type Stop = 'no-connection' | 'sign-in'
export type Sent = { entry: KeptEntry; results: number }
/** `stop` is null when only refused entries are left. */
export type Round = { sent: Sent[]; refused: KeptEntry[]; stop: Stop | null }

export type Parts = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** Returns how many results were entered. @throws {ApiError} as every write does. */
  send: (entry: Entry) => Promise<number>
  /** The user whose session the next write uses; null for nobody. @throws {ApiError} without a response. */
  whoIsThere: () => Promise<string | null>
  /** Runs the work while no other tab does. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /** Called after every change. */
  changed: () => void
}

export function createQueue({ storage, send, whoIsThere, alone, changed }: Parts) {
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

  /** `instead`: an unsent entry of the same match that this one replaces. */
  function add(entry: Entry, instead?: Entry): KeptEntry {
    const kept = { ...entry, order: Math.max(0, ...all().map(({ order }) => order)) + 1 }
    keep(kept)
    if (instead) drop(instead)
    return kept
  }

  function drop(entry: Pick<Entry, 'userId' | 'campaignId' | 'key'>): void {
    storage.removeItem(placeOf(entry))
    changed()
  }

  /** Retries a refused entry under its key: nothing of it was entered. */
  function tryAgain(entry: KeptEntry): void {
    keep({ ...entry, refusal: null })
  }

  const isKept = (entry: Entry): boolean => storage.getItem(placeOf(entry)) !== null

  async function sendOne(entry: KeptEntry, round: Round): Promise<Stop | null> {
    try {
      const results = await send(entry)
      drop(entry)
      round.sent.push({ entry, results })
    } catch (error) {
      const fate = fateOf(error)
      if (fate !== 'refused') return fate === 'wait' ? 'no-connection' : 'sign-in'
      const refused = { ...entry, refusal: (error as Error).message }
      // One that was discarded in the meantime is not put back.
      if (isKept(entry)) keep(refused)
      round.refused.push(refused)
    }
    return null
  }

  async function sendAll(): Promise<Round> {
    const round: Round = { sent: [], refused: [], stop: null }
    // Read again before each: another tab may have sent, added or discarded one.
    const nextOf = (userId: string | null) =>
      all().find((entry) => entry.refusal === null && (userId === null || entry.userId === userId))
    if (!nextOf(null)) return round
    let who: string | null
    try {
      who = await whoIsThere()
    } catch (error) {
      return { ...round, stop: fateOf(error) === 'wait' ? 'no-connection' : 'sign-in' }
    }
    if (who === null) return { ...round, stop: 'sign-in' }
    for (let next = nextOf(who); next; next = nextOf(who)) {
      const stop = await sendOne(next, round)
      if (stop) return { ...round, stop }
    }
    return round
  }

  return { all, add, drop, tryAgain, flush: (): Promise<Round> => alone(sendAll) }
}
export type Queue = ReturnType<typeof createQueue>
