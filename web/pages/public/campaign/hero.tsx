import { faArrowUpFromBracket, faLocationDot } from '@fortawesome/free-solid-svg-icons'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Organization } from '#domain/schemas/organization.ts'
import { artPath } from '#web/art/address.ts'
import { TemplateMark } from '#web/art/template-mark.tsx'
import { organizationTypeLabels, sizeTierLabels, statusLabels, templateLabels } from '#web/labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { share } from './share.ts'

const LONG_NAME = 26

export function CampaignHero({ campaign, organization }: { campaign: Campaign; organization: Organization }) {
  const kind = [
    organizationTypeLabels[organization.organizationType],
    organization.sizeTier && sizeTierLabels[organization.sizeTier],
  ]
  const image = campaign.imageUrl ?? artPath(campaign.template, campaign.id, 'wide')
  return (
    <section className="hero">
      <img className="art" src={image} alt="" fetchPriority="high" />
      <div className="wrap pt-30 pb-16 lg:pt-16 lg:pb-44">
        <div className="flex flex-wrap items-center gap-4">
          <Badge tone={campaign.status}>
            {campaign.status === 'active' ? 'Active Campaign' : statusLabels[campaign.status]}
          </Badge>
          <span className="template">
            <TemplateMark template={campaign.template} />
            {templateLabels[campaign.template]}
          </span>
        </div>
        <h1
          className={`title mt-4 max-w-[14ch] break-words ${campaign.name.length > LONG_NAME ? 'long lg:max-w-[18ch]' : ''}`}
        >
          {campaign.name}
        </h1>
        <p className="meta mt-4">
          <strong>{organization.name}</strong>
          <span>{kind.filter(Boolean).join(' · ')}</span>
          {organization.city && organization.state && (
            <span>
              <Icon icon={faLocationDot} /> {organization.city}, {organization.state}
            </span>
          )}
        </p>
        <p className="mt-3 line-clamp-3 max-w-[52ch]">{campaign.aboutThisCampaign}</p>
        <Button kind="onboard" className="mt-5" onClick={() => void share(campaign.name)}>
          <Icon icon={faArrowUpFromBracket} />
          Share
        </Button>
      </div>
    </section>
  )
}
