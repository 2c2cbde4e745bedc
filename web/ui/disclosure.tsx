import type { ReactNode } from 'react'

/** More for those who ask. Works without a script, and is found by the browser's own search. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}
