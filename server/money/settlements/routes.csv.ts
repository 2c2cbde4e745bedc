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
  ['Version', ({ version }) => version],
  ['Kind', ({ kind }) => kind],
  ['Stage', ({ stage }) => stage],
  timeColumn('Locked', timeZone, ({ lockedAt }) => lockedAt),
  ['Locked by', ({ lockedBy }) => lockedBy?.name ?? 'the schedule'],
  timeColumn('Charged from', timeZone, ({ chargeAt }) => chargeAt),
  timeColumn('Closed', timeZone, ({ closedAt }) => closedAt),
  ['Pledges', ({ totals }) => totals.pledges],
  ...TOTALS.map(([heading, name]): CsvColumn<Settlement> => [heading, ({ totals }) => totals[name]]),
  ...(['scheduled', 'processing', 'succeeded', 'failed', 'voided'] as const).map(
    (state): CsvColumn<Settlement> => [`Charges ${state}`, ({ charges }) => charges[state]],
  ),
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
  ['Pledge', ({ pledge }) => pledge.pledgeId],
  ['Paid by', ({ pledge }) => pledge.paymentMethod.replaceAll('_', ' ')],
  ['Statistic', (row) => lineOf(row)?.name ?? null],
  ['Rate (USD)', (row) => lineOf(row)?.rate ?? null],
  ['Units', (row) => lineOf(row)?.quantity ?? null],
  ['Rate × units (USD)', (row) => lineOf(row)?.uncapped ?? null],
  ['Line earned (USD)', (row) => lineOf(row)?.accrued ?? null],
  ['Earned (USD)', once(({ accrued }) => accrued)],
  ['Before maximum (USD)', once(({ uncapped }) => uncapped)],
  ['Maximum (USD)', once(({ agreedMaximum }) => agreedMaximum)],
  ['Billed before (USD)', once(({ billedBefore }) => billedBefore)],
  ['Difference (USD)', once(({ difference }) => difference)],
  ['To bill (USD)', once(({ bill }) => bill)],
  ['Unpaid bills lowered (USD)', once(({ lowered }) => lowered)],
  ['Carried over (USD)', once(({ carried }) => carried)],
  ['Waived (USD)', once(({ waived }) => waived)],
  ['Written off (USD)', once(({ writtenOff }) => writtenOff)],
  ['Refunded (USD)', once(({ refunded }) => refunded)],
  ['Pledge reference', ({ pledge }) => pledgeReference(pledge.pledgeId)],
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
