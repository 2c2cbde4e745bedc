/**
 * Cached responses are compressed once. A page has holes for its nonces, so it is compressed piece by piece, with the holes
 * left open as stored blocks of deflate: filling them means copying bytes, as without compression.
 */
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
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

/** A page as gzip with open holes, with `pieces` between them. */
export type HoleyGzip = {
  bytes: Buffer
  holes: readonly number[]
  pieces: readonly Buffer[]
  /** The checksum of the first piece. */
  sum: number
}

// RFC 1952: magic, deflate, no flags, no time, no extra flags, unknown system.
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
// RFC 1951: an empty final block of fixed codes.
const LAST_BLOCK = Buffer.from([3, 0])
const TRAILER_BYTES = 8

/** RFC 1951, 3.2.4: a non-final stored block, byte for byte; its content is left open. */
function storedBlock(length: number): Buffer {
  const block = Buffer.alloc(5 + length)
  block.writeUInt16LE(length, 1)
  block.writeUInt16LE(length ^ 0xffff, 3)
  return block
}

/** `places` are the offsets of the holes in `page`, each of `holeLength` bytes. */
export function gzipWithHoles(page: Buffer, places: readonly number[], holeLength: number): HoleyGzip {
  const pieces: Buffer[] = []
  const holes: number[] = []
  const parts: Buffer[] = [GZIP_HEADER]
  let offset = GZIP_HEADER.length
  const put = (part: Buffer) => {
    parts.push(part)
    offset += part.length
  }
  let start = 0
  for (const end of [...places, page.length]) {
    const piece = page.subarray(start, end)
    pieces.push(piece)
    put(deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH }))
    if (end < page.length) {
      put(storedBlock(holeLength))
      holes.push(offset - holeLength)
    }
    start = end + holeLength
  }
  put(LAST_BLOCK)
  put(Buffer.alloc(TRAILER_BYTES))
  const bytes = Buffer.concat(parts)
  bytes.writeUInt32LE(page.length, bytes.length - TRAILER_BYTES / 2)
  return { bytes, holes, pieces, sum: crc32(pieces[0] as Buffer) }
}

/** The finished gzip, with the same `content` in every hole. */
export function fillHoles({ bytes, holes, pieces, sum }: HoleyGzip, content: Buffer): Buffer<ArrayBuffer> {
  const filled = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(filled)
  for (const hole of holes) content.copy(filled, hole)
  const whole = pieces.slice(1).reduce((before, piece) => crc32(piece, crc32(content, before)), sum)
  filled.writeUInt32LE(whole, filled.length - TRAILER_BYTES)
  return filled
}
