/** Cached responses are compressed once. */
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'

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
