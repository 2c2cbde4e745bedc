import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import { shortCode } from '#domain/short-code.ts'
import { statusLabels } from '#web/labels.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Tally } from '#web/ui/tally.tsx'

/** Who plays, and where everybody in the gym can join in. */
export function BoardHead({ campaign, organization }: { campaign: Campaign; organization: Organization }) {
  const { appUrl } = usePublicConfig()
  const takesPledges = campaign.pledgesClosedReason === null
  return (
    <header className="head">
      <div className="team">
        <p className="label quiet">
          <Tally />
          <span>{organization.name}</span>
        </p>
        <h1>{campaign.name}</h1>
      </div>
      {takesPledges ? (
        <div className="join">
          <p>
            <span className="label quiet">Pledge with them</span>
            <span className="address">
              {appUrl.replace(/^https?:\/\//, '')}/c/{shortCode(campaign.id)}
            </span>
          </p>
          <img src={`/api/campaigns/${campaign.id}/qr.svg?to=pledge`} alt="" width="160" height="160" />
        </div>
      ) : (
        <p className="label standing">{statusLabels[campaign.status]}</p>
      )}
    </header>
  )
}
