import { queryOptions } from '@tanstack/react-query'
import type { SavedBankAccount } from '#domain/schemas/bank-account.ts'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { UserPledge } from '#domain/schemas/pledge.ts'
import type { User, UserCampaign } from '#domain/schemas/user.ts'
import type { Counted } from '#web/query-client.ts'

/** Only read when somebody is signed in; never retried. */
export const currentUserQuery = queryOptions<User>({
  queryKey: ['users', 'current'],
  meta: { path: '/api/auth/user' },
  retry: false,
})

/** Cards saved before, which a new pledge can be paid with. */
export const ownCardsQuery = queryOptions<SavedCard[]>({
  queryKey: ['users', 'current', 'cards'],
  meta: { path: '/api/user/cards' },
})

/** Bank accounts connected before. */
export const ownBankAccountsQuery = queryOptions<SavedBankAccount[]>({
  queryKey: ['users', 'current', 'bank-accounts'],
  meta: { path: '/api/user/bank-accounts' },
})

const PAGE_SIZE = 10

type CampaignPage = {
  search: string /** The last campaign of the page before. */
  after: string | null
}
const FIRST_PAGE: CampaignPage = { search: '', after: null }

/** Searched and paged by the server, ten a page. */
export const userCampaignsQuery = ({ search, after }: CampaignPage = FIRST_PAGE) => {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
  if (search) query.set('search', search)
  if (after) query.set('cursor', after)
  return queryOptions<Counted<UserCampaign>>({
    queryKey: ['users', 'current', 'campaigns', { search, after }],
    meta: { path: `/api/user/campaigns?${query}`, isCounted: true },
    retry: false,
  })
}

/** The same search as a file. */
export const userCampaignsFile = (search: string): string =>
  `/api/user/campaigns.csv${search ? `?${new URLSearchParams({ search })}` : ''}`
export const userPledgesFile = '/api/user/pledges.csv'

export const PLEDGES_PAGE_SIZE = 50

/** The newest, with their number and their total. */
export const userPledgesQuery = queryOptions<Counted<UserPledge>>({
  queryKey: ['users', 'current', 'pledges'],
  meta: { path: `/api/user/pledges?limit=${PLEDGES_PAGE_SIZE}`, isCounted: true },
  retry: false,
})

/** The page after a given one. */
export const olderPledgesQuery = (after: string) =>
  queryOptions<Counted<UserPledge>>({
    queryKey: [...userPledgesQuery.queryKey, after],
    meta: {
      path: `/api/user/pledges?limit=${PLEDGES_PAGE_SIZE}&cursor=${encodeURIComponent(after)}`,
      isCounted: true,
    },
    retry: false,
  })

/** Those that the user already has in a campaign, which a new one adds to. */
export const ownPledgesHereQuery = (campaignId: string) =>
  queryOptions<UserPledge[]>({
    queryKey: [...userPledgesQuery.queryKey, campaignId],
    meta: { path: `/api/user/pledges?limit=${PLEDGES_PAGE_SIZE}&campaignId=${campaignId}` },
    retry: false,
  })
