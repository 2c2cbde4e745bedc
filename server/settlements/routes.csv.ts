import type { CsvColumn } from '#domain/csv.ts'
import type { Settlement } from '#domain/schemas/settlement.ts'
import type { Access } from '#server/campaigns/access.ts'
import { campaignCsv, onePage, timeColumn } from '#server/csv.ts'
import { settlementsOf } from './actions.ts'

const TOTALS = [
  ['Earned (USD)', 'accrued'],
  ['Billed before (USD)', 'billedBefore'],
  ['Billed (USD)', 'toBill'],
  ['Carried (USD)', 'carried'],
  ['Waived (USD)', 'waived'],
  ['Written off (USD)', 'writtenOff'],
  ['Refunded (USD)', 'refunded'],
] as const

const columns = ({ timeZone }: Access): CsvColumn<Settlement>[] => [
  { head: 'Version', of: ({ version }) => version },
  { head: 'Kind', of: ({ kind }) => kind },
  { head: 'Stage', of: ({ stage }) => stage },
  timeColumn('Locked', timeZone, ({ lockedAt }) => lockedAt),
  { head: 'Locked by', of: ({ lockedBy }) => lockedBy?.name ?? 'the schedule' },
  timeColumn('Charged from', timeZone, ({ chargeAt }) => chargeAt),
  timeColumn('Closed', timeZone, ({ closedAt }) => closedAt),
  { head: 'Pledges', of: ({ totals }) => totals.pledges },
  ...TOTALS.map(([head, name]) => ({ head, of: ({ totals }: Settlement) => totals[name] })),
  ...(['scheduled', 'processing', 'succeeded', 'failed', 'voided'] as const).map((state) => ({
    head: `Charges ${state}`,
    of: ({ charges }: Settlement) => charges[state],
  })),
]

export const settlementCsvRoutes = [
  campaignCsv({
    table: 'settlements',
    who: 'representative',
    permission: 'canSettle',
    rules: 'R30, R33',
    columns,
    pages: ({ deps, access }) => onePage(settlementsOf(deps.db, access.campaignId)),
  }),
]
