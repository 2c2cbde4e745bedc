import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { useId } from 'react'
import { DateField, type DateFieldProps } from './date-field.tsx'
import { FieldError } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = Omit<DateFieldProps, 'value' | 'onChange'> & {
  /** `2026-10-13T18:30` where the match is, or empty; a day or a time alone while the other is missing. */
  value: string
  onChange: (dateTime: string) => void
}

/** A day and a time of day, as one value. */
export function DateTimeField({
  label,
  hint,
  error,
  optional,
  className = '',
  value,
  onChange,
  ...date
}: Props) {
  const id = useId()
  const [day = '', time = ''] = value.split('T')
  const change = (nextDay: string, nextTime: string): void =>
    onChange(nextDay || nextTime ? `${nextDay}T${nextTime}` : '')
  // Said of each part: what a group is told is not heard where one types.
  const said = {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby':
      [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined,
  }
  return (
    <fieldset className={`field ${className}`}>
      <legend className="field-label mb-1.5">
        {label}
        {optional && <span className="quiet font-normal"> (optional)</span>}
      </legend>
      <div className="date-time">
        <DateField {...date} label="Day" said={said} value={day} onChange={(next) => change(next, time)} />
        <div className="field">
          <label className="field-label" htmlFor={`${id}-time`}>
            Time
          </label>
          <input
            {...said}
            id={`${id}-time`}
            type="time"
            className="input"
            disabled={date.disabled}
            value={time}
            onChange={(event) => change(day, event.target.value)}
          />
        </div>
        {optional && value !== '' && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Clear: ${label}`}
            onClick={() => onChange('')}
          >
            <Icon icon={faXmark} />
          </button>
        )}
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
