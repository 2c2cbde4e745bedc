import { z } from 'zod'
import { capital } from '#domain/campaigns/vocabulary.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import { Event, MergeForm } from '#domain/schemas/event.ts'
import {
  ConfirmForm,
  MatchResultsForm,
  MatchTotals,
  ResultEntry,
  ResultForm,
  VoidForm,
} from '#domain/schemas/result.ts'
import { startInFile } from '#domain/season/event-times.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { campaignCsv, defineRoute, pagedRoute } from '#server/season/deps.ts'
import { EventParams, eventsOf } from '#server/season/events/index.ts'
import { ALL_STATISTICS, statisticsOf } from '#server/season/statistics/index.ts'
import { confirmResults } from './confirm.ts'
import { enterResult, matchTotals, resultsFor } from './enter.ts'
import { enterMatch, mergeEvents, removeEvent } from './matches.ts'
import type { ResultsPage } from './store.ts'
import { countResults } from './store.ts'
import { keepResult, voidResult } from './void.ts'

/** When an event leaves the schedule, its results move or are voided. */
export const resultEventRoutes = [
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/events/{eventId}',
    who: 'owner',
    summary:
      'Remove an event of which nothing is confirmed; its unconfirmed results are voided. Returns what it was',
    rules: 'R17, R22, R24: owners before it has begun',
    params: EventParams,
    response: Event,
    handle: ({ deps, transact, actor, params }) =>
      removeEvent(deps, transact, actor, { campaignId: params.id, eventId: params.eventId }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/events/{eventId}/merge',
    who: 'owner',
    keys: 'none',
    summary:
      'Merge an event into another of its day while nothing of it is confirmed: it is archived, and its unconfirmed results are entered there',
    rules: 'R17, R18, R19: whoever may confirm results',
    params: EventParams,
    body: MergeForm,
    response: Event,
    handle: ({ deps, transact, actor, params, body }) =>
      mergeEvents(deps, transact, actor, { campaignId: params.id, eventId: params.eventId }, body.into),
  }),
]

type Named = ResultEntry & { match: string | null; hasTime: boolean; statistic: string }

/** With the names shown in the table; a season has far fewer matches and statistics than results. */
function readerOf(db: Db, access: Access) {
  const names = Promise.all([
    eventsOf(db, access.campaignId),
    statisticsOf(db, access.campaignId, ALL_STATISTICS),
  ]).then(([events, statistics]) => ({
    events: new Map(events.map((event) => [event.id, event])),
    statistics: new Map(statistics.map((statistic) => [statistic.id, statistic])),
  }))
  return async (page: ResultsPage): Promise<Named[]> => {
    const [known, results] = await Promise.all([names, resultsFor(db, null, access, page)])
    return results.map((result) => {
      const event = known.events.get(result.eventId ?? '')
      return {
        ...result,
        match: event?.name ?? null,
        hasTime: event?.hasTime ?? true,
        statistic: known.statistics.get(result.statisticId)?.name ?? '',
      }
    })
  }
}

const columns = ({ timeZone, vocabulary }: Access): CsvColumn<Named>[] => [
  [capital(vocabulary.match), ({ match }) => match],
  [`Date (${timeZone})`, ({ occursAt, hasTime }) => startInFile({ startTime: occursAt, hasTime }, timeZone)],
  ['Statistic', ({ statistic }) => statistic],
  ['Kind', ({ kind }) => kind],
  ['Result', ({ quantity }) => quantity],
  ['State', ({ state, isFinal }) => (state === 'entered' && !isFinal ? 'not_final' : state)],
  ['Entered by', ({ enteredBy }) => enteredBy.name],
  timeColumn('Entered', timeZone, ({ enteredAt }) => enteredAt),
  ['Confirmed by', ({ confirmedBy }) => confirmedBy?.name ?? null],
  timeColumn('Confirmed', timeZone, ({ confirmedAt }) => confirmedAt),
  ['Note', ({ note }) => note],
  ['Evidence', ({ evidenceUrl }) => evidenceUrl],
  ['Voided by', ({ voidedBy }) => voidedBy?.name ?? null],
  ['Void reason', ({ voidReason }) => voidReason],
]

export const resultCsvRoutes = [
  campaignCsv({
    table: 'results',
    who: 'scorer',
    permission: 'canEnterResults',
    rules: 'R17, R18, R51',
    query: z.object({ statistic: z.uuid('Not an id').optional() }),
    columns,
    pages: ({ deps, access, query }) => {
      const read = readerOf(deps.db, access)
      return pagesOf((page) => read({ ...page, statisticId: query.statistic ?? null }))
    },
  }),
]

const ResultParams = IdParams.extend({ resultId: z.uuid('Not an id') })
const ResultsQuery = PageQuery.extend({
  statistic: z.uuid('Not an id').optional(),
  /** Only what waits for a second person. */
  state: z.enum(['waiting'], { error: 'Only waiting can be asked for' }).optional(),
  /** Of one match, or `none` for results without a match. */
  event: z.union([z.literal('none'), z.uuid()], { error: 'Not an id' }).optional(),
})

export const resultRoutes = [
  ...pagedRoute({
    path: '/api/campaigns/{id}/results',
    who: 'scorer',
    summary:
      'Results, newest first; `statistic` narrows them to one, `event` to those of a match, or of none, `state=waiting` to what waits for a second person',
    rules: 'R17, R18',
    params: IdParams,
    query: ResultsQuery,
    row: ResultEntry,
    open: async ({ deps, actor, params: { id }, query: { statistic: statisticId = null, state, event } }) => {
      const access = await accessWith(deps.db, actor, id, 'canEnterResults')
      const filter = { statisticId, state, eventId: event }
      return {
        read: (page) => resultsFor(deps.db, actor, access, { ...page, ...filter }),
        count: async () => (await countResults(deps.db, id, filter)).all,
      }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/results/matches',
    who: 'scorer',
    summary: 'The result of every statistic in every match, newest first',
    rules: 'R17, R18, R19',
    params: IdParams,
    response: z.array(MatchTotals),
    handle: async ({ deps, actor, params }) =>
      matchTotals(deps.db, await accessWith(deps.db, actor, params.id, 'canEnterResults')),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/results',
    who: 'scorer',
    summary: 'Enter one result, or the outcome of an achievement',
    rules: 'R17, R18, R20',
    creates: true,
    params: IdParams,
    body: ResultForm,
    response: ResultEntry,
    handle: ({ deps, transact, actor, params, body }) => enterResult(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/results/matches',
    who: 'scorer',
    summary: "Enter a match's results, one row per statistic",
    rules: 'R19',
    creates: true,
    params: IdParams,
    body: MatchResultsForm,
    response: z.array(ResultEntry),
    handle: ({ deps, transact, actor, params, body }) => enterMatch(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/results/confirmations',
    who: 'owner',
    keys: 'none',
    summary:
      "Confirm someone else's entries and voids; where a match could be another one of its day, say that they differ, or merge them",
    rules: 'R18, R19',
    creates: true,
    params: IdParams,
    body: ConfirmForm,
    response: z.array(ResultEntry),
    handle: ({ deps, transact, actor, params, body }) =>
      confirmResults(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/results/{resultId}/void',
    who: 'scorer',
    summary: 'Void a result, with the reason',
    rules: 'R17, R18',
    creates: true,
    params: ResultParams,
    body: VoidForm,
    response: ResultEntry,
    handle: ({ deps, transact, actor, params, body }) =>
      voidResult(deps, transact, actor, { campaignId: params.id, resultId: params.resultId }, body.reason),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/results/{resultId}/void',
    who: 'scorer',
    keys: 'none',
    summary: 'Keep a confirmed result: decline the requested void, or withdraw the request',
    rules: 'R18: those who may confirm the void, and the person who requested it',
    params: ResultParams,
    response: ResultEntry,
    handle: ({ deps, transact, actor, params }) =>
      keepResult(deps, transact, actor, { campaignId: params.id, resultId: params.resultId }),
  }),
]
