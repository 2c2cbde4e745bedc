import { dollars, formatUsd, negate } from '#domain/money.ts'
import type { Story, StoryLine } from '#web/content/stories.ts'
import { countText, usd } from '#web/format.ts'
import { collectedIn, lineTotal } from '#web/parts/marketing/sums.ts'

/** How a story's money came together: every line of it, and the sum. */
export function StoryLedger({ story }: { story: Story }) {
  const heldBack = dollars(story.heldBack)
  return (
    <table className="ledger">
      <caption className="label">How it added up</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">What was pledged for</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {story.lines.map((line) => (
          <tr key={line.what}>
            <th scope="row">
              {line.what}
              <span className="quiet fine">{explained(line)}</span>
            </th>
            <td className="fig fig-t">{formatUsd(lineTotal(line))}</td>
          </tr>
        ))}
        {heldBack > 0 && (
          <tr>
            <th scope="row">
              Held back
              <span className="quiet fine">by supporters’ own maximums</span>
            </th>
            <td className="fig fig-t">{formatUsd(negate(heldBack))}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Collected</th>
          <td className="fig fig-s">{formatUsd(collectedIn(story))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function explained({ rate, count, unit, missed }: StoryLine): string {
  if (missed) return `${usd(rate)} pledged, not achieved, so not owed`
  if (count === undefined) return 'all pledges together'
  return `${countText(count)} × ${usd(rate)} per ${unit}, all pledges together`
}
