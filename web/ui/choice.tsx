import type { ReactNode } from 'react'

type Props = {
  type?: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
  onChange: (on: boolean) => void
  title: string
  disabled?: boolean
  children?: ReactNode
}

/** One of several, each with a sentence. The whole box is clickable. */
export function Choice({ type = 'radio', name, value, checked, onChange, title, disabled, children }: Props) {
  return (
    <label className={`choice ${type === 'checkbox' ? 'box' : ''}`}>
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="dot" aria-hidden="true" />
      <strong>{title}</strong>
      {children && <span className="fine">{children}</span>}
    </label>
  )
}
