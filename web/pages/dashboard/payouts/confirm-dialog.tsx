import { useState } from 'react'
import type { z } from 'zod'
import { type Payout, PayoutArrival, PayoutReturn } from '#domain/schemas/payout.ts'
import { dateIn } from '#domain/zone.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { BoundDate } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { Row } from './payout-rows.tsx'
import { What } from './what.tsx'
import { pathOf } from './withdraw.ts'

type Props = { row: Row; payout: Payout; today: string; onClose: () => void }

/** It was sent: it has arrived, or it was returned (R38). */
export function ConfirmDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const now = dateIn(row.timeZone, new Date(useNow()))
  const [hasReturned, setReturned] = useState(false)
  const payout = row.toConfirm
  if (!payout) return null
  const today = payout.paidOn && payout.paidOn > now ? payout.paidOn : now
  const props = { row, payout, today, onClose }
  return hasReturned ? <Returned {...props} /> : <Arrived {...props} onReturned={() => setReturned(true)} />
}

type Arrival = { arrivedOn: string }

function Arrived({ row, payout, today, onClose, onReturned }: Props & { onReturned: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<Arrival, Payout & { version: number }>({
    schema: PayoutArrival as z.ZodType<unknown, unknown> as z.ZodType<unknown, Arrival>,
    initial: { arrivedOn: today },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${pathOf(payout)}/arrival`, payload }),
    failure: 'Failed to confirm',
    success: { title: 'Payout confirmed' },
    refresh: [['payouts']],
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title={`Confirm ${usd(payout.amount)}`}
      description={`${row.campaignName}, for ${row.organizationName}.`}
      save="It arrived"
      saving="Confirming..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <What payout={payout} timeZone={row.timeZone} />
      <Sent payout={payout} />
      <BoundDate
        control={form.control}
        name="arrivedOn"
        label="Arrived on"
        today={today}
        min={payout.paidOn ?? today}
        max={today}
      />
      <p>
        <Button size="small" onClick={onReturned}>
          It was returned instead
        </Button>
      </p>
    </FormDrawer>
  )
}

type Return = { returnedOn: string; reason: string }

function Returned({ row, payout, today, onClose }: Props) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<Return, Payout & { version: number }>({
    schema: PayoutReturn as z.ZodType<unknown, unknown> as z.ZodType<unknown, Return>,
    initial: { returnedOn: today, reason: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${pathOf(payout)}/return`, payload }),
    failure: 'Failed to record the return',
    success: {
      title: 'Return recorded',
      description: 'It is owed again. Prepare another payout once the destination is right.',
    },
    refresh: [['payouts']],
    onSaved: onClose,
  })
  const errors = form.formState.errors
  return (
    <FormDrawer
      isShort
      title={`${usd(payout.amount)} was returned`}
      description={`${row.campaignName}, for ${row.organizationName}. It is owed to the organization again.`}
      save="Record the return"
      saving="Recording..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <Sent payout={payout} />
      <BoundDate
        control={form.control}
        name="returnedOn"
        label="Returned on"
        today={today}
        min={payout.paidOn ?? today}
        max={today}
      />
      <TextField
        {...form.register('reason')}
        label="Why"
        autoComplete="off"
        hint="For example: the post office returned it, or the bank could not find the account."
        error={errors.reason?.message}
      />
    </FormDrawer>
  )
}

function Sent({ payout: { paidOn, reference, destination } }: Pick<Props, 'payout'>) {
  return (
    <p className="break-words">
      <span className="quiet block">
        Sent{paidOn && ` on ${calendarDayText(paidOn)}`}
        {reference && `, number ${reference}`}
      </span>
      {destination}
    </p>
  )
}
