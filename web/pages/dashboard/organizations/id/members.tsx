import { faTrash, faUserPlus } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import type { ManagedOrganization } from '#domain/schemas/organization.ts'
import { dateText } from '#web/format.ts'
import { memberRoleLabels } from '#web/labels.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { organizationPath } from '#web/queries/organizations.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useUser } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteMemberDialog } from './invite-member-dialog.tsx'
import { useInviteAsOwner, useMakeScorer, useRemoveMember, useRevokeInvitation } from './writes.ts'

type Member = ManagedOrganization['members'][number]
type Invitation = ManagedOrganization['invitations'][number]
/** The open question, or none. */
type Asked = { invite: true } | { member: Member } | { invitation: Invitation } | null

const nameOf = ({ firstName, lastName, email }: Member): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Owners run the organization, scorers enter results; there are no other members (R25). */
export function Members({ data }: { data: ManagedOrganization }) {
  const { organization, members, invitations } = data
  const [asked, setAsked] = useState<Asked>(null)
  const close = (): void => setAsked(null)
  return (
    <>
      <TableCard
        title="People"
        head={['Name', 'Role', 'Since', 'Actions']}
        empty="No one yet"
        most={50}
        above={
          <p className="quiet max-w-[70ch]">
            Owners edit the organization and its campaigns and confirm results. Scorers enter results, and
            nothing else.
          </p>
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            <DownloadCsv path={`${organizationPath(organization.id)}/people.csv`} of="people" />
            <Button kind="primary" size="small" onClick={() => setAsked({ invite: true })}>
              <Icon icon={faUserPlus} />
              Invite
            </Button>
          </span>
        }
        rows={[
          ...members.map((member) => (
            <MemberRow
              key={member.userId}
              {...{ organization, member }}
              onRemove={() => setAsked({ member })}
            />
          )),
          ...invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              {...{ organization, invitation }}
              againAt={data.invitationsAgainAt}
              onRevoke={() => setAsked({ invitation })}
            />
          )),
        ]}
      />
      {asked && 'invite' in asked && <InviteMemberDialog organizationId={organization.id} onClose={close} />}
      {asked && 'member' in asked && <Remove {...{ organization, ...asked }} onClose={close} />}
      {asked && 'invitation' in asked && <Revoke {...{ organization, ...asked }} onClose={close} />}
    </>
  )
}

type Of = Pick<ManagedOrganization, 'organization'>

function MemberRow({ organization, member, onRemove }: Of & { member: Member; onRemove: () => void }) {
  const user = useUser()
  const { email, role, since, cannotRemoveReason: reason } = member
  const name = nameOf(member)
  return (
    <tr>
      <th scope="row" className="full min-w-[20ch] md:min-w-[24ch]">
        <strong className="wrap-anywhere">{name}</strong>
        {member.userId === user?.id && <span className="quiet"> (you)</span>}
        {name !== email && <span className="quiet fine block wrap-anywhere">{email}</span>}
      </th>
      <td data-label="Role">
        <Badge tone={role === 'owner' ? 'active' : 'draft'} icon="check">
          {memberRoleLabels[role]}
        </Badge>
      </td>
      <td data-label="Since" className="whitespace-nowrap">
        {dateText(since, organization.timeZone)}
      </td>
      <td className="full">
        {reason ? (
          <span className="quiet fine">{reason}</span>
        ) : (
          <span className="flex flex-wrap gap-x-3 gap-y-2 py-2 lg:py-0">
            <ChangeRole organizationId={organization.id} {...{ email, role, name }} />
            <Button size="dense" aria-label={`Remove ${name}`} onClick={onRemove}>
              <Icon icon={faTrash} />
              Remove
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}

/** A scorer is invited to become an owner; an owner becomes a scorer at once. */
function ChangeRole({
  organizationId,
  email,
  role,
  name,
}: Pick<Member, 'email' | 'role'> & { organizationId: string; name: string }) {
  const makeScorer = useMakeScorer(organizationId)
  const invite = useInviteAsOwner(organizationId)
  return role === 'owner' ? (
    <Button
      size="dense"
      aria-label={`Make scorer: ${name}`}
      pending={makeScorer.isPending && 'Changing...'}
      onClick={() => makeScorer.mutate({ email, role: 'scorer' })}
    >
      Make scorer
    </Button>
  ) : (
    <Button
      size="dense"
      aria-label={`Invite as owner: ${name}`}
      pending={invite.isPending && 'Inviting...'}
      onClick={() => invite.mutate({ email, role: 'owner' })}
    >
      Invite as owner
    </Button>
  )
}

function Remove({ organization, member, onClose }: Of & { member: Member; onClose: () => void }) {
  const remove = useRemoveMember(organization.id, onClose)
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => remove.mutate(member.userId)}
      title="Remove this person?"
      confirm="Remove"
      kind="danger"
      pending={remove.isPending && 'Removing...'}
    >
      <p>
        <strong className="wrap-anywhere">{nameOf(member)}</strong>
      </p>
      <p className="quiet mt-2">They lose access to {organization.name}. What they entered so far stays.</p>
    </Confirm>
  )
}

function Revoke({ organization, invitation, onClose }: Of & { invitation: Invitation; onClose: () => void }) {
  const revoke = useRevokeInvitation(organization.id, onClose)
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => revoke.mutate(invitation.id)}
      title="Revoke this invitation?"
      confirm="Revoke"
      kind="danger"
      pending={revoke.isPending && 'Revoking...'}
    >
      <p>
        <strong className="wrap-anywhere">{invitation.email}</strong>
      </p>
      <p className="quiet mt-2">The link in the email stops working.</p>
    </Confirm>
  )
}
