import { faXmark } from '@fortawesome/free-solid-svg-icons'
import { type InputHTMLAttributes, useId, useState } from 'react'
import { parseDay, parseTime, typedTime } from './calendar-day.ts'
import { DateField, type DateFieldProps } from './date-field.tsx'
import { FieldError } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = Omit<DateFieldProps, 'value' | 'onChange'> & {
  /** `2026-10-13T18:30` in the match's zone, or empty; a day or a time alone while the other is missing. */
  value: string
  onChange: (dateTime: string) => void
  /** Without a field for the time of day, which stays as it is. */
  isDayOnly?: boolean | undefined
}

/** What was typed and cannot be read, with what to type; the form asks for a missing part. */
function problemOf(day: string, time: string): string | undefined {
  if (day !== '' && parseDay(day) === null) return 'There is no such day. Type it as 11/22/2026, or 11/22'
  if (time !== '' && parseTime(time) === null) return 'Not a time. Type it as 7:30 PM, or 7p'
  return undefined
}

const PARTS =
  'grid items-end gap-2.5 max-sm:grid-cols-[minmax(0,1fr)_auto] [&_.field-label]:font-normal [&_.field-label]:text-ink2'
const WITH_CLEAR = 'max-sm:*:first:col-span-full sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]'
const WITHOUT_CLEAR = 'max-sm:*:col-span-full sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

/** A day and a time of day, as one value. */
export function DateTimeField({
  label,
  hint,
  error,
  optional,
  className = '',
  value,
  onChange,
  isDayOnly = false,
  ...date
}: Props) {
  const id = useId()
  const [day = '', time = ''] = value.split('T')
  const wrong = error ?? problemOf(day, time)
  const change = (nextDay: string, nextTime: string): void =>
    onChange(nextDay || nextTime ? `${nextDay}T${nextTime}` : '')
  const canClear = optional && value !== ''
  // Set on each part: screen readers do not read a group's error while one types.
  const said = {
    'aria-invalid': wrong ? (true as const) : undefined,
    'aria-describedby':
      [hint ? `${id}-hint` : '', wrong ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined,
  }
  return (
    <fieldset className={`field ${className}`}>
      <legend className="field-label mb-1.5">
        {label}
        {optional && <span className="quiet font-normal"> (optional)</span>}
      </legend>
      <div className={`${PARTS} ${canClear ? WITH_CLEAR : WITHOUT_CLEAR}`}>
        <DateField
          {...date}
          label="Day"
          calendar={`${label} day`}
          said={said}
          value={day}
          onChange={(next) => change(next, time)}
        />
        {!isDayOnly && (
          <div className="field">
            <label className="field-label" htmlFor={`${id}-time`}>
              Time
            </label>
            <TimeInput
              {...said}
              id={`${id}-time`}
              disabled={date.disabled}
              value={time}
              onChange={(next) => change(day, next)}
            />
          </div>
        )}
        {canClear && (
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
      {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
    </fieldset>
  )
}

type TimeInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  /** `18:30`, or empty. Typed text that is not a time is kept as is, for the form to refuse. */
  value: string
  onChange: (time: string) => void
}

/** A time of day, typed as people say it: `7p`, `730pm`, `7:30 PM` or `19:30`. */
export function TimeInput({ value, onChange, ...input }: TimeInputProps) {
  // What is being typed, until the field is left.
  const [text, setText] = useState<string | null>(null)
  const leave = (): void => {
    if (text !== null) onChange(parseTime(text) ?? text.trim())
    setText(null)
  }
  return (
    <input
      {...input}
      type="text"
      className="input"
      autoComplete="off"
      placeholder="7:30 PM"
      value={text ?? typedTime(value)}
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}
