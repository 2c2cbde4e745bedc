/** Tables as files to download, all written the same way. A GET that changes nothing. */
import type { Context } from 'hono'
import type { z } from 'zod'
import { type CsvColumn, csvHead, csvLines, fileSafe } from '#domain/csv.ts'
import { dateIn, dateTimeIn } from '#domain/places/zone.ts'
import { withShownAddresses } from '#server/platform/base/shown-addresses.ts'
import type { Deps } from '#server/platform/deps.ts'
import { NO_SNIFFING, type Route, type RouteInput, routesWith } from '#server/platform/http/http.ts'

/** Rows in memory at a time; and a page count that no table reaches. */
const PAGE = 1_000
const MAX_PAGES = 1_000

export type Pages<Row> = AsyncIterable<readonly Row[]>

/** A table page by page, so that a large one is never in memory as a whole. */
export async function* numberedPages<Row>(
  read: (page: { limit: number; page: number }, last: Row | undefined) => Promise<readonly Row[]>,
): Pages<Row> {
  let last: Row | undefined
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const rows = await read({ limit: PAGE, page }, last)
    yield rows
    last = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

/** The same of a list, each page starting where the previous one ended. */
export const pagesOf = <Row extends { id: string }>(
  read: (page: { limit: number; beforeId: string | null }) => Promise<readonly Row[]>,
): Pages<Row> => numberedPages(({ limit }, last) => read({ limit, beforeId: last?.id ?? null }))

/** A table that is read as a whole, because it is bounded. */
export async function* onePage<Row>(rows: Promise<readonly Row[]>): Pages<Row> {
  yield await rows
}

export type File<Row> = {
  /** The campaign's name that the table is about; without it, the table covers all. */
  of?: string | undefined
  table: string
  /** For the date in the file's name; without it, UTC. */
  timeZone?: string
  columns: readonly CsvColumn<Row>[]
  pages: Pages<Row>
}

const encoder = new TextEncoder()

/** Refusals happen before the first byte; a table that breaks off later fails, so that nobody takes it for a whole file. */
export async function answerCsv<Row>(
  c: Context,
  { clock }: Pick<Deps, 'clock'>,
  { of = '', table, timeZone = 'UTC', columns, pages }: File<Row>,
): Promise<Response> {
  const source = pages[Symbol.asyncIterator]()
  let next = await source.next()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(csvHead(columns))),
    async pull(controller) {
      if (next.done) return controller.close()
      controller.enqueue(encoder.encode(withShownAddresses(csvLines(columns, next.value))))
      next = await source.next()
    },
    cancel: async () => void (await source.return?.()),
  })
  const name = [fileSafe(of), table, dateIn(timeZone, clock.now())].filter(Boolean).join('-')
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

type CsvRoute<Row, P extends Shape, Q extends Shape, D> = Pick<
  Route,
  'path' | 'who' | 'keys' | 'summary' | 'rules'
> & {
  params?: P
  query?: Q
  /** Refuses those who may not read it. */
  open: (input: RouteInput<P, Q, undefined, D>) => File<Row> | Promise<File<Row>>
}
type Shape = z.ZodType | undefined

/** The route of a file. */
export const csvRoutesWith =
  <D extends Deps>() =>
  <Row, P extends Shape = undefined, Q extends Shape = undefined>({
    open,
    ...route
  }: CsvRoute<Row, P, Q, D>): Route =>
    routesWith<D>()({
      method: 'get',
      ...route,
      produces: 'text/csv',
      handle: async (input) =>
        answerCsv(input.c, input.deps, await open(input as unknown as RouteInput<P, Q, undefined, D>)),
    })

/** An instant in local time, in a form that spreadsheets read as a date. */
export const wallTime = (timeZone: string, instant: string | null): string | null =>
  instant === null ? null : dateTimeIn(timeZone, new Date(instant)).replace('T', ' ')

/** A column of instants; its heading names the time zone. */
export const timeColumn = <Row>(
  heading: string,
  timeZone: string,
  of: (row: Row) => string | null,
): CsvColumn<Row> => [`${heading} (${timeZone})`, (row) => wallTime(timeZone, of(row))]
