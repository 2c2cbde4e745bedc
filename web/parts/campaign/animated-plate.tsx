import { type ComponentProps, type ReactNode, useState } from 'react'
import { Figure } from '#web/ui/figure.tsx'

/**
 * A figure on a plate, as on a scoreboard: when it changes, the new plate drops into place. Figures that came with the
 * page do not move.
 */
export function AnimatedPlate({
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
export const AnimatedFigure = (figure: ComponentProps<typeof Figure>) => (
  <AnimatedPlate text={figure.text} className={figure.className ?? ''}>
    <Figure {...figure} className="" />
  </AnimatedPlate>
)
