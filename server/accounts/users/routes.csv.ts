import type { CsvColumn } from '#domain/csv.ts'
import type { Representative } from '#domain/schemas/representative.ts'
import type { UserCampaign } from '#domain/schemas/user.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerCsv, onePage, pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { defineRoute } from '#server/platform/http/http.ts'
import { listRepresentatives } from './actions.roles.ts'
import { CampaignSearch, containing } from './routes.ts'
import { campaignsOf } from './store.ts'

const columns: CsvColumn<UserCampaign>[] = [
  { head: 'Campaign', of: ({ name }) => name },
  { head: 'Organization', of: ({ organizationName }) => organizationName },
  { head: 'Status', of: ({ status }) => status },
]

/** They have no particular place. */
const TIME_ZONE = 'UTC'

const representativeColumns: CsvColumn<Representative>[] = [
  { head: 'First name', of: ({ firstName }) => firstName },
  { head: 'Last name', of: ({ lastName }) => lastName },
  { head: 'Email', of: ({ email }) => email },
  { head: 'State', of: ({ state }) => state },
  timeColumn('Since', TIME_ZONE, ({ grantedAt }) => grantedAt),
]

export const userCsvRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/user/campaigns.csv',
    who: 'signed-in',
    summary: "Campaigns of the caller's organizations as a CSV file; all of them for a representative",
    rules: 'R23, R51',
    query: CampaignSearch,
    produces: 'text/csv',
    handle: ({ deps, actor, query, c }) =>
      answerCsv(c, deps, {
        ...{ of: null, table: 'campaigns', timeZone: 'UTC' },
        columns,
        pages: pagesOf(
          ({ limit, beforeId }) =>
            campaignsOf(deps.db, actor, { limit, beforeId, search: containing(query.search) }),
          ({ id }) => id,
        ),
      }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/representatives.csv',
    who: 'representative',
    summary: 'Who works for the provider as a CSV file',
    rules: 'R29, R51',
    produces: 'text/csv',
    handle: async ({ deps, actor, c }) => {
      await demandRepresentative(deps.db, actor)
      return answerCsv(c, deps, {
        ...{ of: null, table: 'representatives', timeZone: TIME_ZONE, columns: representativeColumns },
        pages: onePage(listRepresentatives(deps.db, deps.clock.now(), actor)),
      })
    },
  }),
]
