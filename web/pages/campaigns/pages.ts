/**
 * The open pages of the list, one after the other. The address names the last of them, and so does the link to the
 * next; the earlier ones are kept in this visit's history entry, so that Back shows them all again.
 */
import { useQueries } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { campaignPageQuery } from '#web/queries/campaigns.ts'
import type { Filter } from './filter.ts'

/** No more pages than this stay on the screen: the first ones are removed. */
const MAX_PAGES = 8

type Cursor = string | null
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
