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
/** A long list of next steps helps nobody; its count shows how many there are. */
const MAX_STEPS = 60

/** Lists of next steps, and the counts in the navigation: every write reads them again. */
export const whatWaitsKey = ['work-queue'] as const

/** Others may have changed it: each visit reads it again. */
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

/** The same for the user's own campaigns, for owners and scorers. */
export const ownStepsQuery = queryOptions<WorkQueueSteps>({
  queryKey: [...whatWaitsKey, 'own-steps'],
  meta: { path: `/api/desk/own-steps?limit=${MAX_STEPS}` },
  ...FRESH,
})

/** The counts in the navigation: one request, kept for a minute however many screens are opened. */
export const openWorkQuery = queryOptions<OpenWork>({
  queryKey: [...whatWaitsKey, 'open'],
  meta: { path: '/api/desk/open' },
  staleTime: 60_000,
  retry: false,
})
