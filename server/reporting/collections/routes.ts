/** Where every billed dollar is: across all campaigns, by campaign, by ambassador, and item by item. */

import { z } from 'zod'
import { reasonOf } from '#domain/billing/charge-status.ts'
import { OPEN_STATE_WORDS, OPEN_STATES } from '#domain/billing/collection.ts'
import type { CsvColumn } from '#domain/csv.ts'
import { add, type Cents, toDecimal, ZERO } from '#domain/money.ts'
import {
  type CollectionAmbassador,
  CollectionAmbassadors,
  CollectionAmbassadorsQuery,
  type CollectionCampaign,
  CollectionCampaigns,
  CollectionCampaignsQuery,
  type CollectionFigures,
  CollectionFilter,
  Collections,
  NamesForm,
  type OpenItem,
  OpenItems,
  OpenItemsQuery,
  PledgeName,
} from '#domain/schemas/collection.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute, type Deps, defineRoute } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { auditNames } from '#server/platform/audit/audit.ts'
import { numberedPages } from '#server/platform/csv/csv.ts'
import type { Db, Transact } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/deps.ts'
import { namesOf, type OpenCount, openItemsPage, openStates } from './items-store.ts'
import {
  ambassadorsPage,
  campaignsPage,
  type FailedFor,
  failuresOf,
  type MoneyMode,
  NO_FIGURES,
  totalsOf,
} from './store.ts'

/** Groups cards whose failures have the same reason in words, however many codes banks use for it. */
function byReason(failures: readonly FailedFor[]): Collections['reasons'] {
  const reasons = new Map<string, { count: number; amount: Cents }>()
  for (const { code, count, amountCents } of failures) {
    const reason = reasonOf(code) ?? 'Not known'
    const before = reasons.get(reason) ?? { count: 0, amount: ZERO }
    reasons.set(reason, {
      count: before.count + count,
      amount: add(before.amount, amountCents as Cents),
    })
  }
  return [...reasons].map(([reason, { count, amount }]) => ({ reason, count, amount: toDecimal(amount) }))
}

const statesOf = (counts: readonly OpenCount[]): Collections['states'] =>
  Object.fromEntries(
    OPEN_STATES.map((state) => [
      state,
      counts.filter((one) => one.state === state).reduce((total, { count }) => total + count, 0),
    ]),
  ) as Collections['states']

const NO_MONEY = {
  moneyMode: 'live',
  totals: NO_FIGURES,
  campaignsCount: 0,
  reasons: [],
  states: statesOf([]),
} as const satisfies Collections['byMoney'][number]

/** Test money is never added to real money. */
async function collectionsOf(db: Db, filter: CollectionFilter, now: Date): Promise<Collections> {
  const [found, failures, counts] = await Promise.all([
    totalsOf(db, filter, now),
    failuresOf(db, filter, now),
    openStates(db, filter, now),
  ])
  const byMoney = found.map(({ campaignName: _campaignName, ...sums }) => {
    const ofIt = ({ moneyMode }: { moneyMode: MoneyMode }) => moneyMode === sums.moneyMode
    return { ...sums, reasons: byReason(failures.filter(ofIt)), states: statesOf(counts.filter(ofIt)) }
  })
  return {
    ...(byMoney[0] ?? NO_MONEY),
    campaignsCount: found.reduce((total, { campaignsCount }) => total + campaignsCount, 0),
    campaignName: found[0]?.campaignName ?? null,
    states: statesOf(counts),
    byMoney,
  }
}

/** Names are shown only on request, and whose they were is logged in the same transaction. */
function showNames(
  deps: Deps,
  transact: Transact,
  actor: Actor,
  pledgeIds: readonly string[],
): Promise<PledgeName[]> {
  return transact(async (tx) => {
    await demandRepresentative(tx, actor)
    const found = await namesOf(tx, pledgeIds)
    await auditNames(tx, deps.clock, actor.userId, found)
    return found.map(({ campaignId: _campaignId, ...name }) => name)
  })
}

/** The tables of the collections screen as files. They contain no names: a file gets passed on. */
const FIGURES = [
  ['Expected (USD)', 'expected'],
  ['Billed (USD)', 'billed'],
  ['Collected (USD)', 'collected'],
  ['Collected (%)', 'rate'],
  ['Underway (USD)', 'underway'],
  ['Failed (USD)', 'failed'],
  ['Failed charges', 'failedCount'],
  ['Overdue (USD)', 'overdue'],
  ['Overdue invoices', 'overdueCount'],
  ['Disputed (USD)', 'disputed'],
  ['Refunded (USD)', 'refunded'],
  ['Lost (USD)', 'lost'],
  ['Written off (USD)', 'writtenOff'],
  ['Waived, not billed (USD)', 'waived'],
] as const satisfies readonly (readonly [string, keyof CollectionFigures])[]

/** At the end, so that files keep the columns they had. */
const money: CsvColumn<{ moneyMode: MoneyMode }> = [
  'Money',
  ({ moneyMode }) => (moneyMode === 'live' ? 'real' : 'test'),
]

const campaignColumns: CsvColumn<CollectionCampaign>[] = [
  ['Campaign', ({ name }) => name],
  ['Organization', ({ organizationName }) => organizationName],
  ...FIGURES.map(
    ([heading, name]): CsvColumn<CollectionCampaign> => [heading, ({ figures }) => figures[name]],
  ),
  money,
]

const ambassadorColumns: CsvColumn<CollectionAmbassador>[] = [
  ['Ambassador', ({ name, ambassadorId }) => (ambassadorId === null ? 'No ambassador' : name)],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Supporters', ({ supporters }) => supporters],
  ['Billed (USD)', ({ billed }) => billed],
  ['Collected (USD)', ({ collected }) => collected],
  ['Collected (%)', ({ rate }) => rate],
  money,
]

const itemColumns: CsvColumn<OpenItem>[] = [
  ['Pledge', ({ pledgeId }) => pledgeId],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Organization', ({ organizationName }) => organizationName],
  ['What', ({ kind }) => kind],
  ['Number', ({ number }) => number],
  ['State', ({ state }) => OPEN_STATE_WORDS[state]],
  ['Amount (USD)', ({ amount }) => amount],
  ['Due', ({ dueOn }) => dueOn],
  ['Reason', ({ reason }) => reason],
  ['What happens next', ({ nextStep }) => nextStep],
  ['On', ({ nextOn }) => nextOn],
  money,
]

const WHOLE = { page: true, limit: true } as const

export const collectionCsvRoutes = [
  csvRoute({
    path: '/api/collections/campaigns.csv',
    who: 'representative',
    summary: 'Collections by campaign as a CSV file',
    rules: 'R11, R51',
    query: CollectionCampaignsQuery.omit(WHOLE),
    open: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      const now = deps.clock.now()
      const pages = numberedPages(
        async (page) => (await campaignsPage(deps.db, { ...query, ...page }, now)).campaigns,
      )
      return { table: 'collections', columns: campaignColumns, pages }
    },
  }),
  csvRoute({
    path: '/api/collections/ambassadors.csv',
    who: 'representative',
    summary: 'Collections by ambassador as a CSV file',
    rules: 'R42, R51',
    query: CollectionAmbassadorsQuery.omit(WHOLE),
    open: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      const now = deps.clock.now()
      const pages = numberedPages(
        async (page) => (await ambassadorsPage(deps.db, { ...query, ...page }, now)).ambassadors,
      )
      return { table: 'collections-by-ambassador', columns: ambassadorColumns, pages }
    },
  }),
  csvRoute({
    path: '/api/collections/items.csv',
    who: 'representative',
    summary: 'Open items as a CSV file, never by name',
    rules: 'R26, R35, R36, R51',
    query: OpenItemsQuery.omit(WHOLE),
    open: async ({ deps, actor, query }) => {
      await demandRepresentative(deps.db, actor)
      const clearing = clearingOf(deps)
      const pages = numberedPages(
        async (page) => (await openItemsPage(deps.db, { ...query, ...page }, clearing)).items,
      )
      return { table: 'open-items', columns: itemColumns, pages }
    },
  }),
]

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
    summary:
      'Whose pledges these are, where they were billed: name, contact and postal address; each look is in the audit log',
    rules: 'R26',
    body: NamesForm,
    response: z.array(PledgeName),
    handle: ({ deps, transact, actor, body }) => showNames(deps, transact, actor, body.pledgeIds),
  }),
]
