import { FieldFrame } from './field.tsx'

type Props = {
  label: string
  /** From 0 to 1. */
  value: number
  onChange: (value: number) => void
}
const STEPS = 100

/** A value between two ends: dragged, pressed or moved with the arrow keys. */
export function RangeField({ label, value, onChange }: Props) {
  return (
    <FieldFrame label={label}>
      {(ids) => (
        <input
          {...ids}
          type="range"
          className="h-11 w-full cursor-pointer accent-accent"
          min={0}
          max={STEPS}
          step="any"
          value={value * STEPS}
          onChange={(event) => onChange(event.target.valueAsNumber / STEPS)}
          aria-valuetext={`${Math.floor(value * STEPS)}%`}
        />
      )}
    </FieldFrame>
  )
}
