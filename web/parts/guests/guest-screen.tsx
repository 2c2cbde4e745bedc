import type { ReactNode } from 'react'
import { Heading } from '#web/ui/heading.tsx'
import { GUEST, GUEST_FORM } from './layout-classes.ts'

type Props = {
  title: string
  /** Announced as the outcome of the user's press. */
  isOutcome?: boolean
  children: ReactNode
}

/** A page that a mailed link opens and that only reports a status. */
export function GuestScreen({ title, isOutcome = false, children }: Props) {
  return (
    <main id="main" className={GUEST}>
      <div className={GUEST_FORM} {...(isOutcome ? { role: 'status' } : {})}>
        <Heading level={1} size="page">
          {title}
        </Heading>
        {children}
      </div>
    </main>
  )
}
