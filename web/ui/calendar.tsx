import { faChevronLeft, faChevronRight } from '@fortawesome/free-solid-svg-icons'
import { DayPicker } from 'react-day-picker'
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

type CalendarProps = {
  /** `2026-10-13`, or empty. */
  value: string
  onChange: (day: string) => void
  /** The application's day, marked; the calendar opens there when nothing is chosen. */
  today: string
  /** Days before `min` and after `max` cannot be chosen. */
  min?: string | undefined
  max?: string | undefined
}

const STEP =
  'grid size-11 place-items-center rounded-control hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:text-control'
const LOOK = {
  nav: 'absolute top-2 right-2 flex gap-1',
  button_previous: STEP,
  button_next: STEP,
  month_caption: 'flex h-11 items-center pl-2.5 font-display large-[1.5] leading-none font-[750] normal-nums',
  month_grid: 'border-separate border-spacing-0',
  weekday: 'h-8 text-[0.84375rem] font-semibold text-ink2',
  day_button:
    'relative grid size-11 place-items-center rounded-control hover:bg-sunken focus-visible:-outline-offset-3 max-[22.5rem]:w-[2.375rem]',
  outside: '*:text-ink2',
  /** A tally's slash below it. */
  today: '*:after:absolute *:after:bottom-[0.4375rem] *:after:h-[3px] *:after:w-[1.125rem] *:after:bg-accent',
  disabled: '*:cursor-not-allowed *:text-ink2 *:line-through',
  selected:
    '*:bg-ink *:font-bold *:text-page forced-colors:*:bg-[Highlight] forced-colors:*:text-[HighlightText] forced-colors:*:forced-color-adjust-none',
}

/** One month; the week starts on Sunday. Loaded when a date field opens, never with the page. */
export default function Calendar({ value, onChange, today, min, max }: CalendarProps) {
  const first = toDate(min ?? '')
  const last = toDate(max ?? '')
  const now = toDate(today)
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
      className="relative p-2"
      classNames={LOOK}
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
