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

const LABEL =
  'checkbox relative inline-flex max-w-full min-h-11 cursor-pointer items-start gap-3 py-2.5 has-disabled:cursor-not-allowed has-disabled:text-ink2'
const BOX =
  'pointer-events-none relative size-6 flex-none rounded-badge border-2 border-control bg-surface peer-checked:border-ink peer-checked:bg-ink peer-focus-visible:focus-ring peer-aria-invalid:border-danger'
const MARK =
  'peer-checked:after:check-mark peer-checked:after:absolute peer-checked:after:top-1 peer-checked:after:left-1 peer-checked:after:h-[0.4375rem] peer-checked:after:w-3 peer-checked:after:text-page'
const DISABLED =
  'peer-disabled:border-dashed peer-disabled:border-control peer-disabled:bg-sunken peer-checked:peer-disabled:after:text-ink2'

/** A statement to agree to, or one of many that apply. The words are part of the click target. */
export function Checkbox({ label, checked, onChange, hint, error, disabled }: Props) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label className={LABEL}>
        <input
          className="peer input-over disabled:cursor-not-allowed"
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <b className={`${BOX} ${MARK} ${DISABLED}`} aria-hidden="true" />
        <span className="min-w-0">{label}</span>
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
