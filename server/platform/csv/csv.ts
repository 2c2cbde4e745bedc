/** Tables as files to download, all written the same way. A GET that changes nothing. */
import type { Context } from 'hono'
import { type CsvColumn, csvHead, csvLines, fileSafe } from '#domain/csv.ts'
import { dateIn, dateTimeIn } from '#domain/zone.ts'
import type { Deps } from '#server/platform/deps.ts'
import { NO_SNIFFING } from '#server/platform/http/http.ts'

/** Rows in memory at a time; and a page count that no table reaches. */
const PAGE = 1_000
const MAX_PAGES = 1_000

export type Pages<Row> = AsyncIterable<readonly Row[]>

/** A table page by page, each starting where the previous one ended, so that a large one is never in memory as a whole (R51). */
export async function* pagesOf<Row>(
  read: (page: { limit: number; beforeId: string | null; number: number }) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
): Pages<Row> {
  let beforeId: string | null = null
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const rows: readonly Row[] = await read({ limit: PAGE, beforeId, number })
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    beforeId = idOf(last)
  }
}

/** A table that is read as a whole, because it is bounded. */
export async function* onePage<Row>(rows: Promise<readonly Row[]>): Pages<Row> {
  yield await rows
}

type File<Row> = {
  /** The campaign's name that the table is about, or null if it covers all. */
  of: string | null
  table: string
  /** For the date in the file's name. */
  timeZone: string
  columns: readonly CsvColumn<Row>[]
  pages: Pages<Row>
}

const encoder = new TextEncoder()

/** Refusals happen before the first byte; a table that breaks off later fails, so that nobody takes it for a whole file. */
export async function answerCsv<Row>(
  c: Context,
  { clock }: Pick<Deps, 'clock'>,
  { of, table, timeZone, columns, pages }: File<Row>,
): Promise<Response> {
  const source = pages[Symbol.asyncIterator]()
  let next = await source.next()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvHead(columns))),
    async pull(controller) {
      if (next.done) return controller.close()
      controller.enqueue(encoder.encode(csvLines(columns, next.value)))
      next = await source.next()
    },
    cancel: async () => void (await source.return?.()),
  })
  const name = [of === null ? '' : fileSafe(of), table, dateIn(timeZone, clock.now())]
    .filter(Boolean)
    .join('-')
  if (c.req.raw.method === 'HEAD') await body.cancel()
  return new Response(c.req.raw.method === 'HEAD' ? null : body, {
    headers: {
      ...NO_SNIFFING,
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization',
    },
  })
}

/** An instant in local time, in a form that spreadsheets read as a date. */
export const wallTime = (timeZone: string, instant: string | null): string | null =>
  instant === null ? null : dateTimeIn(timeZone, new Date(instant)).replace('T', ' ')

/** A column of instants; its heading names the time zone. */
export const timeColumn = <Row>(
  head: string,
  timeZone: string,
  of: (row: Row) => string | null,
): CsvColumn<Row> => ({ head: `${head} (${timeZone})`, of: (row) => wallTime(timeZone, of(row)) })
