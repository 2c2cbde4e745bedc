import { Link } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { paths } from '#web/paths.ts'

/** For its owners, once it is no longer a draft: who changes it now, and how to reach them (R24). */
export function WhoChanges({ campaign, permissions }: Pick<Management, 'campaign' | 'permissions'>) {
  const { canManageStatistics, canEditCampaign } = permissions
  if (!canManageStatistics || canEditCampaign || campaign.status === 'cancelled') return null
  return (
    <p className="quiet fine mt-3">
      Only a representative changes its details, dates and events now.{' '}
      <Link to={paths.contact} className="text-link">
        Write to us
      </Link>
    </p>
  )
}
