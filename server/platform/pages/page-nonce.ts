/**
 * Rendered pages contain a placeholder for the nonce of the Content-Security-Policy. It is as long as a nonce, so that a
 * page is filled by copying bytes: a hundred times less work than searching its text for every response.
 */
import { randomBytes } from 'node:crypto'
import { fillHoles, gzipWithHoles, type HoleyGzip } from '#server/platform/http/compress.ts'

const NONCE_BYTES = 18
/** Getting random bytes from the system costs the same for one nonce as for hundreds. */
const NONCES_AT_ONCE = 256

let pool = Buffer.alloc(0)

/** 24 characters, without padding. */
export function newNonce(): string {
  if (pool.length === 0) pool = randomBytes(NONCE_BYTES * NONCES_AT_ONCE)
  const nonce = pool.toString('base64url', 0, NONCE_BYTES)
  pool = pool.subarray(NONCE_BYTES)
  return nonce
}

function placesIn(bytes: Buffer, placeholder: string): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(placeholder); at >= 0; at = bytes.indexOf(placeholder, at + 1)) places.push(at)
  return places
}

type Kept = { places: number[]; gzip: HoleyGzip | null }

export function createNonceFiller() {
  // If it could be guessed, a stored text could contain a script: it is new at every start of the program.
  const placeholder = newNonce()
  const known = new WeakMap<Buffer, Kept>()

  /** Where a cached page's nonces go is looked up once. */
  function keptOf(page: Buffer): Kept {
    const kept = known.get(page) ?? { places: placesIn(page, placeholder), gzip: null }
    known.set(page, kept)
    return kept
  }

  return {
    placeholder,
    fill(page: Buffer, nonce: string): Buffer<ArrayBuffer> {
      const filled = Buffer.allocUnsafeSlow(page.length)
      page.copy(filled)
      for (const place of keptOf(page).places) filled.write(nonce, place, 'latin1')
      return filled
    },
    /** The same, compressed. */
    fillGzip(page: Buffer, nonce: string): Buffer<ArrayBuffer> {
      const kept = keptOf(page)
      kept.gzip ??= gzipWithHoles(page, kept.places, placeholder.length)
      return fillHoles(kept.gzip, Buffer.from(nonce, 'latin1'))
    },
  }
}
