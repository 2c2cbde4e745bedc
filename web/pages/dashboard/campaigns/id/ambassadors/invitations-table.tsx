import type { InvitationsPreview } from '#domain/schemas/ambassador.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Note } from '#web/ui/note.tsx'

type Row = InvitationsPreview['rows'][number]
type Props = { preview: InvitationsPreview }

const STATES: Record<Row['state'], string> = {
  new: 'New',
  back: 'Invited again',
  duplicate: 'Duplicate',
  invited: 'Already invited',
  invalid: 'Skipped',
}

/** Why a row is not invited, which does not stop the others. */
function leftOut({ duplicate, invited, invalid }: InvitationsPreview['totals']): string[] {
  return [
    invited > 0 ? `${invited} ${invited === 1 ? 'is' : 'are'} already invited.` : '',
    duplicate > 0 ? `${duplicate} ${duplicate === 1 ? 'is' : 'are'} listed twice.` : '',
    invalid > 0
      ? `${invalid} ${invalid === 1 ? 'line has' : 'lines have'} no valid email address: fix the list, or continue without them.`
      : '',
  ].filter(Boolean)
}

/** Errors come first, then those to be invited, each in the order of the list. */
const ORDER: readonly Row['state'][] = ['invalid', 'new', 'back', 'invited', 'duplicate']

export function InvitationsTable({ preview: { rows, totals } }: Props) {
  const sorted = ORDER.flatMap((state) => rows.filter((row) => row.state === state))
  return (
    <>
      <Note tone={totals.invalid > 0 ? 'warning' : 'plain'} role="status">
        <strong>
          {totals.new === 0
            ? 'There is no one new on this list.'
            : `${totals.new} ${totals.new === 1 ? 'is' : 'are'} new.`}
        </strong>{' '}
        {leftOut(totals).join(' ')} {totals.new > 0 && 'No email has been sent yet.'}
      </Note>
      {/* Nothing in it can be pressed: the keyboard scrolls it while it has the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is read by keyboard too */}
      <section className="relative overflow-x-auto" tabIndex={0} aria-label="Who would be invited">
        <table className="table stacked" aria-label="Who would be invited">
          <thead>
            <tr>
              <th scope="col">Address</th>
              <th scope="col">Name</th>
              <th scope="col">Line</th>
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that is read and never changes
              <tr key={index}>
                <th scope="row" className="full font-semibold wrap-anywhere md:min-w-40">
                  {row.email ?? row.text}
                </th>
                <td data-label="Name" className="break-words">
                  {row.name ?? '–'}
                </td>
                <td data-label="Line">{row.line}</td>
                <td data-label="What happens">
                  <What row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function What({ row: { state, reason } }: { row: Row }) {
  if (state === 'new' || state === 'back')
    return (
      <Badge tone="active" icon="check">
        {STATES[state]}
      </Badge>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={state === 'invalid' ? 'paused' : 'draft'} icon={state === 'invalid' ? 'warning' : 'ban'}>
        {STATES[state]}
      </Badge>
      {state !== 'invited' && <span className="quiet fine">{reason}</span>}
    </span>
  )
}
