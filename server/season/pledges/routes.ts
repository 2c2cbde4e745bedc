import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { PageQuery } from '#domain/schemas/page.ts'
import {
  ManagedPledge,
  Pledge,
  PledgeForm,
  PublicPledge,
  Quote,
  QuoteForm,
  UserPledge,
} from '#domain/schemas/pledge.ts'
import { dateIn } from '#domain/zone.ts'
import { accessTo, accessWith } from '#server/accounts/access/index.ts'
import { timeColumn } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clientAddress, isFromNetwork, isNeighbor } from '#server/platform/http/client-address.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { defineRoute, pagedRoute } from '#server/season/deps.ts'

import { ownPledges, ownTotals } from './actions.own.ts'
import { quoteWithForecast } from './actions.quote.ts'
import { createPledge } from './actions.ts'
import { countPledges, pledgeStates, pledgesOf } from './queries.ts'

/** `campaignId`: only those for one campaign. */
const OwnQuery = PageQuery.extend({ campaignId: z.uuid('Not a campaign').optional() })

const ManagedQuery = PageQuery.extend({
  status: z
    .enum(['active', 'settled', 'past_due'], { error: 'Choose active, settled or past_due' })
    .optional(),
  order: z.enum(['newest', 'oldest', 'state'], { error: 'Choose newest, oldest or state' }).default('newest'),
})

const ownColumns = (timeZone: string): CsvColumn<UserPledge>[] => [
  ['Campaign', ({ campaignName }) => campaignName],
  ['Pledge type', ({ pledgeType }) => pledgeType],
  ['Amount (USD)', ({ amount }) => amount],
  ['Status', ({ status, isHeld }) => (isHeld ? 'held' : status)],
  timeColumn('Date', timeZone, ({ createdAt }) => createdAt),
  // Campaigns in several zones: each pledge has the day that its own page has (R22).
  ['Pledged on', (pledge) => dateIn(pledge.timeZone, new Date(pledge.createdAt))],
]

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
  ...pagedRoute({
    path: '/api/campaigns/{id}/pledges',
    who: 'anyone',
    summary: 'Supporters, newest first, never by name',
    rules: 'R26, R51',
    params: IdParams,
    row: PublicPledge,
    open: async ({ deps, caller, params: { id } }) => {
      await accessTo(deps.db, caller, id)
      return {
        read: async (page) =>
          (await pledgesOf(deps.db, id, page)).map(
            ({ pledgeType: _type, status: _status, ...pledge }) => pledge,
          ),
        count: () => countPledges(deps.db, id),
      }
    },
  }),
  ...pagedRoute({
    path: '/api/dashboard/campaigns/{id}/pledges',
    who: 'owner',
    summary:
      'Supporters for those who run the campaign, by number and never by name: all or those of one status, newest or oldest first, or by state',
    rules: 'R26, R51',
    params: IdParams,
    query: ManagedQuery,
    row: ManagedPledge,
    open: async ({ deps, actor, params: { id }, query: { status = null, order } }) => {
      await accessWith(deps.db, actor, id, 'canManageStatistics')
      return {
        read: (page) => pledgesOf(deps.db, id, { ...page, status, order }),
        count: () => countOf(deps.db, id, status),
      }
    },
  }),
  ...pagedRoute({
    path: '/api/user/pledges',
    who: 'signed-in',
    summary: "The caller's own pledges, newest first",
    rules: 'R51: X-Total-Committed sums what is expected of all of them',
    query: OwnQuery,
    row: UserPledge,
    open: ({ deps, actor, query: { campaignId = null }, c }) => ({
      read: (page) => ownPledges(deps.db, actor.userId, { ...page, campaignId }),
      count: async () => {
        const totals = await ownTotals(deps.db, actor.userId, campaignId)
        c.header('X-Total-Committed', totals.committed)
        return totals.count
      },
    }),
    file: {
      summary: "The caller's own pledges as a CSV file",
      rules: 'R27, R51',
      table: 'my-pledges',
      columns: ownColumns,
    },
  }),
]
