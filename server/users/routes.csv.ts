import type { CsvColumn } from '#domain/csv.ts'
import type { UserCampaign } from '#domain/schemas/user.ts'
import { answerCsv, pagesOf } from '#server/csv.ts'
import { defineRoute } from '#server/http.ts'
import { CampaignSearch, containing } from './routes.ts'
import { campaignsOf } from './store.ts'

const columns: CsvColumn<UserCampaign>[] = [
  { head: 'Campaign', of: ({ name }) => name },
  { head: 'Organization', of: ({ organizationName }) => organizationName },
  { head: 'Status', of: ({ status }) => status },
]

export const userCsvRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/user/campaigns.csv',
    who: 'signed-in',
    summary: "Campaigns of the caller's organisations as a CSV file; all of them for a representative",
    rules: 'R23, R51',
    query: CampaignSearch,
    produces: 'text/csv',
    handle: ({ deps, actor, query, c }) =>
      answerCsv(c, deps, {
        ...{ of: null, table: 'campaigns', timeZone: 'UTC' },
        columns,
        pages: pagesOf(
          ({ limit, beforeId }) =>
            campaignsOf(deps.db, actor.userId, { limit, beforeId, search: containing(query.search) }),
          ({ id }) => id,
        ),
      }),
  }),
]
