import type { ReactNode } from 'react'

type LedgerRow = { key: string; label: ReactNode; note?: string; amount: string }

/** Words left, money right, a strong line under it and the sum. */
export function Ledger({
  caption,
  columns,
  rows,
  total,
  className = '',
}: {
  caption: ReactNode
  /** Read out only. */
  columns: readonly [string, string]
  rows: readonly LedgerRow[]
  total: { label: string; amount: string }
  className?: string
}) {
  return (
    <table className={`w-full ${className}`}>
      {caption}
      <thead className="sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, note, amount }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className={NAME}>
              {label}
              {note && <span className="quiet fine block font-normal">{note}</span>}
            </th>
            <td className="fig fig-t text-right align-baseline">{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t-[3px] border-ink">
          <th scope="row" className={NAME}>
            {total.label}
          </th>
          <td className="fig fig-s pt-3 text-right align-baseline">{total.amount}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const NAME = 'py-2.5 pr-4 text-left align-baseline leading-[1.35] font-semibold'
