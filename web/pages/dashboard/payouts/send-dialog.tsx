import { Link } from 'react-router'
import type { z } from 'zod'
import { payoutReference } from '#domain/billing/lookup.ts'
import { dateIn } from '#domain/places/zone.ts'
import { type Payout, PayoutSent } from '#domain/schemas/payout.ts'
import { usd } from '#web/format.ts'
import { BoundDate } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { paths } from '#web/paths.ts'
import { payoutPath } from '#web/queries/payouts.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { onHoldIn, type Row } from './organization-row.tsx'
import { forWhom, ONLY_IF_NOT_SENT, useWithdraw, What } from './payout-parts.tsx'

type Input = { paidOn: string; reference: string }

export function SendDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  return row.open && <Send row={row} open={row.open} onClose={onClose} />
}

/** Two people have approved: the check is mailed or the transfer made, and the money leaves the books. */
function Send({ row, open, onClose }: { row: Row; open: Payout; onClose: () => void }) {
  const now = useNow()
  const approvedAt = open.approvedAt ? Date.parse(open.approvedAt) : now
  const approvedOn = dateIn(row.timeZone, new Date(approvedAt))
  // The page's time may be a minute old: around midnight it may have been approved on a day that has not begun here yet.
  const today = dateIn(row.timeZone, new Date(Math.max(now, approvedAt)))
  const withdraw = useWithdraw(open, onClose)
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, Payout & { version: number }>({
    schema: PayoutSent as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { paidOn: today, reference: open.bankFile ? payoutReference(open.id) : '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${payoutPath(open.id)}/dispatch`, payload }),
    failure: 'Failed to record it as sent',
    success: { title: 'Payout recorded as sent', description: 'The owners are notified by email.' },
    refresh: [['payouts']],
    onSaved: onClose,
  })
  const errors = form.formState.errors
  return (
    <FormDrawer
      isShort
      title={`Send ${usd(open.amount)}`}
      description={forWhom(row.organizationName, open)}
      save="Record as sent"
      saving="Recording..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <What payout={open} timeZone={row.timeZone} />
      <p className="break-words">
        <span className="quiet block">Send it to</span>
        {open.destination}
      </p>
      {row.destinationId !== open.destinationId && (
        <Note tone="warning">
          The payout destination was changed after this was approved. If it is not sent yet, withdraw it and
          prepare another.
        </Note>
      )}
      {open.held && (
        <Note tone="warning">
          {open.held} If it is not sent yet, withdraw it and prepare another. If it was sent, record it: the
          difference is carried over.
        </Note>
      )}
      {onHoldIn(row, open).length > 0 && (
        <Note tone="warning">
          The books of {onHoldIn(row, open).join(', ')} do not balance. If it is not sent yet, wait until they
          do, or withdraw it. If it was sent, record it.
        </Note>
      )}
      <p className="quiet">
        {open.bankFile
          ? 'Upload the file at the bank, then record it here.'
          : 'Mail the check or make the transfer at the bank, then record it here.'}
      </p>
      <BoundDate
        control={form.control}
        name="paidOn"
        label="Sent on"
        today={today}
        min={approvedOn}
        max={today}
      />
      <TextField
        {...form.register('reference')}
        label="Number"
        autoComplete="off"
        hint={
          open.bankFile
            ? 'As the ACH file names it, so that you find it on the bank’s statement.'
            : 'The check’s number, or the bank’s for the transfer.'
        }
        error={errors.reference?.message}
      />
      {open.bankFile ? (
        <p>
          <Link to={paths.payout(open.id)} className="text-link">
            Withdraw it instead
          </Link>
          <span className="quiet fine mt-1 block">Only if the bank did not get that file.</span>
        </p>
      ) : (
        <p>
          <Button
            size="small"
            kind="danger"
            pending={withdraw.isPending && 'Withdrawing...'}
            onClick={() => withdraw.mutate(undefined)}
          >
            Withdraw it instead
          </Button>
          <span className="quiet fine mt-1 block">{ONLY_IF_NOT_SENT}</span>
        </p>
      )}
    </FormDrawer>
  )
}
