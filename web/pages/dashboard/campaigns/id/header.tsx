import { faArrowLeft, faCopy, faEye, faPen } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { capital } from '#domain/vocabulary.ts'
import { countText, percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import { statusLabels } from '#web/labels.ts'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { paths } from '#web/paths.ts'
import { seasonReport } from '#web/queries/reports.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Tiles } from '#web/ui/tiles.tsx'
import { Checklist } from './checklist.tsx'
import { DetailsDrawer } from './details/details-drawer.tsx'
import { ReviewRequest } from './review-request.tsx'
import { type Tab, tabsFor } from './tabs.ts'

/** Characters from which a name would fill a phone's first screen. */
const LONG_NAME = 80

export function ManageHeader({ data, tab }: { data: Management; tab: Tab }) {
  const { campaign, organization, permissions, resultsToConfirm } = data
  const [isEditing, setEditing] = useState(false)
  const currentLink = useRef<HTMLAnchorElement>(null)
  // On a phone the tabs scroll: the current one is in view.
  useEffect(() => {
    if (tab) currentLink.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return (
    <header className="border-b border-line bg-surface">
      <div className="wrap wide pt-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="flex min-w-0 items-start gap-1 max-md:w-full md:items-center md:gap-4">
            <Link to={paths.dashboard} className="icon-button -ml-3" aria-label="Back to Dashboard">
              <Icon icon={faArrowLeft} />
            </Link>
            <h1
              className={`min-w-0 break-words max-md:pt-0.5 ${campaign.name.length > LONG_NAME ? 'text-[30px]' : ''}`}
            >
              {campaign.name}
            </h1>
          </div>
          <Badge tone={campaign.status}>{statusLabels[campaign.status]}</Badge>
          <OrganizationName {...{ organization, permissions }} />
          <div className="flex flex-wrap gap-3 max-md:w-full max-md:gap-2.5 max-md:*:flex-auto lg:ml-auto">
            <Link to={paths.campaign(campaign.id)} className={buttonClass({ size: 'small' })}>
              <Icon icon={faEye} />
              View Public Page
            </Link>
            {permissions.canManageStatistics && campaign.status !== 'draft' && (
              <Link to={paths.copyCampaign(campaign.id)} className={buttonClass({ size: 'small' })}>
                <Icon icon={faCopy} />
                Copy
              </Link>
            )}
            {permissions.canManageStatistics && campaign.status !== 'draft' && (
              <SavePdf size="small" path={seasonReport(campaign.id)}>
                {`${capital(campaign.vocabulary.season)} report`}
              </SavePdf>
            )}
            {permissions.canEditCampaign && (
              <Button
                size="small"
                aria-haspopup="dialog"
                aria-expanded={isEditing}
                onClick={() => setEditing(!isEditing)}
              >
                <Icon icon={faPen} />
                Edit Campaign
              </Button>
            )}
          </div>
        </div>
        <ReviewRequest data={{ campaign, permissions }} />
        <Checklist data={data} tab={tab} onEdit={() => setEditing(true)} />
        <Tiles
          className="flush mt-4 border-t border-line"
          tiles={[
            { label: 'Goal', figure: <Figure text={wholeUsd(campaign.goal)} /> },
            {
              label: 'Raised',
              figure: <Figure text={usd(campaign.totalPledged)} />,
              note: <Apart campaign={campaign} />,
            },
            { label: 'Supporters', figure: <Figure text={countText(campaign.supportersCount)} /> },
            {
              label: 'Progress',
              figure: <Figure text={`${percentOfGoal(campaign.totalPledged, campaign.goal)}%`} />,
            },
          ]}
        />
        <nav className="tabs" aria-label="Parts of the campaign">
          {tabsFor(permissions).map(({ name, label }) => (
            <Link
              key={name}
              ref={name === tab ? currentLink : undefined}
              to={paths.manage(campaign.id, name)}
              aria-current={name === tab ? 'page' : undefined}
              preventScrollReset
            >
              {label}
              {name === 'results' && <Count value={resultsToConfirm} of="to confirm" />}
            </Link>
          ))}
        </nav>
      </div>
      {isEditing && <DetailsDrawer data={data} onClose={() => setEditing(false)} />}
    </header>
  )
}

/** Three figures that are never summed (R11), each whole on its line. */
function Apart({ campaign }: Pick<Management, 'campaign'>) {
  return (
    <>
      <span className="whitespace-nowrap">{usd(campaign.totalPledged)} pledged,</span>{' '}
      <span className="whitespace-nowrap">{usd(campaign.totalEarned)} earned,</span>{' '}
      <span className="whitespace-nowrap">{usd(campaign.totalCollected)} collected</span>
    </>
  )
}

/** Its people and details, for those who may see them (R25). */
function OrganizationName({ organization, permissions }: Pick<Management, 'organization' | 'permissions'>) {
  const { id, name } = organization
  if (!permissions.canManageAmbassadors) return <span className="quiet break-words">{name}</span>
  return (
    <Link to={paths.organization(id)} className="text-link min-w-0 break-words max-lg:py-2.5">
      {name}
      <span className="sr-only">: people and details</span>
    </Link>
  )
}
