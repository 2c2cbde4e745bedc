import { faBell, faPaperPlane, faTrash } from '@fortawesome/free-solid-svg-icons'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { Management } from '#domain/schemas/campaign.ts'
import { countText, dateText } from '#web/format.ts'
import { spelled, statusTone } from '#web/labels.ts'
import { reasonNotToResend } from '#web/parts/forms/mailed-lately.ts'
import { paths } from '#web/paths.ts'
import { useNow, usePublicConfig } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useNudge, useResendInvitation } from './writes.ts'

/** Their name once they have joined; until then the address they were invited at. */
export const nameOf = ({ user, email }: Ambassador): string =>
  [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.email || email

type Props = {
  campaign: Management['campaign']
  ambassador: Ambassador
  mayManage: boolean
  /** Where the day's limit of invitations is reached: when more can be sent. */
  againAt: string | null
  onRemove: () => void
}

export function AmbassadorRow({ campaign, ambassador, mayManage, againAt, onRemove }: Props) {
  const { appUrl } = usePublicConfig()
  const { user, ambassadorReferralCode: code, status, createdAt, supportersCount } = ambassador
  const name = nameOf(ambassador)
  return (
    <tr>
      <th scope="row" className="full md:max-lg:col-span-3!">
        {user ? (
          <>
            <strong className="block min-w-36">{name}</strong>
            {name !== user.email && <span className="quiet fine block wrap-anywhere">{user.email}</span>}
          </>
        ) : (
          <span className="block min-w-36 wrap-anywhere">{ambassador.email}</span>
        )}
      </th>
      <td data-label="Referral Code" className="md:max-lg:col-span-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 whitespace-nowrap lg:py-0 py-2">
          <code>{code}</code>
          <CopyButton size="dense" of={name} text={`${appUrl}${paths.campaign(campaign.id)}?ref=${code}`}>
            Copy Link
          </CopyButton>
        </div>
      </td>
      <td data-label="Status">
        <Badge tone={statusTone(status)} {...(user ? {} : { icon: 'clock' })}>
          {spelled(status)}
        </Badge>
      </td>
      <td data-label="Supporters" className="num">
        {countText(supportersCount)}
      </td>
      <td data-label="Invited">{dateText(createdAt, campaign.timeZone)}</td>
      {mayManage && (
        <td className="full md:max-lg:col-[4/6]! md:max-lg:row-start-1 md:max-lg:justify-self-end">
          <span className="flex flex-wrap gap-x-3 gap-y-2 py-2 lg:py-0 lg:whitespace-nowrap">
            <Reminder campaign={campaign} ambassador={ambassador} againAt={againAt} />
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

/** Nobody is asked any longer to bring supporters to it. */
export const isOver = (status: Management['campaign']['status']): boolean =>
  status === 'cancelled' || status === 'completed'

/** Resends the invitation until they join; then a nudge while they have no supporters. */
function Reminder({ campaign, ambassador, againAt }: Pick<Props, 'campaign' | 'ambassador' | 'againAt'>) {
  const resend = useResendInvitation(campaign.id)
  const nudge = useNudge(campaign.id)
  const name = nameOf(ambassador)
  const now = useNow()
  const whyNot =
    campaign.status === 'draft'
      ? 'Invitations are sent automatically once the campaign is active'
      : reasonNotToResend(ambassador, now, { againAt, timeZone: campaign.timeZone })
  if (!ambassador.user && isOver(campaign.status)) return null
  if (!ambassador.user)
    return (
      <Button
        size="dense"
        aria-label={`Resend the invitation to ${name}`}
        pending={resend.isPending && 'Sending...'}
        reason={whyNot}
        onClick={() => resend.mutate(ambassador.id)}
      >
        <Icon icon={faPaperPlane} />
        Resend
      </Button>
    )
  if (ambassador.supportersCount > 0 || campaign.status !== 'active') return null
  return (
    <Button
      size="dense"
      aria-label={`Nudge ${name}`}
      pending={nudge.isPending && 'Sending...'}
      reason={whyNot}
      onClick={() => nudge.mutate(ambassador.id)}
    >
      <Icon icon={faBell} />
      Nudge
    </Button>
  )
}
