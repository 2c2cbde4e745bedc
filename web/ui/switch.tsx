import type { ReactNode } from 'react'

type Props = {
  checked: boolean
  onChange: (on: boolean) => void
  label: string
  hint?: ReactNode
  disabled?: boolean
}

/** On or off, effective immediately: no further button is needed. */
export function Switch({ checked, onChange, label, hint, disabled }: Props) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <b aria-hidden="true" />
      <span>
        <span className="block font-semibold">{label}</span>
        {hint && <span className="quiet fine block">{hint}</span>}
      </span>
    </label>
  )
}
