import { DemoCampaign } from '#domain/schemas/campaign.ts'
import type { SettlementDeps as Deps } from '#server/money/settlements/index.ts'
import { routesWith } from '#server/platform/http/http.ts'

import { findDemoCampaign } from './find.ts'

const defineRoute = routesWith<Deps>()

export const demoRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/demo',
    who: 'anyone',
    summary: 'Which campaign the demo shows off; null where there is no demo',
    rules: 'R49',
    response: DemoCampaign,
    handle: async ({ deps }) => ({ id: await findDemoCampaign(deps.db) }),
  }),
]
