import { faLocationDot } from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { TemplateMark } from '#web/art/template-mark.tsx'
import { kindLabel, organizationTypeLabels, statusLabels } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { HERO_ART, HERO_META } from '#web/ui/hero.ts'
import { Icon } from '#web/ui/icon.tsx'

const LONG_NAME = 26

/** Who the pledge is for. "Tax-deductible" only where it is true (R52). */
export function CardHero({ campaigns: campaign, organizations: organization }: CampaignDetail) {
  return (
    <section className={campaign.imageUrl === null ? 'hero' : 'hero photo'}>
      <CampaignArt campaign={campaign} size="wide" className={HERO_ART} isFirst />
      <div className="wrap pt-24 pb-16 lg:pt-14 lg:pb-44">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={campaign.status}>
            {campaign.status === 'active' ? 'Active Campaign' : statusLabels[campaign.status]}
          </Badge>
          {organization.is501c3 && (
            <>
              <Badge tone="active" icon="check">
                Tax-Deductible
              </Badge>
              <Badge tone="active" icon="check">
                501(c)(3) verified
              </Badge>
            </>
          )}
          <span className="template">
            <TemplateMark scene={campaign.scene} />
            {kindLabel(campaign)}
          </span>
        </div>
        <h1
          className={`title mt-4 max-w-[14ch] break-words ${campaign.name.length > LONG_NAME ? 'long lg:max-w-[18ch]' : ''}`}
        >
          {campaign.name}
        </h1>
        <p className={`${HERO_META} mt-4`}>
          <strong className="break-words">{organization.name}</strong>
          <span>{organizationTypeLabels[organization.organizationType]}</span>
          {organization.city && organization.state && (
            <span>
              <Icon icon={faLocationDot} /> {organization.city}, {organization.state}
            </span>
          )}
        </p>
        <p className="mt-5">
          <Link to={paths.campaign(campaign.id)} className={buttonClass({ kind: 'onboard' })}>
            See the whole campaign
          </Link>
        </p>
      </div>
    </section>
  )
}
