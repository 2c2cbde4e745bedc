import { Link } from 'react-router'
import type { z } from 'zod'
import { type Payout, PayoutApproval, PayoutForm } from '#domain/schemas/payout.ts'
import { toCents, usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { heldBack } from '#web/parts/payouts/payout-labels.ts'
import { SharedAccount } from '#web/parts/payouts/shared-account.tsx'
import { correctionText } from '#web/parts/settlements/correction.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoneyField, TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { pathOf, useWithdraw, What } from './payout-parts.tsx'
import type { Row } from './payout-rows.tsx'

type Props = { row: Row; open: Payout; onClose: () => void }

/** The second person's review. */
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
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
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

type PrepareDialogInput = { amount: string; note: string }

/** The whole available amount is filled in already; less is a decision. */
export function PrepareDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    PrepareDialogInput,
    Payout & { version: number }
  >({
    schema: PayoutForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, PrepareDialogInput>,
    initial: { amount: row.available, note: '' },
    version: null,
    request: (payload) => ({ method: 'POST', path: `/api/campaigns/${row.campaignId}/payouts`, payload }),
    failure: 'Failed to prepare',
    success: { title: 'Payout prepared', description: 'Another representative approves it.' },
    refresh: [['payouts']],
    onSaved: onClose,
  })
  const errors = form.formState.errors
  const why = heldBack(row)
  return (
    <FormDrawer
      isShort
      title="Prepare a payout"
      description={`${row.campaignName}, for ${row.organizationName}. Another representative approves it, then it is sent.`}
      save="Prepare"
      saving="Preparing..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      {row.moneyMode === 'sandbox' && <Note tone="warning">Test mode: no real money moves.</Note>}
      <Unsettled row={row} />
      <Destination row={row} />
      <MoneyField
        {...form.register('amount')}
        label="Amount"
        error={errors.amount?.message}
        hint={[`${usd(row.owed)} is owed, ${usd(row.available)} is available now.`, ...why].join(' ')}
      />
      <TextField
        {...form.register('note')}
        optional
        label="Note"
        hint="Owners see it once it is paid."
        error={errors.note?.message}
      />
    </FormDrawer>
  )
}

/** Money that a correction may give back to supporters is better not paid out before. */
function Unsettled({ row: { campaignId, toSettle } }: { row: Row }) {
  if (!toSettle) return null
  return (
    <Note tone="warning">
      Results changed after the final settlement: {correctionText(toSettle)}.{' '}
      {toCents(toSettle) > 0
        ? 'Settle the correction first, if it is to be billed.'
        : 'Settle the correction first: what supporters get back would be missing after this payout.'}{' '}
      <Link to={paths.finalSettlement(campaignId)} className="text-link">
        Settle a correction
      </Link>
    </Note>
  )
}

function Destination({ row }: { row: Row }) {
  return row.destination ? (
    <p className="break-words">
      <span className="quiet block">Goes to</span>
      {row.destination}
    </p>
  ) : (
    <Note tone="warning">
      No payout destination is set for {row.organizationName}: no one can approve a payout until one is.{' '}
      <Link to={paths.payoutDestination(row.organizationId)} className="text-link">
        Propose a payout destination
      </Link>
    </Note>
  )
}
