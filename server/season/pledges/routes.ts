import { z } from 'zod'
import {
  ManagedPledge,
  Pledge,
  PledgeForm,
  PublicPledge,
  Quote,
  QuoteForm,
  UserPledge,
} from '#domain/schemas/pledge.ts'
import { accessTo, accessWith } from '#server/accounts/access/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clientAddress, isFromNetwork, isNeighbor } from '#server/platform/http/client-address.ts'
import { defineRoute, IdParams } from '#server/platform/http/http.ts'
import { ownPledges, ownTotals } from './actions.own.ts'
import { quoteWithForecast } from './actions.quote.ts'
import { createPledge } from './actions.ts'
import { countPledges, pledgeStates, pledgesOf } from './queries.ts'

const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.uuid('Not a cursor').optional(),
})

/** `campaignId`: only those for one campaign. */
const OwnQuery = PageQuery.extend({ campaignId: z.uuid('Not a campaign').optional() })

const ManagedQuery = PageQuery.extend({
  status: z
    .enum(['active', 'settled', 'past_due'], { error: 'Choose active, settled or past_due' })
    .optional(),
  order: z.enum(['newest', 'oldest', 'state'], { error: 'Choose newest, oldest or state' }).default('newest'),
})

const countOf = async (db: Db, campaignId: string, status: string | null): Promise<number> =>
  status === null ? countPledges(db, campaignId) : ((await pledgeStates(db, campaignId)).get(status) ?? 0)

export const pledgeRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/pledges',
    who: 'signed-in',
    summary: 'Lock in a pledge',
    rules: 'R6 to R8, R12, R15, R16, R22, R58',
    creates: true,
    limit: 'pledges',
    params: IdParams,
    body: PledgeForm,
    response: Pledge,
    handle: ({ deps, transact, actor, params, body, c }) => {
      const network = isFromNetwork(c) && !isNeighbor(c) ? clientAddress(c) : null
      return createPledge(deps, transact, actor, { campaignId: params.id, form: body, network })
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/pledges/quote',
    who: 'anyone',
    summary: 'What a pledge would come to: low, likely and most, and its forecast; writes nothing',
    rules: 'R6 to R8, R61',
    params: IdParams,
    body: QuoteForm,
    response: Quote,
    handle: ({ deps, params, body }) => quoteWithForecast(deps, params.id, body),
  }),
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/pledges',
    who: 'anyone',
    summary: 'Supporters, newest first, never by name',
    rules: 'R26, R51',
    params: IdParams,
    query: PageQuery,
    response: z.array(PublicPledge),
    handle: async ({ deps, caller, params, query, c }) => {
      await accessTo(deps.db, caller, params.id)
      const count = await countPledges(deps.db, params.id)
      const page = await pledgesOf(deps.db, params.id, {
        limit: query.limit,
        beforeId: query.cursor ?? null,
      })
      c.header('X-Total-Count', String(count))
      const last = page.at(-1)
      if (last && page.length === query.limit) {
        c.header(
          'Link',
          `</api/campaigns/${params.id}/pledges?limit=${query.limit}&cursor=${last.id}>; rel="next"`,
        )
      }
      return page.map(({ pledgeType: _type, status: _status, ...pledge }) => pledge)
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/dashboard/campaigns/{id}/pledges',
    who: 'owner',
    summary:
      'Supporters for those who run the campaign, by number and never by name: all or those of one status, newest or oldest first, or by state',
    rules: 'R26, R51',
    params: IdParams,
    query: ManagedQuery,
    response: z.array(ManagedPledge),
    handle: async ({ deps, actor, params, query: { limit, cursor, status, order }, c }) => {
      await accessWith(deps.db, actor, params.id, 'canManageStatistics')
      const count = await countOf(deps.db, params.id, status ?? null)
      const page = await pledgesOf(deps.db, params.id, {
        ...{ limit, beforeId: cursor ?? null, status: status ?? null, order },
      })
      c.header('X-Total-Count', String(count))
      const last = page.at(-1)
      if (last && page.length === limit) {
        const query = { limit: String(limit), ...(status ? { status } : {}), order, cursor: last.id }
        const next = `/api/dashboard/campaigns/${params.id}/pledges?${new URLSearchParams(query)}`
        c.header('Link', `<${next}>; rel="next"`)
      }
      return page
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/user/pledges',
    who: 'signed-in',
    summary: "The caller's own pledges, newest first",
    rules: 'R51: X-Total-Committed sums what is expected of all of them',
    query: OwnQuery,
    response: z.array(UserPledge),
    handle: async ({ deps, actor, query, c }) => {
      const { limit, campaignId = null } = query
      const [page, totals] = await Promise.all([
        ownPledges(deps.db, actor.userId, { limit, campaignId, beforeId: query.cursor ?? null }),
        ownTotals(deps.db, actor.userId, campaignId),
      ])
      c.header('X-Total-Count', String(totals.count))
      c.header('X-Total-Committed', totals.committed)
      const last = page.at(-1)
      if (last && page.length === limit) {
        const there = campaignId === null ? '' : `&campaignId=${campaignId}`
        c.header('Link', `</api/user/pledges?limit=${limit}${there}&cursor=${last.id}>; rel="next"`)
      }
      return page
    },
  }),
]
