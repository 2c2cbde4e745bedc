import { BulkActionPlan, BulkActionQuery, ResultReminder } from '#domain/schemas/bulk-action.ts'
import type { SettlementDeps } from '#server/money/settlements/index.ts'
import { IdParams, routesWith } from '#server/platform/http/http.ts'
import { planAction } from './plan.ts'
import { remindOfResults } from './reminders.ts'

const defineRoute = routesWith<SettlementDeps>()

export const bulkActionRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/desk/bulk-actions',
    who: 'representative',
    summary:
      'What an action would do to each of up to 50 campaigns, with its sums and the single request of each; changes nothing',
    rules: 'R18, R31, R38, R39, R73',
    query: BulkActionQuery,
    response: BulkActionPlan,
    handle: ({ deps, actor, query }) => planAction(deps, actor, query),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/result-reminders',
    who: 'representative',
    summary: 'Mail the owners of a campaign which results are missing',
    rules: 'R73: each owner at most once on a day',
    creates: true,
    params: IdParams,
    response: ResultReminder,
    handle: ({ deps, transact, actor, params }) => remindOfResults(deps, transact, actor, params.id),
  }),
]
