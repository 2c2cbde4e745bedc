import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { etagOf } from '#server/platform/cache/cache.ts'
import { NO_SNIFFING } from './http.ts'

/** Below this size, compression saves too little. */
export const WORTH_COMPRESSING_BYTES = 256

const compressed = new WeakMap<Uint8Array, Buffer<ArrayBuffer>>()

const NAMED = {
  br: /(?:^|[\s,])br\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i,
  gzip: /(?:^|[\s,])gzip\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i,
}

/** Whether the caller lists this encoding, other than to refuse it (`;q=0`). */
export function accepts(c: Context, encoding: keyof typeof NAMED): boolean {
  const named = NAMED[encoding].exec(c.req.header('accept-encoding') ?? '')
  return named !== null && Number(named[1] ?? 1) > 0
}

/** The same bytes as gzip, created at the first request; null if it is not worth it. */
export function gzipOf(bytes: Buffer): Buffer<ArrayBuffer> | null {
  if (bytes.length < WORTH_COMPRESSING_BYTES) return null
  const known = compressed.get(bytes)
  if (known) return known
  const made = Buffer.from(gzipSync(bytes))
  compressed.set(bytes, made)
  return made
}

/** A response as it is sent, with its headers; one from the cache already has its ETag. */
export type Answer = {
  bytes: string | Buffer<ArrayBuffer>
  etag?: string
  extra?: Record<string, string>
  /** JSON if omitted. */
  type?: string
}

const JSON_TYPE = 'application/json'
const WORTH_COMPRESSING = /^(application\/json|text\/(css|javascript))(;|$)/

const withoutStrength = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether the caller already has this response. */
export function isHeld(c: Context, etag: string): boolean {
  const held = c.req.header('if-none-match')
  return held !== undefined && (held.trim() === '*' || held.split(',').map(withoutStrength).includes(etag))
}

/**
 * A public response: always revalidated, and 304 while it is unchanged. `Vary`, because a session may see more at the
 * same address. The response is created directly, without the context's own headers, which halves the cost of a cached
 * response.
 */
export function answerPublicly(
  c: Context,
  { bytes, etag = etagOf(bytes), extra, type = JSON_TYPE }: Answer,
): Response {
  const headers = {
    ...extra,
    ETag: etag,
    'Cache-Control': 'no-cache',
    Vary: 'Authorization, Accept-Encoding',
    ...NO_SNIFFING,
  }
  if (isHeld(c, etag)) return new Response(null, { status: 304, headers })
  const isCompressed = WORTH_COMPRESSING.test(type) && accepts(c, 'gzip')
  const gzip = isCompressed && typeof bytes !== 'string' ? gzipOf(bytes) : null
  if (!gzip) return new Response(bytes, { headers: { ...headers, 'Content-Type': type } })
  // Compressed bytes differ from the tagged ones, so the tag becomes a weak one.
  const encoded = { ETag: `W/${etag}`, 'Content-Encoding': 'gzip', 'Content-Type': type }
  return new Response(gzip, { headers: { ...headers, ...encoded } })
}

/** A response in which one caller sees more than everyone else is never cached. */
export function answerPrivately(c: Context, { bytes, extra }: Answer): Response {
  const headers = { ...extra, 'Cache-Control': 'private, no-store', Vary: 'Authorization' }
  return c.body(bytes, 200, { ...headers, ...NO_SNIFFING, 'Content-Type': JSON_TYPE })
}
