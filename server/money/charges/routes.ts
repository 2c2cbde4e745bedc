import { z } from 'zod'
import { ChargeConfirmation } from '#domain/schemas/charge-confirmation.ts'
import { ChargeDetail } from '#domain/schemas/charge-detail.ts'
import { Charge } from '#domain/schemas/settlement.ts'
import { accessWith } from '#server/accounts/access/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { finishConfirmation, startConfirmation } from './actions.confirmation.ts'
import { chargeDetail, remindOfCharge } from './actions.detail.ts'
import { chargesOf, countCharges } from './queries.ts'

export const chargeRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/charges',
    who: 'representative',
    summary: 'Charges, newest first, each failed one with its reason and next step; `only=failed` for those',
    rules: 'R35',
    params: IdParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid('Not a cursor').optional(),
      only: z.enum(['all', 'failed'], { error: 'Choose all or failed' }).default('all'),
    }),
    response: z.array(Charge),
    handle: async ({ deps, actor, params, query, c }) => {
      await accessWith(deps.db, actor, params.id, 'canSettle')
      const charges = await chargesOf(deps.db, params.id, {
        limit: query.limit,
        beforeId: query.cursor ?? null,
        only: query.only,
      })
      c.header('X-Total-Count', String(await countCharges(deps.db, params.id, query.only)))
      const last = charges.at(-1)
      if (last && charges.length === query.limit) {
        const { limit, only } = query
        const next = new URLSearchParams({ limit: String(limit), cursor: last.id, only })
        c.header('Link', `</api/campaigns/${params.id}/charges?${next}>; rel="next"`)
      }
      return charges
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/charges/{id}',
    who: 'representative',
    summary: 'A charge with its attempts, its refunds and the actions that are possible',
    rules: 'R32, R35',
    params: IdParams,
    response: ChargeDetail,
    handle: ({ deps, actor, params }) => chargeDetail(deps, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/reminders',
    who: 'representative',
    summary: 'Send the supporter the link to pay what is due, at most once a day',
    rules: 'R35, R44',
    params: IdParams,
    response: ChargeDetail,
    handle: ({ deps, transact, actor, params }) => remindOfCharge(deps, transact, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/confirmations',
    who: 'signed-in',
    summary: 'Confirm one of the caller’s own charges with their bank, in the card provider’s form',
    rules: 'R34, R35',
    status: 201,
    params: IdParams,
    response: ChargeConfirmation,
    handle: ({ deps, actor, params }) => startConfirmation(deps, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/charges/{id}/confirmations/outcome',
    who: 'signed-in',
    summary: 'The outcome: asks the card provider and returns the state of the charge',
    rules: 'R34, R35',
    params: IdParams,
    response: Charge,
    handle: ({ deps, actor, params }) => finishConfirmation(deps, actor, params.id),
  }),
]
