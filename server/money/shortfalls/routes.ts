import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { Shortfall, ShortfallsQuery, ShortfallWriteOff, WriteOffForm } from '#domain/schemas/shortfall.ts'
import { csvRoute, numberedPages } from '#server/platform/csv/csv.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { approveWriteOff, listShortfalls, proposeWriteOff, withdrawWriteOff } from './actions.ts'

const InvoiceParams = IdParams.extend({ invoiceId: z.uuid('Not an id') })
const WriteOffParams = InvoiceParams.extend({ writeOffId: z.uuid('Not an id') })

const columns: CsvColumn<Shortfall>[] = [
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Pledge', ({ pledgeId }) => pledgeId],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Missing (USD)', ({ amount }) => amount],
  ['Since', ({ since }) => since],
  ['Age (days)', ({ ageDays }) => ageDays],
  ['Write-off proposed (USD)', ({ proposal }) => proposal?.amount ?? ''],
  ['Reason', ({ proposal }) => proposal?.reason ?? ''],
  ['Money', ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test')],
]

export const shortfallRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/shortfalls',
    who: 'representative',
    summary: 'Refunds of checks that then bounced and are still owed, with their age, oldest first; no names',
    rules: 'R5, R26, R29, R51',
    query: ShortfallsQuery,
    response: z.array(Shortfall),
    handle: ({ deps, actor, query }) => listShortfalls(deps, actor, query),
  }),
  csvRoute({
    path: '/api/shortfalls.csv',
    who: 'representative',
    summary: 'The same as a CSV file',
    rules: 'R5, R26, R51',
    open: ({ deps, actor }) => ({
      ...{ table: 'shortfalls', columns, pages: numberedPages((page) => listShortfalls(deps, actor, page)) },
    }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/shortfalls/{invoiceId}/write-offs',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Propose to write off what is missing on an invoice',
    rules: 'R5, R29',
    creates: true,
    params: InvoiceParams,
    body: WriteOffForm,
    response: ShortfallWriteOff,
    handle: ({ deps, transact, actor, params, body }) =>
      proposeWriteOff(deps, transact, actor, { campaignId: params.id, invoiceId: params.invoiceId }, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/shortfalls/{invoiceId}/write-offs/{writeOffId}/approval',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Approve a write-off that another person proposed: the provider’s loss',
    rules: 'R5, R29',
    creates: true,
    params: WriteOffParams,
    response: ShortfallWriteOff,
    handle: ({ deps, transact, actor, params: { id: campaignId, ...params } }) =>
      approveWriteOff(deps, transact, actor, { campaignId, ...params }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/shortfalls/{invoiceId}/write-offs/{writeOffId}',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Withdraw a proposed write-off',
    rules: 'R5, R29',
    params: WriteOffParams,
    response: ShortfallWriteOff,
    handle: ({ deps, transact, actor, params: { id: campaignId, ...params } }) =>
      withdrawWriteOff(deps, transact, actor, { campaignId, ...params }),
  }),
]
