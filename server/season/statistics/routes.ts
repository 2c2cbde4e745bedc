import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import {
  Statistic,
  StatisticForm,
  StatisticPledges,
  StatisticsForm,
  StatisticUpdate,
} from '#domain/schemas/statistic.ts'
import { onePage } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { campaignCsv, defineRoute } from '#server/season/deps.ts'
import { createStatistic, createStatistics, deleteStatistic, pledgesOn, updateStatistic } from './edit.ts'
import { ALL_STATISTICS, statisticsOf } from './store.ts'

const columns: CsvColumn<Statistic>[] = [
  ['Statistic', ({ name }) => name],
  ['Description', ({ description }) => description],
  ['Type', ({ type }) => type],
  ['Unit', ({ unitName }) => unitName],
  ['Goal', ({ expectedTarget }) => expectedTarget],
  ['Expected minimum', ({ expectedMin }) => expectedMin],
  ['Expected maximum', ({ expectedMax }) => expectedMax],
  ['Last year', ({ lastYearResult }) => lastYearResult],
  ['Matches last season', ({ lastYearMatches }) => lastYearMatches],
  ['How likely (%)', ({ chancePercent }) => chancePercent],
  ['Confirmed so far', ({ confirmedQuantity }) => confirmedQuantity],
  ['To confirm', ({ unconfirmedQuantity }) => unconfirmedQuantity],
  ['Achievement', ({ achievement }) => achievement],
  ...[0, 1, 2].map(
    (at): CsvColumn<Statistic> => [
      `Amount ${at + 1} (USD)`,
      ({ pledgeAmountOptions }) => pledgeAmountOptions[at] ?? null,
    ],
  ),
  ['Custom amounts', ({ allowCustomAmounts }) => allowCustomAmounts],
  ['Open for pledges', ({ isActive }) => isActive],
]

export const statisticCsvRoutes = [
  campaignCsv({
    table: 'statistics',
    who: 'scorer',
    permission: 'canEnterResults',
    rules: 'R18, R51',
    columns: () => columns,
    pages: ({ deps, access }) => onePage(statisticsOf(deps.db, access.campaignId, ALL_STATISTICS)),
  }),
]

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
