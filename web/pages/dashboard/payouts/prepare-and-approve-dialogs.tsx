import { Link } from 'react-router'
import type { z } from 'zod'
import { formatUsd, sum } from '#domain/money.ts'
import { type Payout, PayoutApproval, PayoutForm } from '#domain/schemas/payout.ts'
import { toCents, usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { isBelowZero, isNothing } from '#web/parts/payouts/payout-labels.ts'
import { SharedAccount } from '#web/parts/payouts/shared-account.tsx'
import { correctionText } from '#web/parts/settlements/correction.ts'
import { paths } from '#web/paths.ts'
import { organizationPath } from '#web/queries/organizations.ts'
import { payoutPath } from '#web/queries/payouts.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { type Row, WhatWaits } from './organization-row.tsx'
import { forWhom, useWithdraw, What } from './payout-parts.tsx'

type Props = { row: Row; open: Payout; onClose: () => void }

/** The second person's review: of a transfer that Stripe makes at once, or of what they cannot approve. */
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
      description={forWhom(row.organizationName, open)}
      foot={
        <>
          <Button pending={withdraw.isPending && 'Withdrawing...'} onClick={() => withdraw.mutate(undefined)}>
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
    request: (payload) => ({ method: 'POST', path: `${payoutPath(open.id)}/approval`, payload }),
    failure: 'Failed to approve',
    success: (payout) => ({
      title: 'Payout approved',
      description: payout.waits ? `${payout.waits}.` : 'Stripe transfers it within minutes.',
    }),
    refresh: [['payouts']],
    onSaved: onClose,
  })
  return (
    <FormDrawer
      isShort
      title={`Approve ${usd(open.amount)}`}
      description={forWhom(row.organizationName, open)}
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
      {open.waits ? (
        <Note tone="warning">{open.waits}. Once you approve, it waits for that.</Note>
      ) : (
        <Note>Stripe transfers it within minutes once you approve.</Note>
      )}
      <p>
        <Button
          size="small"
          kind="danger"
          pending={withdraw.isPending && 'Withdrawing...'}
          onClick={() => withdraw.mutate(undefined)}
        >
          Withdraw it instead
        </Button>
      </p>
    </FormDrawer>
  )
}

type PrepareDialogInput = { lines: { campaignId: string; amount: string }[]; note: string }

/** One payout of all that can be paid for its campaigns; a campaign can be left out. */
export function PrepareDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const campaigns = row.campaigns.filter(({ available }) => !isNothing(available))
  const lineOf = ({ campaignId, available }: (typeof campaigns)[number]) => ({
    campaignId,
    amount: available,
  })
  const { form, submit, isPending, attempt, problem } = useRecordForm<
    PrepareDialogInput,
    Payout & { version: number }
  >({
    schema: PayoutForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, PrepareDialogInput>,
    initial: { lines: campaigns.map(lineOf), note: '' },
    version: null,
    request: (payload) => ({
      method: 'POST',
      path: `${organizationPath(row.organizationId)}/payouts`,
      payload,
    }),
    failure: 'Failed to prepare',
    success: { title: 'Payout prepared', description: 'Another representative approves it.' },
    refresh: [['payouts']],
    onSaved: onClose,
  })
  const errors = form.formState.errors
  const lines = form.watch('lines')
  const isIn = (id: string) => lines.some(({ campaignId }) => campaignId === id)
  const toggle = (id: string) =>
    form.setValue(
      'lines',
      campaigns.filter(({ campaignId }) => isIn(campaignId) !== (campaignId === id)).map(lineOf),
      { shouldDirty: true },
    )
  const refusals = [errors.lines?.message, ...lines.map((_, index) => errors.lines?.[index]?.amount?.message)]
  return (
    <FormDrawer
      isShort
      title="Prepare a payout"
      description={`To ${row.organizationName}. Another representative approves it, then it is sent.`}
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
      <p>
        <Figure text={formatUsd(sum(lines.map(({ amount }) => toCents(amount))))} size="l" />
      </p>
      <ul className="grid gap-1">
        {campaigns.map((one) => (
          <li key={one.campaignId} className="flex items-center justify-between gap-4">
            {campaigns.length > 1 && !isBelowZero(one.available) ? (
              <Checkbox
                label={one.campaignName}
                checked={isIn(one.campaignId)}
                onChange={() => toggle(one.campaignId)}
              />
            ) : (
              <span className="min-w-0 break-words">{one.campaignName}</span>
            )}
            <span className={isBelowZero(one.available) ? 'text-danger' : ''}>{usd(one.available)}</span>
          </li>
        ))}
      </ul>
      {refusals
        .filter((why) => why !== undefined)
        .map((why) => (
          <Note key={why} tone="warning">
            {why}
          </Note>
        ))}
      <WhatWaits campaigns={row.campaigns} />
      {campaigns.map((one) => (
        <Unsettled key={one.campaignId} campaign={one} />
      ))}
      <Destination row={row} />
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
function Unsettled({
  campaign: { campaignId, campaignName, toSettle },
}: {
  campaign: Row['campaigns'][number]
}) {
  if (!toSettle) return null
  return (
    <Note tone="warning">
      {campaignName}: results changed after the final settlement, {correctionText(toSettle)}.{' '}
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
