import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { positivePart, subtract, toDecimal } from '#domain/money.ts'
import { dateIn } from '#domain/places/zone.ts'
import { type Payout, PayoutReturn } from '#domain/schemas/payout.ts'
import { toCents, usd } from '#web/format.ts'
import { BoundDate } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { cameBack } from '#web/parts/payouts/payout-labels.ts'
import { payoutPath } from '#web/queries/payouts.ts'
import { useNow } from '#web/site/session.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { MoneyField, TextField } from '#web/ui/field.tsx'
import { forWhom, Sent } from './payout-parts.tsx'

type Input = {
  returnedOn: string
  reason: string
  amount: string
  isPaidBack: boolean
  returnsKnown: number
}
type Place = { organizationName: string; timeZone: string }
type Props = { payout: Payout; place: Place; onClose: () => void }

const CAME_BACK = {
  value: 'came_back',
  title: 'It came back',
  text: 'A check was not cashed, or the bank returned the transfer. It is owed again.',
}
const PAID_BACK = {
  value: 'paid_back',
  title: 'The organization sent it back',
  text: 'They were paid, and returned money. It is not sent again.',
}

export const leftOf = ({ amount, reversed }: Payout): string =>
  toDecimal(positivePart(subtract(toCents(amount), toCents(reversed))))

function useReturnForm({ payout, place, onClose }: Props) {
  const now = dateIn(place.timeZone, new Date(useNow()))
  // The page's time may be a minute old: around midnight it may have been sent on a day that has not begun here yet.
  const today = payout.paidOn && payout.paidOn > now ? payout.paidOn : now
  // Stripe's own reversals are recorded automatically; one that arrived is not returned automatically.
  const isPaidBack = payout.method === 'stripe' || payout.arrivedOn !== null
  const record = useRecordForm<Input, Payout & { version: number }>({
    schema: PayoutReturn as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: {
      returnedOn: today,
      reason: '',
      isPaidBack,
      amount: isPaidBack ? '' : leftOf(payout),
      returnsKnown: payout.reversals.length,
    },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${payoutPath(payout.id)}/return`, payload }),
    failure: 'Failed to record the return',
    success: ({ reversals }) =>
      reversals.at(-1)?.isPaidBack
        ? { title: 'Recorded as paid back', description: 'The owners are notified by email.' }
        : {
            title: 'Return recorded',
            description: 'It is owed again. Prepare another payout once the destination is right.',
          },
    refresh: [['payouts']],
    onSaved: onClose,
  })
  return { ...record, today }
}

/** Money of a payout is here again, all of it or a part: why, and since when. */
export function ReturnDialog(props: Props) {
  const { payout, place, onClose } = props
  const { form, submit, isPending, attempt, problem, today } = useReturnForm(props)
  const errors = form.formState.errors
  return (
    <FormDrawer
      title={`Money back from ${usd(payout.amount)}`}
      description={`${forWhom(place.organizationName, payout)} It no longer counts as paid out.`}
      save="Record the return"
      saving="Recording..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Sent payout={payout} />
      {cameBack(payout).length > 0 && <p>Recorded so far: {cameBack(payout).join(', ')}.</p>}
      <Controller
        control={form.control}
        name="isPaidBack"
        render={({ field: { value, onChange } }) => (
          <ChoiceGroup
            legend="What happened"
            options={payout.method === 'stripe' ? [PAID_BACK] : [CAME_BACK, PAID_BACK]}
            value={value ? PAID_BACK.value : CAME_BACK.value}
            onChange={(next) => onChange(next === PAID_BACK.value)}
          />
        )}
      />
      <HowMuch payout={payout} form={form} error={errors.amount?.message} />
      <BoundDate
        control={form.control}
        name="returnedOn"
        label="Received on"
        today={today}
        min={payout.paidOn ?? today}
        max={today}
      />
      <TextField
        {...form.register('reason')}
        label="Why"
        autoComplete="off"
        hint={
          form.watch('isPaidBack')
            ? 'For example: for a check that bounced. Add the number of their check or transfer.'
            : 'For example: the post office returned it, or the bank could not find the account.'
        }
        error={errors.reason?.message}
      />
    </FormDrawer>
  )
}

type Amount = {
  payout: Payout
  form: ReturnType<typeof useReturnForm>['form']
  error: string | undefined
}

function HowMuch({ payout, form, error }: Amount) {
  const left = leftOf(payout)
  const [isPart, setPart] = useState(form.getValues('amount') !== left)
  return (
    <>
      <ChoiceGroup
        across
        legend="How much"
        options={[
          { value: 'all', title: left === payout.amount ? 'All of it' : 'The rest', text: usd(left) },
          { value: 'part', title: 'A part' },
        ]}
        value={isPart ? 'part' : 'all'}
        onChange={(next) => {
          setPart(next === 'part')
          form.setValue('amount', next === 'part' ? '' : left, { shouldDirty: true })
        }}
      />
      {isPart && (
        <MoneyField
          {...form.register('amount')}
          label="Amount"
          hint={`At most ${usd(left)}.`}
          error={error}
        />
      )}
    </>
  )
}
