import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type PostedPayment, TakeBackForm } from '#domain/schemas/payment.ts'
import { dateIn } from '#domain/zone.ts'
import { usd } from '#web/format.ts'
import { FormDrawer } from '#web/pages/manage/form/form-drawer.tsx'
import { useRecordForm } from '#web/pages/manage/form/record-form.ts'
import { useNow } from '#web/site/session.ts'
import { useZone } from '#web/site/zone.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/field.tsx'

type Input = { why: string; on: string; note: string }

const BOUNCED = { value: 'bounced', title: 'The check bounced', text: 'The bank sent it back.' }
const WRONG = { value: 'posted_wrongly', title: 'Posted wrongly', text: 'It was meant for another invoice.' }

/** Its invoice is open again, and its supporter is told (R36). */
export function TakeBack({ payment, onClose }: { payment: PostedPayment; onClose: () => void }) {
  const { id, campaignId, method, state, invoiceNumber, amount } = payment
  const today = dateIn(useZone(), new Date(useNow()))
  const options = [...(method === 'check' ? [BOUNCED] : []), ...(state === 'received' ? [WRONG] : [])]
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    Input,
    PostedPayment & { version: number }
  >({
    schema: TakeBackForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { why: state === 'received' ? 'posted_wrongly' : 'bounced', on: today, note: '' },
    version: null,
    request: (payload) => ({
      ...{ method: 'POST', path: `/api/campaigns/${campaignId}/payments/${id}/reversal`, payload },
    }),
    failure: 'Failed to take it back',
    success: { title: `${invoiceNumber} is open again`, description: 'Its supporter is told by e-mail.' },
    refresh: [['payments'], ['payouts']],
    onSaved: onClose,
  })
  const errors = form.formState.errors
  return (
    <FormDrawer
      isShort
      title={`Take back ${usd(amount)}`}
      description={`${invoiceNumber} is open again, and its supporter is told why by e-mail.`}
      save="Take it back"
      saving="Taking back..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <Controller
        control={form.control}
        name="why"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup legend="What happened" options={options} value={value} onChange={onChange} />
        )}
      />
      <Controller
        control={form.control}
        name="on"
        render={({ field: { value, onChange } }) => (
          <DateField
            label="On"
            value={value}
            onChange={onChange}
            today={today}
            max={today}
            error={errors.on?.message}
          />
        )}
      />
      <TextField {...form.register('note')} optional label="Note" error={errors.note?.message} />
    </FormDrawer>
  )
}
