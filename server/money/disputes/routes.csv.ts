import type { CsvColumn } from '#domain/csv.ts'
import type { AnyDispute } from '#domain/schemas/dispute.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerCsv, pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { defineRoute } from '#server/platform/http/http.ts'
import { allDisputes } from './queries.ts'

/** Disputes of many campaigns, so there is no campaign's time zone to use. */
const TIME_ZONE = 'UTC'

const columns: CsvColumn<AnyDispute>[] = [
  { head: 'Campaign', of: ({ campaignName }) => campaignName },
  { head: 'Amount (USD)', of: ({ amount }) => amount },
  { head: 'State', of: ({ state }) => state },
  { head: 'Reason', of: ({ reason }) => reason },
  timeColumn('Answer by', TIME_ZONE, ({ evidenceDueAt }) => evidenceDueAt),
  timeColumn('Opened', TIME_ZONE, ({ openedAt }) => openedAt),
  timeColumn('Decided', TIME_ZONE, ({ closedAt }) => closedAt),
  // At the end, so that the columns before them stay where they were.
  { head: 'Pledge', of: ({ pledgeId }) => pledgeId },
  { head: 'Charge', of: ({ chargeId }) => chargeId },
]

export const disputeCsvRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/disputes.csv',
    who: 'representative',
    summary: 'The same as a CSV file: disputed charges of all campaigns',
    rules: 'R35, R51',
    produces: 'text/csv',
    handle: async ({ deps, actor, c }) => {
      await demandRepresentative(deps.db, actor)
      return answerCsv(c, deps, {
        ...{ of: null, table: 'disputes', timeZone: TIME_ZONE },
        columns,
        pages: pagesOf(
          ({ limit, beforeId }) => allDisputes(deps.db, { limit, beforeId }),
          ({ id }) => id,
        ),
      })
    },
  }),
]
