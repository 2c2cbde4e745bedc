/** The discovery list's state is its address: a search, filter or order can be sent to a friend. */
import { templateLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import type { CampaignFilter } from '#web/queries/campaigns.ts'

export const STATUSES = [
  { value: 'all', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'draft', label: 'Draft' },
  { value: 'completed', label: 'Completed' },
  { value: 'paused', label: 'Paused' },
] as const

/** Each order with its words, in both directions. */
export const SORTS = [
  { value: 'pledged', label: 'Amount Pledged', desc: 'most pledged first', asc: 'least pledged first' },
  {
    value: 'supporters',
    label: 'Supporters',
    desc: 'most supporters first',
    asc: 'fewest supporters first',
  },
  {
    value: 'progress',
    label: 'Progress',
    desc: 'nearest to the goal first',
    asc: 'furthest from the goal first',
  },
  { value: 'endDate', label: 'End Date', desc: 'latest end date first', asc: 'earliest end date first' },
  { value: 'name', label: 'Name', desc: 'by name from Z to A', asc: 'by name from A to Z' },
  { value: 'goal', label: 'Goal Amount', desc: 'highest goal first', asc: 'lowest goal first' },
] as const

/** `cursor`: where the last page shown begins; null for the beginning of the list. */
export type Filter = CampaignFilter & { view: 'grid' | 'list'; cursor: string | null }

const MAX_TYPED = 200
const MAX_CURSOR = 500
const DEFAULTS = {
  search: '',
  status: 'active',
  type: 'all',
  sort: 'pledged',
  order: 'desc',
  view: 'grid',
  cursor: null,
} as const satisfies Filter

const oneOf = (value: string | null, allowed: readonly string[], otherwise: string): string =>
  value !== null && allowed.includes(value) ? value : otherwise
const valuesOf = (options: readonly { value: string }[]): string[] => options.map(({ value }) => value)

/** Anything unreadable falls back to the default; text that cannot be typed is not searched for. */
export function filterOf(params: URLSearchParams): Filter {
  return {
    search: (params.get('search') ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_TYPED),
    status: oneOf(params.get('status'), valuesOf(STATUSES), DEFAULTS.status),
    type: oneOf(params.get('type'), Object.keys(templateLabels), DEFAULTS.type),
    sort: oneOf(params.get('sort'), valuesOf(SORTS), DEFAULTS.sort),
    order: oneOf(params.get('order'), ['asc', 'desc'], DEFAULTS.order),
    view: params.get('view') === 'list' ? 'list' : 'grid',
    cursor: params.get('cursor')?.slice(0, MAX_CURSOR) || DEFAULTS.cursor,
  }
}

/** The address contains only what differs from the default. */
export function addressOf(filter: Filter): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (value !== null && value !== DEFAULTS[name as keyof Filter]) query.set(name, value)
  }
  return query.size > 0 ? `${paths.campaigns}?${query}` : paths.campaigns
}

/** A different query starts at its beginning; a different view of the same results stays where it is. */
export const changed = (filter: Filter, changes: Partial<Filter>): Filter => ({
  ...filter,
  ...(Object.keys(changes).every((name) => name === 'view') ? {} : { cursor: null }),
  ...changes,
})

/** What Clear Filters resets. */
export const CLEARED = {
  search: DEFAULTS.search,
  type: DEFAULTS.type,
  status: DEFAULTS.status,
} as const satisfies Partial<Filter>
export const isUnfiltered = ({ search, type, status }: Filter): boolean =>
  !search && type === 'all' && (status === 'all' || status === 'active')

/** The active type, status and order in a line; the search text comes before it. */
export function filterWords({ type, status, sort, order }: Filter): string {
  const statusLabel = STATUSES.find(({ value }) => value === status)?.label.toLowerCase()
  const chosen = SORTS.find(({ value }) => value === sort) ?? SORTS[0]
  return [
    status === 'all' ? 'all statuses' : `${statusLabel} campaigns`,
    type === 'all' ? 'all types' : templateLabels[type as keyof typeof templateLabels],
    order === 'asc' ? chosen.asc : chosen.desc,
  ].join(', ')
}
