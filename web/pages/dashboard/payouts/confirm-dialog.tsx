import { useState } from 'react'
import type { z } from 'zod'
import { type Payout, PayoutArrival } from '#domain/schemas/payout.ts'
import { dateIn } from '#domain/zone.ts'
import { usd } from '#web/format.ts'
import { BoundDate } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { Row } from './payout-rows.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { Sent } from './sent.tsx'
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
  return hasReturned ? (
    <ReturnDialog payout={payout} place={row} onClose={onClose} />
  ) : (
    <Arrived {...props} onReturned={() => setReturned(true)} />
  )
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
