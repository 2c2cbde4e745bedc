import { queryOptions } from '@tanstack/react-query'
import type { SignOff } from '#domain/schemas/sign-off.ts'

/** What waits for another representative, oldest first. */
export const signOffsQuery = queryOptions<SignOff[]>({
  queryKey: ['sign-offs'],
  meta: { path: '/api/sign-offs' },
  // Money: each visit reads it again.
  staleTime: 0,
  retry: false,
})

/** What to read again after something was prepared, approved or withdrawn. */
export const SIGN_OFF_KEYS = [
  signOffsQuery.queryKey,
  ['collections'],
  ['payments'],
  ['repayments'],
  ['charges'],
  ['exceptions'],
] as const
