import { createHash, randomBytes, randomFillSync, randomInt } from 'node:crypto'
import { stringify, v7 } from 'uuid'
import type { Clock } from './clock.ts'

const SECRET_BYTES = 32

/** The secret of a link in a mail. It is in the mail only: what is stored is a hash. */
export const newLinkSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOfLink = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Half of the range of the 32-bit counter within a millisecond: it starts anywhere in the lower half, so it never overflows. */
const COUNT_FROM = 2 ** 31
const last = { msecs: Number.NaN, seq: 0 }

/**
 * UUIDv7 generated in the program, so that ids sort by time on every PostgreSQL version: everything that one transaction
 * writes has the same time, and sorts in the order of creation.
 */
export function newId(clock: Clock): string {
  const msecs = clock.now().getTime()
  last.seq = msecs === last.msecs ? last.seq + 1 : randomInt(COUNT_FROM)
  last.msecs = msecs
  return v7({ msecs, seq: last.seq, random: nextRandom() })
}

const UUID_BYTES = 16

/** The same text makes the same id on every server and at any time: UUIDv8, which does not sort by time. */
export function idFrom(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, UUID_BYTES)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return stringify(bytes)
}

/** Random bytes are fetched by the kilobyte: fetching them for each id took longer than making the id. */
const RANDOM_BYTES = 16
const pool = { bytes: Buffer.alloc(RANDOM_BYTES * 256), at: RANDOM_BYTES * 256 }

function nextRandom(): Uint8Array {
  if (pool.at === pool.bytes.length) {
    randomFillSync(pool.bytes)
    pool.at = 0
  }
  pool.at += RANDOM_BYTES
  return pool.bytes.subarray(pool.at - RANDOM_BYTES, pool.at)
}

/** Without the letters and digits that people mix up when they read a code aloud. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A referral code: short, unrelated to the id, and not guessable from another one. */
export const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A signed 64-bit key for an advisory lock, as the decimal text that SQL takes. */
export const lockKey = (scope: string, id: string): string =>
  createHash('sha1').update(scope).update(id).digest().readBigInt64BE(0).toString()

/** For input from outside, which may be anything. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Where a list that continues after an id begins, and one that continues before an id. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'
export const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
