import type { CsvColumn } from '#domain/csv.ts'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { Access } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { campaignCsv } from '#server/season/deps.ts'
import { ambassadorsFor } from './queries.ts'

const columns = ({ timeZone }: Access): CsvColumn<Ambassador>[] => [
  ['First name', ({ user }) => user?.firstName ?? null],
  ['Last name', ({ user }) => user?.lastName ?? null],
  ['Email', ({ user, email }) => user?.email ?? email],
  ['Referral code', ({ ambassadorReferralCode }) => ambassadorReferralCode],
  ['Status', ({ status }) => status],
  timeColumn('Invited', timeZone, ({ createdAt }) => createdAt),
]

export const ambassadorCsvRoutes = [
  campaignCsv({
    table: 'ambassadors',
    who: 'owner',
    permission: 'canManageAmbassadors',
    rules: 'R42, R51',
    columns,
    pages: ({ deps, access }) => pagesOf((page) => ambassadorsFor(deps.db, access.campaignId, page)),
  }),
]
