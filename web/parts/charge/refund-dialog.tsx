import type { z } from 'zod'
import { parseTyped } from '#domain/money.ts'
import { type ChargeDetail, RefundForm } from '#domain/schemas/charge-detail.ts'
import { toCents, usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { chargePath } from '#web/queries/charges.ts'
import { TextField } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { Note } from '#web/ui/note.tsx'
import { chargeKeys } from './charge-drawer.tsx'

type Input = z.input<typeof RefundForm>

const TAKES_TWO = (alone: string): string =>
  toCents(alone) > 0
    ? `You can refund up to ${usd(alone)} alone now. Above that, another representative approves it first.`
    : 'You have refunded as much as one person can in a day. Another representative approves this one first.'

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
    success: ({ refunds }) =>
      refunds[0]?.state === 'prepared'
        ? { title: 'Refund prepared', description: 'Another representative must approve it.' }
        : { title: 'The refund is on its way', description: 'The supporter is notified by email.' },
    refresh: chargeKeys(data),
    onSaved: onClose,
  })
  const { errors } = form.formState
  const takesTwo = (parseTyped(String(form.watch('amount'))) ?? 0) > toCents(data.refundableAlone)
  return (
    <FormDrawer
      isShort
      title="Refund this charge"
      description={`Up to ${usd(data.refundable)} can be refunded to the card. It is subtracted from “collected” and is not billed again.`}
      save={takesTwo ? 'Prepare refund' : 'Refund'}
      saving={takesTwo ? 'Preparing...' : 'Refunding...'}
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <MoneyField label="Amount" {...form.register('amount')} error={errors.amount?.message} />
      {takesTwo && <Note>{TAKES_TWO(data.refundableAlone)}</Note>}
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
