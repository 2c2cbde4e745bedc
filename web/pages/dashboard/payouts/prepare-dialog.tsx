import { Link } from 'react-router'
import type { z } from 'zod'
import { type Payout, PayoutForm } from '#domain/schemas/payout.ts'
import { toCents, usd } from '#web/format.ts'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { heldBack } from '#web/parts/payouts/words.ts'
import { correctionText } from '#web/parts/settlements/correction.ts'
import { paths } from '#web/paths.ts'
import { TextField } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { Note } from '#web/ui/note.tsx'
import type { Row } from './payout-rows.tsx'

type Input = { amount: string; note: string }

/** The whole available amount is filled in already; less is a decision. */
export function PrepareDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, Payout & { version: number }>({
    schema: PayoutForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
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
      {...{ isPending, attempt, problem, onClose }}
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

/** Money that a correction may give back to supporters is better not paid out before (R33). */
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

export function Destination({ row }: { row: Row }) {
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
