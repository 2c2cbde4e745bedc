import type { ReactNode } from 'react'
import type { ImportPreview, ImportRow } from '#domain/schemas/import.ts'
import { counted, countText, dateTimeText, eventTimeText, quantityText } from '#web/format.ts'
import { eventTypeLabel } from '#web/labels.ts'
import { useWords } from '#web/site/vocabulary.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import type { Previewed } from './use-import.ts'
import { changesNothing, errorsWithLeftOut, rowsWithLeftOut } from './use-import.ts'

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

type ImportRowProps = { row: ImportRow; isOut: boolean; timeZone: string }

/** One row of the file: what it is, what is stored, and what is unusual about it. Left out, it keeps its height. */
function RowText({ row, isOut, timeZone }: ImportRowProps) {
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

const SHOWN = 300
const SHOWN_REASONS = 3

type Props = { timeZone: string; importing: Previewed }

/** What will be stored, row by row, each of which can be left out; practices and the like, and what is not new, folded. */
export function ImportRows({ timeZone, importing, children }: Props & { children: ReactNode }) {
  const { preview, seen, said } = importing
  const all = rowsWithLeftOut(preview, seen, said.leftOut)
  const here = all.filter(({ row, isOut }) => !isOut && changesNothing(row))
  const rest = all.filter((one) => !here.includes(one))
  const games = rest.filter(({ row }) => row.eventType === 'game')
  const others = rest.filter(({ row }) => row.eventType !== 'game')
  const out = others.filter(({ isOut }) => isOut).length
  return (
    <>
      {games.length > 0 && (
        <section aria-label="What will be stored" className="grid gap-2">
          <Heading level={3} size="detail">
            What will be stored
          </Heading>
          <List timeZone={timeZone} importing={importing} rows={games} />
        </section>
      )}
      <div>
        {others.length > 0 && (
          <Disclosure
            open={games.length === 0}
            summary={`Practices and other events: ${countText(others.length)}${out > 0 ? `, ${out} left out` : ''}`}
          >
            {others.length > 1 && (
              <LeaveOutAll importing={importing} rows={others} isOut={out === others.length} />
            )}
            <List timeZone={timeZone} importing={importing} rows={others} />
          </Disclosure>
        )}
        {here.length > 0 && (
          <Disclosure summary={`Nothing new: ${countText(here.length)}`}>
            <ul className="grid gap-3">
              {here.slice(0, SHOWN).map(({ row }) => (
                <li key={row.line}>
                  <RowText row={row} isOut={false} timeZone={timeZone} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        {children}
      </div>
    </>
  )
}

type ListProps = Props & { rows: ReturnType<typeof rowsWithLeftOut> }

function List({ rows, timeZone, importing: { leaveOut } }: ListProps) {
  return (
    <>
      <ul className="border-t border-line">
        {rows.slice(0, SHOWN).map(({ row, isOut }) => (
          <li key={row.line} className="border-b border-line py-1 last:border-b-0">
            <Checkbox
              checked={!isOut}
              label={<RowText row={row} isOut={isOut} timeZone={timeZone} />}
              onChange={(on) => leaveOut(row.lines, !on)}
            />
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="quiet fine">
          The first {SHOWN} of {countText(rows.length)}.
        </p>
      )}
    </>
  )
}

type AllProps = Omit<ListProps, 'timeZone'> & { isOut: boolean }

function LeaveOutAll({ importing, rows, isOut }: AllProps) {
  const lines = rows.flatMap(({ row }) => row.lines)
  return (
    <Button size="small" className="mb-3" onClick={() => importing.leaveOut(lines, !isOut)}>
      {isOut ? 'Bring all of them back' : 'Leave all of them out'}
    </Button>
  )
}

/** Lines that nobody can read, and one press for all of them. */
export function ErrorLines({ importing: { preview, seen, said, leaveOut } }: Pick<Props, 'importing'>) {
  const { open, out } = errorsWithLeftOut(preview, seen, said.leftOut)
  const isOut = open.length === 0
  const shown = isOut ? out : open
  if (shown.length === 0) return null
  const it = shown.length === 1 ? 'it' : 'them'
  const count = counted(shown.length, 'line')
  /** The season's totals are one row of many lines: a total that is wrong leaves with all of them. */
  const wholeRow = (line: number): number[] => preview.rows.find((row) => row.line === line)?.lines ?? [line]
  const lines = shown.flatMap(({ line }) => (isOut ? [line] : wholeRow(line)))
  return (
    <section
      aria-label="Lines that cannot be read"
      className={`grid gap-2.5 ${isOut ? 'note' : 'note note-danger'}`}
    >
      <strong role="status">
        {isOut ? `${count} left out` : `${count} cannot be read: correct the file, or leave ${it} out`}
      </strong>
      <Reasons reasons={shown} className="gap-1" />
      <Button size="small" className="justify-self-start" onClick={() => leaveOut(lines, !isOut)}>
        {isOut ? `Bring ${it} back` : `Leave out ${it === 'it' ? 'this line' : 'these lines'}`}
      </Button>
    </section>
  )
}

/** Totals, other teams' games and the like, each with its reason. */
export function Skipped({ preview: { skipped } }: { preview: ImportPreview }) {
  if (skipped.length === 0) return null
  return (
    <Disclosure
      summary={
        <span className="py-2">
          Not imported: {counted(skipped.length, 'line')}
          <span className="quiet fine block font-normal wrap-anywhere">
            {[...new Set(skipped.map(({ reason }) => reason))].slice(0, SHOWN_REASONS).join(' · ')}
          </span>
        </span>
      }
    >
      <Reasons reasons={skipped} className="fine gap-1.5" />
    </Disclosure>
  )
}

const Reasons = ({ reasons, className }: { reasons: ImportPreview['skipped']; className: string }) => (
  <ul className={`grid ${className}`}>
    {reasons.slice(0, SHOWN).map(({ line, reason }) => (
      <li key={`${line} ${reason}`} className="wrap-anywhere">
        Line {line}: {reason}
      </li>
    ))}
  </ul>
)
