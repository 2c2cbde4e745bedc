import type { ImportPreview, ImportRow } from '#domain/schemas/import.ts'
import { countText, dateText, dateTimeText, quantityText } from '#web/format.ts'
import { eventTypeLabel } from '#web/labels.ts'
import { Reasons } from '#web/pages/dashboard/campaigns/id/results/question.tsx'
import { useWords } from '#web/site/words.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Import } from './use-import.ts'

const SHOWN = 300

const KINDS: Record<ImportRow['kind'], { label: string; tone: BadgeTone }> = {
  new: { label: 'New', tone: 'active' },
  changed: { label: 'Changed', tone: 'paused' },
  unchanged: { label: 'On the schedule', tone: 'completed' },
  called_off: { label: 'Called off', tone: 'cancelled' },
  stays: { label: 'Called off, but it has results', tone: 'cancelled' },
  season: { label: 'Whole season', tone: 'completed' },
}
const FIELDS: Record<ImportRow['changes'][number]['field'], string> = {
  ...{ name: 'Name', startTime: 'Start', endTime: 'End', location: 'Location', description: 'Description' },
  ...{ opponent: 'Opponent', venue: 'Where' },
}
const WHERE = { home: 'home', away: 'away', neutral: 'neutral site' }

type Props = { preview: ImportPreview; timeZone: string; importing: Import }

/** What will be stored, row by row; each can be left out. */
export function ImportRows({ preview, timeZone, importing }: Props) {
  const { rows, errors, skipped } = preview
  const { said, leaveOut } = importing
  const isOut = (line: number): boolean => said.leftOut.includes(line)
  const out = said.leftOut.filter((line) => !rows.some((row) => row.line === line)).sort((a, b) => a - b)
  return (
    <>
      {errors.length > 0 && (
        <section aria-label="Lines that cannot be read" className="grid gap-1">
          {errors.map(({ line, reason }) => (
            <Checkbox
              key={line}
              checked={!isOut(line)}
              label={
                <>
                  Line {line}: {reason}. <span className="quiet">Uncheck it to leave it out.</span>
                </>
              }
              onChange={(on) => leaveOut([line], !on)}
            />
          ))}
        </section>
      )}
      {rows.length > 0 && (
        <ul aria-label="What will be stored" className="border-t border-line">
          {rows.slice(0, SHOWN).map((row) => (
            <li key={row.line} className="border-b border-line py-1.5">
              <Checkbox
                checked
                label={<Row row={row} timeZone={timeZone} />}
                onChange={() => leaveOut([row.line], true)}
              />
            </li>
          ))}
        </ul>
      )}
      {rows.length > SHOWN && (
        <p className="quiet fine">
          The first {SHOWN} of {countText(rows.length)}.
        </p>
      )}
      {out.length > 0 && (
        <section aria-label="Left out" className="grid gap-1">
          <h3 className="quiet fine">Left out</h3>
          {out.map((line) => (
            <Checkbox
              key={line}
              checked={false}
              label={`Line ${line}`}
              onChange={() => leaveOut([line], false)}
            />
          ))}
        </section>
      )}
      {skipped.length > 0 && (
        <Disclosure
          summary={`Not imported: ${countText(skipped.length)} ${skipped.length === 1 ? 'line' : 'lines'}`}
        >
          <ul className="fine grid gap-1">
            {skipped.slice(0, SHOWN).map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>
                Line {line}: {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

function Row({ row, timeZone }: { row: ImportRow; timeZone: string }) {
  const words = useWords()
  const { label, tone } = KINDS[row.kind]
  const facts = [
    row.startTime === null
      ? null
      : row.hasTime
        ? dateTimeText(row.startTime, timeZone)
        : `${dateText(row.startTime, timeZone)}, time TBD`,
    row.opponent && row.venue ? WHERE[row.venue] : null,
    row.level,
    row.eventType === 'game' ? null : eventTypeLabel(row.eventType, words),
    row.location,
    row.lineCount > 1 ? `${row.lineCount} lines added up` : null,
  ].filter(Boolean)
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="min-w-0 break-words">
          {row.kind === 'season' ? `The ${words.season}’s totals` : row.name}
        </strong>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span className="quiet fine break-words">{facts.join(' · ')}</span>
      {row.figures.length > 0 && (
        <span className="flex flex-wrap gap-x-5 gap-y-0.5">
          {row.figures.map(({ statisticId, statisticName, before, after, kind }) => (
            <span key={statisticId} className={kind === 'unchanged' ? 'quiet' : ''}>
              {statisticName}: {before !== null && kind !== 'unchanged' && `${quantityText(before)} → `}
              <strong>{quantityText(after)}</strong>
              {kind === 'correction' && ' (correction)'}
              {kind === 'unchanged' && ' (already entered)'}
            </span>
          ))}
        </span>
      )}
      {row.changes.map((change) => (
        <span key={change.field} className="fine">
          {FIELDS[change.field]}: {shown(change.field, change.before, timeZone)} →{' '}
          <strong>{shown(change.field, change.after, timeZone)}</strong>
        </span>
      ))}
      {row.unusual.length > 0 && <Reasons reasons={row.unusual} />}
    </span>
  )
}

function shown(field: ImportRow['changes'][number]['field'], value: string | null, timeZone: string): string {
  if (value === null) return 'empty'
  if (field === 'startTime' || field === 'endTime') return dateTimeText(value, timeZone)
  return field === 'venue' ? (WHERE[value as keyof typeof WHERE] ?? value) : value
}
