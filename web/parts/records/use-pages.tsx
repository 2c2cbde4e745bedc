import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MANAGED_PAGE_SIZE } from '#web/queries/campaigns.ts'
import type { Counted, Paged } from '#web/query-client.ts'
import { Pager } from '#web/ui/pager.tsx'

type Given<Row> = {
  /** "Pages of supporters". */
  label: string
  /** What is listed, if that changes: another list begins at its first page. */
  of?: string
  /** The newest rows, loaded with the screen: the first page needs no call. Without them, the first page is requested too. */
  newest?: readonly Row[]
  count?: number
  /** Rows of a page, if not as many as on other lists of the management screen. */
  size?: number
  /** The page after this row; null is the first. */
  query: (after: string | null) => UseQueryOptions<Counted<Row>>
}
type Pages<Row> = {
  rows: readonly Row[]
  /** On all pages. */
  count: number
  pager: ReactNode
  isPending: boolean
  error: Error | null
  isTrying: boolean
  retry: () => void
}

/** A list that the server returns a page at a time. The current page stays while the next one loads. */
export function usePages<Row extends { id: string }>({
  label,
  of = '',
  newest,
  count,
  size = MANAGED_PAGE_SIZE,
  query,
}: Given<Row>): Pages<Row> {
  // The last row of each page before this one, and what was shown when the page was turned.
  const [turned, setTurned] = useState<{ of: string; trail: string[] }>({ of, trail: [] })
  const trail = turned.of === of ? turned.trail : []
  const setTrail = (next: string[]): void => setTurned({ of, trail: next })
  const after = trail.at(-1) ?? null
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = useQuery({
    ...query(after),
    enabled: after !== null || newest === undefined,
    placeholderData: keepPreviousData,
  })
  // Its last row was dealt with: the page before it is the last one now.
  if (trail.length > 0 && !isPlaceholderData && data?.items.length === 0) setTrail(trail.slice(0, -1))
  const first = newest?.slice(0, size)
  const rows = (after === null ? (first ?? data?.items) : (data?.items ?? first)) ?? []
  const all = (after === null ? (count ?? data?.count) : (data?.count ?? count)) ?? 0
  const start = trail.length * size
  const last = rows.at(-1)?.id
  const hasMore = last !== undefined && start + rows.length < all
  const pager = (trail.length > 0 || hasMore) && (
    <Pager
      label={label}
      from={start + 1}
      to={start + rows.length}
      of={all}
      onPrevious={trail.length === 0 ? null : () => setTrail(trail.slice(0, -1))}
      onNext={hasMore ? () => setTrail([...trail, last]) : null}
    />
  )
  return {
    rows,
    pager,
    error,
    count: all,
    isTrying: isFetching,
    isPending: rows.length === 0 && isPending && newest === undefined,
    retry: () => void refetch(),
  }
}

type GivenTrail<Page> = {
  label: string
  pageSize: number
  /** The page after this cursor; null is the first. */
  query: (after: string | null) => UseQueryOptions<Page>
}

/** The same for a list whose pages each have the cursor of the next. */
export function useTrail<Page extends Paged<unknown>>({ label, pageSize, query }: GivenTrail<Page>) {
  // The cursors of the pages before this one.
  const [trail, setTrail] = useState<string[]>([])
  const { data, error, refetch, isFetching } = useQuery({
    ...query(trail.at(-1) ?? null),
    placeholderData: keepPreviousData,
  })
  const start = trail.length * pageSize
  const next = data?.next ?? null
  const pager = data && (trail.length > 0 || next !== null) && (
    <Pager
      label={label}
      from={start + 1}
      to={start + data.items.length}
      of={data.count}
      onPrevious={trail.length === 0 ? null : () => setTrail(trail.slice(0, -1))}
      onNext={next === null ? null : () => setTrail([...trail, next])}
    />
  )
  return { data, error, refetch, isFetching, pager, isFirst: trail.length === 0 }
}
