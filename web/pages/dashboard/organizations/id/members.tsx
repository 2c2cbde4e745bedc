import { faBan, faPaperPlane, faPen, faTrash, faUserPlus } from '@fortawesome/free-solid-svg-icons'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { ROLE_WORDS } from '#domain/people/role-words.ts'
import { MEMBER_ROLES, type MemberRole } from '#domain/people/roles.ts'
import {
  type MailedInvitation,
  type ManagedOrganization,
  MemberForm,
  type Member as MemberOf,
} from '#domain/schemas/organization.ts'
import { dateText } from '#web/format.ts'
import { bound } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { reasonNotToResend } from '#web/parts/forms/mailed-lately.ts'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { organizationPath } from '#web/queries/organizations.ts'
import { currentUserQuery } from '#web/queries/users.ts'
import { DownloadCsv } from '#web/site/download.tsx'
import { useNow, useUser } from '#web/site/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmailField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useRemoveMember, useResendInvitation, useRevokeInvitation } from './writes.ts'

type Input = { email: string; role: string }

/** The least first: whoever is asked to do one thing needs no more. */
const CHOICES = [...MEMBER_ROLES].reverse()

/** "Can enter results, and confirm results that someone else entered." */
const canDo = (role: MemberRole): string => `Can ${ROLE_WORDS[role].does}.`

const isPromotion = (member: Member, role: string): boolean => role === 'owner' && member.role !== 'owner'

type DialogProps = { organizationId: string; member?: Member; onClose: () => void }

/**
 * Someone is invited to a role, or a member gets another one. Only an invitation, accepted by the link in the mail, makes
 * someone a member or an owner.
 */
function RoleDialog({ organizationId, member, onClose }: DialogProps) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    (MailedInvitation | MemberOf) & { version: number }
  >({
    schema: MemberForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { email: member?.email ?? '', role: member?.role ?? '' },
    version: null,
    request: (payload) => ({
      method: 'POST',
      path: `${organizationPath(organizationId)}/${member && !isPromotion(member, payload.role) ? 'members' : 'invitations'}`,
      payload,
    }),
    failure: member ? 'Failed to change the role' : 'Failed to invite',
    success: (saved) =>
      'mailed' in saved
        ? {
            title: 'Invited',
            description:
              saved.notMailedReason ?? `${saved.email} gets an email with a link that works for two weeks.`,
          }
        : { title: 'Role changed' },
    refresh: [['organizations'], currentUserQuery.queryKey],
    onSaved: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDrawer
      isShort
      title={member ? `Role of ${nameOf(member)}` : 'Invite someone'}
      {...(member ? {} : { description: 'They get an email with a link that lets them join.' })}
      save={member ? 'Change role' : 'Send invitation'}
      saving={member ? 'Changing...' : 'Inviting...'}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {!member && <EmailField label="Email" autoComplete="off" {...bound(form, 'email')} />}
      <Controller
        control={form.control}
        name="role"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup
            legend="Role"
            options={CHOICES.map((role) => ({
              value: role,
              title: ROLE_WORDS[role].name,
              text:
                member && isPromotion(member, role)
                  ? `${canDo(role)} They accept this by email first.`
                  : canDo(role),
            }))}
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
type Asked = { invite: true } | { change: Member } | { member: Member } | { invitation: Invitation } | null

const nameOf = ({ firstName, lastName, email }: Member): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Everyone who works for the organization, each in one role, and who is invited. */
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
          <Disclosure summary="What each role can do">
            <dl className="grid gap-2">
              {CHOICES.map((role) => (
                <div key={role}>
                  <dt className="font-semibold">{ROLE_WORDS[role].name}</dt>
                  <dd className="quiet">{canDo(role)}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            <DownloadCsv path={`${organizationPath(organization.id)}/people.csv`} of="people" />
            <Button size="small" onClick={() => setAsked({ invite: true })}>
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
              onChange={() => setAsked({ change: member })}
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
      {asked && 'invite' in asked && <RoleDialog organizationId={organization.id} onClose={close} />}
      {asked && 'change' in asked && (
        <RoleDialog organizationId={organization.id} member={asked.change} onClose={close} />
      )}
      {asked && 'member' in asked && <Remove {...{ organization, ...asked }} onClose={close} />}
      {asked && 'invitation' in asked && <Revoke {...{ organization, ...asked }} onClose={close} />}
    </>
  )
}

type Of = Pick<ManagedOrganization, 'organization'>

type MemberProps = Of & { member: Member; onChange: () => void; onRemove: () => void }

function MemberRow({ organization, member, onChange, onRemove }: MemberProps) {
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
          {ROLE_WORDS[role].name}
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
            <Button size="dense" aria-label={`Change role: ${name}`} onClick={onChange}>
              <Icon icon={faPen} />
              Change role
            </Button>
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
      <p className="quiet mt-2">
        They lose access to {organization.name}. What they entered so far stays.
        {member.role === 'owner' && ' API keys in their name stop until another owner replaces them.'}
      </p>
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
          {ROLE_WORDS[role].name}
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
