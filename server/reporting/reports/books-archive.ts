/** All files of the provider's months in one ZIP, made while it is sent. */
import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type Period, periodKey } from '#domain/billing/period.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { MonthKey } from './store.ts'
import { MONTH_TABLES } from './tables.ts'

/** One file after the other: only a page of one is in memory. */
export function booksArchive(db: Db, key: MonthKey, period: Period): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  // yazl types it as any readable stream, but it is a PassThrough.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  const mtime = new Date(`${key.to}T12:00:00Z`)
  for (const { name, text } of MONTH_TABLES) {
    const file = Readable.from(text(db, key, period))
    // The archive does not handle errors of the streams it reads, and an unhandled one would end the process.
    file.on('error', (error) => output.destroy(error))
    zip.addReadStream(file, `${name}-${periodKey(period).replaceAll(' ', '-')}.csv`, { mtime })
  }
  zip.end()
  return Readable.toWeb(output) as ReadableStream<Uint8Array>
}
