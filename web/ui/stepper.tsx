import { faMinus, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

const HOLD_MS = 500
const REPEAT_MS = 120

type Props = { label: string; value: string; onChange: (value: string) => void; min?: number }

/** Made for a thumb at the touchline: minus, plate, plus; held, it counts on. The plate takes typing too. */
export function Stepper({ label, value, onChange, min = 0 }: Props) {
  const latest = useRef(value)
  latest.current = value
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hold.current), [])

  const step = (by: number): void => {
    // An empty plate is not a zero: minus writes the zero down.
    const next = latest.current === '' && by < 0 ? min : (Number(latest.current) || 0) + by
    if (next >= min) onChange(String(next))
  }
  const wasHeld = useRef(false)
  const press = (by: number) => ({
    onClick: () => {
      if (!wasHeld.current) step(by)
      wasHeld.current = false
    },
    onPointerDown: () => {
      const again = (): void => {
        wasHeld.current = true
        step(by)
        hold.current = setTimeout(again, REPEAT_MS)
      }
      wasHeld.current = false
      hold.current = setTimeout(again, HOLD_MS)
    },
    onPointerUp: () => clearTimeout(hold.current),
    onPointerLeave: () => clearTimeout(hold.current),
    onPointerCancel: () => clearTimeout(hold.current),
  })

  return (
    <fieldset className="stepper" aria-label={label}>
      <button
        type="button"
        aria-label={`One less: ${label}`}
        disabled={value !== '' && (Number(value) || 0) <= min}
        {...press(-1)}
      >
        <Icon icon={faMinus} />
      </button>
      <input
        aria-label={label}
        inputMode="decimal"
        value={value}
        placeholder="–"
        onChange={(event) => onChange(event.target.value)}
      />
      <button type="button" className="plus" aria-label={`One more: ${label}`} {...press(1)}>
        <Icon icon={faPlus} />
      </button>
    </fieldset>
  )
}
