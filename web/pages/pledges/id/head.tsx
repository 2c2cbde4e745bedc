import { useContext } from 'react'
import { Link } from 'react-router'
import { pledgeReference } from '#domain/lookup.ts'
import type { ShownPledge } from '#domain/schemas/pledge-link.ts'
import { spelled, standingIcon, standingTone } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ReaderContext } from './reader.ts'

export function PledgeHead({ pledge }: { pledge: ShownPledge }) {
  const reader = useContext(ReaderContext)
  return (
    <header className="pt-2">
      <p className="quiet break-words">
        {pledge.organizationName}
        <span className="whitespace-nowrap"> · {spelled(pledge.pledgeType)}</span>
        {reader === 'representative' && (
          <span className="whitespace-nowrap"> · Pledge {pledgeReference(pledge.id)}</span>
        )}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 break-words">{pledge.campaignName}</h1>
        {pledge.isHeld ? (
          <Badge tone="waiting">Under review</Badge>
        ) : (
          <Badge
            tone={pledge.status === 'cancelled' ? 'cancelled' : standingTone(pledge.status)}
            {...standingIcon(pledge.status)}
          >
            {spelled(pledge.status)}
          </Badge>
        )}
      </div>
      <p className="mt-4 flex flex-wrap gap-3">
        {reader === 'representative' && (
          <Link
            to={paths.manage(pledge.campaignId, 'supporters')}
            className={buttonClass({ kind: 'primary' })}
          >
            Manage Campaign
          </Link>
        )}
        <Link to={paths.campaign(pledge.campaignId)} className={buttonClass()}>
          View Campaign
        </Link>
      </p>
    </header>
  )
}
