import { Deposit, DepositForm, PostedQuery } from '#domain/schemas/payment.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { answerPaper } from '#server/documents/renderer/index.ts'
import { defineRoute, pagedRoute } from '#server/money/deps.ts'
import { IdParams } from '#server/platform/http/http.ts'

import { depositSlip, makeDeposit } from './deposit.ts'
import { countDeposits, depositsOf } from './store.ts'

export const depositRoutes = [
  ...pagedRoute({
    path: '/api/deposits',
    who: 'representative',
    summary: 'Deposits, newest first; `search`: the number of a slip, or of a check or invoice on it',
    rules: 'R36, R51',
    query: PostedQuery,
    row: Deposit,
    open: async ({ deps, actor, query: { search } }) => {
      await demandRepresentative(deps.db, actor)
      return {
        read: (page) => depositsOf(deps.db, { ...page, search }),
        count: () => countDeposits(deps.db, search),
      }
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
    summary: 'The slip of a deposit, to print, with who paid; each name shown is logged',
    rules: 'R26, R36',
    params: IdParams,
    produces: 'application/pdf',
    handle: async ({ deps, transact, actor, params }) => {
      const facts = await depositSlip(deps, transact, actor, params.id)
      return answerPaper(deps, { name: `deposit-${facts.drawnOn}`, facts })
    },
  }),
]
