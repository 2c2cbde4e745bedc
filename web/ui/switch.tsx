import type { ReactNode } from 'react'

type Props = {
  checked: boolean
  onChange: (on: boolean) => void
  label: string
  hint?: ReactNode
  disabled?: boolean
}

const TRACK =
  'relative h-[30px] w-[52px] flex-none rounded-[15px] border-2 border-control bg-sunken [transition:background-color_var(--press)] peer-checked:border-turf peer-checked:bg-turf peer-focus-visible:focus-ring peer-disabled:border-dashed peer-disabled:border-control peer-disabled:bg-sunken'
const KNOB =
  'after:absolute after:top-[3px] after:left-[3px] after:size-5 after:rounded-full after:bg-control after:[transition:left_var(--press)] peer-checked:after:left-[25px] peer-checked:after:bg-surface peer-checked:peer-disabled:after:bg-control'
const TICK =
  'before:top-2 before:left-[9px] before:h-[5px] before:w-2.5 before:text-surface peer-checked:before:check-mark peer-checked:before:absolute peer-checked:before:border-b-[2.5px] peer-checked:before:border-l-[2.5px] peer-disabled:before:text-ink2'

/** On or off, at once: what it changes needs no further button. */
export function Switch({ checked, onChange, label, hint, disabled }: Props) {
  return (
    <label className="switch relative flex min-h-12 cursor-pointer items-center gap-3.5 has-disabled:cursor-not-allowed has-disabled:text-ink2">
      <input
        className="peer absolute left-0 z-1 m-0 h-[30px] w-[52px] cursor-pointer opacity-0 disabled:cursor-not-allowed"
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <b aria-hidden="true" className={`${TRACK} ${KNOB} ${TICK}`} />
      <span>
        <span className="block font-semibold">{label}</span>
        {hint && <span className="quiet fine block">{hint}</span>}
      </span>
    </label>
  )
}
