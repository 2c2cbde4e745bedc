import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type Props = {
  label: ReactNode
  checked: boolean
  onChange: (on: boolean) => void
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean
}

/** A statement to agree to, or one of many that apply. The words are part of the click target. */
export function Checkbox({ label, checked, onChange, hint, error, disabled }: Props) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label className="checkbox">
        <input
          className="input-over"
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <b aria-hidden="true" />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="field-hint pl-9" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <div className="pl-9">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
