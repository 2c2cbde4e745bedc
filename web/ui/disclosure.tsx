import type { ReactNode } from 'react'

type Props = {
  summary: ReactNode
  /** Opens it; whoever closed it again may do so. */
  open?: boolean
  children: ReactNode
}

// Several share their lines, and a card ends with its own edge.
const DISCLOSURE =
  'disclosure border-y border-line [.disclosure+&]:border-t-0 [.card>&]:last:-mb-3.5 [.card>&]:last:border-b-0'
const SUMMARY =
  'grid min-h-13 list-none grid-cols-[1fr_18px] items-center gap-4 font-semibold hover:underline hover:underline-offset-4 [&::-webkit-details-marker]:hidden'

/** More for those who ask. Works without a script, and is found by the browser's own search. */
export function Disclosure({ summary, open, children }: Props) {
  return (
    <details className={DISCLOSURE} {...(open ? { open } : {})}>
      <summary className={SUMMARY}>{summary}</summary>
      <div className="max-w-[62ch] pb-4">{children}</div>
    </details>
  )
}
