/** The discovery list's state is its address: what is searched, filtered and sorted can be sent to a friend. */
import { useSearchParams } from 'react-router'
import { templateLabels } from '#web/labels.ts'
import type { CampaignFilter } from '#web/queries/campaigns.ts'

export const STATUSES = [
  { value: 'all', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Draft' },
  { value: 'completed', label: 'Completed' },
  { value: 'paused', label: 'Paused' },
] as const
export const SORTS = [
  { value: 'pledged', label: 'Amount Pledged' },
  { value: 'supporters', label: 'Supporters' },
  { value: 'progress', label: 'Progress' },
  { value: 'endDate', label: 'End Date' },
  { value: 'name', label: 'Name' },
  { value: 'goal', label: 'Goal Amount' },
] as const

export type Filter = CampaignFilter & { view: 'grid' | 'list'; limit: number }
export const PAGE_SIZE = 48
const MOST = 192

const DEFAULTS = {
  search: '',
  status: 'active',
  type: 'all',
  sort: 'pledged',
  order: 'desc',
  view: 'grid',
  limit: String(PAGE_SIZE),
}
const oneOf = (value: string | null, allowed: readonly string[], otherwise: string): string =>
  value !== null && allowed.includes(value) ? value : otherwise

/** What cannot be understood is read as the default. */
export function filterOf(params: URLSearchParams): Filter {
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    status: oneOf(
      params.get('status'),
      STATUSES.map(({ value }) => value),
      DEFAULTS.status,
    ),
    type: oneOf(params.get('type'), ['all', ...Object.keys(templateLabels)], DEFAULTS.type),
    sort: oneOf(
      params.get('sort'),
      SORTS.map(({ value }) => value),
      DEFAULTS.sort,
    ),
    order: oneOf(params.get('order'), ['asc', 'desc'], DEFAULTS.order),
    view: params.get('view') === 'list' ? 'list' : 'grid',
    limit: Math.min(MOST, Math.max(PAGE_SIZE, Number.parseInt(params.get('limit') ?? '', 10) || PAGE_SIZE)),
  }
}

export const isUnfiltered = ({ search, type, status }: Filter): boolean =>
  !search && type === 'all' && (status === 'all' || status === 'active')

/** The address says only what differs from the default. */
export function useFilter(): [Filter, (changes: Partial<Filter>) => void] {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  const change = (changes: Partial<Filter>): void => {
    const next = { ...filter, limit: PAGE_SIZE, ...changes }
    const wanted = new URLSearchParams()
    for (const [name, value] of Object.entries(next)) {
      if (String(value) !== DEFAULTS[name as keyof typeof DEFAULTS]) wanted.set(name, String(value))
    }
    setParams(wanted, { replace: true, preventScrollReset: true })
  }
  return [filter, change]
}
