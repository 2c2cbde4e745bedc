import { useState } from 'react'
import type { z } from 'zod'
import { dateIn } from '#domain/places/zone.ts'
import { type Payout, PayoutArrival } from '#domain/schemas/payout.ts'
import { usd } from '#web/format.ts'
import { BoundDate } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { payoutPath } from '#web/queries/payouts.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Row } from './organization-row.tsx'
import { forWhom, Sent, What } from './payout-parts.tsx'
import { ReturnDialog } from './return-dialog.tsx'

type ConfirmDialogProps = { row: Row; payout: Payout; today: string; onClose: () => void }

/** It was sent: it has arrived, or it was returned. */
export function ConfirmDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const now = dateIn(row.timeZone, new Date(useNow()))
  const [hasReturned, setReturned] = useState(false)
  const payout = row.toConfirm
  if (!payout) return null
  const today = payout.paidOn && payout.paidOn > now ? payout.paidOn : now
  const props = { row, payout, today, onClose }
  return hasReturned ? (
    <ReturnDialog payout={payout} place={row} onClose={onClose} />
  ) : (
    <Arrived {...props} onReturned={() => setReturned(true)} />
  )
}

type Arrival = { arrivedOn: string }

function Arrived({
  row,
  payout,
  today,
  onClose,
  onReturned,
}: ConfirmDialogProps & { onReturned: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<Arrival, Payout & { version: number }>({
    schema: PayoutArrival as z.ZodType<unknown, unknown> as z.ZodType<unknown, Arrival>,
    initial: { arrivedOn: today },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${payoutPath(payout.id)}/arrival`, payload }),
    failure: 'Failed to confirm',
    success: { title: 'Payout confirmed' },
    refresh: [['payouts']],
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title={`Confirm ${usd(payout.amount)}`}
      description={forWhom(row.organizationName, payout)}
      save="It arrived"
      saving="Confirming..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
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
