import type { ImportRow } from '#domain/schemas/import.ts'
import { dateTimeText, eventTimeText, quantityText } from '#web/format.ts'
import { eventTypeLabel } from '#web/labels.ts'
import { useWords } from '#web/site/words.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

/** Most rows of most files are new, or on the schedule already: only the others are marked. */
const MARKS: Partial<Record<ImportRow['kind'], { label: string; tone: BadgeTone }>> = {
  changed: { label: 'Changed', tone: 'paused' },
  called_off: { label: 'Called off', tone: 'cancelled' },
  stays: { label: 'Called off, but it has results', tone: 'cancelled' },
}
type Field = ImportRow['changes'][number]['field']
const FIELDS: Record<Field, string> = {
  name: 'Name',
  startTime: 'Start',
  endTime: 'End',
  location: 'Location',
  description: 'Description',
  opponent: 'Opponent',
  venue: 'Where',
}
const WHERE = { home: 'home', away: 'away', neutral: 'neutral site' }

type Props = { row: ImportRow; isOut: boolean; timeZone: string }

/** One row of the file: what it is, what is stored, and what is unusual about it. Left out, it keeps its height. */
export function RowText({ row, isOut, timeZone }: Props) {
  const words = useWords()
  const mark = MARKS[row.kind]
  const name = row.kind === 'season' ? `The ${words.season}’s totals` : row.name
  const Name = row.eventType === 'game' ? 'strong' : 'span'
  const facts = factsOf(row, timeZone, row.eventType === 'game' ? null : eventTypeLabel(row.eventType, words))
  return (
    <span className={`grid gap-0.5 ${isOut ? 'text-ink2' : ''}`}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Name className={`min-w-0 wrap-anywhere ${isOut ? 'line-through' : ''}`}>{name}</Name>
        {isOut ? (
          <span className="fine">Left out</span>
        ) : (
          mark && <Badge tone={mark.tone}>{mark.label}</Badge>
        )}
      </span>
      {facts.length > 0 && <span className="quiet fine wrap-anywhere">{facts.join(' · ')}</span>}
      <Figures row={row} />
      <Changes row={row} timeZone={timeZone} />
      {[...new Set(row.unusual)].map((reason) => (
        <span
          key={reason}
          className="fine mt-1 w-fit rounded-badge bg-pausedbg px-2 py-1 text-pausedfg wrap-anywhere"
        >
          {reason}
        </span>
      ))}
    </span>
  )
}

const factsOf = (row: ImportRow, timeZone: string, type: string | null): string[] =>
  [
    row.startTime && eventTimeText({ startTime: row.startTime, hasTime: row.hasTime }, timeZone),
    row.opponent && row.venue ? WHERE[row.venue] : null,
    type,
    row.level,
    row.location,
    row.lineCount > 1 ? `${row.lineCount} lines added up` : null,
  ].filter((fact) => fact !== null)

const KINDS: Record<ImportRow['figures'][number]['kind'], string> = {
  new: '',
  correction: ' (correction)',
  unchanged: ' (already entered)',
  final: ' (now final)',
}

const Figures = ({ row: { figures } }: { row: ImportRow }) =>
  figures.length > 0 && (
    <span className="flex flex-wrap gap-x-5 gap-y-0.5">
      {figures.map(({ statisticId, statisticName, before, after, kind }) => (
        <span key={statisticId} className={kind === 'unchanged' ? 'quiet' : ''}>
          {statisticName}: {before !== null && before !== after && `${quantityText(before)} → `}
          <strong>{quantityText(after)}</strong>
          {KINDS[kind]}
        </span>
      ))}
    </span>
  )

const Changes = ({ row: { changes }, timeZone }: { row: ImportRow; timeZone: string }) =>
  changes.map(({ field, before, after }) => (
    <span key={field} className="fine wrap-anywhere">
      {FIELDS[field]}: {shown(field, before, timeZone)} → <strong>{shown(field, after, timeZone)}</strong>
    </span>
  ))

function shown(field: Field, value: string | null, timeZone: string): string {
  if (value === null) return 'empty'
  if (field === 'startTime' || field === 'endTime') return dateTimeText(value, timeZone)
  return field === 'venue' ? (WHERE[value as keyof typeof WHERE] ?? value) : value
}
