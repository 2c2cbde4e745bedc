import { faBan, faPaperPlane } from '@fortawesome/free-solid-svg-icons'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import { dateText } from '#web/format.ts'
import { memberRoleLabels } from '#web/labels.ts'
import { reasonNotToResend } from '#web/parts/forms/mailed-lately.ts'
import { useNow } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useResendInvitation } from './writes.ts'

type Props = Pick<ManagedOrganization, 'organization'> & {
  invitation: ManagedOrganization['invitations'][number]
  /** Where the day's limit is reached: when more can be sent. */
  againAt: string | null
  onRevoke: () => void
}

/** Somebody who has not joined yet. */
export function InvitationRow({ organization, invitation, againAt, onRevoke }: Props) {
  const resend = useResendInvitation(organization.id)
  const { id, email, role, expiresAt, isExpired, mailedAt, notMailedReason } = invitation
  const now = useNow()
  const until = dateText(expiresAt, organization.timeZone)
  return (
    <tr>
      <th scope="row" className="full">
        <span className="wrap-anywhere">{email}</span>
        <span className="quiet fine block">
          {mailedAt === null
            ? (notMailedReason ?? 'Not emailed yet: the invitation is sent automatically within the hour')
            : isExpired
              ? `Invited; the link expired on ${until}`
              : `Invited; the link works until ${until}`}
        </span>
      </th>
      <td data-label="Role">
        <Badge tone={isExpired ? 'paused' : 'draft'} icon={isExpired ? 'warning' : 'clock'}>
          {memberRoleLabels[role]}
        </Badge>
      </td>
      <td data-label="Since" className="quiet">
        Not joined yet
      </td>
      <td className="full">
        <span className="flex flex-wrap gap-x-3 gap-y-2 py-2 lg:py-0">
          <Button
            size="dense"
            aria-label={`Resend the invitation to ${email}`}
            pending={resend.isPending && 'Sending...'}
            reason={reasonNotToResend(invitation, now, { againAt, timeZone: organization.timeZone })}
            onClick={() => resend.mutate(id)}
          >
            <Icon icon={faPaperPlane} />
            Resend
          </Button>
          <Button size="dense" aria-label={`Revoke the invitation to ${email}`} onClick={onRevoke}>
            <Icon icon={faBan} />
            Revoke
          </Button>
        </span>
      </td>
    </tr>
  )
}
