import type { CsvColumn } from '#domain/csv.ts'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import { type Access, campaignCsv } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { ambassadorsFor } from './queries.ts'

const columns = ({ timeZone }: Access): CsvColumn<Ambassador>[] => [
  { head: 'First name', of: ({ user }) => user?.firstName ?? null },
  { head: 'Last name', of: ({ user }) => user?.lastName ?? null },
  { head: 'Email', of: ({ user, email }) => user?.email ?? email },
  { head: 'Referral code', of: ({ ambassadorReferralCode }) => ambassadorReferralCode },
  { head: 'Status', of: ({ status }) => status },
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
