import type { ReactNode } from 'react'
import { usd } from '#web/format.ts'
import { startSignInPath, type Waiting } from '#web/paths.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Panel } from './use-panel.ts'

const DELAY_MS = 500

/** A visitor may look at everything; to take part, they sign in and return to the same place. */
export function askToSignIn(words: { title: string; description: string }, waiting: Waiting = null): void {
  toast({ ...words, destructive: true })
  const { pathname, search } = window.location
  setTimeout(() => window.location.assign(startSignInPath(pathname + search, waiting)), DELAY_MS)
}

const PREPARING = 'Nothing to pledge on yet. This campaign’s statistics are still being prepared.'

/** Why pledges are closed now, and the statistics one by one. */
export function StatisticList({
  statistics,
  closed,
  whileClosed,
  children,
}: Pick<Panel, 'statistics' | 'closed'> & {
  whileClosed?: ReactNode
  children: (statistic: Panel['statistics'][number]) => ReactNode
}) {
  const why = closed ?? (statistics.length === 0 ? PREPARING : null)
  return (
    <>
      {why && (
        <div className="mb-4">
          <Note>{why}</Note>
        </div>
      )}
      {whileClosed}
      {statistics.length > 0 && <ul className="grid gap-3.5">{statistics.map(children)}</ul>}
    </>
  )
}

/** The largest figure of a panel. Dashes replace it until the server has responded, and when it cannot. */
export function Most({ most }: Pick<Panel, 'most'>) {
  return (
    <p
      className="flex flex-wrap items-end justify-between gap-x-3 max-lg:border-t-[3px] max-lg:border-ink max-lg:pt-3"
      aria-live="polite"
    >
      <strong>The most you can owe</strong>
      <Figure
        text={most ? usd(most) : '…'}
        className={most && most.length > 9 ? 'large-[2.25]' : 'large-[3.25] lg:large-[2.75]'}
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
