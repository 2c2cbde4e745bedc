import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import { newClient } from '#server/platform/db/hosts.ts'

/** Bytes as they are sent, with all of their headers. */
export type Sent = Readonly<{ bytes: Buffer<ArrayBuffer>; headers: Readonly<Record<string, string>> }>

/** A page in every encoding that it is sent in. */
export type CachedPage = Readonly<{ plain: Sent; gzip: Sent; br: Sent }>

/** A response cached in memory: encoded once. Of a page, these are the plain bytes. */
export type CachedBody = {
  bytes: string | Buffer<ArrayBuffer>
  page?: CachedPage
  etag: string
  tags: readonly string[]
  storedAtMs: number
  extra?: Record<string, string>
}

/** A missed change from another instance can leave a response stale for at most this long. */
const LONGEST_AGE_MS = 30_000
/** How often the instance sends itself a message: once it arrives, all messages sent before it have arrived too. */
const TRY_LINE_MS = 10_000
const CONNECT_AGAIN_MS = 1_000
/** Days begin and end on a quarter of an hour in every time zone, so responses that depend on the time expire then. */
const QUARTER_HOUR_MS = 15 * 60_000
const MAX_ENTRIES = 20_000
/** An address can be requested with any query, so the total size is bounded. */
const MAX_BYTES = 256 * 1024 * 1024
const sizeOf = ({ bytes, page }: CachedBody): number =>
  bytes.length + (page ? page.gzip.bytes.length + page.br.bytes.length : 0)

/** For this long after a change, reads skip the replica, which may not have the change yet. */
const PRIMARY_AFTER_CHANGE_MS = 10_000
/** Instances notify each other of changes here; a transaction can too, and then all instances receive it. */
export const CHANNEL = 'public_changes'
/** Changes are gathered for this long and sent in one message: NOTIFY takes a lock shared by all commits. */
const GATHER_MS = 50

/**
 * Public responses between changes. A change removes what it affects at once on this instance, and on the others through
 * LISTEN and NOTIFY. Tags: `campaign:<id>`, `campaigns` for every list.
 */
export class PublicCache {
  readonly #entries = new Map<string, CachedBody>()
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #pending = new Map<
    string,
    { made: Promise<CachedBody>; tags: readonly string[]; isStale: boolean }
  >()
  #bytes = 0
  readonly #listeners = new Set<(tags: readonly string[]) => void>()
  readonly #isOn: boolean
  readonly #nowMs: () => number
  #generation = 0
  /** When each tag last changed, the oldest first. */
  readonly #changedAtMs = new Map<string, number>()
  /** Until this time nothing read from a replica may be cached. */
  #primaryUntilMs = 0
  #outgoing = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #db: Database | undefined
  #subscriber: pg.Client | undefined
  #trying: NodeJS.Timeout | undefined
  /** Every change that another instance sent before this instant has arrived here. */
  #heardAtMs = 0
  readonly #tryLineMs: number
  readonly #origin = `${process.pid}.${Math.random().toString(36).slice(2)}`

  constructor({
    isOn,
    nowMs,
    tryLineMs = TRY_LINE_MS,
  }: {
    isOn: boolean
    nowMs: () => number
    tryLineMs?: number
  }) {
    this.#isOn = isOn
    this.#nowMs = nowMs
    this.#tryLineMs = tryLineMs
  }

  /** Grows with every change: nothing computed before a change is cached after it. */
  generation(): number {
    return this.#generation
  }

  get(key: string): CachedBody | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (this.#isFresh(entry)) return entry
    this.#remove(key, entry)
    return undefined
  }

  #isFresh({ storedAtMs }: CachedBody): boolean {
    const nowMs = this.#nowMs()
    const quarterOf = (ms: number) => Math.floor(ms / QUARTER_HOUR_MS)
    if (quarterOf(storedAtMs) !== quarterOf(nowMs)) return false
    return nowMs - Math.max(storedAtMs, this.#heardAtMs) <= LONGEST_AGE_MS
  }

  /** The cached response, or `make`'s: one caller computes, others wait. Nothing made before a change is cached after it. */
  async through(
    key: string,
    tags: readonly string[],
    make: () => Promise<Pick<CachedBody, 'bytes' | 'extra'> & { etag?: string }>,
  ): Promise<CachedBody> {
    const kept = this.#isOn ? this.get(key) : undefined
    if (kept) return kept
    const waiting = this.#isOn ? this.#pending.get(key) : undefined
    if (waiting) return waiting.made
    const under = { made: undefined as unknown as Promise<CachedBody>, tags, isStale: false }
    const made = make().then(({ bytes, extra, etag = etagOf(bytes) }) => {
      const entry: CachedBody = {
        bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
        etag,
        tags,
        storedAtMs: this.#nowMs(),
        ...(extra ? { extra } : {}),
      }
      if (this.#isOn && !under.isStale) this.set(key, entry)
      return entry
    })
    if (!this.#isOn) return made
    under.made = made
    this.#pending.set(key, under)
    try {
      return await made
    } finally {
      if (this.#pending.get(key) === under) this.#pending.delete(key)
    }
  }

  set(key: string, entry: CachedBody): void {
    if (!this.#isOn) return
    const before = this.#entries.get(key)
    if (before) this.#remove(key, before)
    this.#bytes += sizeOf(entry)
    while (this.#entries.size >= MAX_ENTRIES || (this.#bytes > MAX_BYTES && this.#entries.size > 0)) {
      const [oldest] = this.#entries
      if (oldest) this.#remove(oldest[0], oldest[1])
    }
    this.#entries.set(key, entry)
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set()
      keys.add(key)
      this.#keysByTag.set(tag, keys)
    }
  }

  /** Call after a commit: everything with these tags is removed at once here, and soon on every other instance. */
  changed(tags: readonly string[]): void {
    this.#drop(tags)
    for (const tag of tags) this.#outgoing.add(tag)
    this.#timer ??= setTimeout(() => void this.#tell(), GATHER_MS).unref()
  }

  /** Whether anything with this tag changed so recently that a replica may not have it yet. */
  changedLately(tag: string): boolean {
    const nowMs = this.#nowMs()
    if (nowMs < this.#primaryUntilMs) return true
    const changedAtMs = this.#changedAtMs.get(tag)
    return changedAtMs !== undefined && nowMs - changedAtMs < PRIMARY_AFTER_CHANGE_MS
  }

  #rememberChange(tags: readonly string[]): void {
    const nowMs = this.#nowMs()
    for (const tag of tags) {
      this.#changedAtMs.delete(tag)
      this.#changedAtMs.set(tag, nowMs)
    }
    for (const [tag, changedAtMs] of this.#changedAtMs) {
      if (nowMs - changedAtMs < PRIMARY_AFTER_CHANGE_MS) return
      this.#changedAtMs.delete(tag)
    }
  }

  onChange(listener: (tags: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #drop(tags: readonly string[]): void {
    this.#generation += 1
    this.#rememberChange(tags)
    this.#outdate((under) => under.tags.some((tag) => tags.includes(tag)))
    for (const tag of tags) {
      for (const key of this.#keysByTag.get(tag) ?? []) {
        const entry = this.#entries.get(key)
        if (entry) this.#remove(key, entry)
      }
    }
    for (const listener of this.#listeners) listener(tags)
  }

  /** A response being computed since before a change is given to those waiting for it, but not cached. */
  #outdate(isTouched: (under: { tags: readonly string[] }) => boolean): void {
    for (const [key, under] of this.#pending) {
      if (!isTouched(under)) continue
      under.isStale = true
      this.#pending.delete(key)
    }
  }

  #remove(key: string, entry: CachedBody): void {
    if (this.#entries.delete(key)) this.#bytes -= sizeOf(entry)
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }

  async #tell(): Promise<void> {
    this.#timer = undefined
    const tags = [...this.#outgoing]
    this.#outgoing = new Set()
    if (!this.#db || tags.length === 0) return
    // A payload is limited to 8 000 bytes.
    for (let start = 0; start < tags.length; start += 100) {
      const some = tags.slice(start, start + 100)
      await this.#notify(this.#db, some).catch(() => this.#tellAgain(some))
    }
  }

  /** `everything`: all cached responses may be wrong. */
  async #notify(db: Database, tags: readonly string[] | 'everything'): Promise<void> {
    await this.#send(db, { tags })
  }

  async #send(db: Database, message: { tags: readonly string[] | 'everything' } | { sentAtMs: number }) {
    const payload = JSON.stringify({ origin: this.#origin, ...message })
    await db.pool.query('select pg_notify($1, $2)', [CHANNEL, payload])
  }

  #tellAgain(tags: readonly string[]): void {
    for (const tag of tags) this.#outgoing.add(tag)
    this.#timer ??= setTimeout(() => void this.#tell(), CONNECT_AGAIN_MS).unref()
  }

  /**
   * Connects to the other instances, and reconnects whenever the connection breaks. `url` must bypass a pooler, since
   * LISTEN needs the server itself. @throws if the connection fails now, and then leaves nothing open.
   */
  async connect(db: Database, url: string, log: Logger): Promise<void> {
    this.#db = db
    // What it asks is answered at once, or its server is gone.
    const client = newClient(url, { pipeline: true, query_timeout: this.#tryLineMs })
    let isLost = false
    /** False the second time: the end of a connection is reported more than once, but reconnects only once. */
    const lose = (): boolean => {
      if (isLost) return false
      isLost = true
      if (this.#subscriber === client) {
        this.#subscriber = undefined
        clearInterval(this.#trying)
      }
      void client.end().catch(() => undefined)
      return true
    }
    client.on('notification', ({ payload }) => this.#hear(db, payload))
    client.on('error', (error) => {
      if (!lose()) return
      // From here on responses are never older than LONGEST_AGE_MS, so a lost connection does no lasting harm.
      const { code } = error as { code?: string }
      log.warn({ code }, 'lost the connection that hears changes from other instances; reconnecting')
      this.#connectSoon(db, url, log)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (this.#db !== db) {
        // Closed in the meantime.
        lose()
        return
      }
      this.#subscriber = client
      this.#hearOneself(db, client)
      // An earlier process may have stopped between a change and its notification.
      await this.#notify(db, 'everything')
    } catch (error) {
      // If the connection broke, it is already reconnecting.
      if (lose()) throw error
    }
  }

  #hear(db: Database, payload: string | undefined): void {
    const { origin, tags, sentAtMs } = JSON.parse(payload ?? '{}') as {
      origin?: string
      tags?: string[] | 'everything'
      sentAtMs?: number
    }
    if (origin === this.#origin && sentAtMs !== undefined && !db.hasReplica)
      this.#heardAtMs = Math.max(this.#heardAtMs, sentAtMs)
    if (origin === this.#origin || !tags) return
    if (tags === 'everything') this.#forgetAll()
    else this.#drop(tags)
  }

  #connectSoon(db: Database, url: string, log: Logger): void {
    setTimeout(() => {
      if (this.#db) this.connect(db, url, log).catch(() => this.#connectSoon(db, url, log))
    }, CONNECT_AGAIN_MS).unref()
  }

  /**
   * While messages to itself arrive, the cache is known to be current. Only a message on the same path as all others proves
   * that; a replica may return outdated data.
   */
  #hearOneself(db: Database, client: pg.Client): void {
    const hears = !db.hasReplica
    // Messages sent while nobody listened are lost, so what is cached now is no longer trusted.
    if (hears) this.#forgetAll()
    const send = () => {
      // A connection that only listens would never learn that its server is gone.
      client.query('select 1').catch(() => undefined)
      if (hears) this.#send(db, { sentAtMs: this.#nowMs() }).catch(() => undefined)
    }
    send()
    this.#trying = setInterval(send, this.#tryLineMs).unref()
  }

  #forgetAll(): void {
    this.#generation += 1
    this.#primaryUntilMs = this.#nowMs() + PRIMARY_AFTER_CHANGE_MS
    this.#outdate(() => true)
    this.#entries.clear()
    this.#keysByTag.clear()
    this.#bytes = 0
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    clearInterval(this.#trying)
    await this.#tell()
    await this.#subscriber?.end().catch(() => undefined)
    this.#db = undefined
  }
}

/** Identifies content: practically unique, and the same on every instance. */
export const digestOf = (content: string | Buffer): string =>
  createHash('sha1').update(content).digest('base64url')

/** The ETag of a response, computed from its bytes before compression. */
export const etagOf = (bytes: string | Buffer): string => `"${digestOf(bytes)}"`
