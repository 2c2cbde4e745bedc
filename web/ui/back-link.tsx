import { faArrowLeft } from '@fortawesome/free-solid-svg-icons'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'

/** The way up, named after its destination. Its child is the link, from any router. */
export function BackLink({ children }: { children: ReactElement }) {
  return (
    <span className="back-link">
      <Icon icon={faArrowLeft} />
      {children}
    </span>
  )
}
