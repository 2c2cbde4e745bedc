import { Link } from 'react-router'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { spelled, standingIcon, standingTone } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'

export function PledgeHead({ pledge }: { pledge: ShownPledge }) {
  return (
    <header className="pt-2">
      <p className="quiet break-words">
        {pledge.organizationName}
        <span className="whitespace-nowrap"> · {spelled(pledge.pledgeType)}</span>
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 break-words">{pledge.campaignName}</h1>
        {pledge.isHeld ? (
          <Badge tone="waiting">Being checked</Badge>
        ) : (
          <Badge
            tone={pledge.status === 'cancelled' ? 'cancelled' : standingTone(pledge.status)}
            {...standingIcon(pledge.status)}
          >
            {spelled(pledge.status)}
          </Badge>
        )}
      </div>
      <Link to={paths.campaign(pledge.campaignId)} className={`${buttonClass()} mt-4`}>
        View Campaign
      </Link>
    </header>
  )
}
