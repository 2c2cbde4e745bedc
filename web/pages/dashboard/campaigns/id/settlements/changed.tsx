import { usd } from '#web/format.ts'
import { type Changed as Change, changedPledges, changedTotals, type ShownPreview } from './shown-preview.ts'

/** Few enough to read in a dialog; the new preview behind it has all of them. */
const MAX_PLEDGES = 10

/** Before and now, for each changed total and each changed pledge on the screen (R30). */
export function Changed({ before, now }: { before: ShownPreview; now: ShownPreview }) {
  const totals = changedTotals(before.preview.totals, now.preview.totals)
  const pledges = changedPledges(before, now)
  const rows = [...totals, ...pledges.slice(0, MAX_PLEDGES)]
  const others = pledges.length - MAX_PLEDGES
  if (rows.length === 0) return null
  return (
    <div>
      <table className="w-full border-collapse" aria-label="What changed since your preview">
        <thead>
          <tr className="quiet fine">
            <th scope="col" className="pb-1 text-left font-semibold">
              What
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-semibold">
              Before
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-semibold">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} {...row} />
          ))}
        </tbody>
      </table>
      {others > 0 && (
        <p className="quiet fine mt-2">
          {others} more {others === 1 ? 'pledge' : 'pledges'} in the preview changed.
        </p>
      )}
    </div>
  )
}

const amountOf = (amount: string | null): string => (amount === null ? 'Not included' : usd(amount))

const Row = ({ label, before, now }: Change) => (
  <tr className="border-t border-line">
    <th scope="row" className="py-2 text-left font-semibold">
      {label}
    </th>
    <td className="quiet py-2 pl-3 text-right tabular-nums">{amountOf(before)}</td>
    <td className="py-2 pl-3 text-right font-semibold tabular-nums">{amountOf(now)}</td>
  </tr>
)
