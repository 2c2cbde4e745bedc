import { type Cents, formatUsd } from '#domain/money.ts'
import { brand } from '#web/content/brand.ts'
import { Figure } from '#web/ui/figure.tsx'
import { sharesOf } from './sums.ts'

/** Three parts and one, drawn to scale. Whole dollars in headlines, cents where somebody is paid. */
export function ShareBar({
  collected,
  note,
  cents = false,
  yours: yoursText = 'to your organization',
}: {
  collected: Cents
  note?: string
  cents?: boolean
  yours?: string
}) {
  const { yours, ours } = sharesOf(collected)
  const show = cents ? 'always' : 'auto'
  return (
    <div className="share">
      <div className={`share-bar ${cents ? 'cents' : ''}`}>
        <p className="theirs">
          <Figure text={formatUsd(yours, show)} />
          <span>{yoursText}</span>
        </p>
        <p className="provider">
          <Figure text={formatUsd(ours, show)} />
          <span>our {brand.commissionPercent}%</span>
        </p>
      </div>
      {note && <p className="quiet fine mt-3">{note}</p>}
    </div>
  )
}
