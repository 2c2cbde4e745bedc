import type { ReactNode } from 'react'

type Props = {
  checked: boolean
  onChange: (on: boolean) => void
  label: string
  hint?: ReactNode
  disabled?: boolean
}

const LABEL =
  'switch relative flex min-h-12 cursor-pointer items-center gap-3.5 has-disabled:cursor-not-allowed has-disabled:text-ink2'
const INPUT =
  'peer absolute left-0 z-1 m-0 h-[1.875rem] w-[3.25rem] cursor-pointer opacity-0 disabled:cursor-not-allowed'
const TRACK =
  'relative h-[1.875rem] w-[3.25rem] flex-none rounded-[15px] border-2 border-control bg-sunken [transition:background-color_var(--press)] peer-checked:border-turf peer-checked:bg-turf peer-focus-visible:focus-ring'
const KNOB =
  'after:absolute after:top-[3px] after:left-[3px] after:size-5 after:rounded-full after:bg-control after:[transition:left_var(--press)] peer-checked:after:left-[1.5625rem] peer-checked:after:bg-surface'
const MARK =
  'peer-checked:before:check-mark peer-checked:before:absolute peer-checked:before:top-2 peer-checked:before:left-[0.5625rem] peer-checked:before:h-[0.3125rem] peer-checked:before:w-2.5 peer-checked:before:border-b-[2.5px] peer-checked:before:border-l-[2.5px] peer-checked:before:text-surface'
const DISABLED =
  'peer-disabled:border-dashed peer-disabled:border-control peer-disabled:bg-sunken peer-disabled:after:bg-control peer-checked:peer-disabled:before:text-ink2'

/** On or off, effective immediately: no further button is needed. */
export function Switch({ checked, onChange, label, hint, disabled }: Props) {
  return (
    <label className={LABEL}>
      <input
        className={INPUT}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <b className={`${TRACK} ${KNOB} ${MARK} ${DISABLED}`} aria-hidden="true" />
      <span>
        <span className="block font-semibold">{label}</span>
        {hint && <span className="quiet fine block">{hint}</span>}
      </span>
    </label>
  )
}
