import { z } from 'zod'
import { Statistic, StatisticForm, StatisticsForm, StatisticUpdate } from '#domain/schemas/statistic.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { createStatistic, createStatistics, updateStatistic } from './actions.ts'

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
      createStatistics(deps, transact, actor, params.id, body.statistics),
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
]
