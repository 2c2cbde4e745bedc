import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import { useFocusInRows, useWhole } from '#web/ui/next-focus.ts'
import { EmptyState } from '#web/ui/note.tsx'
import { ShowAll } from './show-all.tsx'

type Props = {
  title: string
  head: readonly string[]
  rows: ReactNode[]
  /** Of groups of rows: each above the row at its place, and no row itself. */
  headings?: Readonly<Record<number, ReactNode>>
  empty: string
  emptyText?: string
  /** The one thing to do about it. */
  emptyAction?: ReactNode
  actions?: ReactNode
  /** Between the heading and the table, also while it is empty: filters. */
  above?: ReactNode
  below?: ReactNode
  numeric?: readonly string[]
  /** On a phone each row is two lines without column names: each value is self-explanatory. */
  isCompact?: boolean
  /** It has a button in its last column and other cards beside it: rows are cards wherever its place is too narrow. */
  isFitted?: boolean
  /** Rows beyond these are behind a button. */
  most?: number
  /** Links to the other pages, if the rows are one of several. */
  pager?: ReactNode
}

/** As many as fit side by side on a tablet. */
const MAX_COLUMNS_ON_A_TABLET = 5

const tableClass = (
  columns: number,
  { isCompact, isFitted }: { isCompact: boolean; isFitted: boolean },
): string =>
  `table stacked ${isFitted ? 'fitted' : columns > MAX_COLUMNS_ON_A_TABLET ? 'broad' : ''} ${isCompact ? 'compact' : ''}`

/** Where the row at this place is among the rows and the headings above them. */
export const childAt = (place: number, headings: NonNullable<Props['headings']>): number =>
  place + Object.keys(headings).filter((one) => Number(one) <= place).length

/** A table under its heading; when empty, the words for that. */
export function TableCard({
  title,
  head,
  rows,
  headings = {},
  empty,
  emptyText,
  emptyAction,
  actions,
  above,
  below,
  numeric = [],
  isCompact = false,
  isFitted = false,
  most = 20,
  pager,
}: Props) {
  const { isWhole, showWhole, list } = useWhole<HTMLTableSectionElement>(childAt(most, headings))
  const rowFocus = useFocusInRows()
  const shown = isWhole ? rows : rows.slice(0, most)
  return (
    <section className="card overflow-hidden" aria-label={title} {...rowFocus}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <Heading level={2}>{title}</Heading>
        {actions}
      </div>
      {above && <div className="grid gap-3 px-5 pb-4">{above}</div>}
      {rows.length === 0 ? (
        <div className="px-5 pb-5">
          <EmptyState title={empty} action={emptyAction}>
            {emptyText}
          </EmptyState>
        </div>
      ) : (
        <div className="@container/table relative overflow-x-auto">
          <table className={tableClass(head.length, { isCompact, isFitted })} aria-label={title}>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col" className={numeric.includes(name) ? 'num' : ''}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={list}>{shown.flatMap((row, place) => [headings[place], row])}</tbody>
          </table>
        </div>
      )}
      <ShowAll shown={shown.length} of={rows.length} onShow={showWhole} />
      {pager}
      {below && <div className="border-t border-line px-5 py-3.5">{below}</div>}
    </section>
  )
}
