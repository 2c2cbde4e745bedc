import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { MANUAL_REFUND_METHODS, MANUAL_REFUND_WORDS } from '#domain/billing/manual-refund.ts'
import { ManualRefundForm, type RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { calendarDayText, usd } from '#web/format.ts'
import { BoundDate } from '#web/parts/forms/bound.tsx'
import { FormDrawer } from '#web/parts/forms/form-drawer.tsx'
import { useRecordForm } from '#web/parts/forms/record-form.ts'
import { Payer, type Payers, usePayers } from '#web/parts/payers/payer.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { manualRefundsQuery, refundsOwedQuery } from '#web/queries/payments.ts'
import { SIGN_OFF_KEYS } from '#web/queries/sign-offs.ts'
import { useTodayIn } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField, TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { NumberedTable } from './numbered-table.tsx'

type What = Pick<RefundOwed, 'kind' | 'invoiceNumber'>
const whatOf = ({ kind, invoiceNumber }: What): string =>
  kind === 'overpayment' ? `Paid above ${invoiceNumber}` : `Refund of ${invoiceNumber ?? 'a card charge'}`

/** Overpayments, and refunds that no card can take: each with its next step and date. */
export function RefundsToRecord() {
  const { data } = useQuery(refundsOwedQuery)
  const [giving, setGiving] = useState<RefundOwed | null>(null)
  const payers = usePayers(data?.map(({ pledgeId }) => pledgeId) ?? [])
  if (!data || (data.length === 0 && !giving)) return null
  return (
    <div id="give-back" className="scroll-mt-20">
      <TableCard
        title="To refund"
        head={['What', 'To', 'Since', 'Amount', 'What happens next', 'Actions']}
        numeric={['Amount']}
        most={10}
        empty="No refunds owed"
        rows={data.map((one) => (
          <OwedRow key={one.id} one={one} payers={payers} onGive={() => setGiving(one)} />
        ))}
      />
      {giving && <GiveBack owed={giving} payers={payers} onClose={() => setGiving(null)} />}
    </div>
  )
}

function OwedRow({ one, payers, onGive }: { one: RefundOwed; payers: Payers; onGive: () => void }) {
  const { pledgeId, campaignName, since, amount, nextStep, nextOn, cannotGiveReason, moneyMode } = one
  return (
    <tr>
      <th scope="row" className="full">
        {whatOf(one)}
        <span className="quiet fine block break-words">{campaignName}</span>
      </th>
      <td data-label="To" className="full md:min-w-56 md:max-lg:col-span-2!">
        <Payer payers={payers} pledgeId={pledgeId} withAddress />
      </td>
      <td data-label="Since" className="whitespace-nowrap">
        {calendarDayText(since)}
      </td>
      <td data-label="Amount" className="num">
        {usd(amount)}
        {moneyMode === 'sandbox' && <span className="quiet fine block font-normal">Test mode</span>}
      </td>
      <td data-label="What happens next" className="full md:min-w-52">
        {nextStep}
        {nextOn !== null && <span className="quiet fine block">{calendarDayText(nextOn)}</span>}
      </td>
      <td>
        <Button
          size="dense"
          aria-label={`Refund ${usd(amount)}: ${whatOf(one)}`}
          onClick={onGive}
          reason={cannotGiveReason ?? undefined}
        >
          Refund
        </Button>
      </td>
    </tr>
  )
}

type Input = Pick<z.input<typeof ManualRefundForm>, 'kind' | 'sourceId' | 'givenOn'> & {
  method: (typeof MANUAL_REFUND_METHODS)[number]
  reference: string
}
const REFERENCES: Record<Input['method'], string> = {
  check: 'Check number',
  cash: 'Receipt number',
  bank_transfer: 'Transfer number',
}

function GiveBack({ owed, payers, onClose }: { owed: RefundOwed; payers: Payers; onClose: () => void }) {
  const { id, kind, campaignId, pledgeId, amount, nextOn, paidOn, timeZone } = owed
  const today = useTodayIn([timeZone])
  const { form, submit, isPending, attempt, problem } = useRecordForm<Input, SignOff & { version: number }>({
    schema: ManualRefundForm as z.ZodType<unknown, unknown> as z.ZodType<unknown, Input>,
    initial: { kind, sourceId: id, method: 'check', reference: '', givenOn: today },
    version: null,
    request: (payload) => ({
      method: 'POST',
      path: `/api/campaigns/${campaignId}/repayments`,
      payload,
    }),
    failure: 'Refund not prepared',
    success: { title: 'Refund prepared', description: 'Another representative must approve it.' },
    refresh: SIGN_OFF_KEYS,
    onSaved: onClose,
  })
  const errors = form.formState.errors
  const method = form.watch('method')
  return (
    <FormDrawer
      isShort
      title={`Refund ${usd(amount)}`}
      description={`${whatOf(owed)}. Send it once another representative has approved it: then it is recorded, and the supporter is notified.`}
      save="Prepare refund"
      saving="Preparing..."
      isDirty={form.formState.isDirty}
      isPending={isPending}
      attempt={attempt}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <Payer payers={payers} pledgeId={pledgeId} withAddress />
      {nextOn !== null && (
        <Note tone="warning">
          The check can still bounce until about {calendarDayText(nextOn)}. If you refund it sooner, the money
          may be lost.
        </Note>
      )}
      <ChoiceField {...form.register('method')} label="Refunded by" error={errors.method?.message}>
        {MANUAL_REFUND_METHODS.map((value) => (
          <option key={value} value={value}>
            {MANUAL_REFUND_WORDS[value]}
          </option>
        ))}
      </ChoiceField>
      <TextField
        {...form.register('reference')}
        label={REFERENCES[method]}
        optional={method === 'cash'}
        autoComplete="off"
        maxLength={100}
        error={errors.reference?.message}
      />
      <BoundDate
        control={form.control}
        name="givenOn"
        label="On"
        {...(paidOn === null ? {} : { min: paidOn })}
        today={today}
        max={today}
      />
    </FormDrawer>
  )
}

/** What was refunded manually. */
export function ManualRefunds() {
  return (
    <NumberedTable
      list="refunded"
      title="Refunded"
      head={['What', 'To', 'By', 'On', 'Amount', 'Recorded by']}
      numeric={['Amount']}
      search="Refund or invoice number"
      query={manualRefundsQuery}
      pledgeOf={({ pledgeId }) => pledgeId}
      row={(one, payers) => (
        <tr key={one.id}>
          <th scope="row" className="full">
            {whatOf(one)}
            <span className="quiet fine block break-words">{one.campaignName}</span>
          </th>
          <td data-label="To" className="full md:min-w-56 md:max-lg:col-span-2!">
            <Payer payers={payers} pledgeId={one.pledgeId} withAddress />
          </td>
          <td data-label="By">
            {MANUAL_REFUND_WORDS[one.method]} {one.reference}
          </td>
          <td data-label="On" className="whitespace-nowrap">
            {calendarDayText(one.givenOn)}
          </td>
          <td data-label="Amount" className="num">
            {usd(one.amount)}
            {one.moneyMode === 'sandbox' && <span className="quiet fine block font-normal">Test mode</span>}
          </td>
          <td data-label="Recorded by">{one.recordedBy}</td>
        </tr>
      )}
    />
  )
}
