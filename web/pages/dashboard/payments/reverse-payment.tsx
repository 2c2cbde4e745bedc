import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { INSTRUMENT_RULES } from '#domain/billing/instruments.ts'
import { dateIn } from '#domain/places/zone.ts'
import { type FoundInvoice, type PostedPayment, TakeBackForm } from '#domain/schemas/payment.ts'
import { usd } from '#web/format.ts'
import { BoundDate } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { useNow } from '#web/site/session.ts'
import { useZone } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { FindInvoice } from './find-invoice.tsx'
import { isAlreadyPosted } from './posting.tsx'

type Why = 'bounced' | 'posted_wrongly'
type Input = { why: Why; on: string; note: string; invoiceId: string | null; isAnother: boolean }

const BOUNCED = { value: 'bounced', title: 'The check bounced', text: 'The bank returned it.' }
const WRONG = {
  value: 'posted_wrongly',
  title: 'Posted by mistake',
  text: 'It was for a different invoice or amount.',
}

type Props = { payment: PostedPayment; why: Why; onClose: () => void }

/** Reopens its invoice and notifies its supporter; if meant for another invoice, it is posted there at once. */
export function TakeBack({ payment, why: first, onClose }: Props) {
  const { id, campaignId, method, state, invoiceNumber, amount } = payment
  const today = dateIn(useZone(), new Date(useNow()))
  const [meant, setMeant] = useState<FoundInvoice | null>(null)
  const { form, submit, error, forget, isPending, attempt, problem } = useRecordForm<
    Input,
    PostedPayment & { version: number }
  >({
    schema: TakeBackForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { why: first, on: today, note: '', invoiceId: null, isAnother: false },
    version: null,
    request: (payload) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/payments/${id}/reversal`,
      payload,
    }),
    failure: 'Failed to reverse the payment',
    success: {
      title: meant ? `Moved to ${meant.number}` : `Invoice reopened: ${invoiceNumber}`,
      description: 'Its supporter is notified by email.',
    },
    refresh: [['payments'], ['payouts'], ['repayments']],
    onSaved: onClose,
  })
  // It is asked about once: saving again says that it is another payment.
  const isAsked = isAlreadyPosted(error)
  const isWrong = form.watch('why') === 'posted_wrongly'
  const errors = form.formState.errors
  const choose = (invoice: FoundInvoice | null): void => {
    setMeant(invoice)
    forget()
    form.setValue('invoiceId', invoice?.id ?? null, { shouldDirty: true })
  }
  return (
    <FormDrawer
      title={`Reverse ${usd(amount)}`}
      description={`Invoice ${invoiceNumber} is reopened, and its supporter is notified by email with the reason.`}
      save={isAsked ? 'Post another one' : meant ? 'Move payment' : 'Reverse payment'}
      saving={meant ? 'Moving...' : 'Reversing...'}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={(event) => {
        form.setValue('isAnother', isAsked)
        return submit(event)
      }}
    >
      <Controller
        control={form.control}
        name="why"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup
            legend="What happened"
            options={INSTRUMENT_RULES[method].canBounce ? [BOUNCED, WRONG] : [WRONG]}
            value={value}
            onChange={(next) => {
              if (next === 'bounced') choose(null)
              onChange(next)
            }}
          />
        )}
      />
      {isWrong && <MeantFor meant={meant} onChoose={choose} error={errors.invoiceId?.message} />}
      <BoundDate control={form.control} name="on" label="On" today={today} max={today} />
      <TextField
        {...form.register('note')}
        optional={!(isWrong && state === 'deposited')}
        label={isWrong ? 'What was wrong' : 'Note'}
        error={errors.note?.message}
      />
    </FormDrawer>
  )
}

type MeantProps = {
  meant: FoundInvoice | null
  onChoose: (invoice: FoundInvoice | null) => void
  error: string | undefined
}

function MeantFor({ meant, onChoose, error }: MeantProps) {
  if (meant === null)
    return (
      <FindInvoice
        label="Correct invoice"
        hint="By number, name or amount. Leave it empty to only reverse the payment."
        takesFocus={false}
        onChoose={onChoose}
      />
    )
  return (
    <div className="grid gap-2">
      <p className="field-label">Correct invoice</p>
      <div className="flex items-center justify-between gap-4 rounded-[6px] bg-sunken px-3 py-2.5">
        <span className="min-w-0">
          <span className="block font-semibold break-words">{meant.name || meant.email}</span>
          <span className="quiet fine block break-words">
            {meant.number}, {meant.campaignName}, {usd(meant.open)} open
          </span>
        </span>
        <Button size="dense" onClick={() => onChoose(null)}>
          Change
        </Button>
      </div>
      {error && <Note tone="danger">{error}</Note>}
    </div>
  )
}
