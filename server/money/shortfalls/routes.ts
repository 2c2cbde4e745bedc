import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { Shortfall, ShortfallsQuery } from '#domain/schemas/shortfall.ts'
import { csvRoute, numberedPages } from '#server/platform/csv/csv.ts'
import { defineRoute } from '#server/platform/http/http.ts'
import { listShortfalls } from './actions.ts'

const columns: CsvColumn<Shortfall>[] = [
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Pledge', ({ pledgeId }) => pledgeId],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Missing (USD)', ({ amount }) => amount],
  ['Since', ({ since }) => since],
  ['Age (days)', ({ ageDays }) => ageDays],
  ['Money', ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test')],
]

export const shortfallRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/shortfalls',
    who: 'representative',
    summary: 'Refunds of checks that then bounced and are still owed, with their age, oldest first; no names',
    rules: 'R5, R26, R29, R51',
    query: ShortfallsQuery,
    response: z.array(Shortfall),
    handle: ({ deps, actor, query }) => listShortfalls(deps, actor, query),
  }),
  csvRoute({
    path: '/api/shortfalls.csv',
    who: 'representative',
    summary: 'The same as a CSV file',
    rules: 'R5, R26, R51',
    open: ({ deps, actor }) => ({
      ...{ table: 'shortfalls', columns, pages: numberedPages((page) => listShortfalls(deps, actor, page)) },
    }),
  }),
]
