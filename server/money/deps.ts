import { campaignCsvWith } from '#server/accounts/access/index.ts'
import type { Deps as DocumentsDeps } from '#server/documents/renderer/deps.ts'
import { csvRoutesWith } from '#server/platform/csv/csv.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { routesWith } from '#server/platform/http/http.ts'
import { pagedRoutesWith } from '#server/platform/lists/paged-route.ts'
import type { Cards } from './providers/cards.ts'

export type Deps = DocumentsDeps & {
  cards: Cards
  /** Refunds that are owed lower the open invoices of the same pledge. */
  setOffRefunds: (
    deps: Deps,
    tx: Transaction,
    of: { campaignId: string; pledgeId: string },
  ) => Promise<unknown>
}

export const defineRoute = routesWith<Deps>()
export const pagedRoute = pagedRoutesWith<Deps>()
export const csvRoute = csvRoutesWith<Deps>()
export const campaignCsv = campaignCsvWith<Deps>()
