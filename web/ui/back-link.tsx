import { faArrowLeft } from '@fortawesome/free-solid-svg-icons'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'

/** The way up, named by where it leads. Its child is the link, of whatever router there is. */
export function BackLink({ children }: { children: ReactElement }) {
  return (
    <span className="relative inline-flex items-center gap-2.5 text-ink2 hover:text-ink *:[a]:inline-flex *:[a]:min-h-11 *:[a]:items-center *:[a]:text-[15px] *:[a]:font-semibold *:[a]:underline *:[a]:underline-offset-3">
      <Icon icon={faArrowLeft} />
      {children}
    </span>
  )
}
