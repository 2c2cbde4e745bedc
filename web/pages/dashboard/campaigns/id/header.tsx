import { faCopy, faEllipsis, faEye, faFilePdf, faPen, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { capital } from '#domain/campaigns/vocabulary.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { countText, dateText, percentOfGoal, usd, wholeUsd } from '#web/format.ts'
import { statusLabels } from '#web/labels.ts'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { paths } from '#web/paths.ts'
import { seasonReport } from '#web/queries/reports.ts'
import { useDownload } from '#web/site/download.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Note } from '#web/ui/note.tsx'
import { showInRow } from '#web/ui/show-in-row.ts'
import { Tiles } from '#web/ui/tiles.tsx'
import { Checklist } from './checklist.tsx'
import { DetailsDrawer } from './details/details-drawer.tsx'
import { Questions } from './questions.tsx'
import { acceptsResults } from './results/writes.ts'
import { ReviewRequest } from './review-request.tsx'
import { type Tab, tabsFor } from './tabs.ts'

/** From this many characters, a name would fill a phone's first screen. */
const LONG_NAME = 80

export function ManageHeader({ data, tab }: { data: Management; tab: Tab }) {
  const { campaign, organization, permissions, resultsToConfirm } = data
  const [isEditing, setEditing] = useEditing(permissions.canEditCampaign)
  const actions = { data, isEditing, onEdit: setEditing }
  const currentLink = useRef<HTMLAnchorElement>(null)
  // On a phone the tabs scroll: the current one is kept in view.
  useEffect(() => {
    if (tab && currentLink.current) showInRow(currentLink.current)
  }, [tab])
  return (
    <header className="border-b border-line bg-surface">
      <div className="wrap wide pt-2 md:pt-3">
        <div className="flex items-center gap-2">
          <Breadcrumbs>
            <Link to={paths.dashboard} aria-label="Back to Dashboard">
              Dashboard
            </Link>
            <OrganizationName organization={organization} permissions={permissions} />
          </Breadcrumbs>
          <PhoneActions {...actions} />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 md:mt-2 md:gap-y-3">
          <h1
            className={`min-w-0 break-words ${campaign.name.length > LONG_NAME ? 'large-[1.875]' : 'max-md:large-[2.125]'}`}
          >
            {campaign.name}
          </h1>
          <Badge tone={campaign.status}>{statusLabels[campaign.status]}</Badge>
          <WideActions {...actions} />
        </div>
        {data.billingHeldAt && (
          <OnHold campaignId={campaign.id} since={dateText(data.billingHeldAt, campaign.timeZone)} />
        )}
        <Checklist data={data} tab={tab} onEdit={() => setEditing(true)} />
        <ReviewRequest data={data} />
        <Questions data={data} />
        <Tiles
          className="mt-3 border-t border-line md:mt-4"
          isStrip
          tiles={[
            { label: 'Goal', figure: <Figure text={wholeUsd(campaign.goal)} /> },
            {
              label: 'Raised',
              figure: <Figure text={usd(campaign.totalPledged)} />,
              note: <Apart {...data} />,
            },
            { label: 'Supporters', figure: <Figure text={countText(campaign.supportersCount)} /> },
            {
              label: 'Progress',
              figure: <Figure text={`${countText(percentOfGoal(campaign.totalPledged, campaign.goal))}%`} />,
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
              {name === 'results' && acceptsResults(data) && (
                <Count value={resultsToConfirm} of="to confirm" />
              )}
            </Link>
          ))}
        </nav>
      </div>
      {permissions.canEnterResults && acceptsResults(data) && campaign.status !== 'draft' && (
        <ThumbEntry id={campaign.id} />
      )}
      {isEditing && <DetailsDrawer data={data} onClose={() => setEditing(false)} />}
    </header>
  )
}

/** The details are opened here, or by the address. */
function useEditing(canEdit: boolean): [boolean, (isEditing: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const [isPressed, setPressed] = useState(false)
  const isNamed = canEdit && params.get('edit') === 'details'
  const set = (isEditing: boolean): void => {
    setPressed(isEditing)
    if (!isNamed) return
    params.delete('edit')
    setParams(params, { replace: true, preventScrollReset: true })
  }
  return [isPressed || isNamed, set]
}

/**
 * On a phone the button to enter results is within reach of the thumb on every tab, for one-handed use beside a field; not
 * while the Results tab's own button is in view.
 */
function ThumbEntry({ id }: { id: string }) {
  return (
    <Link
      to={paths.enterResults(id)}
      className={`${buttonClass({ kind: 'primary' })} thumb-button fixed right-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-24 in-[body:has(>.workbar)]:bottom-[calc(4.3125rem+env(safe-area-inset-bottom))] in-[body:has([data-enter-results=seen])]:hidden shadow-2! md:hidden`}
      preventScrollReset
    >
      <Icon icon={faPlus} />
      Enter Results
    </Link>
  )
}

/** Three figures that are never summed, each on its own line. */
function Apart({ campaign, waived }: Pick<Management, 'campaign' | 'waived'>) {
  return (
    <>
      <span className="whitespace-nowrap">{usd(campaign.totalPledged)} pledged,</span>{' '}
      <span className="whitespace-nowrap">{usd(campaign.totalEarned)} earned,</span>{' '}
      <span className="whitespace-nowrap">{usd(campaign.totalCollected)} collected</span>
      {waived && <span className="whitespace-nowrap">, {usd(waived)} waived, not billed</span>}
    </>
  )
}

/** Its page, for those who have one. */
function OrganizationName({ organization, permissions }: Pick<Management, 'organization' | 'permissions'>) {
  const { id, name } = organization
  if (!permissions.canReadMoney) return <span className="min-w-0 px-1.5 break-words">{name}</span>
  return (
    <Link to={paths.organization(id)}>
      {name}
      <span className="sr-only">
        {permissions.canManageStatistics ? ': people and details' : ': money and details'}
      </span>
    </Link>
  )
}

/** Nothing is billed or paid out until its books balance again. */
const OnHold = ({ campaignId, since }: { campaignId: string; since: string }) => (
  <div className="mt-3">
    <Note tone="danger">
      The books of this campaign have not balanced since {since}. Nothing is billed or paid out until they do.{' '}
      <Link to={paths.manage(campaignId, 'settlements')} className="text-link">
        See the difference
      </Link>
    </Note>
  </div>
)

type Props = {
  data: Pick<Management, 'campaign' | 'permissions'>
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}

/** Further actions on the campaign, side by side where there is room. */
function WideActions({ data: { campaign, permissions }, isEditing, onEdit }: Props) {
  const isOpened = campaign.status !== 'draft'
  const isCopied = permissions.canManageStatistics && isOpened
  const isReported = permissions.canReadMoney && isOpened
  return (
    <div className="flex flex-wrap gap-3 max-md:hidden lg:ml-auto">
      <Link to={paths.campaign(campaign.id)} className={buttonClass({ size: 'small' })}>
        <Icon icon={faEye} />
        View Public Page
      </Link>
      {isCopied && (
        <Link to={paths.copyCampaign(campaign.id)} className={buttonClass({ size: 'small' })}>
          <Icon icon={faCopy} />
          Copy
        </Link>
      )}
      {isReported && (
        <SavePdf size="small" path={seasonReport(campaign.id)}>
          {`${capital(campaign.vocabulary.season)} report`}
        </SavePdf>
      )}
      {permissions.canEditCampaign && (
        <Button
          size="small"
          aria-haspopup="dialog"
          aria-expanded={isEditing}
          onClick={() => onEdit(!isEditing)}
        >
          <Icon icon={faPen} />
          Edit Campaign
        </Button>
      )}
    </div>
  )
}

/** The same behind one button, on a phone. */
function PhoneActions({ data: { campaign, permissions }, onEdit }: Props) {
  const isOpened = campaign.status !== 'draft'
  const isCopied = permissions.canManageStatistics && isOpened
  const isReported = permissions.canReadMoney && isOpened
  const report = useDownload(seasonReport(campaign.id))
  return (
    <div className="-mr-2.5 ml-auto md:hidden">
      <Menu
        trigger={
          <button type="button" className="icon-button" aria-label="More about this campaign">
            <Icon icon={faEllipsis} />
          </button>
        }
      >
        {permissions.canEditCampaign && (
          <MenuItem icon={faPen} onSelect={() => onEdit(true)}>
            Edit Campaign
          </MenuItem>
        )}
        <MenuItem
          icon={faEye}
          link={(inside, className) => (
            <Link to={paths.campaign(campaign.id)} className={className}>
              {inside}
            </Link>
          )}
        >
          View Public Page
        </MenuItem>
        {isCopied && (
          <MenuItem
            icon={faCopy}
            link={(inside, className) => (
              <Link to={paths.copyCampaign(campaign.id)} className={className}>
                {inside}
              </Link>
            )}
          >
            Copy
          </MenuItem>
        )}
        {isReported && (
          <MenuItem icon={faFilePdf} onSelect={() => report.mutate()}>
            {`${capital(campaign.vocabulary.season)} report`}
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}
