import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type MailedInvitation, MemberForm } from '#domain/schemas/organization.ts'
import { bound } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { EmailField } from '#web/ui/email-field.tsx'

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

/** They become a member once they accept through the link in the mail (R25). */
export function InviteMemberDialog({
  organizationId,
  onClose,
}: {
  organizationId: string
  onClose: () => void
}) {
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
      {...{ isPending, attempt, problem, onClose }}
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
