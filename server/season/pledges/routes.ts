import { z } from 'zod'
import type { CsvColumn } from '#domain/csv.ts'
import { dateIn } from '#domain/places/zone.ts'
import { PageQuery } from '#domain/schemas/error.ts'
import { HeldPledgeDecision, HeldPledgePage, HeldPledgeSearch } from '#domain/schemas/held-pledge.ts'
import { Success } from '#domain/schemas/identity.ts'
import {
  ManagedPledge,
  Pledge,
  PledgeForm,
  PublicPledge,
  Quote,
  QuoteForm,
  UserPledge,
} from '#domain/schemas/pledge.ts'
import {
  ThanksChoice,
  ThanksDecision,
  ThanksPage,
  ThanksSearch,
  ThankYouList,
} from '#domain/schemas/thanks.ts'
import { accessTo, accessWith } from '#server/accounts/access/index.ts'
import { pagesOf, timeColumn } from '#server/platform/csv/csv.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clientAddress, isFromNetwork, isNeighbor } from '#server/platform/http/client-address.ts'
import { IdParams } from '#server/platform/http/http.ts'
import { campaignCsv, defineRoute, pagedRoute } from '#server/season/deps.ts'
import { createPledge, ownPledges, ownTotals } from './create.ts'
import { decideHeld, listHeld } from './held.ts'
import { quoteWithForecast } from './quote.ts'
import { chooseThanks, decideThanks, listThanks, thankYouList } from './thanks.ts'
import { countPledges, type ListedPledge, pledgeStates, pledgesOf } from './totals-store.ts'

export const thanksRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/campaigns/{id}/thanks',
    who: 'owner',
    summary: 'The names of supporters who chose to be thanked, once they were checked',
    rules: 'R26, R51',
    params: IdParams,
    response: ThankYouList,
    handle: ({ deps, actor, params }) => thankYouList(deps.db, actor, params.id),
  }),
  defineRoute({
    method: 'post',
    path: '/api/campaigns/{id}/thanks/searches',
    who: 'representative',
    summary: 'Names of supporters who want to be thanked by name, newest first; each name shown is logged',
    rules: 'R26, R51',
    status: 200,
    params: IdParams,
    body: ThanksSearch,
    response: ThanksPage,
    handle: ({ deps, transact, actor, params, body }) =>
      listThanks(deps, transact, actor, { ...body, campaignId: params.id }),
  }),
  defineRoute({
    method: 'put',
    path: '/api/campaigns/{id}/thanks/{pledgeId}',
    who: 'representative',
    summary: 'Show a name that was checked on the campaign’s page, or do not',
    rules: 'R26',
    params: IdParams.extend({ pledgeId: z.uuid('Not an id') }),
    body: ThanksDecision,
    response: Success,
    handle: async ({ deps, transact, actor, params, body }) => {
      await decideThanks(deps, transact, actor, {
        ...body,
        campaignId: params.id,
        pledgeId: params.pledgeId,
      })
      return { success: true }
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/pledges/{id}/thanks',
    who: 'signed-in',
    summary: 'Want to be thanked by name for a pledge of one’s own, or no longer',
    rules: 'R26',
    params: IdParams,
    body: ThanksChoice,
    response: Success,
    handle: async ({ deps, transact, actor, params, body }) => {
      await chooseThanks(deps, transact, actor, { ...body, pledgeId: params.id })
      return { success: true }
    },
  }),
]

export const heldPledgeRoutes = [
  defineRoute({
    method: 'post',
    path: '/api/held-pledges/searches',
    who: 'representative',
    summary:
      'Pledges by check and cash that wait for a representative, newest first; each name shown is logged',
    rules: 'R26, R51, R57',
    status: 200,
    body: HeldPledgeSearch,
    response: HeldPledgePage,
    handle: ({ deps, transact, actor, body }) => listHeld(deps, transact, actor, body),
  }),
  defineRoute({
    method: 'put',
    path: '/api/held-pledges/{id}',
    who: 'representative',
    summary: 'Release a held pledge, which counts from then on, or decline it; its supporter is mailed',
    rules: 'R11, R12, R57',
    params: IdParams,
    body: HeldPledgeDecision,
    response: Success,
    handle: async ({ deps, transact, actor, params, body }) => {
      await decideHeld(deps, transact, actor, { ...body, id: params.id })
      return { success: true }
    },
  }),
]

/** Nobody is named, not even to managers. */
const supporters = (timeZone: string): CsvColumn<ListedPledge>[] => [
  ['Supporter', () => 'Anonymous Supporter'],
  ['Number', ({ number }) => number],
  ['Pledge type', ({ pledgeType }) => pledgeType],
  ['Amount (USD)', ({ totalAmountDue }) => totalAmountDue],
  ['Status', ({ status }) => status],
  timeColumn('Date', timeZone, ({ createdAt }) => createdAt),
  ['Note', ({ note }) => note],
]

export const pledgeCsvRoutes = [
  campaignCsv({
    table: 'supporters',
    who: 'treasurer',
    permission: 'canReadMoney',
    rules: 'R26, R51: never by name',
    columns: ({ timeZone }) => supporters(timeZone),
    pages: ({ deps, access: { campaignId } }) => pagesOf((page) => pledgesOf(deps.db, campaignId, page)),
  }),
]

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
  // Campaigns in several zones: each pledge has the day that its own page has.
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
    who: 'treasurer',
    summary:
      'Supporters for those who read the campaign’s money, by number and never by name: all or those of one status, newest or oldest first, or by state',
    rules: 'R26, R51',
    params: IdParams,
    query: ManagedQuery,
    row: ManagedPledge,
    open: async ({ deps, actor, params: { id }, query: { status = null, order } }) => {
      await accessWith(deps.db, actor, id, 'canReadMoney')
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
