import { faCalendarDays } from '@fortawesome/free-solid-svg-icons'
import { Suspense, useId, useState } from 'react'
import { isNoDay, parseDay, typedDay } from './calendar-day.ts'
import { FieldError, FieldFrame, type FieldIds, type Frame } from './field.tsx'
import { Icon } from './icon.tsx'
import { lazily } from './lazily.tsx'
import { Popover } from './popover.tsx'

const Calendar = lazily(async () => (await import('./calendar.tsx')).default)

export type DateFieldProps = Frame & {
  id?: string
  /** `2026-10-13`, or empty. Typed text that is not a day is kept as is, for the form to refuse. */
  value: string
  onChange: (day: string) => void
  /** The application's current day: the calendar opens there. */
  today: string
  min?: string
  max?: string
  disabled?: boolean
  /** Part of a larger field, which shows the error itself. */
  said?: Omit<FieldIds, 'id'>
  /** What the calendar is of, if the label alone does not say. */
  calendar?: string
}

const describedBy = (ids: Omit<FieldIds, 'id'>, ...more: (string | false)[]): string =>
  [ids['aria-describedby'], ...more].filter(Boolean).join(' ')

const NO_DAY = 'There is no such day. Type it as 11/22/2026, or 11/22'

/** A day, typed as `10/13/2026`, `10132026` or `10/13`, or picked from one month. */
export function DateField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  value,
  onChange,
  today,
  min,
  max,
  disabled,
  said,
  calendar = label,
}: DateFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const noDay = useId()
  const format = useId()
  // What is being typed, until the field is left.
  const [text, setText] = useState<string | null>(null)
  const leave = (): void => {
    if (text !== null) onChange(parseDay(text, today) ?? text.trim())
    setText(null)
  }
  const pick = (day: string): void => {
    onChange(day)
    setText(null)
    setOpen(false)
  }
  // Shown as soon as the field is left; a part of a larger field is reported with the whole.
  const isWrong = text === null && value !== '' && parseDay(value) === null && !said
  // Something was entered: "required" would be about an empty field.
  const isCalledEmpty = isNoDay(value) && (error?.endsWith(' is required') ?? false)
  const isNoDayShown = isWrong && (!error || isCalledEmpty)
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={isNoDayShown ? undefined : error}
      optional={optional}
      className={className}
      id={id}
      // It appears when the field was left: said at once, wherever the focus is by then.
      below={
        isNoDayShown && (
          <FieldError id={noDay} isAlert>
            {NO_DAY}
          </FieldError>
        )
      }
    >
      {(ids) => (
        <Popover
          open={isOpen}
          onOpenChange={setOpen}
          label={`Calendar: ${calendar}`}
          anchor={
            <div className="relative">
              <input
                {...ids}
                {...(isNoDayShown ? { 'aria-invalid': true } : {})}
                {...said}
                aria-describedby={describedBy(said ?? ids, isNoDayShown && noDay, format)}
                type="text"
                className="input pr-12"
                inputMode="numeric"
                autoComplete="off"
                placeholder="MM/DD/YYYY"
                disabled={disabled}
                value={text ?? typedDay(value)}
                onChange={(event) => setText(event.target.value)}
                onBlur={leave}
                // Enter submits the form with the field's current value.
                onKeyDown={(event) => event.key === 'Enter' && leave()}
              />
              <span id={format} hidden>
                Month, day and year, as MM/DD/YYYY
              </span>
              <button
                type="button"
                className="icon-button absolute top-0.5 right-0.5 disabled:cursor-not-allowed disabled:text-ink2"
                disabled={disabled}
                aria-label={`Open the calendar: ${calendar}`}
                aria-haspopup="dialog"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                <Icon icon={faCalendarDays} />
              </button>
            </div>
          }
        >
          <Suspense fallback={<div className="skeleton h-[23.75rem] w-[20.25rem] max-w-full" />}>
            <Calendar value={parseDay(value) ?? ''} onChange={pick} today={today} min={min} max={max} />
          </Suspense>
        </Popover>
      )}
    </FieldFrame>
  )
}
