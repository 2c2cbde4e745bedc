import { z } from 'zod'
import {
  Statistic,
  StatisticForm,
  StatisticPledges,
  StatisticsForm,
  StatisticUpdate,
} from '#domain/schemas/statistic.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute } from '#server/season/deps.ts'
import { createStatistic, createStatistics, deleteStatistic, pledgesOn, updateStatistic } from './actions.ts'

const StatisticParams = IdParams.extend({ statisticId: z.uuid('Not an id') })

export const statisticRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/statistics',
    who: 'owner',
    summary: 'Add a statistic',
    rules: 'R24, R50',
    creates: true,
    params: IdParams,
    body: StatisticForm,
    response: Statistic,
    handle: ({ deps, transact, actor, params, body }) =>
      createStatistic(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/statistics/batches',
    who: 'owner',
    summary: 'Add several statistics, such as those that a template proposes: all or none',
    rules: 'R24, R50',
    creates: true,
    params: IdParams,
    body: StatisticsForm,
    response: z.array(Statistic),
    handle: ({ deps, transact, actor, params, body }) =>
      createStatistics(deps, transact, actor, params.id, body.statistics, body),
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/statistics/{statisticId}',
    who: 'owner',
    summary: 'Change a statistic',
    rules: 'R15, R24, R50',
    params: StatisticParams,
    body: StatisticUpdate,
    response: Statistic,
    handle: ({ deps, transact, actor, params, body, ifMatch }) =>
      updateStatistic(
        deps,
        transact,
        actor,
        { campaignId: params.id, statisticId: params.statisticId, ifMatch },
        body as never,
      ),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/statistics/{statisticId}',
    who: 'owner',
    summary: 'Delete a statistic of a draft, without pledges or results',
    rules: 'R15, R24',
    params: StatisticParams,
    handle: ({ deps, transact, actor, params, ifMatch }) =>
      deleteStatistic(deps, transact, actor, {
        campaignId: params.id,
        statisticId: params.statisticId,
        ifMatch,
      }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/statistics/{statisticId}/pledges',
    who: 'owner',
    summary: 'How many pledges are on a statistic: whom a change of its words concerns',
    rules: 'R15, R24',
    params: StatisticParams,
    response: StatisticPledges,
    handle: ({ deps, actor, params }) =>
      pledgesOn(deps, actor, { campaignId: params.id, statisticId: params.statisticId }),
  }),
]
