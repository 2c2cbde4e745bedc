import type { ReactNode } from 'react'

type Props = {
  summary: ReactNode
  /** Opens it; the reader may close it again. */
  open?: boolean
  children: ReactNode
}

/** Optional details. Works without a script, and is found by the browser's own search. */
export function Disclosure({ summary, open, children }: Props) {
  return (
    <details className="disclosure" {...(open ? { open } : {})}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}
