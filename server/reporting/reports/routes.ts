import { fileSafe } from '#domain/csv.ts'
import { MonthQuery, ProviderMonth } from '#domain/schemas/report.ts'
import { dateIn } from '#domain/zone.ts'
import { answerDocument, printedLook } from '#server/documents/renderer/index.ts'
import { defineRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { monthDrawnOn, readMonth } from './actions.ts'
import { readSeason } from './season.ts'

/** This many campaigns fill some twenty pages; the CSV file contains all. */
const MAX_PRINTED = 1_000

export const reportRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/dashboard/campaigns/{id}/season-report.pdf',
    who: 'owner',
    summary: 'The season as a PDF for a board: pledged, earned, collected, and where it came from',
    rules: 'R11, R26: totals, and no supporter by name',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params, c }) => {
      const report = await readSeason(deps, actor, params.id)
      const look = await printedLook(deps, params.id)
      const facts = { report, drawnOn: dateIn(report.timeZone, deps.clock.now()), look }
      const name = [fileSafe(report.name), 'season-report'].filter(Boolean).join('-')
      return answerDocument(c, deps, { kind: 'season', facts }, name)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/reports/month',
    who: 'representative',
    summary: 'The provider’s month: by campaign and in all, agreeing with the journal to the cent',
    rules: 'R5, R38, R39',
    query: MonthQuery,
    response: ProviderMonth,
    handle: ({ deps, actor, query }) => readMonth(deps, actor, query),
  }),
  defineRoute({
    method: 'get',
    path: '/api/reports/month.pdf',
    who: 'representative',
    summary: 'The same as a PDF',
    rules: 'R5, R38, R39',
    query: MonthQuery.omit({ page: true }),
    produces: 'application/pdf',
    handle: async ({ deps, actor, query, c }) => {
      const month = await readMonth(deps, actor, { ...query, page: 1 }, MAX_PRINTED)
      const drawnOn = await monthDrawnOn(deps, month)
      const name = ['month', month.month, month.moneyMode === 'live' ? '' : 'test'].filter(Boolean).join('-')
      return answerDocument(c, deps, { kind: 'month', facts: { month, drawnOn } }, name)
    },
  }),
]
