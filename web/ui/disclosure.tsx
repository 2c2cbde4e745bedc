import type { ReactNode } from 'react'

type Props = {
  summary: ReactNode
  /** Opens it; whoever closed it again may do so. */
  open?: boolean
  children: ReactNode
}

/** More for those who ask. Works without a script, and is found by the browser's own search. */
export function Disclosure({ summary, open, children }: Props) {
  return (
    <details className="disclosure" {...(open ? { open } : {})}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}
