import { Controller } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type Payout, PayoutApproval } from '#domain/schemas/payout.ts'
import { dateIn } from '#domain/zone.ts'
import { dateText, usd } from '#web/format.ts'
import { FormDrawer } from '#web/pages/manage/form/form-drawer.tsx'
import { useRecordForm } from '#web/pages/manage/form/record-form.ts'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { useWrite } from '#web/write.ts'
import type { Row } from './payout-rows.tsx'
import { Destination } from './prepare-dialog.tsx'

type Props = { row: Row; open: Payout; onClose: () => void }

/** The second person's look at it (R29, R38). */
export function ApproveDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { open } = row
  if (!open) return null
  const props = { row, open, onClose }
  return open.cannotApproveReason === null ? <Approve {...props} /> : <NotYours {...props} />
}

const pathOf = ({ campaignId, id }: Payout): string => `/api/campaigns/${campaignId}/payouts/${id}`

function useWithdraw({ open, onClose }: Pick<Props, 'open' | 'onClose'>) {
  return useWrite({
    request: () => ({ method: 'DELETE', path: pathOf(open) }),
    failure: 'Failed to withdraw',
    success: { title: 'Payout withdrawn' },
    refresh: [['payouts']],
    onSuccess: onClose,
  })
}

function What({ row, open }: Pick<Props, 'row' | 'open'>) {
  return (
    <>
      {open.moneyMode === 'sandbox' && <Note tone="warning">Test mode: no real money leaves.</Note>}
      <p>
        <Figure text={usd(open.amount)} size="l" />
        <span className="quiet mt-1 block">
          Prepared by {open.preparedBy.name} on {dateText(open.preparedAt, row.timeZone)}.{' '}
          <Link to={paths.payout(open.id)} className="text-link">
            See what it is made of
          </Link>
        </span>
        {open.note && <span className="mt-1 block break-words">{open.note}</span>}
      </p>
      <Destination row={row} />
    </>
  )
}

function NotYours({ row, open, onClose }: Props) {
  const withdraw = useWithdraw({ open, onClose })
  return (
    <Dialog
      open
      size="sheet"
      onOpenChange={onClose}
      title="Waits for a second person"
      description={`${row.campaignName}, for ${row.organizationName}.`}
      foot={
        <>
          <Button pending={withdraw.isPending && 'Withdrawing...'} onClick={() => withdraw.mutate()}>
            Withdraw it
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <What {...{ row, open }} />
        <Note>
          {open.cannotApproveReason}.{' '}
          <Link to={paths.representatives} className="text-link">
            See the representatives
          </Link>
        </Note>
      </div>
    </Dialog>
  )
}

type Input = { paidOn: string; reference: string }

function Approve({ row, open, onClose }: Props) {
  const today = dateIn(row.timeZone, new Date(useNow()))
  const withdraw = useWithdraw({ open, onClose })
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, Payout & { version: number }>({
    schema: PayoutApproval as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { paidOn: today, reference: '' },
    version: null,
    request: (payload) => ({
      ...{ method: 'POST', path: `${pathOf(open)}/approval` },
      payload: row.isByStripe ? {} : payload,
    }),
    failure: 'Failed to approve',
    success: ({ state }) => ({
      title: state === 'sending' ? 'Approved: Stripe sends it' : 'Payout recorded',
      description: 'The owners are told by e-mail.',
    }),
    refresh: [['payouts']],
    onSaved: onClose,
  })
  const errors = form.formState.errors
  return (
    <FormDrawer
      isShort
      title={`Approve ${usd(open.amount)}`}
      description={`${row.campaignName}, for ${row.organizationName}.`}
      save="Approve"
      saving="Approving..."
      isDirty={form.formState.isDirty}
      {...{ isPending, attempt, problem, onClose }}
      onSubmit={submit}
    >
      <What {...{ row, open }} />
      {row.isByStripe ? (
        <Note>Stripe transfers it within minutes once you approve.</Note>
      ) : (
        <>
          <p className="quiet">
            Send it first: the check in the mail, or the transfer at the bank. Then say so here.
          </p>
          <Controller
            control={form.control}
            name="paidOn"
            render={({ field: { value, onChange } }) => (
              <DateField
                label="Sent on"
                value={value}
                onChange={onChange}
                today={today}
                max={today}
                error={errors.paidOn?.message}
              />
            )}
          />
          <TextField
            {...form.register('reference')}
            label="Number"
            autoComplete="off"
            hint="The check’s number, or the bank’s for the transfer."
            error={errors.reference?.message}
          />
        </>
      )}
      <p>
        <Button
          size="small"
          kind="danger"
          pending={withdraw.isPending && 'Withdrawing...'}
          onClick={() => withdraw.mutate()}
        >
          Withdraw it instead
        </Button>
      </p>
    </FormDrawer>
  )
}
