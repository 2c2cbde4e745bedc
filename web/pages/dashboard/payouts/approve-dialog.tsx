import { Link } from 'react-router'
import type { z } from 'zod'
import { type Payout, PayoutApproval } from '#domain/schemas/payout.ts'
import { usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { SharedAccount } from '#web/parts/payouts/shared-account.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Note } from '#web/ui/note.tsx'
import type { Row } from './payout-rows.tsx'
import { Destination } from './prepare-dialog.tsx'
import { What } from './what.tsx'
import { pathOf, useWithdraw } from './withdraw.ts'

type Props = { row: Row; open: Payout; onClose: () => void }

/** The second person's review (R29, R38). */
export function ApproveDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { open } = row
  if (!open) return null
  const props = { row, open, onClose }
  return open.cannotApproveReason === null ? <Approve {...props} /> : <CannotApprove {...props} />
}

function CannotApprove({ row, open, onClose }: Props) {
  const withdraw = useWithdraw(open, onClose)
  const isOwn = useUser()?.id === open.preparedBy.id
  const isAboutPeople = !open.cannotApproveReason?.includes('payout destination')
  return (
    <Dialog
      open
      size="sheet"
      onOpenChange={onClose}
      title={isOwn ? 'Waiting for approval' : 'Cannot be approved yet'}
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
        <What payout={open} timeZone={row.timeZone} />
        <Destination row={row} />
        <Note>
          {open.cannotApproveReason}.{' '}
          {isAboutPeople ? (
            <Link to={paths.representatives} className="text-link">
              See the representatives
            </Link>
          ) : (
            <Link to={paths.organization(row.organizationId)} className="text-link">
              See the payout destination
            </Link>
          )}
        </Note>
      </div>
    </Dialog>
  )
}

type Input = { destinationId: string | undefined }

function Approve({ row, open, onClose }: Props) {
  const withdraw = useWithdraw(open, onClose)
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, Payout & { version: number }>({
    schema: PayoutApproval as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    // The approval is for the destination shown here.
    initial: { destinationId: row.destinationId ?? undefined },
    version: null,
    request: (payload) => ({ method: 'POST', path: `${pathOf(open)}/approval`, payload }),
    failure: 'Failed to approve',
    success: ({ next }) =>
      next === 'transfer'
        ? { title: 'Payout approved', description: 'Stripe transfers it within minutes.' }
        : { title: 'Payout approved', description: 'Send it now, then record it as sent.' },
    refresh: [['payouts']],
    onSaved: onClose,
  })
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
      <What payout={open} timeZone={row.timeZone} />
      <Destination row={row} />
      {row.alsoOf.length > 0 && (
        <Note tone="warning">
          <SharedAccount organizations={row.alsoOf} />
        </Note>
      )}
      <Note>
        {row.isByStripe
          ? 'Stripe transfers it within minutes once you approve.'
          : 'Do not send anything yet. Once you approve, mail the check or make the transfer, then record it as sent.'}
      </Note>
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
