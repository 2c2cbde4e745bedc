import { queryOptions } from '@tanstack/react-query'
import type {
  CollectionAmbassadors,
  CollectionCampaigns,
  Collections,
  OpenItems,
} from '#domain/schemas/collection.ts'
import { ApiError, isRateLimited } from '#web/api-error.ts'

export const COLLECTIONS_PAGE_SIZE = 25
export const collectionsKey = ['collections'] as const

/** Whose money to show: of a campaign, or of those with these words in their name. */
type CollectionsOf = { campaign: string; search: string }
type ItemsShown = CollectionsOf & { show: string; page: number }
type CampaignsShown = CollectionsOf & { by: string; page: number }

/** Others may have changed it, so each visit reads it again; a refused read is not retried. */
const FRESH = {
  staleTime: 0,
  retry: (failures: number, error: Error): boolean =>
    failures < 3 &&
    !isRateLimited(error) &&
    !(error instanceof ApiError && [401, 403].includes(error.status)),
} as const

const of = ({ campaign, search }: CollectionsOf): Record<string, string> => ({
  ...(campaign ? { campaign } : {}),
  ...(search ? { search } : {}),
})
const address = (table: string, query: Record<string, string>): string =>
  `/api/collections${table}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`
const paged = (page: number) => ({ page: String(page), limit: String(COLLECTIONS_PAGE_SIZE) })
const read = <Data>(path: string) =>
  queryOptions<Data>({ queryKey: [...collectionsKey, path], meta: { path }, ...FRESH })

export const collectionsQuery = (given: CollectionsOf) => read<Collections>(address('', of(given)))
export const openItemsQuery = ({ show, page, ...given }: ItemsShown) =>
  read<OpenItems>(address('/items', { ...of(given), show, ...paged(page) }))
export const collectionCampaignsQuery = ({ by, page, ...given }: CampaignsShown) =>
  read<CollectionCampaigns>(address('/campaigns', { ...of(given), sort: by, ...paged(page) }))
export const collectionAmbassadorsQuery = ({ page, ...given }: CollectionsOf & { page: number }) =>
  read<CollectionAmbassadors>(address('/ambassadors', { ...of(given), ...paged(page) }))

/** All pages of a table, as a file. */
export const openItemsFile = ({ show, ...given }: CollectionsOf & { show: string }): string =>
  address('/items.csv', { ...of(given), show })
export const collectionCampaignsFile = ({ by, ...given }: CollectionsOf & { by: string }): string =>
  address('/campaigns.csv', { ...of(given), sort: by })
export const collectionAmbassadorsFile = (given: CollectionsOf): string =>
  address('/ambassadors.csv', of(given))
