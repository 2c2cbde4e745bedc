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

const BOX =
  'relative size-6 flex-none rounded-badge border-2 border-control bg-surface peer-checked:border-ink peer-checked:bg-ink peer-focus-visible:focus-ring peer-disabled:border-dashed peer-disabled:border-control peer-disabled:bg-sunken peer-aria-invalid:border-danger'
const TICK =
  'after:top-1 after:left-1 after:h-[7px] after:w-3 after:text-page peer-checked:after:check-mark peer-checked:after:absolute peer-disabled:after:text-ink2'

/** A statement that is agreed to, or one of many that apply. The words are part of the target. */
export function Checkbox({ label, checked, onChange, hint, error, disabled }: Props) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label className="checkbox relative inline-flex min-h-11 cursor-pointer items-start gap-3 py-2.5 has-disabled:cursor-not-allowed has-disabled:text-ink2">
        <input
          className="peer input-over disabled:cursor-not-allowed"
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <b aria-hidden="true" className={`${BOX} ${TICK}`} />
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
