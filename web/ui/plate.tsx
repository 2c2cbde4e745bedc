import type { ReactNode } from 'react'

type Props = {
  /** Confirmed, entered and not confirmed, or still to play. */
  state?: 'confirmed' | 'waiting' | 'open'
  children?: ReactNode
}

const PLATE =
  'inline-grid h-19 min-w-[62px] place-items-center rounded-plate px-3.5 font-display text-[44px]/none font-extrabold'
const STATES = {
  confirmed: 'plate text-boardink',
  waiting: 'border-2 border-dashed border-bulb text-bulb',
  open: 'text-boardink shadow-[inset_0_0_0_1px_rgba(179,206,191,0.3)]',
}

/** A figure on a plate, as hung up by hand. What is not confirmed is dashed, and the words "to confirm" are near it. */
export function Plate({ state = 'confirmed', children }: Props) {
  // A new figure gets a new key, so that its plate is hung again.
  return (
    <span
      key={String(children)}
      className={`${PLATE} ${STATES[state]} ${children === undefined ? '' : 'hang'}`}
    >
      {children}
    </span>
  )
}
