import { faBan, faPaperPlane, faTrash, faUserPlus } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type MailedInvitation, type ManagedOrganization, MemberForm } from '#domain/schemas/organization.ts'
import { dateText } from '#web/format.ts'
import { memberRoleLabels } from '#web/labels.ts'
import { bound } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { reasonNotToResend } from '#web/parts/forms/mailed-lately.ts'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { organizationPath } from '#web/queries/organizations.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useNow, useUser } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import {
  useInviteAsOwner,
  useMakeScorer,
  useRemoveMember,
  useResendInvitation,
  useRevokeInvitation,
} from './writes.ts'

type Input = { email: string; role: string }

const ROLES = [
  {
    value: 'scorer',
    title: 'Scorer',
    text: 'Enters results, for example on a phone while they happen, and nothing else.',
  },
  {
    value: 'owner',
    title: 'Owner',
    text: 'Edits the organization and its campaigns, enters and confirms results, invites and removes people.',
  },
]

/** They become a member once they accept through the link in the mail. */
function InviteMemberDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    MailedInvitation & { version: number }
  >({
    schema: MemberForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { email: '', role: '' },
    version: null,
    request: (payload) => ({
      method: 'POST',
      path: `${organizationPath(organizationId)}/invitations`,
      payload,
    }),
    failure: 'Failed to invite',
    success: ({ email, notMailedReason }) => ({
      title: 'Invited',
      description: notMailedReason ?? `${email} gets an email with a link that works for two weeks.`,
    }),
    refresh: [['organizations']],
    onSaved: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDrawer
      isShort
      title="Invite someone"
      description="They get an email with a link, sign in, and accept."
      save="Send invitation"
      saving="Inviting..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <EmailField label="Email" autoComplete="off" {...bound(form, 'email')} />
      <Controller
        control={form.control}
        name="role"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup
            legend="Role"
            options={ROLES}
            value={value || null}
            onChange={onChange}
            error={errors.role?.message}
          />
        )}
      />
    </FormDrawer>
  )
}

type Member = ManagedOrganization['members'][number]
type Invitation = ManagedOrganization['invitations'][number]
/** The open question, or none. */
type Asked = { invite: true } | { member: Member } | { invitation: Invitation } | null

const nameOf = ({ firstName, lastName, email }: Member): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Owners run the organization, scorers enter results; there are no other members. */
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
              organization={organization}
              member={member}
              onRemove={() => setAsked({ member })}
            />
          )),
          ...invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              organization={organization}
              invitation={invitation}
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
            <ChangeRole organizationId={organization.id} email={email} role={role} name={name} />
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

type Props = Pick<ManagedOrganization, 'organization'> & {
  invitation: ManagedOrganization['invitations'][number]
  /** Where the day's limit is reached: when more can be sent. */
  againAt: string | null
  onRevoke: () => void
}

/** Somebody who has not joined yet. */
function InvitationRow({ organization, invitation, againAt, onRevoke }: Props) {
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
