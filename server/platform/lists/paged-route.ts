/** A list in pages, from one declaration: its answer, its headers, its description and its file (R51). */
import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import { csvRoutesWith, pagesOf } from '#server/platform/csv/csv.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Route, type RouteInput, routesWith } from '#server/platform/http/http.ts'

/** After `beforeId`, the last row of the page before; null: the list's first page. */
export type Page = { limit: number; beforeId: string | null }

/** A list that this caller may read. */
export type OpenList<Row> = {
  read: (page: Page) => Promise<readonly Row[]>
  /** Of the whole list; without it the list is not counted. */
  count?: () => Promise<number>
  /** For the file: the campaign's name, and its time zone; without them UTC, and no name. */
  of?: string
  timeZone?: string
}

type PagedList<Row, P extends z.ZodType | undefined, Q extends z.ZodType<PageQuery>, D> = Pick<
  Route,
  'path' | 'who' | 'keys' | 'summary' | 'rules'
> & {
  params?: P
  /** `PageQuery`, or that and filters. */
  query?: Q
  row: z.ZodType<Row>
  /** Refuses those who may not read it. */
  open: (input: RouteInput<P, Q, undefined, D>) => OpenList<Row> | Promise<OpenList<Row>>
  /** All of it as CSV, at the same path with `.csv`; `query`: the filters that the file has too. */
  file?: {
    summary: string
    rules?: string
    table: string
    query?: z.ZodType<Partial<z.output<Q>>>
    columns: (timeZone: string) => readonly CsvColumn<Row>[]
  }
}

/** How many rows there are in all, and the page after this one, for the same filters; a page that is not full is the last. */
export function pageHeaders(
  path: string,
  { limit, cursor: _, ...filters }: PageQuery,
  rows: readonly { id: string }[],
  count?: number,
): Record<string, string> {
  const headers: Record<string, string> = count === undefined ? {} : { 'X-Total-Count': String(count) }
  const last = rows.length === limit ? rows.at(-1) : undefined
  if (!last) return headers
  const asked = Object.entries({ ...filters, limit, cursor: last.id })
  const given = asked.filter(([, value]) => value != null && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return { ...headers, Link: `<${path}?${query}>; rel="next"` }
}

/** How a module whose parts are `D` defines a list: its route and, if it has one, that of its file. */
export const pagedRoutesWith =
  <D extends Deps>() =>
  <
    Row extends { id: string },
    P extends z.ZodType | undefined = undefined,
    Q extends z.ZodType<PageQuery> = typeof PageQuery,
  >({
    row,
    open,
    file,
    ...list
  }: PagedList<Row, P, Q, D>): Route[] => {
    const query = (list.query ?? PageQuery) as Q
    const { path, who, keys, params } = list
    const route = routesWith<D>()({
      method: 'get',
      ...list,
      query,
      response: z.array(row),
      handle: async (input) => {
        const { read, count } = await open(input as unknown as RouteInput<P, Q, undefined, D>)
        const { limit, cursor } = input.query
        const [rows, all] = await Promise.all([read({ limit, beforeId: cursor ?? null }), count?.()])
        for (const [name, value] of Object.entries(pageHeaders(input.c.req.path, input.query, rows, all)))
          input.c.header(name, value)
        return rows
      },
    })
    if (!file) return [route]
    const { table, columns, ...described } = file
    // A filter that the file does not have is as if it was not given.
    const unfiltered = query.parse({})
    const all = csvRoutesWith<D>()({
      path: `${path}.csv`,
      who,
      ...(keys ? { keys } : {}),
      ...(params ? { params } : {}),
      ...described,
      open: async (input) => {
        const asked = { ...input, query: { ...unfiltered, ...input.query } }
        const { read, of, timeZone = 'UTC' } = await open(asked as unknown as RouteInput<P, Q, undefined, D>)
        return { of, table, timeZone, columns: columns(timeZone), pages: pagesOf(read) }
      },
    })
    return [route, all]
  }
