import type { CsvColumn } from '#domain/csv.ts'
import { type WorkQueueCampaign, WorkQueueQuery } from '#domain/schemas/work-queue.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute } from '#server/money/deps.ts'
import { numberedPages, wallTime } from '#server/platform/csv/csv.ts'
import { workQueuePage } from './store.ts'

/** The campaigns are in many zones: each row's instants are in its own. */
const columns: CsvColumn<WorkQueueCampaign>[] = [
  ['Campaign', ({ name }) => name],
  ['Organization', ({ organizationName }) => organizationName],
  ['Stage', ({ stage }) => stage],
  ['Status', ({ status }) => status],
  ['Time zone', ({ timeZone }) => timeZone],
  ['Ends', ({ timeZone, endsAt }) => wallTime(timeZone, endsAt)],
  ['Last result', ({ timeZone, lastResultAt }) => wallTime(timeZone, lastResultAt)],
  ['Results to confirm', ({ unconfirmedResults }) => unconfirmedResults],
  ['Goal (USD)', ({ goal }) => goal],
  ['Pledged (USD)', ({ forecast }) => forecast],
  ['Supporters', ({ supportersCount }) => supportersCount],
  ['Ambassadors', ({ ambassadors }) => ambassadors],
  ['Joined', ({ ambassadorsJoined }) => ambassadorsJoined],
  ['With a pledge', ({ ambassadorsWithPledge }) => ambassadorsWithPledge],
  ['Failed cards', ({ failedCharges }) => failedCharges],
  ['Failed (USD)', ({ failedAmount }) => failedAmount],
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
