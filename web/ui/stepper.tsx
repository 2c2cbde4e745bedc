import { faMinus, faPlus } from '@fortawesome/free-solid-svg-icons'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

const HOLD_MS = 500
const REPEAT_MS = 120

type Props = {
  label: string
  /** What the plate says: empty where nothing was entered, which is not a zero. */
  value: string
  onChange: (value: string) => void
  min?: number
}

/** Made for a thumb at the touchline: minus, plate, plus; held, it counts on. The plate takes typing too. */
export function Stepper({ label, value, onChange, min = 0 }: Props) {
  const latest = useRef(value)
  latest.current = value
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hold.current), [])

  /** False at the end of the way. */
  const step = (by: number): boolean => {
    // An empty plate is not a zero: minus writes the zero down.
    const next = latest.current === '' && by < 0 ? min : (Number(latest.current) || 0) + by
    if (next < min) return false
    onChange(String(next))
    return true
  }
  const wasHeld = useRef(false)
  const letGo = (): void => clearTimeout(hold.current)
  const press = (by: number) => ({
    onClick: () => {
      if (!wasHeld.current) step(by)
      wasHeld.current = false
    },
    onPointerDown: () => {
      const again = (): void => {
        wasHeld.current = true
        if (step(by)) hold.current = setTimeout(again, REPEAT_MS)
      }
      wasHeld.current = false
      hold.current = setTimeout(again, HOLD_MS)
    },
    onPointerUp: letGo,
    onPointerLeave: letGo,
    onPointerCancel: letGo,
  })
  const type = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    step(by)
  }

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
        autoComplete="off"
        value={value}
        placeholder="–"
        onKeyDown={type}
        onChange={(event) => onChange(event.target.value)}
      />
      <button type="button" className="plus" aria-label={`One more: ${label}`} {...press(1)}>
        <Icon icon={faPlus} />
      </button>
    </fieldset>
  )
}
