import type { CsvColumn } from '#domain/csv.ts'
import { pledgeReference } from '#domain/lookup.ts'
import { type Settlement, type SettlementPreview, SettlementScope } from '#domain/schemas/settlement.ts'
import { type Access, campaignCsv } from '#server/accounts/access/index.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { previewBatches } from './actions.ts'
import { settlementsOf } from './queries.ts'

const TOTALS = [
  ['Earned (USD)', 'accrued'],
  ['Billed before (USD)', 'billedBefore'],
  ['Difference (USD)', 'difference'],
  ['Billed (USD)', 'bill'],
  ['Unpaid bills lowered (USD)', 'lowered'],
  ['Carried over (USD)', 'carried'],
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
  timeColumn('Withdrawn', timeZone, ({ withdrawnAt }) => withdrawnAt),
]

type PreviewRow = { pledge: SettlementPreview['pledges'][number]; line: number }
const lineOf = ({ pledge, line }: PreviewRow) => pledge.lines[line]

/** One row per line. Values of the whole pledge are only in its first row, so that columns can be summed. */
const once =
  (of: (pledge: PreviewRow['pledge']) => string) =>
  ({ pledge, line }: PreviewRow): string | null =>
    line === 0 ? of(pledge) : null

const previewColumns: CsvColumn<PreviewRow>[] = [
  { head: 'Pledge', of: ({ pledge }) => pledge.pledgeId },
  { head: 'Paid by', of: ({ pledge }) => pledge.paymentMethod.replaceAll('_', ' ') },
  { head: 'Statistic', of: (row) => lineOf(row)?.name ?? null },
  { head: 'Rate (USD)', of: (row) => lineOf(row)?.rate ?? null },
  { head: 'Units', of: (row) => lineOf(row)?.quantity ?? null },
  { head: 'Rate × units (USD)', of: (row) => lineOf(row)?.uncapped ?? null },
  { head: 'Line earned (USD)', of: (row) => lineOf(row)?.accrued ?? null },
  { head: 'Earned (USD)', of: once(({ accrued }) => accrued) },
  { head: 'Before maximum (USD)', of: once(({ uncapped }) => uncapped) },
  { head: 'Maximum (USD)', of: once(({ agreedMaximum }) => agreedMaximum) },
  { head: 'Billed before (USD)', of: once(({ billedBefore }) => billedBefore) },
  { head: 'Difference (USD)', of: once(({ difference }) => difference) },
  { head: 'To bill (USD)', of: once(({ bill }) => bill) },
  { head: 'Unpaid bills lowered (USD)', of: once(({ lowered }) => lowered) },
  { head: 'Carried over (USD)', of: once(({ carried }) => carried) },
  { head: 'Waived (USD)', of: once(({ waived }) => waived) },
  { head: 'Written off (USD)', of: once(({ writtenOff }) => writtenOff) },
  { head: 'Refunded (USD)', of: once(({ refunded }) => refunded) },
  { head: 'Pledge reference', of: ({ pledge }) => pledgeReference(pledge.pledgeId) },
]

async function* rowsOf(batches: AsyncIterable<SettlementPreview['pledges']>): AsyncGenerator<PreviewRow[]> {
  for await (const pledges of batches)
    yield pledges.flatMap((pledge) => pledge.lines.map((_, line) => ({ pledge, line })))
}

export const settlementCsvRoutes = [
  campaignCsv({
    table: 'settlement-preview',
    who: 'representative',
    permission: 'canSettle',
    rules: 'R26, R30 to R33: never by name',
    query: SettlementScope,
    columns: () => previewColumns,
    pages: ({ deps, access, query }) => rowsOf(previewBatches(deps, access, query)),
  }),
  campaignCsv({
    table: 'settlements',
    who: 'representative',
    permission: 'canSettle',
    rules: 'R30, R33',
    columns,
    pages: ({ deps, access }) => onePage(settlementsOf(deps.db, access.campaignId)),
  }),
]
