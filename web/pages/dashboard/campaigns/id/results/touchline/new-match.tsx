import type { Vocabulary } from '#domain/campaigns/vocabulary.ts'
import { dateTimeIn, instantIn, isCalendarDay } from '#domain/places/zone.ts'
import { matchName } from '#domain/season/schedule.ts'
import { zoneName } from '#web/format.ts'
import { useNow } from '#web/site/session.ts'
import type { MatchEntry } from '#web/touchline/entry.ts'
import { parseTime } from '#web/ui/calendar-day.ts'
import { TimeInput } from '#web/ui/date-time-field.tsx'
import { ChoiceField, FieldFrame, TextField } from '#web/ui/field.tsx'

/** With the venue `none`, the opponent field contains the name of an occasion without an opponent. */
export type NewMatch = {
  opponent: string
  day: string
  time: string
  venue: 'home' | 'away' | 'neutral' | 'none'
}
export const emptyMatch: NewMatch = { opponent: '', day: '', time: '', venue: 'home' }
export const newMatchFor = ({ hasOpponents }: Vocabulary): NewMatch =>
  hasOpponents ? emptyMatch : { ...emptyMatch, venue: 'none' }

export function newMatchProblems({
  opponent,
  day,
  time,
  venue,
}: NewMatch): Partial<Record<keyof NewMatch, string>> {
  return {
    ...(opponent.trim() ? {} : { opponent: `${venue === 'none' ? 'Name' : 'Opponent'} is required` }),
    ...(isCalendarDay(day) ? {} : { day: 'Start time is required' }),
    ...(time.trim() === ''
      ? { time: 'Start time is required' }
      : parseTime(time) === null
        ? { time: 'Not a time. Type it as 7:30 PM, or 7p' }
        : {}),
  }
}

/** As typed. */
export function fromEvent(event: MatchEntry['event'], timeZone: string): NewMatch {
  if (!event) return emptyMatch
  const [day = '', time = ''] = dateTimeIn(timeZone, new Date(event.startTime)).split('T')
  return { opponent: event.opponent || event.name, day, time, venue: event.venue ?? 'none' }
}

/** The time is in the campaign's zone, wherever the phone is. */
export const toEvent = (
  { opponent, day, time, venue }: NewMatch,
  timeZone: string,
): NonNullable<MatchEntry['event']> => ({
  ...(venue === 'none'
    ? { name: opponent.trim(), opponent: '', venue: null }
    : { name: matchName(opponent.trim(), venue), opponent: opponent.trim(), venue }),
  startTime: startOf(day, parseTime(time), timeZone),
})

const startOf = (day: string, time: string | null, timeZone: string): string =>
  isCalendarDay(day) && time !== null ? instantIn(timeZone, day, time).toISOString() : ''

type Props = {
  match: NewMatch
  change: (match: NewMatch) => void
  problems: Partial<Record<keyof NewMatch, string>>
  timeZone: string
}

export function NewMatchFields({ match, change, problems, timeZone }: Props) {
  const now = useNow()
  const field = (name: keyof NewMatch) => ({
    value: match[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => change({ ...match, [name]: event.target.value }),
  })
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        label={match.venue === 'none' ? 'Name' : 'Opponent'}
        className="col-span-2 sm:col-span-1"
        maxLength={200}
        {...field('opponent')}
      />
      {match.venue !== 'none' && (
        <ChoiceField label="Where" className="col-span-2 sm:col-span-1" {...field('venue')}>
          <option value="home">Home</option>
          <option value="away">Away</option>
          <option value="neutral">Neutral</option>
        </ChoiceField>
      )}
      <TextField label="Date" type="date" {...field('day')} />
      <FieldFrame label="Start time" hint={zoneName(timeZone, now)} error={problems.time}>
        {(ids) => <TimeInput {...ids} value={match.time} onChange={(time) => change({ ...match, time })} />}
      </FieldFrame>
    </div>
  )
}
