import { queryOptions } from '@tanstack/react-query'
import type { Deletion, IdentitySession, Passkey, TwoFactorState } from '#domain/schemas/identity.ts'

/** About the signed-in user's account. Read in the browser only: these depend on the session's cookie. */
const KEY = ['identity'] as const

export const sessionsQuery = queryOptions<IdentitySession[]>({
  queryKey: [...KEY, 'sessions'],
  meta: { path: '/api/identity/sessions' },
  retry: false,
})

export const twoFactorQuery = queryOptions<TwoFactorState>({
  queryKey: [...KEY, 'two-factor'],
  meta: { path: '/api/identity/two-factor' },
  retry: false,
})

export const passkeysQuery = queryOptions<Passkey[]>({
  queryKey: [...KEY, 'passkeys'],
  meta: { path: '/api/identity/passkeys' },
  retry: false,
})

export const deletionQuery = queryOptions<Deletion>({
  queryKey: [...KEY, 'deletion'],
  meta: { path: '/api/identity/account/deletion' },
  retry: false,
  staleTime: 0,
})
