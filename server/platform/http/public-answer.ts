import type { Context } from 'hono'
import { etagOf } from '#server/platform/cache/cache.ts'
import { accepts, gzipOf } from './compress.ts'
import { NO_SNIFFING } from './http.ts'

/** An answer as it goes over the wire, with its headers; one from the cache carries its tag already. */
export type Answer = {
  bytes: string | Buffer<ArrayBuffer>
  etag?: string
  extra?: Record<string, string>
  /** JSON, where nothing is said. */
  type?: string
}

const JSON_TYPE = 'application/json'

const withoutStrength = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Does the caller hold this answer already? */
export function isHeld(c: Context, etag: string): boolean {
  const held = c.req.header('if-none-match')
  return held !== undefined && (held.trim() === '*' || held.split(',').map(withoutStrength).includes(etag))
}

/**
 * A public answer: always asked for again, and 304 while it is the same (R54).
 * `Vary`, because a session may see more under the same address. The response is made as it goes out, without the
 * context's own headers: half the work of an answer that is kept.
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
  const gzip = type === JSON_TYPE && typeof bytes !== 'string' && accepts(c, 'gzip') ? gzipOf(bytes) : null
  if (!gzip) return new Response(bytes, { headers: { ...headers, 'Content-Type': type } })
  // Other bytes under the same tag: then it is a weak one.
  const encoded = { ETag: `W/${etag}`, 'Content-Encoding': 'gzip', 'Content-Type': type }
  return new Response(gzip, { headers: { ...headers, ...encoded } })
}

/** What one caller sees more of than everybody else is kept nowhere. */
export function answerPrivately(c: Context, { bytes, extra }: Answer): Response {
  const headers = { ...extra, 'Cache-Control': 'private, no-store', Vary: 'Authorization' }
  return c.body(bytes, 200, { ...headers, ...NO_SNIFFING, 'Content-Type': JSON_TYPE })
}
