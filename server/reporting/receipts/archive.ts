/** All receipts of an organization in one ZIP, with what was paid back since, made while it is sent: only one document at a time is in memory. */
import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type CsvColumn, csvHead, csvLines } from '#domain/csv.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import type { Deps } from '#server/money/deps.ts'
import { type ReceiptsPage, type Returned, receiptsOf, returnedOf } from './store.ts'

const PAGE = 200
/** More than any organization has, so that the loop always ends. */
const MAX_PAGES = 10_000

type Wanted = { organizationId: string; year: number | null; drawnOn: string }
type Given = Pick<Deps, 'db' | 'studio'>

async function* pagesIn<Row>(
  { organizationId, year }: Wanted,
  read: (page: ReceiptsPage) => Promise<Row[]>,
  idOf: (row: Row) => string,
): AsyncGenerator<Row> {
  let afterId: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const rows: Row[] = await read({ organizationId, year, afterId, limit: PAGE })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    afterId = idOf(last)
  }
}

async function* receiptsIn({ db }: Pick<Deps, 'db'>, wanted: Wanted): AsyncGenerator<Receipt> {
  const found = pagesIn(
    wanted,
    (page) => receiptsOf(db, page),
    ({ receipt }) => receipt.id,
  )
  for await (const { receipt } of found) yield receipt
}

const returnedIn = ({ db }: Pick<Deps, 'db'>, wanted: Wanted): AsyncGenerator<Returned> =>
  pagesIn(
    wanted,
    (page) => returnedOf(db, page),
    ({ id }) => id,
  )

const fileOf = ({ receivedOn, number }: Receipt): string =>
  `${receivedOn.slice(0, 4)}/${receivedOn}-${number}.pdf`

/** What was kept changes with a later refund, so the list says of which day it is. */
const receiptColumns = (drawnOn: string): CsvColumn<Receipt>[] => [
  ['Receipt', ({ number }) => number],
  ['Received on', ({ receivedOn }) => receivedOn],
  ['Supporter', ({ supporterName }) => supporterName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Paid by', ({ method }) => method],
  ['Received (USD)', ({ amount }) => amount],
  ['Kept (USD)', ({ kept }) => kept],
  ['Money', ({ isTestMoney }) => (isTestMoney ? 'test' : 'real')],
  ['Pledge', ({ pledgeId }) => pledgeId],
  ['File', fileOf],
  ['Kept as of', () => drawnOn],
]

const KINDS: Record<Returned['kind'], string> = {
  refund: 'Refund',
  refund_not_made: 'Refund not made',
  set_off: 'Refund deducted from an invoice',
  dispute: 'Dispute opened',
  dispute_won: 'Dispute closed: the payment is valid',
}

/** Received in the list of receipts, plus this amount, is what the supporters' statements say. */
const returnedColumns: CsvColumn<Returned>[] = [
  ['Date', ({ on }) => on],
  ['What', ({ kind }) => KINDS[kind]],
  ['Amount (USD)', ({ amount }) => amount],
  ['Receipt', ({ receiptNumber }) => receiptNumber],
  ['Received on', ({ paidOn }) => paidOn],
  ['Supporter', ({ supporterName }) => supporterName],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Money', ({ isTestMoney }) => (isTestMoney ? 'test' : 'real')],
  ['Pledge', ({ pledgeId }) => pledgeId],
]

async function* listOf<Row>(columns: CsvColumn<Row>[], rows: AsyncIterable<Row>): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHead(columns))
  for await (const row of rows) yield Buffer.from(csvLines(columns, [row]))
}

/** PDFs are already compressed. */
const AS_IS = { compress: false } as const

/** Draws each document only after the previous one was sent, so that a slow reader slows it down. The lists come last. */
async function fill(zip: ZipFile, output: PassThrough, deps: Given, wanted: Wanted): Promise<void> {
  const { drawnOn } = wanted
  const mtime = new Date(`${drawnOn}T12:00:00Z`)
  for await (const receipt of receiptsIn(deps, wanted)) {
    const bytes = await deps.studio.draw(null, { kind: 'receipt', facts: { receipt, drawnOn } })
    if (output.destroyed) return
    zip.addBuffer(bytes, fileOf(receipt), { ...AS_IS, mtime })
    while (output.writableNeedDrain && !output.destroyed) await taken(output)
  }
  const add = (name: string, lines: AsyncGenerator<Buffer>): void => {
    const list = Readable.from(lines)
    // The archive does not handle errors of the streams it reads, and an unhandled one would end the process.
    list.on('error', (error) => output.destroy(error))
    zip.addReadStream(list, name, { mtime })
  }
  add('receipts.csv', listOf(receiptColumns(drawnOn), receiptsIn(deps, wanted)))
  add('returned.csv', listOf(returnedColumns, returnedIn(deps, wanted)))
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
