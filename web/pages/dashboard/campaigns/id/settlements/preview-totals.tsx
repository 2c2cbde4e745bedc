import type { SettlementPreview } from '#domain/schemas/settlement.ts'
import { countText, usd } from '#web/format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { isZero, TOTAL_LABELS } from './shown-preview.ts'

type Props = {
  totals: SettlementPreview['totals']
  /** What is counted: progress settlements do not bill every pledge. */
  counted?: string
  /** What was earned after the final lock is neither billed nor waived yet (R32). */
  isUndecided?: boolean
}

/** The sums of a preview, from what is earned to what would be billed now (R30). */
export function PreviewTotals({ totals, counted = 'Pledges', isUndecided = false }: Props) {
  const rows = TOTAL_LABELS.filter(
    ([name]) => name === 'accrued' || (name !== 'bill' && !isZero(totals[name])),
  )
  return (
    <dl>
      <div className="summary-row">
        <dt>{counted}</dt>
        <dd className="fig fig-t">{countText(totals.pledges)}</dd>
      </div>
      {rows.map(([name, label]) => (
        <div key={name} className="summary-row">
          <dt>{name === 'carried' && isUndecided ? 'To bill or waive' : label}</dt>
          <dd>
            <Figure text={usd(totals[name])} size="t" />
          </dd>
        </div>
      ))}
      <div className="summary-row border-t-3 border-ink">
        <dt className="font-bold">To bill now</dt>
        <dd>
          <Figure text={usd(totals.bill)} flat className="large-[2.5]" />
        </dd>
      </div>
    </dl>
  )
}
