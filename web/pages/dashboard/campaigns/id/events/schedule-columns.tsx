import type { ScheduleField, SchedulePreview } from '#domain/schemas/event.ts'
import { SelectField } from '#web/ui/select-field.tsx'

export type Column = SchedulePreview['columns'][number]

const NOT_READ = 'not-read'
const LABELS: Record<ScheduleField, string> = {
  date: 'Date',
  time: 'Start time',
  endTime: 'End time',
  opponent: 'Opponent',
  name: 'Event name',
  venue: 'Home or away',
  location: 'Location',
  eventType: 'Type',
  description: 'Description',
}
const OPTIONS = [
  { value: NOT_READ, label: 'Ignore' },
  ...Object.entries(LABELS).map(([value, label]) => ({ value, label })),
]

type Props = {
  columns: readonly Column[]
  /** The user's choice, which overrides the match by name. */
  chosen: Readonly<Record<string, ScheduleField | ''>>
  isOpen: boolean
  onChange: (header: string, field: ScheduleField | '') => void
}

/** Which column means what: matched by name, and changed here where the names do not tell. */
export function ScheduleColumns({ columns, chosen, isOpen, onChange }: Props) {
  return (
    <details className="disclosure" open={isOpen || undefined}>
      <summary>Match the columns</summary>
      <div className="grid !max-w-none gap-4 pt-2 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ header, field }) => (
          <SelectField
            key={header}
            label={header || 'No name'}
            value={(chosen[header] ?? field) || NOT_READ}
            options={OPTIONS}
            onChange={(value) => onChange(header, value === NOT_READ ? '' : (value as ScheduleField))}
          />
        ))}
      </div>
    </details>
  )
}
