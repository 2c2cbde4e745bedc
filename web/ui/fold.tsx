import { faMinus, faPlus } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useState } from 'react'
import { Heading } from './heading.tsx'
import { Icon } from './icon.tsx'

type Props = {
  /** Of what is inside: a link to `#id` opens it, in the browser itself and by useOpenByHash. */
  id: string
  title: ReactNode
  /** The one figure of the section, seen while it is closed, too. */
  figure?: ReactNode
  /** What is inside, in one line, for as long as it is closed. */
  note?: ReactNode
  /** Open at first; from then on it is the reader's. */
  isOpen?: boolean
  children: ReactNode
}

/** A section of a long page behind its heading. Works without a script, and is found by the browser's own search. */
export function Fold({ id, title, figure, note, isOpen = false, children }: Props) {
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <details className="group" {...(isOpenAtFirst ? { open: true } : {})}>
        <summary className="grid min-h-17 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto_18px] items-center gap-x-4 gap-y-0.5 rounded-card px-5 py-3.5 md:px-7 [&::-webkit-details-marker]:hidden">
          <Heading level={2} size="card" id={`${id}-title`}>
            {title}
          </Heading>
          <span className="fig text-[26px]">{figure}</span>
          <Icon icon={faPlus} className="text-accenttext group-open:hidden" />
          <Icon icon={faMinus} className="hidden text-accenttext group-open:block" />
          {note && <span className="quiet fine col-span-2 truncate group-open:hidden">{note}</span>}
        </summary>
        <div id={id} className="scroll-mt-24 px-5 pb-5 md:px-7 md:pb-7">
          {children}
        </div>
      </details>
    </section>
  )
}
