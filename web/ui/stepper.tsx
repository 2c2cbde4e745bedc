import { faMinus, faPlus } from '@fortawesome/free-solid-svg-icons'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

const HOLD_MS = 500
const REPEAT_MS = 120

const BUTTON =
  'grid h-18 touch-manipulation place-items-center rounded-control border-[1.5px] large-[1.5] off:cursor-not-allowed off:border-dashed off:bg-sunken off:text-control'

/** Enough for a million and two decimals; beyond them floats are not exact: 2.3 - 1. */
const DIGITS = 12

/** One more or one less, down to zero; null below it. */
export function stepped(value: string, by: 1 | -1): string | null {
  // An empty plate is not zero: minus enters the zero.
  if (value.trim() === '' && by < 0) return '0'
  const next = Number(((Number(value) || 0) + by).toPrecision(DIGITS))
  return next < 0 ? null : String(next)
}

type Props = {
  label: string
  /** What the plate shows: empty where nothing was entered, which is not zero. */
  value: string
  onChange: (value: string) => void
  /** What is wrong with it; `errorId` is where it stands, outside the stepper. */
  errorId?: string | undefined
}

/** Made for a thumb at the touchline: minus, plate, plus; holding a button repeats it. The plate is also a text field. */
export function Stepper({ label, value, onChange, errorId }: Props) {
  const latest = useRef(value)
  latest.current = value
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hold.current), [])

  const said = useSaid()
  const step = (by: 1 | -1): string | null => {
    const next = stepped(latest.current, by)
    if (next !== null) onChange(next)
    return next
  }
  const stepAndSay = (by: 1 | -1): void => {
    const next = step(by)
    if (next !== null) said.say(next)
  }
  const wasHeld = useRef(false)
  const passed = useRef<string | null>(null)
  // Of the figures that passed while it was held, only the last is said: the others would queue up behind each other.
  const letGo = (): void => {
    clearTimeout(hold.current)
    if (passed.current !== null) said.say(passed.current)
    passed.current = null
  }
  const press = (by: 1 | -1) => ({
    onClick: () => {
      if (!wasHeld.current) stepAndSay(by)
      wasHeld.current = false
    },
    onPointerDown: () => {
      const again = (): void => {
        wasHeld.current = true
        const next = step(by)
        if (next === null) return
        passed.current = next
        hold.current = setTimeout(again, REPEAT_MS)
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
    stepAndSay(by)
  }

  return (
    <fieldset
      className="stepper grid grid-cols-[repeat(3,3.625rem)] gap-1.5 min-[26.9375rem]:grid-cols-[repeat(3,4rem)] min-[26.9375rem]:gap-2"
      aria-label={label}
      // The group can have the focus where a figure is wrong: under a thumb, the field would open the phone's keyboard.
      aria-describedby={errorId}
      {...said.area}
    >
      <button
        type="button"
        className={`${BUTTON} border-control bg-surface`}
        aria-label={`One less: ${label}`}
        // Not `disabled`: that would take the focus from under the finger.
        aria-disabled={value !== '' && (Number(value) || 0) <= 0}
        {...press(-1)}
      >
        <Icon icon={faMinus} />
      </button>
      <input
        className="h-18 w-full rounded-plate bg-boarddeep text-center font-display large-[2.75] leading-none font-extrabold normal-nums text-boardink shadow-[inset_0_0_0_1px_rgba(179,206,191,0.16)] [appearance:textfield]"
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        placeholder="–"
        onKeyDown={type}
        onChange={(event) => {
          onChange(event.target.value)
          said.say('')
        }}
      />
      <button
        type="button"
        className={`${BUTTON} border-ink bg-ink text-page`}
        aria-label={`One more: ${label}`}
        {...press(1)}
      >
        <Icon icon={faPlus} />
      </button>
      {said.text !== null && (
        <span className="sr-only" aria-live="polite">
          {said.text}
        </span>
      )}
    </fieldset>
  )
}

/** The figure after each press, for screen readers: the plate is not what has the focus. */
function useSaid() {
  const [text, say] = useState<string | null>(null)
  return {
    text,
    say,
    area: {
      onFocus: () => say((known) => known ?? ''),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) say(null)
      },
    },
  }
}
