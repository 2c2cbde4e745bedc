import type { ReactNode } from 'react'

type Column = { id: string; name: string }

const HEAD = 'border-b-[1.5px] border-control py-1.5 align-bottom text-[0.84375rem] font-semibold text-ink2'
/** Stays in view while the scores scroll sideways. */
const FIRST = 'sticky left-0 bg-surface pr-2 text-left'
const SCORE = 'pl-1.5 text-right md:pl-4'

/** Scores in columns, beside what each row is about. On a phone they scroll sideways. */
export function ScoreTable({
  label,
  caption,
  columns: [first, ...scores],
  className = '',
  children,
}: {
  /** The name of the region that scrolls. */
  label: string
  /** For screen readers. */
  caption?: string
  columns: readonly [Column, ...Column[]]
  className?: string
  /** Rows. */
  children: ReactNode
}) {
  return (
    <section
      className={`relative overflow-x-auto pb-1 ${className}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <table className="w-full border-collapse">
        {caption && <caption className="sr-only">{caption}</caption>}
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} ${FIRST}`}>
              {first.name}
            </th>
            {scores.map(({ id, name }) => (
              <th key={id} scope="col" className={`${HEAD} ${SCORE}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

export function ScoreRow({
  name,
  scores,
}: {
  name: ReactNode
  scores: readonly { id: string; score: ReactNode }[]
}) {
  return (
    <tr className="*:border-line *:py-2.5 not-first:*:border-t">
      <th scope="row" className={`${FIRST} min-w-[7.375rem] font-semibold wrap-anywhere md:min-w-[8.75rem]`}>
        {name}
      </th>
      {scores.map(({ id, score }) => (
        <td key={id} className={SCORE}>
          {score}
        </td>
      ))}
    </tr>
  )
}
