import { z } from 'zod'
import { PageQuery } from '#domain/schemas/page.ts'
import {
  ConfirmForm,
  MatchResultsForm,
  MatchStanding,
  ResultEntry,
  ResultForm,
  VoidForm,
} from '#domain/schemas/result.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute, pagedRoute } from '#server/season/deps.ts'

import { enterMatch } from './actions.matches.ts'
import { confirmResults, enterResult, matchStandings, resultsFor } from './actions.ts'
import { keepResult, voidResult } from './actions.void.ts'
import { countResults } from './queries.ts'

const ResultParams = IdParams.extend({ resultId: z.uuid('Not an id') })
const ResultsQuery = PageQuery.extend({
  statistic: z.uuid('Not an id').optional(),
  /** Only what waits for a second person (R18). */
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
    response: z.array(MatchStanding),
    handle: async ({ deps, actor, params }) =>
      matchStandings(deps.db, await accessWith(deps.db, actor, params.id, 'canEnterResults')),
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
    summary: 'Keep a confirmed result: decline the requested void, or withdraw the request',
    rules: 'R18: those who may confirm the void, and the person who requested it',
    params: ResultParams,
    response: ResultEntry,
    handle: ({ deps, transact, actor, params }) =>
      keepResult(deps, transact, actor, { campaignId: params.id, resultId: params.resultId }),
  }),
]
