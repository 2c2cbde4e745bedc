import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { ambassadorName, useCredited } from '#web/parts/pledging/referral.ts'
import { Heading } from '#web/ui/heading.tsx'

/** Whom the pledge is for: a guest may have come by a code, and has seen no other page of the campaign. */
export function Head({ campaigns: campaign, organizations: organization }: CampaignDetail) {
  const helps = campaign.howThisCampaignHelps?.description
  return (
    <header className="grid gap-2">
      <CampaignArt
        campaign={campaign}
        size="card"
        className="picture h-28 w-full rounded-control bg-boarddeep object-cover object-[50%_12%] md:h-40"
        isFirst
      />
      <Heading level={1} size="page" dir="auto" className="mt-2 wrap-anywhere">
        {campaign.name}
      </Heading>
      <p className="wrap-anywhere">
        For{' '}
        <strong>
          <bdi>{organization.name}</bdi>
        </strong>
      </p>
      <p className="line-clamp-3 wrap-anywhere" dir="auto">
        {campaign.aboutThisCampaign}
      </p>
      {helps && (
        <p className="line-clamp-3 wrap-anywhere" dir="auto">
          <strong>How This Campaign Helps:</strong> {helps}
        </p>
      )}
      <p className="quiet">Pledge in 30 seconds. No account, no password. Nothing is charged today.</p>
      <Credit campaignId={campaign.id} />
    </header>
  )
}

/** The ambassador whose link brought this visitor (R42). */
function Credit({ campaignId }: { campaignId: string }) {
  const credited = useCredited(campaignId)
  if (!credited) return null
  return (
    <p className="fine">
      <strong>{ambassadorName(credited)}</strong> sent you here, and is credited with your pledge.
    </p>
  )
}
