import { queryOptions } from '@tanstack/react-query'
import type { BulkAction, BulkActionPlan } from '#domain/schemas/bulk-action.ts'

type Request = { action: BulkAction; campaigns: readonly string[]; representative: string | null }

/** What the action would do to these campaigns: read when its dialog opens, and not again while it is done. */
export const bulkPlanQuery = ({ action, campaigns, representative }: Request) =>
  queryOptions<BulkActionPlan>({
    queryKey: ['bulk-actions', action, campaigns, representative],
    meta: {
      path: `/api/desk/bulk-actions?${new URLSearchParams({
        action,
        campaigns: campaigns.join(','),
        ...(representative === null ? {} : { representative }),
      })}`,
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
