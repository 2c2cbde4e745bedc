/** Where every billed dollar is: across all campaigns, by campaign, by ambassador, and item by item. */
import { z } from 'zod'
import {
  CollectionAmbassadors,
  CollectionAmbassadorsQuery,
  CollectionCampaigns,
  CollectionCampaignsQuery,
  CollectionFilter,
  Collections,
  NamesForm,
  OpenItems,
  OpenItemsQuery,
  PledgeName,
} from '#domain/schemas/collection.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { defineRoute } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'

import { collectionsOf, showNames } from './actions.ts'
import { openItemsPage } from './store.items.ts'
import { ambassadorsPage, campaignsPage } from './store.ts'

export const collectionRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/collections',
    who: 'representative',
    summary: 'Expected, billed, collected, and where the rest is; why cards failed; open items by state',
    rules: 'R11, R32, R35, R36',
    query: CollectionFilter,
    response: Collections,
    handle: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      return collectionsOf(deps.db, query, deps.clock.now())
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/collections/campaigns',
    who: 'representative',
    summary: 'The same campaign by campaign, with the share of what was billed that is collected',
    rules: 'R11, R32, R51',
    query: CollectionCampaignsQuery,
    response: CollectionCampaigns,
    handle: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      return campaignsPage(deps.db, query, deps.clock.now())
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/collections/ambassadors',
    who: 'representative',
    summary: 'Billed and collected by the ambassador who brought the supporters',
    rules: 'R42, R51',
    query: CollectionAmbassadorsQuery,
    response: CollectionAmbassadors,
    handle: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      return ambassadorsPage(deps.db, query, deps.clock.now())
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/collections/items',
    who: 'representative',
    summary:
      'Charges, invoices and disputes that are not settled, and what is owed back, each with its next step and date; without names',
    rules: 'R26, R32, R35, R36, R51',
    query: OpenItemsQuery,
    response: OpenItems,
    handle: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      return openItemsPage(deps.db, query, clearingOf(deps))
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/collections/names',
    who: 'representative',
    summary: 'Whose pledges these are, where they were billed; each view is recorded in the audit log',
    rules: 'R26',
    body: NamesForm,
    response: z.array(PledgeName),
    handle: ({ deps, transact, actor, body }) => showNames(deps, transact, actor, body.pledgeIds),
  }),
]
