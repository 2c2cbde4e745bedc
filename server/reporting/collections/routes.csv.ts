/** The tables of the collections screen as files. They contain no names: a file gets passed on (R26). */
import type { CsvColumn } from '#domain/csv.ts'
import {
  type CollectionAmbassador,
  CollectionAmbassadorsQuery,
  type CollectionCampaign,
  CollectionCampaignsQuery,
  type CollectionFigures,
  type OpenItem,
  OpenItemsQuery,
} from '#domain/schemas/collection.ts'
import { demandRepresentative } from '#server/accounts/access/index.ts'
import { csvRoute } from '#server/money/deps.ts'
import { clearingOf } from '#server/money/payments/index.ts'
import { numberedPages } from '#server/platform/csv/csv.ts'
import { openItemsPage } from './store.items.ts'
import { ambassadorsPage, campaignsPage, type MoneyMode } from './store.ts'

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
  ['Waived (USD)', 'waived'],
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
  ['State', ({ state }) => state.replaceAll('_', ' ')],
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
