import { z } from 'zod'
import { ManualRefund, ManualRefundForm, RefundOwed } from '#domain/schemas/manual-refund.ts'
import { PostedQuery } from '#domain/schemas/payment.ts'
import { latestDay } from '#domain/zone.ts'
import { demandRepresentative, reasonNotToRefundYet } from '#server/accounts/access/index.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { nextPage } from '#server/platform/http/next-page.ts'
import { recordManualRefund } from './actions.ts'
import { countManualRefunds, manualRefundsOf, refundsOwed } from './store.ts'

/** In practice there are never more than this; the oldest are listed first. */
const MAX_OWED = 200

export const manualRefundRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/repayments/owed',
    who: 'representative',
    summary: 'Refunds to make manually, each with its next step and date, oldest first; no names',
    rules: 'R5, R26, R32, R36, R51',
    response: z.array(RefundOwed),
    handle: async ({ deps, actor }) => {
      await demandRepresentative(deps.db, actor)
      const now = deps.clock.now()
      return refundsOwed(deps.db, {
        ...{ userId: actor.userId, today: latestDay(now), limit: MAX_OWED },
        notYet: await reasonNotToRefundYet(deps.db, actor, now),
        checkClearingDays: deps.config.checkClearingDays,
      })
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/repayments',
    who: 'representative',
    summary: 'Manual refunds, newest first; `search`: the number of the refund or of the invoice; no names',
    rules: 'R26, R32, R36, R51',
    query: PostedQuery,
    response: z.array(ManualRefund),
    handle: async ({ deps, actor, query, c }) => {
      await demandRepresentative(deps.db, actor)
      const { limit, cursor, search } = query
      const made = await manualRefundsOf(deps.db, { limit, search, beforeId: cursor ?? null })
      c.header('X-Total-Count', String(await countManualRefunds(deps.db, search)))
      const next = nextPage('/api/repayments', made, query)
      if (next) c.header('Link', next)
      return made
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/repayments',
    who: 'representative',
    needsSecondStep: true,
    summary: 'Record a manual refund: an overpayment, or a refund that no card can take',
    rules: 'R5, R29, R32, R36',
    creates: true,
    params: IdParams,
    body: ManualRefundForm,
    response: ManualRefund,
    handle: ({ deps, transact, actor, params, body }) =>
      recordManualRefund(deps, transact, actor, params.id, body),
  }),
]
