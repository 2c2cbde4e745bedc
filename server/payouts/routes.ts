import { z } from 'zod'
import { Payout, PayoutForm } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/campaigns/access.ts'
import { defineRoute, IdParams } from '#server/http.ts'
import { approvePayout, payoutsFor, preparePayout, withdrawPayout } from './actions.ts'

const PayoutParams = IdParams.extend({ payoutId: z.uuid('Not an id') })

export const payoutRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/payouts',
    who: 'representative',
    summary: 'Payouts, newest first',
    rules: 'R38',
    params: IdParams,
    response: z.array(Payout),
    handle: async ({ deps, actor, params }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      return payoutsFor(deps.db, actor, params.id)
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/payouts',
    who: 'representative',
    summary: 'Prepare a payout',
    rules: 'R38',
    creates: true,
    params: IdParams,
    body: PayoutForm,
    response: Payout,
    handle: ({ deps, transact, actor, params, body }) =>
      preparePayout(deps, transact, actor, params.id, body),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/payouts/{payoutId}/approval',
    who: 'representative',
    summary: 'Approve a payout that another person prepared',
    rules: 'R29, R38',
    creates: true,
    params: PayoutParams,
    response: Payout,
    handle: ({ deps, transact, actor, params }) =>
      approvePayout(deps, transact, actor, params.id, params.payoutId),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/campaigns/{id}/payouts/{payoutId}',
    who: 'representative',
    summary: 'Withdraw a prepared payout',
    rules: 'R38',
    params: PayoutParams,
    response: Payout,
    handle: ({ deps, transact, actor, params }) =>
      withdrawPayout(deps, transact, actor, params.id, params.payoutId),
  }),
]
