import { queryOptions } from '@tanstack/react-query'
import type { CardRefusal } from '#domain/schemas/card.ts'
import type { UnprocessedCardEvent } from '#domain/schemas/card-event.ts'
import type { AnyDispute } from '#domain/schemas/dispute.ts'
import { retryUnlessRefused } from '#web/api-error.ts'
import type { Paged } from '#web/query-client.ts'

export const CARDS_PAGE_SIZE = 20

const page = <Row>(path: string, after: string | null) => {
  const query = new URLSearchParams({ limit: String(CARDS_PAGE_SIZE), ...(after ? { cursor: after } : {}) })
  return queryOptions<Paged<Row>>({
    queryKey: ['cards', path, after],
    meta: { path: `${path}?${query}`, isCounted: true },
    retry: retryUnlessRefused,
  })
}

/** Cards that were refused when somebody tried to save them, of the last 30 days. */
export const refusalsQuery = (after: string | null = null) => page<CardRefusal>('/api/card-refusals', after)
/** Charges that their banks dispute, undecided ones first. */
export const disputesQuery = (after: string | null = null) => page<AnyDispute>('/api/disputes', after)
/** Events of the card provider that no attempt could process. */
export const unprocessedQuery = () =>
  queryOptions<UnprocessedCardEvent[]>({
    queryKey: ['cards', 'unprocessed'],
    meta: { path: '/api/card-events/unprocessed' },
    retry: retryUnlessRefused,
  })
