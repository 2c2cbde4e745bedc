import type { CsvColumn } from '#domain/csv.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Access, campaignCsv } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { chargesForFile } from './queries.ts'
import { ChargeFilter } from './routes.ts'

const columns = ({ timeZone }: Access): CsvColumn<Charge>[] => [
  { head: 'Amount (USD)', of: ({ amount }) => amount },
  { head: 'Refunded (USD)', of: ({ refunded }) => refunded },
  { head: 'Disputed (USD)', of: ({ disputed }) => disputed },
  { head: 'Lost (USD)', of: ({ lost }) => lost },
  { head: 'State', of: ({ state }) => state },
  timeColumn('To be charged', timeZone, ({ chargeAt, waits }) => (waits ? null : chargeAt)),
  timeColumn('Charged', timeZone, ({ succeededAt }) => succeededAt),
  { head: 'Attempts', of: ({ attempts }) => attempts },
  { head: 'Reason', of: ({ reason }) => reason },
  { head: 'What happens next', of: ({ nextStep }) => nextStep },
  { head: 'Money', of: ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test') },
]

export const chargeCsvRoutes = [
  campaignCsv({
    table: 'charges',
    who: 'representative',
    permission: 'canSettle',
    rules: 'R26, R35, R51: never by name',
    query: ChargeFilter,
    columns,
    pages: ({ deps, access, query: { only } }) =>
      pagesOf((page) => chargesForFile(deps.db, access.campaignId, { ...page, only })),
  }),
]
