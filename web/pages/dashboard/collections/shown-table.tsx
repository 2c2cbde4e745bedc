import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keptOf, LoadProblem } from '#web/parts/records/not-loaded.tsx'
import { PastTheEnd } from '#web/parts/records/past-the-end.tsx'
import { COLLECTIONS_PAGE_SIZE } from '#web/queries/collections.ts'
import { FoundCount } from '#web/ui/found-count.tsx'
import { EmptyState, Skeleton } from '#web/ui/note.tsx'
import { Pager } from '#web/ui/pager.tsx'

type Props<Row> = {
  label: string
  found: UseQueryResult<{ count: number }>
  search: string
  rows: readonly Row[]
  row: (row: Row) => ReactNode
  head: readonly string[]
  numeric: readonly string[]
  page: number
  onPage: (page: number) => void
  empty: string
  emptyText: string
  /** The part that is shown, and the file to download. */
  tools: ReactNode
  note?: string
}

/** One table of the screen: its tools, its page, and links to the other pages. */
export function ShownTable<Row>(props: Props<Row>) {
  const { label, found, search, rows, page, onPage, note, tools } = props
  const { error, isPlaceholderData } = found
  const data = keptOf(found)
  const start = (page - 1) * COLLECTIONS_PAGE_SIZE
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-5 py-4">{tools}</div>
      <FoundCount search={search} count={isPlaceholderData ? undefined : data?.count} />
      {note && <p className="quiet fine max-w-[80ch] px-5 pb-4">{note}</p>}
      {!data && !error && <Skeleton className="mx-5 mb-5 h-80" />}
      <LoadProblem what={label} found={found} className="px-5 pb-5" />
      {data && rows.length === 0 && (
        <div className="px-5 pb-5">
          {page > 1 ? (
            <PastTheEnd count={data.count} pageSize={COLLECTIONS_PAGE_SIZE} onPage={onPage} />
          ) : (
            <EmptyState title={props.empty}>{props.emptyText}</EmptyState>
          )}
        </div>
      )}
      {data && rows.length > 0 && <Rows {...props} />}
      {data && rows.length > 0 && data.count > COLLECTIONS_PAGE_SIZE && (
        <Pager
          label={`Pages of ${label.toLowerCase()}`}
          from={start + 1}
          to={start + rows.length}
          of={data.count}
          onPrevious={page > 1 ? () => onPage(page - 1) : null}
          onNext={start + rows.length < data.count ? () => onPage(page + 1) : null}
        />
      )}
    </>
  )
}

function Rows<Row>({ label, head, numeric, rows, row }: Props<Row>) {
  return (
    <div className="relative overflow-x-auto border-t border-line">
      <table className="table stacked broad" aria-label={label}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col" className={numeric.includes(name) ? 'num' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(row)}</tbody>
      </table>
    </div>
  )
}
