/** What a representative looks at first: every campaign by its stage, and what is next. */

import type { CsvColumn } from '#domain/csv.ts'
import {
  OpenWork,
  StepsQuery,
  type WorkQueueCampaign,
  WorkQueuePage,
  WorkQueueQuery,
  WorkQueueSteps,
} from '#domain/schemas/work-queue.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute, defineRoute } from '#server/money/deps.ts'
import { numberedPages, wallTime } from '#server/platform/csv/csv.ts'
import { ownSteps } from './own-steps-store.ts'
import { workQueueSteps } from './steps-store.ts'
import { openWork, workQueuePage } from './store.ts'

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
  ['Earned (USD)', ({ earned }) => earned],
  ['Forecast, low (USD)', ({ likely }) => likely?.low ?? null],
  ['Forecast, high (USD)', ({ likely }) => likely?.high ?? null],
  ['Supporters', ({ supportersCount }) => supportersCount],
  ['Ambassadors', ({ ambassadors }) => ambassadors],
  ['Joined', ({ ambassadorsJoined }) => ambassadorsJoined],
  ['With a pledge', ({ ambassadorsWithPledge }) => ambassadorsWithPledge],
  ['Failed cards', ({ failedCharges }) => failedCharges],
  ['Failed (USD)', ({ failedAmount }) => failedAmount],
  ['Assigned to', ({ representative }) => representative?.name ?? null],
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
      const asked = { ...query, userId: actor.userId }
      const pages = numberedPages(
        async (page) => (await workQueuePage(deps.db, { ...asked, ...page }, now)).campaigns,
      )
      return { table: 'all-campaigns', columns, pages }
    },
  }),
]

export const workQueueRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/desk/open',
    who: 'signed-in',
    summary: 'How many open items each link of the navigation leads to, as far as the caller may see them',
    rules: 'R27: of all campaigns for a representative, of their own for a member; R51',
    response: OpenWork,
    handle: ({ deps, actor }) => openWork(deps.db, actor, deps.clock.now()),
  }),
  defineRoute({
    method: 'get',
    path: '/api/desk/own-steps',
    who: 'signed-in',
    summary:
      'What the caller has to do: in their own campaigns, for a member; in their own pledges, for a supporter',
    rules: 'R17, R18, R24, R27, R35, R36, R42, R43, R59, R73',
    query: StepsQuery,
    response: WorkQueueSteps,
    handle: ({ deps, actor, query }) =>
      ownSteps(deps.db, { userId: actor.userId, now: deps.clock.now(), ...query }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/desk/steps',
    who: 'representative',
    summary: 'What needs attention in all campaigns, the most urgent first',
    rules: 'R18: entries that the caller may confirm; R24, R31, R35; R73: by page, kind and representative',
    query: StepsQuery,
    response: WorkQueueSteps,
    handle: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      return workQueueSteps(deps.db, { userId: actor.userId, now: deps.clock.now(), ...query }, deps.config)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/desk/campaigns',
    who: 'representative',
    summary: 'All campaigns by stage, with their figures and what is missing',
    rules: 'R11, R18, R31, R42, R51',
    query: WorkQueueQuery,
    response: WorkQueuePage,
    handle: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      return workQueuePage(deps.db, { ...query, userId: actor.userId }, deps.clock.now())
    },
  }),
]
