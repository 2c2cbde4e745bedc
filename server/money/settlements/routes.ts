import { z } from 'zod'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { notFound } from '#domain/errors.ts'
import {
  Settlement,
  SettlementForm,
  SettlementPreview,
  SettlementQuery,
  SettlementSchedule,
  SettlementScope,
  SettlementWithdrawal,
} from '#domain/schemas/settlement.ts'
import { type Access, accessWith } from '#server/accounts/access/index.ts'
import { campaignCsv } from '#server/money/deps.ts'
import { onePage, timeColumn } from '#server/platform/csv/csv.ts'
import { IdParams, routesWith } from '#server/platform/http/http.ts'
import { lockSettlement, previewBatches, previewSettlement } from './lock.ts'
import type { SettlementDeps } from './preview.ts'
import { scheduleOf, settlementsOf } from './settlements-store.ts'
import { previewWithdrawal, withdrawSettlement } from './withdrawal.ts'

const defineRoute = routesWith<SettlementDeps>()
const SettlementParams = IdParams.extend({ settlementId: z.uuid('Not an id') })

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

export const settlementRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/settlements/schedule',
    who: 'representative',
    summary: 'Whether progress is billed automatically each week, when next, and why not',
    rules: 'R32',
    params: IdParams,
    response: SettlementSchedule,
    handle: async ({ deps, actor, params }) =>
      scheduleOf(deps.db, await accessWith(deps.db, actor, params.id, 'canSettle'), deps.clock.now()),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/settlements',
    who: 'representative',
    summary: 'All versions, newest first',
    rules: 'R30, R33',
    params: IdParams,
    response: z.array(Settlement),
    handle: async ({ deps, actor, params }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      return settlementsOf(deps.db, params.id)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/settlements/preview',
    who: 'representative',
    summary: 'What a lock would bill, and its blockers; changes nothing',
    rules: 'R30 to R33',
    params: IdParams,
    query: SettlementQuery,
    response: SettlementPreview,
    handle: ({ deps, actor, params, query }) => previewSettlement(deps, actor, params.id, query),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/settlements',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Lock a settlement',
    rules: 'R12, R30 to R33',
    creates: true,
    params: IdParams,
    body: SettlementForm,
    response: Settlement,
    handle: ({ deps, transact, actor, params, body }) =>
      lockSettlement(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/settlements/{settlementId}',
    who: 'representative',
    summary: 'One settlement version',
    params: SettlementParams,
    response: Settlement,
    handle: async ({ deps, actor, params }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      const [settlement] = await settlementsOf(deps.db, params.id, params.settlementId)
      if (!settlement) throw notFound('Settlement')
      return settlement
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/settlements/{settlementId}/withdrawal',
    who: 'representative',
    summary: 'What reopening the season would void, and how many are mailed; changes nothing',
    rules: 'R33',
    params: SettlementParams,
    response: SettlementWithdrawal,
    handle: ({ deps, actor, params }) =>
      previewWithdrawal(deps, actor, { campaignId: params.id, settlementId: params.settlementId }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/settlements/{settlementId}/withdrawal',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Withdraw the final settlement and its corrections, which reopens the season',
    rules: 'R12, R29, R33',
    creates: true,
    params: SettlementParams,
    response: Settlement,
    handle: ({ deps, transact, actor, params }) =>
      withdrawSettlement(deps, transact, actor, { campaignId: params.id, settlementId: params.settlementId }),
  }),
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
