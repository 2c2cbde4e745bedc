import type { ReactNode } from 'react'

type Props = {
  /** Confirmed, entered and not confirmed, or still to play. */
  state?: 'confirmed' | 'waiting' | 'open'
  children?: ReactNode
}

/** A figure hung up manually. What is not confirmed is dashed, and the words "to confirm" stand near it. */
export function Plate({ state = 'confirmed', children }: Props) {
  // Another figure is another plate: it is hung anew.
  return (
    <span key={String(children)} className={`big-plate ${state} ${children === undefined ? '' : 'hang'}`}>
      {children}
    </span>
  )
}
