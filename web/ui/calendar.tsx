import { faChevronLeft, faChevronRight } from '@fortawesome/free-solid-svg-icons'
import { DayPicker } from 'react-day-picker'
import '../styles/calendar.css'
import { fromDate, toDate } from './calendar-day.ts'
import { Icon } from './icon.tsx'

const SUNDAY = 0
const NAME = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
})

/** Read aloud as shown: "Saturday, October 3, 2026". */
const labelDayButton = (date: Date, { today, selected }: { today?: boolean; selected?: boolean }): string =>
  [NAME.format(date), today && 'today', selected && 'chosen'].filter(Boolean).join(', ')

export type CalendarProps = {
  /** `2026-10-13`, or empty. */
  value: string
  onChange: (day: string) => void
  /** The application's day, marked; the calendar opens there when nothing is chosen. */
  today: string
  /** Days before `min` and after `max` cannot be chosen. */
  min?: string | undefined
  max?: string | undefined
}

/** One month; the week starts on Sunday. Loaded when a date field opens, never with the page. */
export default function Calendar({ value, onChange, today, min, max }: CalendarProps) {
  const [first, last, now] = [toDate(min ?? ''), toDate(max ?? ''), toDate(today)]
  const chosen = toDate(value)
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      showOutsideDays
      fixedWeeks
      weekStartsOn={SUNDAY}
      numberOfMonths={1}
      className="calendar"
      selected={chosen}
      defaultMonth={chosen ?? now}
      today={now}
      startMonth={first}
      endMonth={last}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      onSelect={(day: Date) => onChange(fromDate(day))}
      labels={{ labelDayButton }}
      components={{ Chevron }}
    />
  )
}

const Chevron = ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) => (
  <Icon icon={orientation === 'left' ? faChevronLeft : faChevronRight} />
)
