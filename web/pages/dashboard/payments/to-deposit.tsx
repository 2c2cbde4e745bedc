import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatUsd, sum, toDecimal } from '#domain/money.ts'
import { type Deposit, MAX_ON_A_SLIP, type PostedPayment } from '#domain/schemas/payment.ts'
import { calendarDayText, countText, toCents, usd } from '#web/format.ts'
import { Payer, usePayers } from '#web/parts/payers/payer.tsx'
import { NotYet } from '#web/parts/records/once-loaded.tsx'
import { TableCard } from '#web/parts/records/table-card.tsx'
import { paymentsQuery } from '#web/queries/payments.ts'
import { useTodayIn } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import { numberOf } from './numbered-table.tsx'
import { TakeBack } from './reverse-payment.tsx'

/** What is not at the bank yet; all of it is on the slip unless it is deselected. */
export function ToDeposit() {
  const found = useQuery(paymentsQuery('received'))
  const data = found.data?.items
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [taking, setTaking] = useState<PostedPayment | null>(null)
  const payers = usePayers(data?.map(({ pledgeId }) => pledgeId) ?? [])
  if (!data) return <NotYet what="What is to be deposited" found={found} className="h-40" />
  const [{ moneyMode } = { moneyMode: 'live' }] = data
  // Test money and real money go on separate slips.
  const chosen = data
    .filter((one) => !left.has(one.id) && one.moneyMode === moneyMode)
    .slice(0, MAX_ON_A_SLIP)
  const toggle = (id: string): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  return (
    <div id="to-deposit" className="scroll-mt-20">
      <TableCard
        title="To deposit"
        head={['On the slip', 'Check', 'From', 'Invoice', 'Received', 'Amount', 'Actions']}
        numeric={['Amount']}
        most={200}
        empty="Nothing to deposit"
        emptyText="Payments you post appear here until they are deposited."
        {...(data.length < (found.data?.count ?? 0)
          ? { above: <Newest shown={data.length} of={found.data?.count ?? 0} /> }
          : {})}
        rows={data.map((one) => (
          <tr
            key={one.id}
            className="md:max-lg:grid-cols-[4.25rem_4.5rem_minmax(0,1fr)_minmax(0,1fr)_6.25rem_5.25rem_auto]"
          >
            <td data-label="On the slip">
              <label className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-5 accent-[var(--turf)]"
                  checked={chosen.includes(one)}
                  onChange={() => toggle(one.id)}
                />
                <span className="sr-only">{one.invoiceNumber} on the slip</span>
              </label>
            </td>
            <td data-label="Check">{numberOf(one.method, one.reference)}</td>
            <td data-label="From" className="full md:max-lg:col-span-1!">
              <Payer payers={payers} pledgeId={one.pledgeId} />
            </td>
            <th scope="row" data-label="Invoice">
              {one.invoiceNumber}
              <span className="quiet fine block break-words">{one.campaignName}</span>
            </th>
            <td data-label="Received" className="whitespace-nowrap">
              {calendarDayText(one.receivedOn)}
            </td>
            <td data-label="Amount" className="num">
              {usd(one.amount)}
            </td>
            <td className="whitespace-nowrap">
              <Button
                size="dense"
                aria-label={`Reverse: ${one.invoiceNumber}`}
                onClick={() => setTaking(one)}
              >
                Reverse
              </Button>
            </td>
          </tr>
        ))}
        {...(data.length > 0 ? { below: <Slip chosen={chosen} /> } : {})}
      />
      {taking && <TakeBack payment={taking} why="posted_wrongly" onClose={() => setTaking(null)} />}
    </div>
  )
}

const Newest = ({ shown, of }: { shown: number; of: number }) => (
  <p className="quiet fine">
    The newest {countText(shown)} of {countText(of)}. The others are listed once these are deposited.
  </p>
)

/** Nothing is deposited before it came in. */
const lastReceived = (chosen: readonly PostedPayment[]): string =>
  chosen
    .map(({ receivedOn }) => receivedOn)
    .sort()
    .at(-1) ?? ''

function Slip({ chosen }: { chosen: readonly PostedPayment[] }) {
  const today = useTodayIn(chosen.map(({ timeZone }) => timeZone))
  const [chosenDay, setDepositedOn] = useState<string | null>(null)
  const depositedOn = chosenDay ?? today
  const [reference, setReference] = useState('')
  const total = sum(chosen.map(({ amount }) => toCents(amount)))
  const deposit = useWrite<Deposit>({
    request: () => ({
      method: 'POST',
      path: '/api/deposits',
      payload: {
        paymentIds: chosen.map(({ id }) => id),
        amount: toDecimal(total),
        depositedOn,
        reference: reference.trim() || null,
      },
    }),
    failure: 'Failed to deposit',
    success: ({ amount, paymentsCount }) => ({
      title: `${usd(amount)} deposited`,
      description: `${paymentsCount === 1 ? '1 payment' : `${paymentsCount} payments`} on one slip, below to print.`,
    }),
    refresh: [['payments'], ['repayments']],
    onSuccess: () => setReference(''),
  })
  const errors = fieldErrors(deposit.error)
  const count = chosen.length === 1 ? '1 payment' : `${chosen.length} payments`
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.length > 0) deposit.mutate()
      }}
    >
      {chosen[0]?.moneyMode === 'sandbox' && <Note tone="warning">Test mode: no real money.</Note>}
      <div className="flex flex-wrap items-start gap-4">
        <DateField
          label="Deposited on"
          className="w-44"
          value={depositedOn}
          onChange={setDepositedOn}
          today={today}
          {...(chosen.length > 0 ? { min: lastReceived(chosen) } : {})}
          max={today}
          error={errors.depositedOn}
        />
        <TextField
          label="Slip number"
          optional
          className="w-44"
          autoComplete="off"
          maxLength={100}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
          error={errors.reference}
        />
        <div className="sm:pt-7">
          <Button
            kind="primary"
            type="submit"
            pending={deposit.isPending && 'Depositing...'}
            reason={chosen.length === 0 ? 'Select at least one payment' : undefined}
          >
            {/* It changes as slips are left out. */}
            <span aria-live="polite">
              Deposit {count}: {formatUsd(total)}
            </span>
          </Button>
        </div>
      </div>
    </form>
  )
}
