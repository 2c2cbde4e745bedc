/** The discovery list's state is its address: a search, filter or order can be sent to a friend. */

import { useQueries } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { templateLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { type CampaignFilter, campaignPageQuery } from '#web/queries/campaigns.ts'

/** No more pages than this stay on the screen: the first ones are removed. */
const MAX_PAGES = 8

type Cursor = string | null
/**
 * The open pages of the list, one after the other. The address names the last of them, and so does the link to the
 * next; the earlier ones are kept in this visit's history entry, so that Back shows them all again.
 */
type Trail = { visit: number; cursors: Cursor[] }

/** A reload starts with what the server rendered: the page that the address names. */
const visit = typeof performance === 'undefined' ? 0 : performance.timeOrigin

function cursorsOf(state: unknown, { cursor }: Filter): Cursor[] {
  const trail = state as Partial<Trail> | null
  const isOurs = trail?.visit === visit && trail.cursors?.at(-1) === cursor
  return isOurs && trail.cursors ? trail.cursors : [cursor]
}

export function usePages(filter: Filter) {
  const cursors = cursorsOf(useLocation().state, filter)
  // The loader has already made four attempts; showing the error is no reason for four more.
  const pages = useQueries({
    queries: cursors.map((cursor) => ({ ...campaignPageQuery(filter, cursor), retryOnMount: false })),
  })
  const last = pages.at(-1)
  const next = last?.data?.next ?? null
  const items = new Map(
    pages.flatMap(({ data }) => (data?.items ?? []).map((item) => [item.campaigns.id, item] as const)),
  )
  return {
    /** A campaign that moved from one page to another in between is shown once. */
    items: last?.data ? [...items.values()] : undefined,
    isError: pages.some(({ isError }) => isError),
    isFromStart: cursors[0] === null,
    next,
    trail: { visit, cursors: [...cursors, next].slice(-MAX_PAGES) } satisfies Trail,
  }
}

/**
 * New items appear below what is on the screen, and nothing moves under the reader's eyes, even when the first page is
 * removed. The keyboard focus moves to the first new campaign.
 */
export function useGoingOn(list: RefObject<HTMLElement | null>, ids: readonly string[]) {
  const left = useRef<{ id: string; top: number } | null>(null)
  const elementOf = (id: string | undefined) =>
    id === undefined ? null : (list.current?.querySelector(`[data-campaign="${id}"]`) ?? null)
  useLayoutEffect(() => {
    const last = left.current
    if (last === null || ids.at(-1) === last.id) return
    left.current = null
    const place = ids.indexOf(last.id)
    const before = elementOf(last.id)
    if (before) window.scrollBy({ top: before.getBoundingClientRect().top - last.top, behavior: 'instant' })
    elementOf(ids[place + 1])
      ?.querySelector('a')
      ?.focus({ preventScroll: true })
  })
  return (): void => {
    const id = ids.at(-1)
    const element = elementOf(id)
    if (id !== undefined && element) left.current = { id, top: element.getBoundingClientRect().top }
  }
}

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
