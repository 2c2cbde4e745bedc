import type { UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Paged } from '#web/query-client.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type TableColumn } from '#web/ui/data-table.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { EmptyState, Note, Skeleton } from '#web/ui/note.tsx'
import { useTrail } from './use-pages.tsx'

type Props<Row> = {
  title: string
  lead: ReactNode
  /** The page after this cursor; null is the first. */
  query: (after: string | null) => UseQueryOptions<Paged<Row>>
  pageSize: number
  columns: readonly TableColumn<Row>[]
  rowId: (row: Row) => string
  /** Left out: without rows there is no list. */
  empty?: { title: string; text: string }
  /** The whole list, as a file. */
  file?: string
}

/** A list that the server gives a page at a time, under its name. */
export function PagedTable<Row extends object>({
  title,
  lead,
  query,
  pageSize,
  columns,
  rowId,
  empty,
  file,
}: Props<Row>) {
  const id = useId()
  const { data, error, refetch, isFetching, pager, isFirst } = useTrail({
    label: `Pages: ${title}`,
    pageSize,
    query,
  })
  const isEmpty = data?.items.length === 0 && isFirst
  if (!empty && (isEmpty || (!data && !error))) return null
  return (
    <section className="card overflow-hidden" aria-labelledby={id}>
      <div className="grid gap-2 px-5 py-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Heading level={2} id={id}>
            {title}
          </Heading>
          {file && (data?.count ?? 0) > 0 && <DownloadCsv path={file} of={title.toLowerCase()} />}
        </div>
        <p className="quiet max-w-[70ch]">{lead}</p>
      </div>
      {!data && !error && <Skeleton className="m-5 h-40" />}
      {!data && error && (
        <div className="px-5 pb-5">
          <Note tone="danger" role="alert">
            <p>This could not be loaded.</p>
            <Button
              size="small"
              className="mt-3"
              pending={isFetching && 'Loading...'}
              onClick={() => void refetch()}
            >
              Try again
            </Button>
          </Note>
        </div>
      )}
      {isEmpty && empty && (
        <div className="px-5 pb-5">
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        </div>
      )}
      {data && (data.items.length > 0 || !isFirst) && (
        <DataTable label={title} columns={columns} rows={data.items} rowId={rowId} />
      )}
      {pager}
    </section>
  )
}
