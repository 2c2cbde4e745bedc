import type { CsvColumn } from '#domain/csv.ts'
import { campaignCsv } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { type ListedPledge, pledgesOf } from './queries.ts'

/** Nobody is named, not even to managers (R26). */
const supporters = (timeZone: string): CsvColumn<ListedPledge>[] => [
  { head: 'Supporter', of: () => 'Anonymous Supporter' },
  { head: 'Number', of: ({ number }) => number },
  { head: 'Pledge type', of: ({ pledgeType }) => pledgeType },
  { head: 'Amount (USD)', of: ({ totalAmountDue }) => totalAmountDue },
  { head: 'Status', of: ({ status }) => status },
  timeColumn('Date', timeZone, ({ createdAt }) => createdAt),
  { head: 'Note', of: ({ note }) => note },
]

export const pledgeCsvRoutes = [
  campaignCsv({
    table: 'supporters',
    who: 'owner',
    permission: 'canManageStatistics',
    rules: 'R26, R51: never by name',
    columns: ({ timeZone }) => supporters(timeZone),
    pages: ({ deps, access: { campaignId } }) => pagesOf((page) => pledgesOf(deps.db, campaignId, page)),
  }),
]
