import { type ReactNode, useState } from 'react'
import { Heading } from './heading.tsx'

type Props = {
  /** The id of the content: a link to `#id` opens it, in the browser itself and by useOpenByHash. */
  id: string
  title: ReactNode
  /** The section's one figure, also visible while it is closed. */
  figure?: ReactNode
  /** The content in one line, shown while it is closed. */
  note?: ReactNode
  /** Open at first; from then on the reader decides. */
  isOpen?: boolean
  children: ReactNode
}

/** A section of a long page behind its heading. Works without a script, and is found by the browser's own search. */
export function Fold({ id, title, figure, note, isOpen = false, children }: Props) {
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <details className="group" {...(isOpenAtFirst ? { open: true } : {})}>
        <summary className="grid min-h-17 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto_1.125rem] items-center gap-x-4 gap-y-0.5 rounded-card px-5 py-3.5 md:px-7 [&::-webkit-details-marker]:hidden">
          <Heading level={2} size="card" id={`${id}-title`}>
            {title}
          </Heading>
          <span className="fig large-[1.625]">{figure}</span>
          {/* A plus that becomes a minus. */}
          <span
            aria-hidden="true"
            className="relative block size-4.5 before:absolute before:inset-x-0 before:top-[0.5rem] before:h-[3px] before:bg-accenttext after:absolute after:inset-y-0 after:left-[0.5rem] after:w-[3px] after:bg-accenttext group-open:after:hidden"
          />
          {note && (
            <span className="quiet fine col-span-2 line-clamp-2 wrap-anywhere group-open:hidden">{note}</span>
          )}
        </summary>
        <div id={id} className="scroll-mt-24 px-5 pb-5 md:px-7 md:pb-7">
          {children}
        </div>
      </details>
    </section>
  )
}

/** A section that is still empty: its heading, and what is missing in one line. */
export function EmptyFold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="card flex min-h-17 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3.5 md:px-7">
      <Heading level={2} size="card" className="flex-1 basis-60">
        {title}
      </Heading>
      <p className="quiet">{children}</p>
    </section>
  )
}
