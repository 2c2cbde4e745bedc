import { queryOptions } from '@tanstack/react-query'
import type { Representative } from '#domain/schemas/representative.ts'

/** Who works for the provider; representatives only. */
export const representativesQuery = queryOptions<Representative[]>({
  queryKey: ['representatives'],
  meta: { path: '/api/representatives' },
  retry: false,
})
