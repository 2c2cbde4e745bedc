import type { CsvColumn } from '#domain/csv.ts'
import { AnyDispute, Dispute } from '#domain/schemas/dispute.ts'
import { accessWith, demandRepresentative } from '#server/accounts/access/index.ts'
import { pagedRoute } from '#server/money/deps.ts'
import { timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams } from '#server/platform/http/http.ts'

import { allDisputes, countDisputes, disputesOf } from './store.ts'

const columns = (timeZone: string): CsvColumn<AnyDispute>[] => [
  ['Campaign', ({ campaignName }) => campaignName],
  ['Amount (USD)', ({ amount }) => amount],
  ['State', ({ state }) => state],
  ['Reason', ({ reason }) => reason],
  timeColumn('Answer by', timeZone, ({ evidenceDueAt }) => evidenceDueAt),
  timeColumn('Opened', timeZone, ({ openedAt }) => openedAt),
  timeColumn('Decided', timeZone, ({ closedAt }) => closedAt),
  // At the end, so that the columns before them stay where they were.
  ['Pledge', ({ pledgeId }) => pledgeId],
  ['Charge', ({ chargeId }) => chargeId],
]

export const disputeRoutes = [
  ...pagedRoute({
    path: '/api/disputes',
    who: 'representative',
    summary: 'Disputed charges of all campaigns: undecided ones first, each newest first',
    rules: 'R35',
    row: AnyDispute,
    open: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      return { read: (page) => allDisputes(deps.db, page), count: () => countDisputes(deps.db) }
    },
    file: {
      summary: 'The same as a CSV file: disputed charges of all campaigns',
      rules: 'R35, R51',
      table: 'disputes',
      columns,
    },
  }),
  ...pagedRoute({
    path: '/api/campaigns/{id}/disputes',
    who: 'representative',
    summary: 'Disputed charges, newest first, with the day by which to answer',
    rules: 'R35',
    params: IdParams,
    row: Dispute,
    open: async ({ deps, actor, params: { id } }) => {
      await accessWith(deps.db, actor, id, 'canSettle')
      return { read: (page) => disputesOf(deps.db, id, page) }
    },
  }),
]
