import type { ImportPreview } from '#domain/schemas/result.ts'
import { calendarDayText, countText, quantityText } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Note } from '#web/ui/note.tsx'

const SHOWN = 200

export function ImportPreviewTable({
  preview: { rows, errors, totals, ignoredColumns },
}: {
  preview: ImportPreview
}) {
  const facts = [
    `${countText(totals.new)} new`,
    `${countText(totals.corrections)} corrections`,
    `${countText(totals.unchanged)} unchanged`,
    `${countText(totals.newEvents)} matches added`,
  ]
  return (
    <>
      <Note tone={errors.length > 0 ? 'danger' : 'plain'} role="status">
        {errors.length > 0 ? (
          <>
            <strong>Nothing will be imported until every row is right.</strong>
            <ul className="mt-1.5">
              {errors.slice(0, 20).map(({ line, reason }) => (
                <li key={line}>
                  Line {line}: {reason}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <strong>{facts.join(', ')}.</strong> Nothing is entered yet.
          </>
        )}
        {ignoredColumns.length > 0 && <p className="mt-1.5">Not read: {ignoredColumns.join(', ')}.</p>}
      </Note>
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Match</th>
              <th scope="col">What changes</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                <td>
                  <strong>{row.opponent ?? '–'}</strong>{' '}
                  <span className="quiet">{row.date && calendarDayText(row.date)}</span>{' '}
                  {row.isNewEvent && <Badge tone="draft">New match</Badge>}
                </td>
                <td>
                  {row.error ?? (
                    <ul className="flex flex-wrap gap-x-5 gap-y-1">
                      {row.changes.map((change) => (
                        <li key={change.statisticId} className={change.kind === 'unchanged' ? 'quiet' : ''}>
                          {change.statisticName}:{' '}
                          {change.kind === 'correction' && `${quantityText(change.before)} → `}
                          <strong>{quantityText(change.after)}</strong>
                          {change.kind === 'correction' && ' (correction)'}
                          {change.kind === 'unchanged' && ' (unchanged)'}
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && (
        <p className="quiet fine">
          The first {SHOWN} of {countText(rows.length)} rows.
        </p>
      )}
    </>
  )
}
