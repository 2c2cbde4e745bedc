import { Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type Destination, DestinationForm, type OwnOrganization } from '#domain/schemas/organization.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'

type Input = {
  method: string
  payeeName: string
  mailingAddress: string
  bankName: string
  accountLast4: string
  stripeAccount: string
}
const METHODS = [
  { value: 'check', title: 'Check', text: 'Mailed to an address.' },
  { value: 'bank_transfer', title: 'Bank transfer', text: 'To an account that is saved at our bank.' },
  { value: 'stripe', title: 'Stripe', text: 'To the organization’s own Stripe account.' },
]

/** Proposed here, approved by somebody else (R25). */
export function DestinationDrawer({
  organization,
  isRepresentative,
  onClose,
}: {
  organization: OwnOrganization
  isRepresentative: boolean
  onClose: () => void
}) {
  const who = isRepresentative ? 'Another representative' : 'A representative'
  const methods = isRepresentative ? METHODS : METHODS.filter(({ value }) => value !== 'stripe')
  const { id, name, payeeName, streetAddress, city, state, zip } = organization
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    Destination & { version: number }
  >({
    schema: DestinationForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: {
      method: 'check',
      payeeName: payeeName ?? name,
      mailingAddress: streetAddress ? `${streetAddress}\n${city}, ${state} ${zip ?? ''}`.trim() : '',
      bankName: '',
      accountLast4: '',
      stripeAccount: '',
    },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${organizationPath(id)}/payout-destinations`, payload }),
    failure: 'Failed to propose',
    success: { title: 'Proposed', description: `${who} approves it.` },
    refresh: [['organizations']],
    onSaved: onClose,
  })
  const method = useWatch({ control: form.control, name: 'method' })
  const field = (key: keyof Input, label: string) => ({
    ...form.register(key),
    label,
    error: form.formState.errors[key]?.message,
  })
  return (
    <FormDrawer
      title="Propose a payout destination"
      description={`Payouts go there once ${who.toLowerCase()} approves. The owners are notified then.`}
      save="Propose"
      saving="Proposing..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <Controller
        control={form.control}
        name="method"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup legend="Paid by" options={methods} value={value} onChange={onChange} />
        )}
      />
      <TextField {...field('payeeName', 'Payee')} autoComplete="off" />
      {method === 'stripe' && (
        <TextField
          {...field('stripeAccount', 'Account')}
          autoComplete="off"
          hint="Find it in our Stripe dashboard, under Connect. It starts with acct_."
        />
      )}
      {method === 'check' && <TextArea {...field('mailingAddress', 'Mailing address')} rows={3} />}
      {method === 'bank_transfer' && (
        <>
          <TextField {...field('bankName', 'Bank')} autoComplete="off" />
          <TextField
            {...field('accountLast4', 'Last four digits of the account')}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            hint="Only the last four: the full number stays with the bank."
          />
        </>
      )}
    </FormDrawer>
  )
}
