import { queryOptions } from '@tanstack/react-query'
import type {
  OrganizationPayouts,
  Payout,
  PayoutEntry,
  PayoutFigure,
  PayoutStatement,
  PayoutsPage,
} from '#domain/schemas/payout.ts'
import { organizationPath } from './organizations.ts'

export const PAYOUTS_PAGE_SIZE = 20

/** Money: each visit reads it again. */
const FRESH = { staleTime: 0, retry: false } as const

export type PayoutsShown = { show: string; search: string; page: number }

/** What organizations are owed, filtered and paged by the server. */
export const payoutsQuery = ({ show, search, page }: PayoutsShown) => {
  const query = new URLSearchParams({ show, page: String(page), ...(search ? { search } : {}) })
  return queryOptions<PayoutsPage>({
    queryKey: ['payouts', 'organizations', query.toString()],
    meta: { path: `/api/payouts?${query}` },
    ...FRESH,
  })
}

/** All pages of what is shown, as a file. */
export const payoutsFile = ({ show, search }: PayoutsShown): string =>
  `/api/payouts.csv?${new URLSearchParams({ show, ...(search ? { search } : {}) })}`

export const payoutPath = (id: string): string => `/api/payouts/${encodeURIComponent(id)}`

export const statementQuery = (id: string) =>
  queryOptions<PayoutStatement>({
    queryKey: ['payouts', id],
    meta: { path: payoutPath(id) },
    ...FRESH,
  })

const MAX_ENTRIES = 200
/** The payments behind a figure: the newest; the file has all of them. */
export const payoutEntriesQuery = (id: string, figure: PayoutFigure | null) => {
  const query = new URLSearchParams({ limit: String(MAX_ENTRIES), ...(figure ? { figure } : {}) })
  return queryOptions<PayoutEntry[]>({
    queryKey: ['payouts', id, 'entries', figure],
    meta: { path: `${payoutPath(id)}/entries?${query}` },
    ...FRESH,
  })
}

/** Of a campaign, for representatives. */
export const campaignPayoutsQuery = (id: string) =>
  queryOptions<Payout[]>({
    queryKey: ['payouts', 'campaign', id],
    meta: { path: `/api/campaigns/${encodeURIComponent(id)}/payouts` },
    ...FRESH,
  })

export const organizationPayoutsQuery = (id: string, page = 1) =>
  queryOptions<OrganizationPayouts>({
    queryKey: ['payouts', 'organization', id, page],
    meta: { path: `${organizationPath(id)}/payouts${page > 1 ? `?page=${page}` : ''}`, isOptional: true },
    ...FRESH,
  })
