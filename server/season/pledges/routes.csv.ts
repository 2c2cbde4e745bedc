import type { CsvColumn } from '#domain/csv.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { campaignCsv } from '#server/season/deps.ts'
import { type ListedPledge, pledgesOf } from './queries.ts'

/** Nobody is named, not even to managers (R26). */
const supporters = (timeZone: string): CsvColumn<ListedPledge>[] => [
  ['Supporter', () => 'Anonymous Supporter'],
  ['Number', ({ number }) => number],
  ['Pledge type', ({ pledgeType }) => pledgeType],
  ['Amount (USD)', ({ totalAmountDue }) => totalAmountDue],
  ['Status', ({ status }) => status],
  timeColumn('Date', timeZone, ({ createdAt }) => createdAt),
  ['Note', ({ note }) => note],
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
