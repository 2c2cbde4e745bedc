import type { CsvColumn } from '#domain/csv.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { campaignCsv } from '#server/season/deps.ts'
import type { AnyComment } from './queries.ts'
import { allComments } from './queries.ts'

const columns = ({ timeZone }: Access): CsvColumn<AnyComment>[] => [
  timeColumn('Posted', timeZone, ({ createdAt }) => createdAt),
  ['Message', ({ message }) => message],
  ['Hidden', ({ isHidden }) => isHidden],
  ['Open reports', ({ reports }) => reports],
]

export const commentCsvRoutes = [
  campaignCsv({
    table: 'comments',
    who: 'owner',
    permission: 'canManageStatistics',
    rules: 'R26, R43, R51: never by name; hidden ones say so',
    columns,
    pages: ({ deps, access }) => pagesOf((page) => allComments(deps.db, access.campaignId, page)),
  }),
]
