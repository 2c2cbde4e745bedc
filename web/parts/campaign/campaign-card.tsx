import { faArrowRight, faLocationDot } from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import type { CampaignListItem } from '#domain/schemas/campaign.ts'
import { CampaignArt } from '#web/art/campaign-art.tsx'
import { TemplateMark } from '#web/art/template-mark.tsx'
import { calendarDayText, countText, daysLeft, percentOfGoal, wholeUsd } from '#web/format.ts'
import { organizationTypeLabels, statusLabels } from '#web/labels.ts'
import { Colors, ColorsOver, Crest } from '#web/parts/branding/crest.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProgressBar } from '#web/ui/bar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Icon } from '#web/ui/icon.tsx'

const CARD =
  'relative overflow-hidden [transition:border-color_var(--press),box-shadow_var(--press)] hover:border-control hover:shadow-2'
const ROW =
  'grid grid-cols-1 md:grid-cols-[min(15.625rem,36%)_minmax(0,1fr)] lg:grid-cols-[min(21.25rem,36%)_minmax(0,1fr)]'
const PICTURE = 'picture block size-full bg-boarddeep object-cover'
/** The landmarks are right of the middle, high up: goals, posts and gantry are not cropped. */
const ROW_PICTURE = 'object-[50%_12%] md:absolute md:inset-0 md:object-[65%_0]'

type Props = { item: CampaignListItem; now: number; view: 'grid' | 'list'; badge?: string }

export function CampaignCard({
  item: { campaigns: campaign, organizations: organization },
  now,
  view,
  badge,
}: Props) {
  const percent = percentOfGoal(campaign.totalPledged, campaign.goal)
  const left = daysLeft(campaign.endsAt, now)
  const place = organization.city && organization.state ? `${organization.city}, ${organization.state}` : null
  return (
    <article className={`card ${CARD} ${view === 'list' ? ROW : 'flex flex-col'}`}>
      <div className={`relative overflow-hidden ${view === 'list' ? 'h-24 md:h-auto' : 'h-28 md:h-43'}`}>
        <CampaignArt
          campaign={campaign}
          size="card"
          className={`${PICTURE} ${view === 'list' ? ROW_PICTURE : ''}`}
        />
        {campaign.imageUrl === null && <ColorsOver organization={organization} />}
        <Crest
          organization={organization}
          className={`absolute left-[4%] ${view === 'list' ? 'top-3 size-18 md:top-6 md:size-24' : 'top-5 size-20 md:top-8 md:size-28'}`}
        />
        {campaign.imageUrl !== null && (
          <Colors organization={organization} className="absolute bottom-0 h-1.5" />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2.5 px-5 pt-[1.125rem] pb-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <Badge tone={campaign.status}>{badge ?? statusLabels[campaign.status]}</Badge>
          <span className="template *:flex-none">
            <TemplateMark cause={campaign.cause} />
            {campaign.causeLabel}
          </span>
        </div>
        <Heading level={3} size="card" dir="auto" className="wrap-anywhere">
          <Link to={paths.campaign(campaign.id)} className="hover:underline hover:underline-offset-3">
            {campaign.name}
          </Link>
        </Heading>
        {/* No separators: one of them would start or end a line. */}
        <p className="fine quiet flex flex-wrap gap-x-3 gap-y-0.5 wrap-anywhere">
          <strong className="font-semibold text-ink">
            <bdi>{organization.name}</bdi>
          </strong>{' '}
          <span>{organizationTypeLabels[organization.organizationType]}</span>{' '}
          {place && (
            <span>
              <Icon icon={faLocationDot} /> {place}
            </span>
          )}
        </p>
        <p className="about dense line-clamp-2 wrap-anywhere" dir="auto">
          {campaign.aboutThisCampaign}
        </p>
        <div className="mt-auto grid gap-2 pt-2">
          <p className="flex flex-wrap items-end justify-between gap-x-3">
            <span>
              <Figure text={wholeUsd(campaign.totalPledged)} className="large-[2.125]" />{' '}
              <span className="fine quiet">pledged</span>
            </span>
            <span className="fine">
              <span className="fig large-[1.375]">{countText(percent)}%</span> of {wholeUsd(campaign.goal)}
            </span>
          </p>
          <ProgressBar thin percent={percent} label={`Pledged toward the goal of ${campaign.name}`} />
          <p
            className={`fine quiet flex flex-wrap justify-between gap-x-2 ${view === 'grid' ? 'md:max-lg:grid md:max-lg:grid-cols-[minmax(0,1fr)_auto]' : ''}`}
          >
            <span>
              <strong className="text-ink">{countText(campaign.supportersCount)}</strong>{' '}
              {campaign.supportersCount === 1 ? 'supporter' : 'supporters'}
            </span>
            {view === 'list' && left === 0 ? (
              <strong className="text-ink">Ended</strong>
            ) : (
              <span>
                <strong className="text-ink">{left}</strong> {left === 1 ? 'day left' : 'days left'}
              </span>
            )}
            <span>
              {left > 0 ? 'Ends ' : view === 'list' ? '' : 'Ended '}
              {calendarDayText(campaign.endDate)}
            </span>
          </p>
          <Link
            to={paths.campaign(campaign.id)}
            className={`${buttonClass({ full: true })} mt-2 ${view === 'list' ? 'md:w-auto md:justify-self-start md:px-7' : ''}`}
            aria-label={`View Campaign: ${campaign.name}`}
          >
            View Campaign <Icon icon={faArrowRight} />
          </Link>
        </div>
      </div>
    </article>
  )
}

export function CampaignCardSkeleton() {
  return (
    <div className="card overflow-hidden" aria-hidden="true">
      <div className="skeleton h-28 rounded-none md:h-43" />
      <div className="grid gap-3 p-5">
        <div className="skeleton h-6 w-24" />
        <div className="skeleton h-7 w-3/4" />
        <div className="skeleton h-12" />
        <div className="skeleton h-24" />
      </div>
    </div>
  )
}
