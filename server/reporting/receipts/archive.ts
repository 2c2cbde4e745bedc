/** All receipts of an organization in one ZIP, made while it is sent: one document in memory, however many there are. */
import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type CsvColumn, csvHead, csvLines } from '#domain/csv.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import type { Deps } from '#server/platform/deps.ts'
import { receiptsOf } from './store.ts'

const PAGE = 200
/** More than any organization has; the walk ends in any case. */
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

/** PDFs are packed already. */
const AS_IS = { compress: false } as const

/** Draws the next only once the one before has left: whoever reads slowly makes it wait. The list comes last. */
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
  // The archive does not listen to what it reads, and an error that nobody listens to ends the process.
  list.on('error', (error) => output.destroy(error))
  zip.addReadStream(list, 'receipts.csv', { mtime })
  zip.end()
}

/** Until the reader has taken what there is, or gone. */
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
  // What yazl types as any readable stream is a PassThrough.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  // A file that breaks off is no archive: the stream fails, and so does the download.
  fill(zip, output, deps, wanted).catch((error: Error) => output.destroy(error))
  return Readable.toWeb(output) as ReadableStream<Uint8Array>
}
