import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { reasonNotToSettle } from '#domain/settlement.ts'
import { isUndecided, LockState } from '#web/pages/dashboard/campaigns/id/settlements/lock-state.tsx'
import { PreviewTotals } from '#web/pages/dashboard/campaigns/id/settlements/preview-totals.tsx'
import { paths } from '#web/paths.ts'
import { settlementPreviewQuery } from '#web/queries/settlements.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Skeleton } from '#web/ui/note.tsx'

/** What the next settlement would bill, beside the results that decide it; it is locked on its own tab (R30). */
export function NextSettlement({ data }: { data: Management }) {
  const { campaign } = data
  const kind = campaign.status === 'completed' ? 'final' : 'progress'
  const isSettled = reasonNotToSettle(kind, { status: campaign.status, isFinalLocked: false }) === null
  const { data: preview, error } = useQuery({
    ...settlementPreviewQuery(campaign.id, { kind }),
    enabled: isSettled,
  })
  if (error || !isSettled) return null
  if (!preview) return <Skeleton className="h-72" />
  const { totals, version } = preview
  return (
    <section className="card p-5" aria-label="Next settlement">
      <Heading level={2} size="card">
        Next settlement
      </Heading>
      <p className="quiet fine mt-1 mb-2">
        Preview of version {version}, {kind}. Changes nothing.
      </p>
      <PreviewTotals
        totals={totals}
        counted={kind === 'final' ? 'Pledges' : 'Pledges billed along the way'}
        isUndecided={isUndecided(preview)}
      />
      <LockState data={data} preview={preview} />
      <Link to={paths.manage(campaign.id, 'settlements')} className={`${buttonClass({ full: true })} mt-4`}>
        Review and lock...
      </Link>
    </section>
  )
}
