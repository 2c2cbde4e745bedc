import type { z } from 'zod'
import { AmbassadorForm, type MailedAmbassador } from '#domain/schemas/ambassador.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { campaignKey } from '#web/queries/campaigns.ts'
import { EmailField } from '#web/ui/email-field.tsx'

type Input = z.input<typeof AmbassadorForm>

/** By email; pledges are credited to the code from the invitation on (R42). */
export function InviteDialog({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    MailedAmbassador & { version: number }
  >({
    schema: AmbassadorForm,
    initial: { email: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `/api/campaigns/${campaignId}/ambassadors`, payload }),
    failure: 'Failed to invite ambassador',
    success: ({ notMailedReason }) => ({
      title: 'Ambassador invited successfully!',
      ...(notMailedReason ? { description: notMailedReason } : {}),
    }),
    refresh: [campaignKey(campaignId)],
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title="Invite Ambassador"
      description="They get their own link to share. Pledges made through it are credited to them."
      save="Invite Ambassador"
      saving="Inviting..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <EmailField
        label="Email"
        autoComplete="off"
        {...form.register('email')}
        error={form.formState.errors.email?.message}
      />
    </FormDrawer>
  )
}
