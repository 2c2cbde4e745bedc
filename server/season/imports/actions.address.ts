import { invalidField } from '#domain/errors.ts'
import { MAX_FILE_BYTES } from '#domain/files/decode.ts'
import { readPublic } from '#server/platform/http/public-web.ts'
import type { Deps } from '#server/season/deps.ts'

const IS_CALENDAR = /^\ufeff?\s*BEGIN:VCALENDAR/i

export type Calendar = { bytes: Uint8Array; etag: string | null }

/** What is at that address now; null if it is what the ETag names. Throws a 400 in words. */
export async function calendarAt(
  { config }: Deps,
  address: string,
  etag: string | null,
): Promise<Calendar | null> {
  const asked = { field: 'address', mostBytes: MAX_FILE_BYTES, etag, allowsLoopback: config.devTools }
  const read = await readPublic(address, asked)
  if (read.status === 'same') return null
  if (!IS_CALENDAR.test(read.bytes.subarray(0, 200).toString('utf8')))
    throw invalidField(
      'address',
      'There is no calendar at that address. Look for "Subscribe" or "iCal link" in your program.',
    )
  return { bytes: new Uint8Array(read.bytes), etag: read.etag?.slice(0, 500) ?? null }
}
