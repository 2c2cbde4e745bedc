import { faCopy, faEllipsis, faEye, faFilePdf, faPen } from '@fortawesome/free-solid-svg-icons'
import { Link } from 'react-router'
import type { Management } from '#domain/schemas/campaign.ts'
import { capital } from '#domain/vocabulary.ts'
import { SavePdf } from '#web/parts/sheets/save-pdf.tsx'
import { paths } from '#web/paths.ts'
import { seasonReport } from '#web/queries/reports.ts'
import { useDownload } from '#web/site/download.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

type Props = {
  data: Pick<Management, 'campaign' | 'permissions'>
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}

/** Further actions on the campaign, side by side where there is room. */
export function DeskActions({ data: { campaign, permissions }, isEditing, onEdit }: Props) {
  const isCopied = permissions.canManageStatistics && campaign.status !== 'draft'
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
      {isCopied && (
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
export function PhoneActions({ data: { campaign, permissions }, onEdit }: Props) {
  const isCopied = permissions.canManageStatistics && campaign.status !== 'draft'
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
        {isCopied && (
          <MenuItem icon={faFilePdf} onSelect={() => report.mutate()}>
            {`${capital(campaign.vocabulary.season)} report`}
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}
