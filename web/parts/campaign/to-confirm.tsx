import { AnimatedPlate } from './animated-plate.tsx'

const BOX =
  'inline-flex rounded-badge border-[1.5px] border-dashed border-control py-[0.1875rem] font-semibold'
const PLACES = {
  line: 'items-baseline gap-1.5 px-2 text-[0.84375rem] whitespace-nowrap',
  /** Upright on a phone, where columns are narrow. */
  column:
    'flex-col items-end px-1 text-[0.8125rem] leading-[1.2] md:flex-row md:gap-1.5 md:px-2 md:text-[0.84375rem] md:whitespace-nowrap',
}

/** A figure that is entered and not confirmed. */
export function ToConfirm({
  text,
  figureClass,
  place,
  className = '',
}: {
  text: string
  figureClass: string
  place: keyof typeof PLACES
  className?: string
}) {
  return (
    <span className={`${BOX} ${PLACES[place]} ${className}`}>
      <AnimatedPlate className={figureClass} text={text} /> to confirm
    </span>
  )
}
