import type { ReactNode } from 'react'
import type { Quote } from '#domain/schemas/pledge.ts'
import { percentOfGoal, usd } from '#web/format.ts'
import { Track } from '#web/ui/bar.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { EmptyState, Note } from '#web/ui/note.tsx'
import { rangeRows } from './range-rows.ts'
import type { Panel } from './use-panel.ts'

/** Why pledges are closed now, and the statistics one by one. */
export function StatisticList({
  statistics,
  closed,
  children,
}: Pick<Panel, 'statistics' | 'closed'> & {
  children: (statistic: Panel['statistics'][number]) => ReactNode
}) {
  return (
    <>
      {closed && (
        <div className="mb-4">
          <Note>{closed}</Note>
        </div>
      )}
      {statistics.length === 0 ? (
        <EmptyState title="Nothing to pledge on yet">
          This campaign’s statistics are still being prepared. Check back soon.
        </EmptyState>
      ) : (
        <ul className="grid gap-3.5">{statistics.map(children)}</ul>
      )}
    </>
  )
}

/** The largest figure of a panel (R8). Dashes replace it until the server has responded, and when it cannot. */
export function Most({ most }: Pick<Panel, 'most'>) {
  return (
    <p
      className="mt-2.5 flex items-end justify-between gap-3 border-t-[3px] border-ink pt-3"
      aria-live="polite"
    >
      <strong>The most you can owe</strong>
      <Figure
        text={most ? usd(most) : '…'}
        className={most && most.length > 9 ? 'text-[36px]' : 'text-[52px]'}
      />
    </p>
  )
}

export function QuoteProblem({ quoted }: Pick<Panel, 'quoted'>) {
  if (!quoted.problem) return null
  return (
    <div className="mt-3">
      <Note tone="warning" role="status">
        {quoted.problem}
      </Note>
    </div>
  )
}

/** Low, expected and most on one scale, with the earned part striped in each (R8). */
export function Range({ quote }: { quote: Quote }) {
  const rows = rangeRows(quote)
  const earned = percentOfGoal(quote.alreadyEarned, quote.most)
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 mt-3">
        {rows.map(([label, amount]) => (
          <div key={label} className="col-span-full grid min-h-[34px] grid-cols-subgrid items-center">
            <dt>{label}</dt>
            <dd className="contents">
              <Track
                className="bar thin"
                lane="pledged"
                percent={percentOfGoal(amount, quote.most)}
                earnedPercent={earned}
              />
              <Figure text={usd(amount)} size="s" className="text-right" />
            </dd>
          </div>
        ))}
      </dl>
      {earned > 0 && (
        <p className="quiet fine mt-2">
          Striped: {usd(quote.alreadyEarned)} already earned by confirmed results.
        </p>
      )}
    </>
  )
}
