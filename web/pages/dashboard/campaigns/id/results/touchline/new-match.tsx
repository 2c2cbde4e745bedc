import { matchName } from '#domain/results-csv.ts'
import { dateTimeIn, instantIn, isCalendarDay } from '#domain/zone.ts'
import type { MatchEntry } from '#web/touchline/entry.ts'
import { ChoiceField, TextField } from '#web/ui/field.tsx'

export type NewMatch = { opponent: string; day: string; time: string; venue: 'home' | 'away' | 'neutral' }
export const emptyMatch: NewMatch = { opponent: '', day: '', time: '', venue: 'home' }

export function newMatchProblems({ opponent, day, time }: NewMatch): Partial<Record<keyof NewMatch, string>> {
  return {
    ...(opponent.trim() ? {} : { opponent: 'Opponent is required' }),
    ...(isCalendarDay(day) ? {} : { day: 'Start time is required' }),
    ...(time ? {} : { time: 'Start time is required' }),
  }
}

/** As it was typed. */
export function fromEvent(event: MatchEntry['event'], timeZone: string): NewMatch {
  if (!event) return emptyMatch
  const [day = '', time = ''] = dateTimeIn(timeZone, new Date(event.startTime)).split('T')
  return { opponent: event.opponent, day, time, venue: event.venue }
}

/** The clock on the wall is the campaign's, wherever the phone is. */
export const toEvent = (
  { opponent, day, time, venue }: NewMatch,
  timeZone: string,
): NonNullable<MatchEntry['event']> => ({
  name: matchName(opponent.trim(), venue),
  startTime: isCalendarDay(day) && time ? instantIn(timeZone, day, time).toISOString() : '',
  opponent: opponent.trim(),
  venue,
})

type Props = {
  match: NewMatch
  change: (match: NewMatch) => void
  problems: Partial<Record<keyof NewMatch, string>>
  timeZone: string
}

export function NewMatchFields({ match, change, problems, timeZone }: Props) {
  const field = (name: keyof NewMatch) => ({
    value: match[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => change({ ...match, [name]: event.target.value }),
  })
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        label="Opponent"
        className="col-span-2 sm:col-span-1"
        maxLength={200}
        {...field('opponent')}
      />
      <ChoiceField label="Where" className="col-span-2 sm:col-span-1" {...field('venue')}>
        <option value="home">Home</option>
        <option value="away">Away</option>
        <option value="neutral">Neutral</option>
      </ChoiceField>
      <TextField label="Date" type="date" {...field('day')} />
      <TextField label="Start time" type="time" hint={timeZone.replace('_', ' ')} {...field('time')} />
    </div>
  )
}
