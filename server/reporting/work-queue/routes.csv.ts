import type { CsvColumn } from '#domain/csv.ts'
import { type WorkQueueCampaign, WorkQueueQuery } from '#domain/schemas/work-queue.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute, numberedPages, wallTime } from '#server/platform/csv/csv.ts'
import { workQueuePage } from './store.ts'

/** The campaigns are in many zones: each row's instants are in its own. */
const columns: CsvColumn<WorkQueueCampaign>[] = [
  { head: 'Campaign', of: ({ name }) => name },
  { head: 'Organization', of: ({ organizationName }) => organizationName },
  { head: 'Stage', of: ({ stage }) => stage },
  { head: 'Status', of: ({ status }) => status },
  { head: 'Time zone', of: ({ timeZone }) => timeZone },
  { head: 'Ends', of: ({ timeZone, endsAt }) => wallTime(timeZone, endsAt) },
  { head: 'Last result', of: ({ timeZone, lastResultAt }) => wallTime(timeZone, lastResultAt) },
  { head: 'Results to confirm', of: ({ unconfirmedResults }) => unconfirmedResults },
  { head: 'Goal (USD)', of: ({ goal }) => goal },
  { head: 'Pledged (USD)', of: ({ forecast }) => forecast },
  { head: 'Supporters', of: ({ supportersCount }) => supportersCount },
  { head: 'Ambassadors', of: ({ ambassadors }) => ambassadors },
  { head: 'Joined', of: ({ ambassadorsJoined }) => ambassadorsJoined },
  { head: 'With a pledge', of: ({ ambassadorsWithPledge }) => ambassadorsWithPledge },
  { head: 'Failed cards', of: ({ failedCharges }) => failedCharges },
  { head: 'Failed (USD)', of: ({ failedAmount }) => failedAmount },
]

export const workQueueCsvRoutes = [
  csvRoute({
    path: '/api/desk/campaigns.csv',
    who: 'representative',
    summary: 'The work queue as a CSV file: all campaigns of a stage and search',
    rules: 'R11, R51',
    query: WorkQueueQuery.omit({ page: true, limit: true }),
    open: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      const now = deps.clock.now()
      const pages = numberedPages(
        async (page) => (await workQueuePage(deps.db, { ...query, ...page }, now)).campaigns,
      )
      return { table: 'all-campaigns', columns, pages }
    },
  }),
]
