import { type ComponentProps, type ReactNode, useState } from 'react'
import { Figure } from '#web/ui/figure.tsx'

/**
 * A figure on a plate, as hung up by hand: when it changes, the new one drops into place (look, "Motion").
 * Figures that came with the page do not move.
 */
export function Hung({
  text,
  className = '',
  children,
}: {
  /** The plate's text: another text is another plate. */
  text: string
  className?: string
  children?: ReactNode
}) {
  const [plate, hang] = useState({ text, number: 0 })
  if (plate.text !== text) hang({ text, number: plate.number + 1 })
  return (
    <span key={plate.number} className={`hangs ${plate.number > 0 ? 'hang' : ''} ${className}`}>
      {children ?? text}
    </span>
  )
}

/** The same for an amount, with its raised cents. */
export const HungFigure = (figure: ComponentProps<typeof Figure>) => (
  <Hung text={figure.text} className={figure.className ?? ''}>
    <Figure {...figure} className="" />
  </Hung>
)
