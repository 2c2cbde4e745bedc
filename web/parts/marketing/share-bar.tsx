import { type Cents, formatUsd } from '#domain/money.ts'
import { brand } from '#web/content/brand.ts'
import { Figure } from '#web/ui/figure.tsx'
import { sharesOf } from './sums.ts'

const PART = 'flex min-w-0 flex-col justify-center gap-1.5 rounded-control py-4.5 leading-[1.3] lg:py-6.5'
const THEIRS = `${PART} bg-board px-4 text-boardink lg:px-6`
const PROVIDER = `${PART} border-2 border-ink bg-surface px-2`

/** In a card, where cents may leave no room side by side: one below the other, still three to one. */
const SMALL = {
  bar: '@max-[26.3125rem]:grid-cols-[minmax(0,1fr)]',
  theirs: 'large-[3.5]',
  provider: 'lg:px-3 @max-[26.3125rem]:w-[33.4%] @max-[26.3125rem]:min-w-max @max-[26.3125rem]:py-3',
  ours: 'large-[1.5]',
}
const LARGE = {
  bar: '@max-[20rem]:grid-cols-[minmax(0,1fr)]',
  theirs: 'large-[3.5] @min-[29rem]:large-[4.75]',
  provider: 'lg:px-4.5 @max-[20rem]:w-[33.4%] @max-[20rem]:min-w-max @max-[20rem]:py-3',
  ours: 'large-[1.5] @min-[29rem]:large-[2.75]',
}

/** Three parts and one, drawn to scale. Whole dollars in headlines, cents in a card, where amounts are exact. */
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
  const size = cents ? SMALL : LARGE
  const show = cents ? 'always' : 'auto'
  return (
    <div className="@container">
      <div className={`grid grid-cols-[3fr_1fr] gap-1 ${size.bar}`}>
        <p className={THEIRS}>
          <Figure text={formatUsd(yours, show)} className={size.theirs} />
          <span className="text-boardmuted">{yoursText}</span>
        </p>
        <p className={`${PROVIDER} ${size.provider}`}>
          <Figure text={formatUsd(ours, show)} className={size.ours} />
          <span className="text-[0.875rem] text-ink2">our {brand.commissionPercent}%</span>
        </p>
      </div>
      {note && <p className="quiet fine mt-3">{note}</p>}
    </div>
  )
}
