import type { CsvColumn } from '#domain/csv.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Access, campaignCsv } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import { chargesForFile } from './queries.ts'
import { ChargeFilter } from './routes.ts'

const columns = ({ timeZone }: Access): CsvColumn<Charge>[] => [
  ['Amount (USD)', ({ amount }) => amount],
  ['Refunded (USD)', ({ refunded }) => refunded],
  ['Disputed (USD)', ({ disputed }) => disputed],
  ['Lost (USD)', ({ lost }) => lost],
  ['State', ({ state }) => state],
  timeColumn('To be charged', timeZone, ({ chargeAt, waits }) => (waits ? null : chargeAt)),
  timeColumn('Charged', timeZone, ({ succeededAt }) => succeededAt),
  ['Attempts', ({ attempts }) => attempts],
  ['Reason', ({ reason }) => reason],
  ['What happens next', ({ nextStep }) => nextStep],
  ['Money', ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test')],
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
