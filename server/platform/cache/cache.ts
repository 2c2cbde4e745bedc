import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import { newClient } from '#server/platform/db/hosts.ts'

/** An answer kept in memory as it goes over the wire: encoded once, or a page that still gets its nonce. */
export type CachedBody = {
  bytes: string | Buffer<ArrayBuffer>
  etag: string
  tags: readonly string[]
  storedAtMs: number
  extra?: Record<string, string>
}

/** A change on another instance that was not heard of may leave an answer stale for at most this long. */
const LONGEST_AGE_MS = 30_000
/** How often a message is sent to oneself: once it is heard, all messages sent before it are known here. */
const TRY_LINE_MS = 10_000
const CONNECT_AGAIN_MS = 1_000
/** Days begin and end on a quarter of an hour in every time zone: what the time alone changes is made anew then (R22). */
const QUARTER_HOUR_MS = 15 * 60_000
const MAX_ENTRIES = 20_000
/** An address may be asked with any query: what is kept of it all is bounded. */
const MAX_BYTES = 256 * 1024 * 1024
/** So long after a change its reads pass by a replica, which may not have heard of it yet (R55). */
const PRIMARY_AFTER_CHANGE_MS = 10_000
/** Instances notify one another here of what changed; a transaction may too, and then all of them receive it. */
export const CHANNEL = 'public_changes'
/** Changes are gathered this long and sent to the other instances in one message: NOTIFY holds a lock that all commits share. */
const GATHER_MS = 50

/**
 * Public answers between changes. A change empties what it touches at once on this instance, and on the others
 * through LISTEN and NOTIFY. Tags: `campaign:<id>`, `campaigns` for every list.
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
  /** When each tag changed last, the oldest first. */
  readonly #changedAtMs = new Map<string, number>()
  /** Until when nothing that a replica says is to be kept. */
  #primaryUntilMs = 0
  #outgoing = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #db: Database | undefined
  #subscriber: pg.Client | undefined
  #trying: NodeJS.Timeout | undefined
  /** Every change that another instance sent before this instant is known here. */
  #heardAtMs = 0
  readonly #origin = `${process.pid}.${Math.random().toString(36).slice(2)}`

  constructor({ isOn, nowMs }: { isOn: boolean; nowMs: () => number }) {
    this.#isOn = isOn
    this.#nowMs = nowMs
  }

  /** Grows with every change: what was made before one is not kept after it. */
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

  /** The kept answer, or `make`'s: one caller computes, the others wait for it. Nothing made before a change is kept after it. */
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
    this.#bytes += entry.bytes.length
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

  /** To be called after a commit: what carried these tags is gone at once here, and soon on every other instance. */
  changed(tags: readonly string[]): void {
    this.#drop(tags)
    for (const tag of tags) this.#outgoing.add(tag)
    this.#timer ??= setTimeout(() => void this.#tell(), GATHER_MS).unref()
  }

  /** Did what carries this tag change so lately that a replica may not know? */
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

  /** What is being made from before a change is given to whoever waits for it, and not kept. */
  #outdate(isTouched: (under: { tags: readonly string[] }) => boolean): void {
    for (const [key, under] of this.#pending) {
      if (!isTouched(under)) continue
      under.isStale = true
      this.#pending.delete(key)
    }
  }

  #remove(key: string, entry: CachedBody): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.bytes.length
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
    // A payload holds 8 000 bytes at most.
    for (let start = 0; start < tags.length; start += 100) {
      const some = tags.slice(start, start + 100)
      await this.#notify(this.#db, some).catch(() => this.#tellAgain(some))
    }
  }

  /** `everything`: whatever is kept may be wrong. */
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
   * Joins the other instances, and joins them again whenever the line breaks. `url` must reach the server itself, past a
   * pooler, for LISTEN. @throws when the line cannot be had now, and then nothing is left of it.
   */
  async connect(db: Database, url: string, log: Logger): Promise<void> {
    this.#db = db
    const client = newClient(url)
    let isLost = false
    /** False the second time: the end of one connection is reported more than once, and is joined again once. */
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
      // From here on answers are never older than LONGEST_AGE_MS: losing the line is not losing the truth.
      const { code } = error as { code?: string }
      log.warn({ code }, 'the line to the other instances broke; trying again')
      this.#connectSoon(db, url, log)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      if (this.#db !== db) {
        // Closed meanwhile.
        lose()
        return
      }
      this.#subscriber = client
      this.#hearOneself(db)
      // Whoever ran here before may have ended between a change and telling of it.
      await this.#notify(db, 'everything')
    } catch (error) {
      // One that broke is being joined again already.
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
   * While messages to oneself are heard, what is kept is known to be true. Only what comes the way of all messages proves
   * that; a replica may answer what was true before.
   */
  #hearOneself(db: Database): void {
    if (db.hasReplica) return
    // Messages sent while nobody listened are lost, so what is cached now is no longer trusted.
    this.#forgetAll()
    const send = () => this.#send(db, { sentAtMs: this.#nowMs() }).catch(() => undefined)
    void send()
    this.#trying = setInterval(send, TRY_LINE_MS).unref()
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

/** Names some content: as good as unique, and the same on every instance. */
export const digestOf = (content: string | Buffer): string =>
  createHash('sha1').update(content).digest('base64url')

/** The tag of an answer: of its bytes as they are before compression. */
export const etagOf = (bytes: string | Buffer): string => `"${digestOf(bytes)}"`
