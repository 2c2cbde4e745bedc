import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { parseCents } from '#domain/money.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { countText, usd } from '#web/format.ts'
import { TOTAL_LABELS } from '#web/pages/dashboard/campaigns/id/settlements/looks.ts'
import { paths } from '#web/paths.ts'
import { settlementPreviewQuery } from '#web/queries/settlements.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note, Skeleton } from '#web/ui/note.tsx'

const isZero = (amount: string): boolean => (parseCents(amount) ?? 0) === 0

/** What the next settlement would bill, beside the results that decide it; it is locked on its own tab (R30). */
export function NextSettlement({ data: { campaign, resultsToConfirm } }: { data: Management }) {
  const kind = campaign.status === 'completed' ? 'final' : 'progress'
  const { data: preview, error } = useQuery(
    settlementPreviewQuery(campaign.id, { kind, billIncreases: false }),
  )
  if (error || campaign.status === 'draft') return null
  if (!preview) return <Skeleton className="h-72" />
  const { totals, version } = preview
  const rows = TOTAL_LABELS.filter(
    ([name]) => name === 'accrued' || (name !== 'bill' && !isZero(totals[name])),
  )
  return (
    <section className="card p-5" aria-label="Next settlement">
      <Heading level={2} size="card">
        Next settlement
      </Heading>
      <p className="quiet fine mt-1 mb-2">
        Preview of version {version}, {kind}. Changes nothing.
      </p>
      <dl>
        <div className="summary-row">
          <dt>{kind === 'final' ? 'Pledges' : 'Pledges billed along the way'}</dt>
          <dd className="fig fig-t">{countText(totals.pledges)}</dd>
        </div>
        {rows.map(([name, label]) => (
          <div key={name} className="summary-row">
            <dt>{label}</dt>
            <dd>
              <Figure text={usd(totals[name])} size="t" />
            </dd>
          </div>
        ))}
        <div className="summary-row border-t-3 border-ink">
          <dt className="font-bold">To bill now</dt>
          <dd>
            <Figure text={usd(totals.bill)} flat className="text-[40px]" />
          </dd>
        </div>
      </dl>
      {resultsToConfirm > 0 && (
        <div className="mt-3">
          <Note tone="warning">
            <strong>
              {countText(resultsToConfirm)} {resultsToConfirm === 1 ? 'result is' : 'results are'}{' '}
              unconfirmed.
            </strong>{' '}
            {resultsToConfirm === 1 ? 'It is' : 'They are'} not in these figures.
          </Note>
        </div>
      )}
      <Link to={paths.manage(campaign.id, 'settlements')} className={`${buttonClass({ full: true })} mt-4`}>
        Review and lock...
      </Link>
    </section>
  )
}
