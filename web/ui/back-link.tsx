import { faArrowLeft } from '@fortawesome/free-solid-svg-icons'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'

const LINK =
  '[&>a]:inline-flex [&>a]:min-h-11 [&>a]:items-center [&>a]:text-[0.9375rem] [&>a]:font-semibold [&>a]:underline [&>a]:underline-offset-3'

/** The way up, named after its destination. Its child is the link, from any router. */
export function BackLink({ children }: { children: ReactElement }) {
  return (
    <span className={`relative inline-flex items-center gap-2.5 text-ink2 hover:text-ink ${LINK}`}>
      <Icon icon={faArrowLeft} />
      {children}
    </span>
  )
}
