import type { ScheduleChange, SchedulePreview } from '#domain/schemas/event.ts'
import { countText, dateText, dateTimeText, eventTimeText } from '#web/format.ts'
import { eventTypeLabels } from '#web/labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Note } from '#web/ui/note.tsx'

const KINDS = {
  new: { label: 'New', tone: 'active', icon: 'check' },
  changed: { label: 'Changed', tone: 'paused', icon: 'clock' },
  unchanged: { label: 'Already there', tone: 'completed', icon: 'check' },
  refused: { label: 'Error', tone: 'cancelled', icon: 'warning' },
} as const
const FIELDS: Record<ScheduleChange['changes'][number]['field'], string> = {
  name: 'Name',
  eventType: 'Type',
  startTime: 'Start',
  hasTime: 'Time known',
  endTime: 'End',
  location: 'Location',
  description: 'Description',
  opponent: 'Opponent',
  venue: 'Where',
}
type Props = { preview: SchedulePreview; timeZone: string }

export function SchedulePreviewTable({ preview: { rows, calledOff, totals }, timeZone }: Props) {
  return (
    <>
      <Summary rows={rows} calledOff={calledOff} totals={totals} />
      <CalledOff calledOff={calledOff} timeZone={timeZone} />
      <div className="relative overflow-x-auto">
        <table className="table stacked" aria-label="The schedule in the file">
          <thead>
            <tr>
              {['Event', 'Line', 'Time', 'Location', 'What changes'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.line} row={row} timeZone={timeZone} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const MAX_NAMED = 20

function Summary({ rows, calledOff, totals }: Pick<SchedulePreview, 'rows' | 'calledOff' | 'totals'>) {
  const refused = rows.filter(({ kind }) => kind === 'refused')
  const others = totals.calledOff - calledOff.length
  const facts = [
    `${countText(totals.new)} new`,
    `${countText(totals.changed)} changed`,
    `${countText(totals.unchanged)} already there`,
    ...(others > 0 ? [`${countText(others)} called off in the file and not on the schedule`] : []),
  ]
  return (
    <Note tone={refused.length > 0 ? 'danger' : 'plain'} role="status">
      {refused.length === 0 ? (
        <>
          <strong>{facts.join(', ')}.</strong> Nothing is imported yet.
        </>
      ) : (
        <>
          <strong>Nothing is imported until every row is valid.</strong>
          <ul className="mt-1.5">
            {refused.slice(0, MAX_NAMED).map(({ line, reason }) => (
              <li key={line}>
                Line {line}: {reason}
              </li>
            ))}
          </ul>
          {refused.length > MAX_NAMED && <p>And {countText(refused.length - MAX_NAMED)} more.</p>}
        </>
      )}
    </Note>
  )
}

/** What the file calls off on the schedule, event by event. */
function CalledOff({ calledOff, timeZone }: Pick<SchedulePreview, 'calledOff'> & { timeZone: string }) {
  if (calledOff.length === 0) return null
  return (
    <Note tone="warning">
      <strong>Called off in the file:</strong>
      <ul className="mt-1.5">
        {calledOff.map(({ eventId, name, startTime, staysBecause }) => (
          <li key={eventId}>
            {name}, {dateText(startTime, timeZone)}:{' '}
            {staysBecause ?? 'It is taken off the schedule: nothing was entered for it.'}
          </li>
        ))}
      </ul>
    </Note>
  )
}

function Row({ row, timeZone }: { row: ScheduleChange; timeZone: string }) {
  const { label, tone, icon } = KINDS[row.kind]
  const { startTime, hasTime } = row
  const time = startTime && eventTimeText({ startTime, hasTime }, timeZone)
  const isBare = row.kind === 'refused'
  return (
    <tr>
      <th scope="row" className="full">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="min-w-0 break-words">{row.name ?? `Line ${row.line}`}</strong>
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </span>
        {row.eventType && <span className="quiet fine">{eventTypeLabels[row.eventType]}</span>}
      </th>
      <td data-label="Line">{row.line}</td>
      <td data-label="Time" className={isBare ? 'max-md:sr-only!' : ''}>
        {time ?? '–'}
      </td>
      <td data-label="Location" className={isBare ? 'max-md:sr-only!' : ''}>
        {row.location ?? '–'}
      </td>
      <td
        data-label="What changes"
        className={row.kind === 'new' || row.kind === 'unchanged' ? 'max-md:sr-only!' : ''}
      >
        {row.reason ?? (row.changes.length === 0 && '–')}
        {row.changes.length > 0 && (
          <ul className="fine grid gap-0.5">
            {changesOf(row, timeZone).map(({ field, before, after }) => (
              <li key={field}>
                {FIELDS[field]}: {before} → <strong>{after}</strong>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
}

/** Whether the time is known is part of the start, where that changes too. */
function changesOf({ changes, hasTime }: ScheduleChange, timeZone: string) {
  const known = changes.find(({ field }) => field === 'hasTime')
  const isMoved = changes.some(({ field }) => field === 'startTime')
  const hadTime = known ? known.before === 'true' : hasTime
  return changes
    .filter(({ field }) => field !== 'hasTime' || !isMoved)
    .map(({ field, before, after }) => ({
      field,
      before: shown(field, before, { timeZone, hasTime: hadTime }),
      after: shown(field, after, { timeZone, hasTime }),
    }))
}

const WHERE: Record<string, string> = { home: 'home', away: 'away', neutral: 'neutral site' }

type On = { timeZone: string; hasTime: boolean }

function shown(
  field: ScheduleChange['changes'][number]['field'],
  value: string | null,
  { timeZone, hasTime }: On,
) {
  if (value === null) return 'empty'
  if (field === 'startTime') return eventTimeText({ startTime: value, hasTime }, timeZone)
  if (field === 'hasTime') return value === 'true' ? 'yes' : 'no'
  if (field === 'endTime') return dateTimeText(value, timeZone)
  if (field === 'eventType') return eventTypeLabels[value as keyof typeof eventTypeLabels]
  return field === 'venue' ? (WHERE[value] ?? value) : value
}
