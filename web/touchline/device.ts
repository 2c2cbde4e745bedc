/** This browser's queue of entries: kept in its storage, sent whenever there is a connection. */
import { useMemo, useSyncExternalStore } from 'react'
import { refreshAfterWrite } from '#web/after-write.ts'
import { ApiError, bodyOf } from '#web/api-error.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { api, deviceNow, queryClient } from '#web/query-client.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  bodyOfEntry,
  type Entered,
  type Entry,
  isCurrent,
  isForgotten,
  type KeptEntry,
  placeOf,
} from './entry.ts'
import { PREFIX } from './prefix.ts'
import { createQueue, type Parts, type Round, type Stop } from './queue.ts'

const LOCK = 'touchline'
/** Between attempts while waiting for a connection whose return the browser may not report. */
const TRY_AGAIN_MS = 15_000
/** How long someone at the touchline waits for a response before going on counting. */
const PATIENCE_MS = 5_000

/** Where the browser's storage is unavailable, the page keeps entries itself while it is open. */
function pageStorage(): Parts['storage'] {
  const kept = new Map<string, string>()
  return {
    getItem: (place) => kept.get(place) ?? null,
    setItem: (place, text) => void kept.set(place, text),
    removeItem: (place) => void kept.delete(place),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

function lastingStorage(): Parts['storage'] | null {
  const probe = 'touchline-probe'
  try {
    localStorage.setItem(probe, probe)
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    return null
  }
}

const lasting = typeof document === 'undefined' ? null : lastingStorage()

/** `onTheWay`: the keys of entries whose screen is still waiting for an answer. */
type State = { entries: KeptEntry[]; stop: Stop | null; isSending: boolean; onTheWay: readonly string[] }
let state: State = { entries: [], stop: null, isSending: false, onTheWay: [] }
const listeners = new Set<() => void>()
function set(change: Partial<State>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

async function whoIsThere(): Promise<string | null> {
  try {
    return ((await api.read('/api/auth/user')) as { id: string }).id
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

const pathOf = ({ campaignId }: Entry): string => `/api/campaigns/${campaignId}/results`

async function send(entry: Entry): Promise<readonly Entered[]> {
  const path = `${pathOf(entry)}${'match' in entry ? '/matches' : ''}`
  const response = await api.write('POST', path, bodyOfEntry(entry), { idempotencyKey: entry.key })
  return [await bodyOf(response)].flat() as Entered[]
}

/** Somebody has voided it, or asked for that. */
const isVoided = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 409 &&
  /^Already voided|^This void was already/.test(error.message)

async function takeBack(entry: KeptEntry, resultId: string): Promise<void> {
  const how = entry.successor === null ? 'Discarded' : 'Changed'
  const reason = `${how} on the device that sent it`
  try {
    await api.write(
      'POST',
      `${pathOf(entry)}/${resultId}/void`,
      { reason },
      { idempotencyKey: `${entry.key}-${resultId}` },
    )
  } catch (error) {
    if (!isVoided(error)) throw error
  }
}

const queue = createQueue({
  storage: lasting ?? pageStorage(),
  send,
  takeBack,
  whoIsThere,
  // Without locks every tab sends independently: the idempotency keys prevent double entries.
  alone: (work) => ('locks' in navigator ? navigator.locks.request(LOCK, work) : work()),
  changed: () => set({ entries: queue.all() }),
  now: deviceNow,
})

/** Keys of entries whose screen is still open, and shows itself why they were refused. */
const watched = new Set<string>()
function watch(key: string, isWatched: boolean): void {
  if (isWatched) watched.add(key)
  else watched.delete(key)
  set({ onTheWay: [...watched] })
}

/** A match that was sent by mistake no longer has results, and is still on the schedule. */
const leftOnSchedule = (cleared: readonly KeptEntry[]): string =>
  cleared
    .filter(
      (entry) => 'match' in entry && entry.match.event && entry.toVoid?.length === entry.match.rows.length,
    )
    .map(({ name }) => ` ${name} stays on the schedule: if it is not played, remove it under Events.`)
    .join('')

function tell({ sent, refused, cleared = [] }: Round): void {
  const results = sent.reduce((all, one) => all + one.results, 0)
  const words = results === 1 ? '1 result saved' : `${results} results saved`
  const discarded = cleared.find(({ successor }) => successor === null)
  const unwatched = refused.find(({ key }) => !watched.has(key))
  if (unwatched)
    toast({
      title: `${unwatched.name} was not accepted`,
      description: unwatched.refusal ?? '',
      destructive: true,
    })
  else if (sent.length > 0 && results === 0)
    toast({ title: 'Nothing changed', description: 'These results are already saved.' })
  else if (sent.length > 0)
    toast({
      title: sent.length === 1 ? words : `${sent.length} entries sent, ${words}`,
      description: `Shown on the page as not confirmed until a second person confirms ${results === 1 ? 'it' : 'them'}.${leftOnSchedule(cleared)}`,
    })
  else if (discarded)
    toast({
      title: `${discarded.name} is discarded`,
      description: discarded.toVoid
        ? `It had been entered, and is voided. A confirmed result counts until a second person confirms the void.${leftOnSchedule(cleared)}`
        : 'None of it was entered.',
    })
  readAgain([...sent.map(({ entry }) => entry), ...refused, ...cleared])
}

/** Reads again what the server has received. */
function readAgain(given: readonly Entry[]): void {
  const campaigns = new Set(given.map(({ campaignId }) => campaignId))
  if (campaigns.size > 0) void refreshAfterWrite(queryClient(), [...campaigns].map(campaignKey))
}

let timer: ReturnType<typeof setTimeout> | undefined

async function round(): Promise<void> {
  clearTimeout(timer)
  if (queue.all().every(({ refusal }) => refusal !== null)) return set({ stop: null })
  set({ isSending: true })
  const ended = await queue.flush().finally(() => set({ isSending: false, entries: queue.all() }))
  set({ stop: ended.stop })
  tell(ended)
  if (ended.stop === 'no-connection') timer = setTimeout(() => void flush(), TRY_AGAIN_MS)
}

let last: Promise<void> = Promise.resolve()
/** Sends what is queued, after the round in progress. */
export function flush(): Promise<void> {
  last = last.catch(() => undefined).then(round)
  return last
}

let isAwake = false
/** From now on this page sends queued entries as soon as it can. */
export function resume(): void {
  if (isAwake) return
  isAwake = true
  const tryNow = (): void => {
    if (!document.hidden) void flush()
  }
  window.addEventListener('online', tryNow)
  window.addEventListener('pageshow', tryNow)
  document.addEventListener('visibilitychange', tryNow)
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && !key.startsWith(PREFIX)) return
    const before = state.entries
    const entries = queue.all()
    set({ entries })
    // Another tab has sent them, possibly after this one reread its lists on coming back online.
    readAgain(before.filter((one) => !entries.some((left) => left.key === one.key)))
  })
  set({ entries: queue.all() })
  tryNow()
}

export type Saved = { became: 'sent' | 'kept' } | { became: 'refused'; why: string }

/** Stored first, then sent; refused entries stay stored, to be fixed. Without a prompt response the user goes on counting. */
export async function saveEntry(entry: Entry, instead?: Entry): Promise<Saved> {
  resume()
  watch(entry.key, true)
  try {
    queue.add(entry, instead)
  } catch {
    watch(entry.key, false)
    return { became: 'refused', why: 'This browser has no room left to keep the entry. Nothing was sent.' }
  }
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([flush(), patience])
  watch(entry.key, false)
  const left = queue.all().find(({ key }) => key === entry.key)
  if (!left) return { became: 'sent' }
  return left.refusal === null ? { became: 'kept' } : { became: 'refused', why: left.refusal }
}

/** Its successor is listed in its place. */
const isReplaced = ({ successor }: KeptEntry): boolean => typeof successor === 'string'

/** How many of the user's entries the server does not have, and whether they outlive this page. */
export const unsentOf = (userId: string): { count: number; isLasting: boolean } => ({
  count: queue.all().filter((entry) => entry.userId === userId && !isReplaced(entry)).length,
  isLasting: lasting !== null,
})

export function discardEntry(entry: Entry): void {
  queue.discard(entry)
  void flush()
}
/** Whether an old entry is entered. */
export function answerEntry(entry: KeptEntry, isEntered: boolean): void {
  queue.answer(entry, isEntered)
  void flush()
}
export function tryEntryAgain(entry: KeptEntry): void {
  queue.tryAgain(entry)
  void flush()
}

const NOTHING: State = { entries: [], stop: null, isSending: false, onTheWay: [] }
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  resume()
  return () => listeners.delete(listener)
}

/**
 * `clearing`: entries that were sent, and then changed or discarded before an answer came. `forgotten`: those of both that
 * only a person can tell about.
 */
type Entries = State & {
  isLasting: boolean
  /** Of `entries`, those that are neither refused nor being sent for the first time right now. */
  waiting: KeptEntry[]
  clearing: KeptEntry[]
  forgotten: KeptEntry[]
}

/** What this user has counted for this campaign and the server does not have yet. */
export function useEntries(userId: string | undefined, campaignId: string): Entries {
  const current = useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  )
  return useMemo(() => {
    const own = current.entries.filter(
      (entry) => entry.userId === userId && placeOf(entry).includes(`:${campaignId}:`),
    )
    return {
      ...current,
      isLasting: lasting !== null,
      entries: own.filter(isCurrent),
      waiting: own.filter(
        (entry) => isCurrent(entry) && entry.refusal === null && !current.onTheWay.includes(entry.key),
      ),
      clearing: own.filter((entry) => !isCurrent(entry)),
      forgotten: own.filter((entry) => isForgotten(entry, deviceNow())),
    }
  }, [current, userId, campaignId])
}
