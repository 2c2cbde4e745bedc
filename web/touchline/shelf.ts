/** The entries in the device's storage: each under its own place, also those that were changed or discarded after sending (R71). */
import { type Entry, isCurrent, type KeptEntry, placeOf, readEntry } from './entry.ts'
import { PREFIX } from './prefix.ts'

const ENTERED = 'What was sent before is entered already. Void it under Results, then try again.'

export type ShelfParts = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** Called after every change. */
  changed: () => void
  /** The device's clock. */
  now: () => number
}

export function createShelf({ storage, changed, now }: ShelfParts) {
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
export type Shelf = ReturnType<typeof createShelf>
