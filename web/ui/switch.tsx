import type { ReactNode } from 'react'

export function Switch({
  checked,
  onChange,
  label,
  hint,
}: {
  checked: boolean
  onChange: (on: boolean) => void
  label: string
  hint?: ReactNode
}) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
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

/** One of several, each with a sentence. The whole box is the target. */
export function Choice({
  type = 'radio',
  name,
  value,
  checked,
  onChange,
  title,
  children,
}: {
  type?: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
  onChange: (on: boolean) => void
  title: string
  children?: ReactNode
}) {
  return (
    <label className={`choice ${type === 'checkbox' ? 'box' : ''}`}>
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="dot" aria-hidden="true" />
      <strong>{title}</strong>
      {children && <span className="fine">{children}</span>}
    </label>
  )
}
