import { queryOptions } from '@tanstack/react-query'
import type { ApiKey } from '#domain/schemas/api-key.ts'

/** Of an organization or, with null, of the provider; newest first. */
export const apiKeysQuery = (organizationId: string | null) =>
  queryOptions<ApiKey[]>({
    queryKey: ['api-keys', organizationId],
    meta: { path: `/api/api-keys${organizationId === null ? '' : `?organizationId=${organizationId}`}` },
    retry: false,
  })
