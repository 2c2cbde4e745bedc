import { faArrowDown, faArrowUp, faSort } from '@fortawesome/free-solid-svg-icons'
import {
  createPaginatedRowModel,
  createSortedRowModel,
  type Header,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Pager } from './pager.tsx'

export type TableColumn<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** What the column sorts by: a number or a text. Without it, the column does not sort. */
  sort?: (row: Row) => string | number
  /** Figures are right-aligned. */
  numeric?: boolean
  /** The header is read aloud, not shown: a column of buttons. */
  isHeadHidden?: boolean
  /** On a phone it takes the whole width, without a header above it. */
  full?: boolean
}
type Props<Row> = {
  /** Names the table and its pages. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Not confirmed, or reversed: the row looks different. */
  rowState?: (row: Row) => 'waiting' | 'voided' | undefined
  pageSize?: number
  /** The column it is sorted by initially. */
  sortedBy?: { id: string; desc: boolean }
}

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
})

/** Rows that are all loaded: sorted by their headers, a page at a time. On a phone each row is a small card. */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowId,
  rowState,
  pageSize = 20,
  sortedBy,
}: Props<Row>) {
  const table = useTable<typeof features, Row>({
    features,
    data: rows,
    columns: columns.map(({ id, sort, numeric }) => ({
      id,
      accessorFn: (row: Row) => sort?.(row) ?? '',
      enableSorting: sort !== undefined,
      sortFn: numeric ? 'basic' : 'alphanumeric',
      sortDescFirst: numeric ?? false,
    })),
    getRowId: rowId,
    enableSortingRemoval: false,
    initialState: {
      sorting: sortedBy ? [sortedBy] : [],
      pagination: { pageIndex: 0, pageSize },
    },
  })
  const { pageIndex } = table.state.pagination
  const shown = table.getRowModel().rows
  const rowHead = columns.find(({ isHeadHidden }) => !isHeadHidden)
  return (
    <>
      <div className="relative overflow-x-auto">
        <table className="table stacked" aria-label={label}>
          <thead>
            <tr>
              {table.getHeaderGroups()[0]?.headers.map((header, index) => (
                <Head key={header.id} header={header} column={columns[index]} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, original }) => (
              <tr key={id} className={rowState?.(original) ?? ''}>
                {columns.map((column) => (
                  <Cell key={column.id} column={column} isRowHead={column === rowHead}>
                    {column.cell(original)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > pageSize && (
        <Pager
          label={`Pages: ${label}`}
          from={pageIndex * pageSize + 1}
          to={pageIndex * pageSize + shown.length}
          of={rows.length}
          onPrevious={table.getCanPreviousPage() ? () => table.previousPage() : null}
          onNext={table.getCanNextPage() ? () => table.nextPage() : null}
        />
      )}
    </>
  )
}

type CellProps<Row> = { column: TableColumn<Row>; isRowHead: boolean; children: ReactNode }

/** The first column says whose figures its row has. */
function Cell<Row>({ column, isRowHead, children }: CellProps<Row>) {
  const given = {
    className: `${column.numeric ? 'num' : ''} ${column.full ? 'full' : ''} ${column.isHeadHidden ? 'plain' : ''}`,
    ...(column.isHeadHidden || column.full ? {} : { 'data-label': column.head }),
  }
  if (!isRowHead) return <td {...given}>{children}</td>
  return (
    <th scope="row" {...given}>
      {children}
    </th>
  )
}

type HeadProps<Row extends object> = {
  header: Header<typeof features, Row>
  column: TableColumn<Row> | undefined
}

function Head<Row extends object>({ header, column }: HeadProps<Row>) {
  const { column: sorted } = header
  const order = sorted.getIsSorted()
  const name = column?.isHeadHidden ? <span className="sr-only">{column.head}</span> : column?.head
  if (!sorted.getCanSort())
    return (
      <th scope="col" className={column?.numeric ? 'num' : ''}>
        {name}
      </th>
    )
  return (
    <th
      scope="col"
      className={column?.numeric ? 'num' : ''}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}
    >
      <button
        type="button"
        className={`sort-head inline-flex min-h-11 items-center gap-1.5 hover:text-ink ${order ? 'text-ink' : ''}`}
        onClick={() => sorted.toggleSorting()}
      >
        {name}
        <Icon
          className={`size-3 ${order ? '' : 'opacity-60'}`}
          icon={order === 'asc' ? faArrowUp : order === 'desc' ? faArrowDown : faSort}
        />
      </button>
    </th>
  )
}
