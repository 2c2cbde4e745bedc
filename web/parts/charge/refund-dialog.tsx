import type { z } from 'zod'
import { type ChargeDetail, RefundForm } from '#domain/schemas/charge-detail.ts'
import { usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { chargePath } from '#web/queries/charges.ts'
import { TextField } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { chargeKeys } from './charge-drawer.tsx'

type Input = z.input<typeof RefundForm>

/** All that is left, or a part; with the reason that the supporter reads (R32). */
export function RefundDialog({ data, onClose }: { data: ChargeDetail; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    ChargeDetail & { version: number }
  >({
    schema: RefundForm,
    initial: { amount: data.refundable, reason: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${chargePath(data.charge.id)}/refunds`, payload }),
    failure: 'Failed to refund',
    success: () => ({
      title: 'The refund is on its way',
      description: 'The supporter is notified by email.',
    }),
    refresh: chargeKeys(data),
    onSaved: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDrawer
      isShort
      title="Refund this charge"
      description={`Up to ${usd(data.refundable)} can be refunded to the card. It is subtracted from “collected” and is not billed again.`}
      save="Refund"
      saving="Refunding..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <MoneyField label="Amount" {...form.register('amount')} error={errors.amount?.message} />
      <TextField
        label="Reason"
        hint="The supporter will see it."
        maxLength={200}
        {...form.register('reason')}
        error={errors.reason?.message}
      />
    </FormDrawer>
  )
}
