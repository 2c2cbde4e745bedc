import { queryOptions } from '@tanstack/react-query'
import type { OpenWork, WorkQueuePage, WorkQueueSteps } from '#domain/schemas/work-queue.ts'

export type WorkQueueRequest = {
  stage: string
  search: string
  sort: string
  order: 'asc' | 'desc'
  page: number
}
export const WORK_QUEUE_PAGE_SIZE = 20
/** A long list of what is next helps nobody; its count says how much there is. */
const MAX_STEPS = 60

/** Lists of what to do next, and the counts of the navigation: every write reads them again. */
export const whatWaitsKey = ['work-queue'] as const

/** What others did meanwhile counts: each visit asks again. */
const FRESH = { staleTime: 0, retry: false } as const

const filterOf = ({ stage, search, sort, order }: WorkQueueRequest): URLSearchParams =>
  new URLSearchParams({ stage, sort, order, ...(search ? { search } : {}) })

/** One page of all campaigns, filtered and ordered by the server (R51). */
export const workQueueQuery = (filter: WorkQueueRequest) => {
  const query = filterOf(filter)
  query.set('page', String(filter.page))
  query.set('limit', String(WORK_QUEUE_PAGE_SIZE))
  return queryOptions<WorkQueuePage>({
    queryKey: [...whatWaitsKey, 'campaigns', query.toString()],
    meta: { path: `/api/desk/campaigns?${query}` },
    ...FRESH,
  })
}

/** All pages of it, as a file. */
export const workQueueCsvPath = (filter: WorkQueueRequest): string =>
  `/api/desk/campaigns.csv?${filterOf(filter)}`

export const workQueueStepsQuery = queryOptions<WorkQueueSteps>({
  queryKey: [...whatWaitsKey, 'steps'],
  meta: { path: `/api/desk/steps?limit=${MAX_STEPS}` },
  ...FRESH,
})

/** The same of the reader's own campaigns, for owners and scorers. */
export const ownStepsQuery = queryOptions<WorkQueueSteps>({
  queryKey: [...whatWaitsKey, 'own-steps'],
  meta: { path: `/api/desk/own-steps?limit=${MAX_STEPS}` },
  ...FRESH,
})

/** The counts of the navigation: one request, kept for a minute however many screens are opened meanwhile. */
export const openWorkQuery = queryOptions<OpenWork>({
  queryKey: [...whatWaitsKey, 'open'],
  meta: { path: '/api/desk/open' },
  staleTime: 60_000,
  retry: false,
})
