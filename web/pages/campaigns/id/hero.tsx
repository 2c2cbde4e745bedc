import { faArrowUpFromBracket, faLocationDot } from '@fortawesome/free-solid-svg-icons'
import { isToBeShared } from '#domain/campaigns/campaign-state.ts'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { TemplateMark } from '#web/art/template-mark.tsx'
import { organizationTypeLabels, sizeTierLabels, statusLabels } from '#web/labels.ts'
import { Colors, Crest } from '#web/parts/branding/crest.tsx'
import { share } from '#web/parts/campaign/share.ts'
import { ambassadorName, useCredited } from '#web/parts/pledging/referral.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { HERO_ART, HERO_META } from '#web/ui/hero.ts'
import { Icon } from '#web/ui/icon.tsx'

const LONG_NAME = 26
const VERY_LONG_NAME = 80

/** The longer a name is, the smaller its type and the longer its lines. */
function nameClass(length: number): string {
  if (length > VERY_LONG_NAME) return 'very-long max-w-[24ch] lg:max-w-[30ch]'
  return length > LONG_NAME ? 'long max-w-[14ch] lg:max-w-[18ch]' : 'max-w-[14ch]'
}

type Props = { campaign: Campaign; organization: Organization; now: number }

export function CampaignHero({ campaign, organization, now }: Props) {
  const kind = [
    organizationTypeLabels[organization.organizationType],
    organization.sizeTier && sizeTierLabels[organization.sizeTier],
  ]
  return (
    <section className={campaign.imageUrl === null ? 'hero' : 'hero photo'}>
      <CampaignArt campaign={campaign} size="wide" className={HERO_ART} isFirst />
      <Colors organization={organization} className="absolute top-0 h-2" />
      <div className="wrap pt-30 pb-16 lg:pt-16 lg:pb-44">
        <div className="flex flex-wrap items-center gap-4">
          <Badge tone={campaign.status}>
            {campaign.status === 'active' ? 'Active Campaign' : statusLabels[campaign.status]}
          </Badge>
          <span className="template">
            <TemplateMark cause={campaign.cause} />
            {campaign.causeLabel}
          </span>
        </div>
        <h1 dir="auto" className={`title mt-4 text-left ${nameClass(campaign.name.length)}`}>
          {campaign.name}
        </h1>
        <p className={`${HERO_META} mt-4`}>
          <strong className="flex max-w-[52ch] items-center gap-3">
            <Crest organization={organization} className="size-14 flex-none" />
            <span className="min-w-0">{organization.name}</span>
          </strong>
          <span>{kind.filter(Boolean).join(' · ')}</span>
          {organization.city && organization.state && (
            <span>
              <Icon icon={faLocationDot} /> {organization.city}, {organization.state}
            </span>
          )}
        </p>
        <p className="mt-3 line-clamp-3 max-w-[52ch]">{campaign.aboutThisCampaign}</p>
        <div className="mt-5 flex min-h-12 items-center gap-4">
          <Sharing campaign={campaign} now={now} />
          <Credit campaignId={campaign.id} />
        </div>
      </div>
    </section>
  )
}

/** A draft's page exists for nobody else, and a campaign that is over has nothing to ask for. */
function Sharing({ campaign: { name, status, endsAt }, now }: Pick<Props, 'campaign' | 'now'>) {
  if (isToBeShared({ status, endsAt: new Date(endsAt) }, new Date(now)))
    return (
      <Button kind="onboard" onClick={() => void share(name)}>
        <Icon icon={faArrowUpFromBracket} />
        Share
      </Button>
    )
  return status === 'draft' ? <p className="fine">You can share it once it is active.</p> : null
}

/** The ambassador whose link brought this visitor. Beside the button, so that nothing moves when it appears. */
function Credit({ campaignId }: { campaignId: string }) {
  const credited = useCredited(campaignId)
  if (!credited) return null
  return (
    <p className="fine max-w-[30ch]">
      <strong>{ambassadorName(credited)}</strong> sent you here, and is credited with your pledge.
    </p>
  )
}
