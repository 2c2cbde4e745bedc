import type { ImportPreview, ImportRow } from '#domain/schemas/import.ts'
import { countText } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { RowText } from './import-row.tsx'
import { changesNothing, errorsWithLeftOut, rowsWithLeftOut } from './left-out.ts'
import type { Import } from './use-import.ts'

const SHOWN = 300
const SHOWN_REASONS = 3

type Shown = { row: ImportRow; isOut: boolean }
type Props = { preview: ImportPreview; timeZone: string; importing: Import }
export const lines = (count: number): string => `${countText(count)} ${count === 1 ? 'line' : 'lines'}`

/** Games; practices and other dates; and what the program has already. */
function partsOf({ preview, importing: { seen, said } }: Props) {
  const all = rowsWithLeftOut(preview, seen, said.leftOut)
  const here = all.filter(({ row, isOut }) => !isOut && changesNothing(row))
  const rest = all.filter((one) => !here.includes(one))
  return {
    games: rest.filter(({ row }) => row.eventType === 'game'),
    others: rest.filter(({ row }) => row.eventType !== 'game'),
    here,
  }
}

/** What will be stored, row by row, each of which can be left out. */
export function ImportRows(props: Props) {
  const { games } = partsOf(props)
  if (games.length === 0) return null
  return (
    <section aria-label="What will be stored" className="grid gap-2">
      <Heading level={3} size="detail">
        What will be stored
      </Heading>
      <List {...props} rows={games} />
    </section>
  )
}

/** Practices and the like, which are stored too, and what is not new: both folded. */
export function OtherRows(props: Props) {
  const { games, others, here } = partsOf(props)
  const out = others.filter(({ isOut }) => isOut).length
  return (
    <>
      {others.length > 0 && (
        <Disclosure
          open={games.length === 0}
          summary={`Practices and other events: ${countText(others.length)}${out > 0 ? `, ${out} left out` : ''}`}
        >
          {others.length > 1 && (
            <LeaveOutAll importing={props.importing} rows={others} isOut={out === others.length} />
          )}
          <List {...props} rows={others} />
        </Disclosure>
      )}
      {here.length > 0 && (
        <Disclosure summary={`Nothing new: ${countText(here.length)}`}>
          <ul className="grid gap-3">
            {here.slice(0, SHOWN).map(({ row }) => (
              <li key={row.line}>
                <RowText row={row} isOut={false} timeZone={props.timeZone} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

type ListProps = Pick<Props, 'timeZone' | 'importing'> & { rows: readonly Shown[] }

function List({ rows, timeZone, importing }: ListProps) {
  return (
    <>
      <ul className="border-t border-line">
        {rows.slice(0, SHOWN).map(({ row, isOut }) => (
          <li key={row.line} className="border-b border-line py-1 last:border-b-0">
            <Checkbox
              checked={!isOut}
              label={<RowText row={row} isOut={isOut} timeZone={timeZone} />}
              onChange={(on) => importing.leaveOut(row.lines, !on)}
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

function LeaveOutAll({
  importing,
  rows,
  isOut,
}: {
  importing: Import
  rows: readonly Shown[]
  isOut: boolean
}) {
  return (
    <Button
      size="small"
      className="mb-3"
      onClick={() =>
        importing.leaveOut(
          rows.flatMap(({ row }) => row.lines),
          !isOut,
        )
      }
    >
      {isOut ? 'Bring all of them back' : 'Leave all of them out'}
    </Button>
  )
}

/** Lines that nobody can read, and one press for all of them. */
export function ErrorLines({ preview, importing }: Omit<Props, 'timeZone'>) {
  const { open, out } = errorsWithLeftOut(preview, importing.seen, importing.said.leftOut)
  if (open.length + out.length === 0) return null
  /** The season's totals are one row of many lines: a total that is wrong leaves with all of them. */
  const wholeRow = (line: number): number[] => preview.rows.find((row) => row.line === line)?.lines ?? [line]
  const isOut = open.length === 0
  const shown = isOut ? out : open
  return (
    <section aria-label="Lines that cannot be read" className="grid gap-2">
      <div className={`grid gap-2.5 ${isOut ? 'note' : 'note note-danger'}`}>
        <strong role="status">
          {isOut
            ? `${lines(out.length)} left out`
            : `${lines(open.length)} cannot be read: correct the file, or leave ${open.length === 1 ? 'it' : 'them'} out`}
        </strong>
        <ul className="grid gap-1">
          {shown.slice(0, SHOWN).map(({ line, reason }) => (
            <li key={`${line} ${reason}`} className="wrap-anywhere">
              Line {line}: {reason}
            </li>
          ))}
        </ul>
        <Button
          size="small"
          className="justify-self-start"
          onClick={() =>
            isOut
              ? importing.leaveOut(
                  out.map(({ line }) => line),
                  false,
                )
              : importing.leaveOut(
                  open.flatMap(({ line }) => wholeRow(line)),
                  true,
                )
          }
        >
          {isOut
            ? `Bring ${out.length === 1 ? 'it' : 'them'} back`
            : `Leave out ${open.length === 1 ? 'this line' : 'these lines'}`}
        </Button>
      </div>
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
          Not imported: {lines(skipped.length)}
          <span className="quiet fine block font-normal wrap-anywhere">
            {[...new Set(skipped.map(({ reason }) => reason))].slice(0, SHOWN_REASONS).join(' · ')}
          </span>
        </span>
      }
    >
      <ul className="fine grid gap-1.5">
        {skipped.slice(0, SHOWN).map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="wrap-anywhere">
            Line {line}: {reason}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
