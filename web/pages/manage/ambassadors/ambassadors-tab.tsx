import { faPaperPlane, faTrash, faUserPlus } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { dateText } from '#web/format.ts'
import { spelled, standingTone } from '#web/labels.ts'
import { paths } from '#web/paths.ts'
import { managedAmbassadorsQuery, tableFile } from '#web/queries/campaigns.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { usePublicConfig } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TableCard } from '../table-card.tsx'
import { usePages } from '../use-pages.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { useRemoveAmbassador, useResendInvitation } from './writes.ts'

/** Who they are once they have joined; until then the address they were invited at. */
const nameOf = ({ user, email }: Ambassador): string =>
  [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.email || email

export function AmbassadorsTab({ data }: { data: Management }) {
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Ambassador | null>(null)
  const { campaign, permissions } = data
  const mayManage = permissions.canManageAmbassadors
  const { rows, pager } = usePages({
    label: 'Pages of ambassadors',
    newest: data.ambassadors,
    count: data.ambassadorsCount,
    query: (after) => managedAmbassadorsQuery(campaign.id, after),
  })
  const invite = mayManage && (
    <Button
      kind="primary"
      size="small"
      {...(campaign.status === 'cancelled' ? { reason: 'This campaign is cancelled' } : {})}
      onClick={() => setInviting(true)}
    >
      <Icon icon={faUserPlus} />
      Invite Ambassador
    </Button>
  )
  return (
    <>
      <TableCard
        title="Ambassadors"
        head={['Ambassador', 'Referral Code', 'Status', 'Invited', ...(mayManage ? ['Actions'] : [])]}
        empty="No ambassadors yet"
        emptyText="People who share the campaign by a link of their own."
        actions={
          <span className="flex flex-wrap gap-2.5">
            {mayManage && rows.length > 0 && (
              <DownloadCsv path={tableFile(campaign.id, 'ambassadors')} of="ambassadors" />
            )}
            {invite}
          </span>
        }
        most={rows.length}
        pager={pager}
        rows={rows.map((ambassador) => (
          <AmbassadorRow
            key={ambassador.id}
            {...{ campaign, ambassador, mayManage }}
            onRemove={() => setLeaving(ambassador)}
          />
        ))}
      />
      {isInviting && <InviteDialog campaignId={campaign.id} onClose={() => setInviting(false)} />}
      {leaving && (
        <RemoveAmbassador campaignId={campaign.id} ambassador={leaving} onClose={() => setLeaving(null)} />
      )}
    </>
  )
}

type RowProps = {
  campaign: Management['campaign']
  ambassador: Ambassador
  mayManage: boolean
  onRemove: () => void
}

function AmbassadorRow({ campaign, ambassador, mayManage, onRemove }: RowProps) {
  const { appUrl } = usePublicConfig()
  const resend = useResendInvitation(campaign.id)
  const { user, ambassadorReferralCode: code, status, createdAt } = ambassador
  const name = nameOf(ambassador)
  return (
    <tr>
      <td className="full">
        {user ? (
          <>
            <strong>{name}</strong>
            {name !== user.email && <span className="quiet fine block break-all">{user.email}</span>}
          </>
        ) : (
          <span className="break-all">{ambassador.email}</span>
        )}
      </td>
      <td data-label="Referral Code">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2 whitespace-nowrap lg:py-0 py-2">
          <code>{code}</code>
          <CopyButton size="dense" text={`${appUrl}${paths.campaign(campaign.id)}?ref=${code}`}>
            Copy Link
          </CopyButton>
        </span>
      </td>
      <td data-label="Status">
        <Badge tone={standingTone(status)} {...(user ? {} : { icon: 'clock' })}>
          {spelled(status)}
        </Badge>
      </td>
      <td data-label="Invited" className="whitespace-nowrap">
        {dateText(createdAt, campaign.timeZone)}
      </td>
      {mayManage && (
        <td data-label="Actions">
          <span className="flex flex-wrap gap-x-3 gap-y-2 whitespace-nowrap py-2 lg:py-0">
            {!user && (
              <Button
                size="dense"
                aria-label={`Resend the invitation to ${name}`}
                pending={resend.isPending && 'Sending...'}
                onClick={() => resend.mutate(ambassador.id)}
              >
                <Icon icon={faPaperPlane} />
                Resend
              </Button>
            )}
            <Button size="dense" aria-label={`Remove ${name}`} onClick={onRemove}>
              <Icon icon={faTrash} />
              Remove
            </Button>
          </span>
        </td>
      )}
    </tr>
  )
}

type RemoveProps = { campaignId: string; ambassador: Ambassador; onClose: () => void }

function RemoveAmbassador({ campaignId, ambassador, onClose }: RemoveProps) {
  const remove = useRemoveAmbassador(campaignId, onClose)
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => remove.mutate(ambassador.id)}
      title="Are you sure you want to remove this ambassador?"
      confirm="Remove"
      kind="danger"
      pending={remove.isPending && 'Removing...'}
    >
      <p>
        <strong className="break-all">{nameOf(ambassador)}</strong>
      </p>
      <p className="quiet mt-2">
        The link still opens the campaign, but credits nobody from now on. What was credited so far stays.
      </p>
    </Confirm>
  )
}
