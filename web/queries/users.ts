import { queryOptions } from '@tanstack/react-query'
import type { UserPledge } from '#domain/schemas/pledge.ts'
import type { User, UserCampaign } from '#domain/schemas/user.ts'

/** Only asked when somebody is signed in; never retried (spec section 7). */
export const currentUserQuery = queryOptions<User>({
  queryKey: ['users', 'current'],
  meta: { path: '/api/auth/user' },
  retry: false,
})

export const userCampaignsQuery = queryOptions<UserCampaign[]>({
  queryKey: ['users', 'current', 'campaigns'],
  meta: { path: '/api/user/campaigns' },
  retry: false,
})

export const userPledgesQuery = queryOptions<UserPledge[]>({
  queryKey: ['users', 'current', 'pledges'],
  meta: { path: '/api/user/pledges' },
  retry: false,
})
