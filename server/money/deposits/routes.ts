import { z } from 'zod'
import { Deposit, DepositForm } from '#domain/schemas/payment.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerPaper } from '#server/documents/renderer/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { depositSlip, makeDeposit } from './actions.ts'
import { depositsOf } from './store.ts'

export const depositRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/deposits',
    who: 'representative',
    summary: 'Deposits, newest first',
    rules: 'R36, R51',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.uuid('Not a cursor').optional(),
    }),
    response: z.array(Deposit),
    handle: async ({ deps, actor, query, c }) => {
      await demandRepresentative(deps.db, actor)
      const deposits = await depositsOf(deps.db, { limit: query.limit, beforeId: query.cursor ?? null })
      const last = deposits.at(-1)
      if (last && deposits.length === query.limit)
        c.header('Link', `</api/deposits?limit=${query.limit}&cursor=${last.id}>; rel="next"`)
      return deposits
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/deposits',
    who: 'representative',
    summary: 'Record a deposit of checks and cash',
    rules: 'R5, R36, R39',
    creates: true,
    body: DepositForm,
    response: Deposit,
    handle: ({ deps, transact, actor, body }) => makeDeposit(deps, transact, actor, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/deposits/{id}/slip.pdf',
    who: 'representative',
    summary: 'The slip of a deposit, to print',
    rules: 'R36; no names (R26)',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, actor, params }) => {
      const facts = await depositSlip(deps, actor, params.id)
      return answerPaper(deps, { name: `deposit-${facts.drawnOn}`, facts })
    },
  }),
]
