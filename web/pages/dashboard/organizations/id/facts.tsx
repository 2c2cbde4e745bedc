import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'

type Props = {
  title: string
  lead?: string
  action?: ReactNode
  facts: readonly (readonly [string, ReactNode])[]
}

/** Known details, each with its label; unknown ones say so. */
export function Facts({ title, lead, action, facts, children }: Props & { children?: ReactNode }) {
  return (
    <section className="card overflow-hidden" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
        <Heading level={2}>{title}</Heading>
        {action}
      </div>
      {lead && <p className="quiet px-5 pb-4">{lead}</p>}
      {children}
      <dl className="grid border-t border-line">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="grid gap-x-4 gap-y-0.5 border-b border-line px-5 py-3 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <dt className="quiet">{name}</dt>
            <dd className="min-w-0 whitespace-pre-line break-words">
              {value || <span className="quiet">Not set</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
