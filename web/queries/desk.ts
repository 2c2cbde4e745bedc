import { queryOptions } from '@tanstack/react-query'
import type { DeskPage, DeskSteps } from '#domain/schemas/desk.ts'

export type DeskFilter = {
  stage: string
  search: string
  sort: string
  order: 'asc' | 'desc'
  page: number
}
export const DESK_PAGE_SIZE = 20
/** A long list of what is next helps nobody; its count says how much there is. */
const MAX_STEPS = 60

/** What others did meanwhile counts: each visit asks again. */
const FRESH = { staleTime: 0, retry: false } as const

const filterOf = ({ stage, search, sort, order }: DeskFilter): URLSearchParams =>
  new URLSearchParams({ stage, sort, order, ...(search ? { search } : {}) })

/** One page of all campaigns, filtered and ordered by the server (R51). */
export const deskQuery = (filter: DeskFilter) => {
  const query = filterOf(filter)
  query.set('page', String(filter.page))
  query.set('limit', String(DESK_PAGE_SIZE))
  return queryOptions<DeskPage>({
    queryKey: ['desk', 'campaigns', query.toString()],
    meta: { path: `/api/desk/campaigns?${query}` },
    ...FRESH,
  })
}

/** All pages of it, as a file. */
export const deskCsvPath = (filter: DeskFilter): string => `/api/desk/campaigns.csv?${filterOf(filter)}`

export const deskStepsQuery = queryOptions<DeskSteps>({
  queryKey: ['desk', 'steps'],
  meta: { path: `/api/desk/steps?limit=${MAX_STEPS}` },
  ...FRESH,
})
