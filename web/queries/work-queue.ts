import { queryOptions } from '@tanstack/react-query'
import type { StepKind } from '#domain/people/work-queue.ts'
import type { OpenWork, WorkQueuePage, WorkQueueShow, WorkQueueSteps } from '#domain/schemas/work-queue.ts'

export type WorkQueueRequest = {
  show: WorkQueueShow
  stage: string
  search: string
  sort: string
  order: 'asc' | 'desc'
  page: number
}
export const WORK_QUEUE_PAGE_SIZE = 20
export const STEPS_PAGE_SIZE = 25
export type StepsRequest = { page: number; kind: StepKind | null; show: WorkQueueShow }

/** Lists of next steps, and the counts in the navigation: every write reads them again. */
export const whatWaitsKey = ['work-queue'] as const

/** Others may have changed it: each visit reads it again. */
const FRESH = { staleTime: 0, retry: false } as const

const filterOf = ({ show, stage, search, sort, order }: WorkQueueRequest): URLSearchParams =>
  new URLSearchParams({ show, stage, sort, order, ...(search ? { search } : {}) })

/** One page of all campaigns, filtered and ordered by the server. */
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

/** One page of next steps, of one kind or of all; the others are behind their own addresses. */
const stepsQuery =
  (list: 'steps' | 'own-steps', fixed: Record<string, string> = {}) =>
  ({ page, kind, show }: StepsRequest = { page: 1, kind: null, show: 'mine_if_any' }) => {
    const query = new URLSearchParams({ show, limit: String(STEPS_PAGE_SIZE), ...fixed })
    if (page > 1) query.set('page', String(page))
    if (kind) query.set('kind', kind)
    return queryOptions<WorkQueueSteps>({
      queryKey: [...whatWaitsKey, list, page, kind, show],
      meta: { path: `/api/desk/${list}?${query}` },
      ...FRESH,
    })
  }

export const workQueueStepsOf = stepsQuery('steps', {
  confirmations: 'campaign',
  withoutCampaign: 'list',
})
export const workQueueStepsQuery = workQueueStepsOf()

/** The same for the user's own campaigns, for owners and scorers. */
export const ownStepsOf = stepsQuery('own-steps')
export const ownStepsQuery = ownStepsOf()

/** The counts in the navigation: one request, kept for a minute however many screens are opened. */
export const openWorkQuery = queryOptions<OpenWork>({
  queryKey: [...whatWaitsKey, 'open'],
  meta: { path: '/api/desk/open' },
  staleTime: 60_000,
  retry: false,
})
