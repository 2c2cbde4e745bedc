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

/** A page as gzip with open holes. */
export type HoleyGzip = {
  bytes: Buffer
  holes: readonly number[]
  /** The page's checksum with zeros in every hole, and the checksum of such a hole. */
  sum: number
  emptySum: number
  /** What each bit that differs in a hole's checksum changes in the page's. */
  effects: Uint32Array
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

/** Multiplies a matrix of bits, one number for each column, by a vector of 32 bits. */
function times(matrix: Uint32Array, vector: number): number {
  let product = 0
  for (let bits = vector, column = 0; bits !== 0; bits >>>= 1, column += 1)
    if (bits & 1) product ^= matrix[column] as number
  return product >>> 0
}

const BITS = Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0)

/** What 1, 2, 4, 8 ... bytes after a difference in a checksum turn it into: CRC-32 is linear, so the bytes do not matter. */
const doublings: Uint32Array[] = []
function doubling(index: number): Uint32Array {
  const zero = Buffer.alloc(1)
  const known = doublings[index]
  if (known) return known
  const half = index > 0 ? doubling(index - 1) : null
  const made = Uint32Array.from(BITS, (bit) =>
    half ? times(half, times(half, bit)) : crc32(zero, bit) ^ crc32(zero),
  )
  doublings[index] = made
  return made
}

function carriedOver(difference: number, bytes: number): number {
  let carried = difference
  for (let left = bytes, index = 0; left > 0; left = Math.floor(left / 2), index += 1)
    if (left % 2 === 1) carried = times(doubling(index), carried)
  return carried
}

/** The bits that a difference in the checksum of every hole changes in the page's; `places` are the holes' offsets. */
const effectsOf = (places: readonly number[], holeLength: number, pageLength: number): Uint32Array =>
  Uint32Array.from(BITS, (bit) =>
    places.reduce((sum, place) => sum ^ carriedOver(bit, pageLength - place - holeLength), 0),
  )

/** `places` are the offsets of the holes in `page`, each of `holeLength` bytes. */
export function gzipWithHoles(page: Buffer, places: readonly number[], holeLength: number): HoleyGzip {
  const empty = Buffer.alloc(holeLength)
  let sum = 0
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
    sum = crc32(piece, sum)
    put(deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH }))
    if (end < page.length) {
      put(storedBlock(holeLength))
      holes.push(offset - holeLength)
      sum = crc32(empty, sum)
    }
    start = end + holeLength
  }
  put(LAST_BLOCK)
  put(Buffer.alloc(TRAILER_BYTES))
  const bytes = Buffer.concat(parts)
  bytes.writeUInt32LE(page.length, bytes.length - TRAILER_BYTES / 2)
  const effects = effectsOf(places, holeLength, page.length)
  return { bytes, holes, sum, emptySum: crc32(empty), effects }
}

/** The finished gzip, with the same `content` in every hole. Its checksum is not computed from the whole page again. */
export function fillHoles(
  { bytes, holes, sum, emptySum, effects }: HoleyGzip,
  content: Buffer,
): Buffer<ArrayBuffer> {
  const filled = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(filled)
  for (const hole of holes) content.copy(filled, hole)
  const whole = (sum ^ times(effects, crc32(content) ^ emptySum)) >>> 0
  filled.writeUInt32LE(whole, filled.length - TRAILER_BYTES)
  return filled
}
