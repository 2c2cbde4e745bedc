import { faArrowLeft } from '@fortawesome/free-solid-svg-icons'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'

/** The way up, named by where it leads. Its child is the link, of whatever router there is. */
export function BackLink({ children }: { children: ReactElement }) {
  return (
    <span className="back-link">
      <Icon icon={faArrowLeft} />
      {children}
    </span>
  )
}
