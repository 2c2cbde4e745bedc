import { Link } from 'react-router'
import type { Exception } from '#domain/schemas/exception.ts'
import { paths } from '#web/paths.ts'

type Of = Pick<Exception, 'campaignId' | 'campaignName' | 'organizationName'>

/** Nothing for what belongs to no campaign. */
export function OfCampaign({ campaignId, campaignName, organizationName }: Of) {
  if (campaignId === null) return null
  return (
    <>
      <Link to={paths.manage(campaignId, 'settlements')} className="text-link">
        {campaignName}
      </Link>
      , {organizationName}
    </>
  )
}
