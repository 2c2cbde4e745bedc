import type { ReactNode } from 'react'

export type TableColumn<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** Figures are right-aligned. */
  numeric?: boolean
  /** The header is read aloud, not shown: a column of buttons. */
  isHeadHidden?: boolean
  /** On a phone it takes the whole width, without a header above it. */
  full?: boolean
}
type Props<Row> = {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
}

/** On a phone each row is a small card. */
export function DataTable<Row extends object>({ label, columns, rows, rowId }: Props<Row>) {
  const rowHead = columns.find(({ isHeadHidden }) => !isHeadHidden)
  return (
    <div className="relative overflow-x-auto">
      <table className="table stacked" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, head, numeric, isHeadHidden }) => (
              <th key={id} scope="col" className={numeric ? 'num' : ''}>
                {isHeadHidden ? <span className="sr-only">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map((column) => (
                <Cell key={column.id} column={column} isRowHead={column === rowHead}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
