import { z } from 'zod'
import { latestDay } from '#domain/places/zone.ts'
import { ManualRefund, RefundOwed } from '#domain/schemas/manual-refund.ts'
import { PostedQuery } from '#domain/schemas/payment.ts'
import { demandRepresentative, reasonNotToRefundYet } from '#server/accounts/access/index.ts'
import { defineRoute, pagedRoute } from '#server/money/deps.ts'

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
        userId: actor.userId,
        today: latestDay(now),
        limit: MAX_OWED,
        notYet: await reasonNotToRefundYet(deps.db, actor, now),
        checkClearingDays: deps.config.checkClearingDays,
      })
    },
  }),
  ...pagedRoute({
    path: '/api/repayments',
    who: 'representative',
    summary: 'Manual refunds, newest first; `search`: the number of the refund or of the invoice; no names',
    rules: 'R26, R32, R36, R51',
    query: PostedQuery,
    row: ManualRefund,
    open: async ({ deps, actor, query: { search } }) => {
      await demandRepresentative(deps.db, actor)
      return {
        read: (page) => manualRefundsOf(deps.db, { ...page, search }),
        count: () => countManualRefunds(deps.db, search),
      }
    },
  }),
]
