/** A ZIP code of another state is asked about, and not refused: some cross a state's line, and some are typed wrong. */
import { otherPlaceOf, stateName } from '#domain/places/states.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type Typed = { state: string; zip: string }

/** What was confirmed: another state or ZIP code is another question. */
const zipKey = ({ state, zip }: Typed): string => `${state} ${zip.trim()}`

/** What to do about the ZIP code; undefined where it fits the state or was confirmed. */
export function zipQuestion(typed: Typed, confirmed: string): string | undefined {
  const place = otherPlaceOf(typed)
  if (place === null || confirmed === zipKey(typed)) return undefined
  return `This ZIP code is in ${stateName(place)}: correct it or the state, or confirm it below`
}

type Props = { typed: Typed; confirmed: string; onConfirm: (key: string) => void; className?: string }

/** Only where there is a question. */
export function ConfirmZip({ typed, confirmed, onConfirm, className }: Props) {
  const place = otherPlaceOf(typed)
  if (place === null) return null
  const key = zipKey(typed)
  return (
    <div className={className} role="status">
      <Checkbox
        label={`Yes, ${typed.zip.trim()} in ${stateName(typed.state)} is right`}
        hint={`The postal service has this ZIP code in ${stateName(place)}.`}
        checked={confirmed === key}
        onChange={(isRight) => onConfirm(isRight ? key : '')}
      />
    </div>
  )
}
