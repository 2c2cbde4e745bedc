import { z } from 'zod'
import { notFound } from '#domain/errors.ts'
import {
  Settlement,
  SettlementForm,
  SettlementPreview,
  SettlementQuery,
  SettlementSchedule,
  SettlementWithdrawal,
} from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { scheduleOf } from './actions.schedule.ts'
import { lockSettlement, previewSettlement } from './actions.ts'
import { previewWithdrawal, withdrawSettlement } from './actions.withdrawal.ts'
import { settlementsOf } from './queries.ts'

const SettlementParams = IdParams.extend({ settlementId: z.uuid('Not an id') })

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
]
