import { queryOptions } from '@tanstack/react-query'
import type {
  ManagedOrganization,
  OpenInvitation,
  OrganizationListItem,
} from '#domain/schemas/organization.ts'
import type { StripeAccount } from '#domain/schemas/stripe-account.ts'
import type { Counted } from '#web/query-client.ts'

export const ORGANIZATIONS_PAGE_SIZE = 10

type OrganizationPage = { search: string; after: string | null }

/** Those that the user may run campaigns for, searched and paged by the server; retried up to three times. */
export const organizationsQuery = ({ search, after }: OrganizationPage = { search: '', after: null }) => {
  const query = new URLSearchParams({ limit: String(ORGANIZATIONS_PAGE_SIZE) })
  if (search) query.set('search', search)
  if (after) query.set('cursor', after)
  return queryOptions<Counted<OrganizationListItem>>({
    queryKey: ['organizations', { search, after }],
    meta: { path: `/api/organizations/all?${query}`, isCounted: true },
    retryOnMount: false,
  })
}

export const organizationPath = (id: string): string => `/api/organizations/${encodeURIComponent(id)}`

/** Everything about one organization, for its owners and the representatives. */
export const organizationQuery = (id: string) =>
  queryOptions<ManagedOrganization>({
    queryKey: ['organizations', id],
    meta: { path: organizationPath(id) },
    retry: false,
  })

/** What Stripe said last of its account; null: none was started. */
export const stripeAccountQuery = (id: string) =>
  queryOptions<StripeAccount | null>({
    queryKey: ['organizations', id, 'stripe-account'],
    meta: { path: `${organizationPath(id)}/stripe-account` },
    retry: false,
  })

/** What an invitation is for, as shown to anyone who has its link. */
export const invitationQuery = (token: string) =>
  queryOptions<OpenInvitation>({
    queryKey: ['organization-invitations', token],
    meta: { path: `/api/organization-invitations/${encodeURIComponent(token)}` },
    retry: false,
  })
