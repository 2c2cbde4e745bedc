import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'

/** An answer kept in memory as it goes over the wire. */
export type CachedBody = {
  bytes: string
  etag: string
  tags: readonly string[]
  storedAtMs: number
  extra?: Record<string, string>
}

/** A missed message from another instance may leave an answer stale for at most this long. */
const LONGEST_AGE_MS = 30_000
const MOST_ENTRIES = 20_000
const CHANNEL = 'public_changes'
/** Changes are gathered this long and told to the other instances in one message: NOTIFY holds a lock that all commits share. */
const GATHER_MS = 50

/**
 * Public answers between changes. A change empties what it touches at once on this instance, and on the others
 * through LISTEN and NOTIFY. Tags: `campaign:<id>`, `campaigns` for every list.
 */
export class PublicCache {
  readonly #entries = new Map<string, CachedBody>()
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #pending = new Map<string, Promise<CachedBody>>()
  readonly #listeners = new Set<(tags: readonly string[]) => void>()
  readonly #isOn: boolean
  readonly #nowMs: () => number
  #generation = 0
  #outgoing = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #db: Database | undefined
  #subscriber: pg.Client | undefined
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
    if (this.#nowMs() - entry.storedAtMs <= LONGEST_AGE_MS) return entry
    this.#remove(key, entry)
    return undefined
  }

  /** The kept answer, or `make`'s: one caller computes, the others wait for it. Nothing made before a change is kept after it. */
  async through(
    key: string,
    tags: readonly string[],
    make: () => Promise<{ bytes: string; extra?: Record<string, string> }>,
  ): Promise<CachedBody> {
    const kept = this.#isOn ? this.get(key) : undefined
    if (kept) return kept
    const waiting = this.#isOn ? this.#pending.get(key) : undefined
    if (waiting) return waiting
    const generation = this.#generation
    const made = make().then(({ bytes, extra }) => {
      const entry: CachedBody = {
        bytes,
        etag: etagOf(bytes),
        tags,
        storedAtMs: this.#nowMs(),
        ...(extra ? { extra } : {}),
      }
      if (this.#isOn && generation === this.#generation) this.set(key, entry)
      return entry
    })
    if (!this.#isOn) return made
    this.#pending.set(key, made)
    try {
      return await made
    } finally {
      if (this.#pending.get(key) === made) this.#pending.delete(key)
    }
  }

  set(key: string, entry: CachedBody): void {
    if (!this.#isOn) return
    if (this.#entries.size >= MOST_ENTRIES) {
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

  onChange(listener: (tags: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #drop(tags: readonly string[]): void {
    this.#generation += 1
    this.#pending.clear()
    for (const tag of tags) {
      for (const key of this.#keysByTag.get(tag) ?? []) {
        const entry = this.#entries.get(key)
        if (entry) this.#remove(key, entry)
      }
    }
    for (const listener of this.#listeners) listener(tags)
  }

  #remove(key: string, entry: CachedBody): void {
    this.#entries.delete(key)
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
      const payload = JSON.stringify({ origin: this.#origin, tags: tags.slice(start, start + 100) })
      await this.#db.pool.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => undefined)
    }
  }

  /** Joins the other instances. `url` must reach the server itself, past a pooler, for LISTEN. */
  async connect(db: Database, url: string, log: Logger): Promise<void> {
    this.#db = db
    const client = new pg.Client({ connectionString: url })
    client.on('notification', ({ payload }) => {
      const { origin, tags } = JSON.parse(payload ?? '{}') as { origin?: string; tags?: string[] }
      if (origin !== this.#origin && tags) this.#drop(tags)
    })
    client.on('error', (error) => {
      // Answers are never older than LONGEST_AGE_MS, so losing the line is not losing the truth.
      log.warn(
        { code: (error as { code?: string }).code },
        'the line to the other instances broke; trying again',
      )
      this.#subscriber = undefined
      setTimeout(() => this.connect(db, url, log).catch(() => undefined), 1_000).unref()
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    this.#subscriber = client
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#tell()
    await this.#subscriber?.end().catch(() => undefined)
    this.#db = undefined
  }
}

const etagOf = (bytes: string): string => `"${createHash('sha1').update(bytes).digest('base64url')}"`
