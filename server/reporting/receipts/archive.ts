/** All receipts of an organization in one ZIP, made while it is sent: only one document at a time is in memory. */
import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type CsvColumn, csvHead, csvLines } from '#domain/csv.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import type { Deps } from '#server/platform/deps.ts'
import { receiptsOf } from './store.ts'

const PAGE = 200
/** More than any organization has, so that the loop always ends. */
const MAX_PAGES = 10_000

type Wanted = { organizationId: string; year: number | null; drawnOn: string }
type Given = Pick<Deps, 'db' | 'studio'>

async function* receiptsIn(
  { db }: Pick<Deps, 'db'>,
  { organizationId, year }: Wanted,
): AsyncGenerator<Receipt> {
  let afterId: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await receiptsOf(db, { organizationId, year, afterId, limit: PAGE })
    for (const { receipt } of found) yield receipt
    afterId = found.at(-1)?.receipt.id ?? null
    if (found.length < PAGE) return
  }
}

const fileOf = ({ receivedOn, number }: Receipt): string =>
  `${receivedOn.slice(0, 4)}/${receivedOn}-${number}.pdf`

const columns: CsvColumn<Receipt>[] = [
  { head: 'Receipt', of: ({ number }) => number },
  { head: 'Received on', of: ({ receivedOn }) => receivedOn },
  { head: 'Supporter', of: ({ supporterName }) => supporterName },
  { head: 'Campaign', of: ({ campaignName }) => campaignName },
  { head: 'Paid by', of: ({ method }) => method },
  { head: 'Received (USD)', of: ({ amount }) => amount },
  { head: 'Kept (USD)', of: ({ kept }) => kept },
  { head: 'Money', of: ({ isTestMoney }) => (isTestMoney ? 'test' : 'real') },
  { head: 'Pledge', of: ({ pledgeId }) => pledgeId },
  { head: 'File', of: fileOf },
]

async function* listOf(deps: Given, wanted: Wanted): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(columns))
  for await (const receipt of receiptsIn(deps, wanted)) yield Buffer.from(csvLines(columns, [receipt]))
}

/** PDFs are already compressed. */
const AS_IS = { compress: false } as const

/** Draws each document only after the previous one was sent, so that a slow reader slows it down. The list comes last. */
async function fill(zip: ZipFile, output: PassThrough, deps: Given, wanted: Wanted): Promise<void> {
  const { drawnOn } = wanted
  const mtime = new Date(`${drawnOn}T12:00:00Z`)
  for await (const receipt of receiptsIn(deps, wanted)) {
    const bytes = await deps.studio.draw(null, { kind: 'receipt', facts: { receipt, drawnOn } })
    if (output.destroyed) return
    zip.addBuffer(bytes, fileOf(receipt), { ...AS_IS, mtime })
    while (output.writableNeedDrain && !output.destroyed) await taken(output)
  }
  const list = Readable.from(listOf(deps, wanted))
  // The archive does not handle errors of the streams it reads, and an unhandled one would end the process.
  list.on('error', (error) => output.destroy(error))
  zip.addReadStream(list, 'receipts.csv', { mtime })
  zip.end()
}

/** Until the reader has read everything so far, or is gone. */
function taken(output: PassThrough): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = () => {
    output.off('drain', done).off('close', done)
    resolve()
  }
  output.on('drain', done).on('close', done)
  return promise
}

export function archiveOf(deps: Given, wanted: Wanted): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  // yazl types it as any readable stream, but it is a PassThrough.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  // An incomplete file is not an archive: the stream fails, and so does the download.
  fill(zip, output, deps, wanted).catch((error: Error) => output.destroy(error))
  return Readable.toWeb(output) as ReadableStream<Uint8Array>
}
