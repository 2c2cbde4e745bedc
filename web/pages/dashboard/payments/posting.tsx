import { type FormEvent, useState } from 'react'
import { INSTRUMENT_RULES, INSTRUMENTS, type Instrument } from '#domain/billing/instruments.ts'
import { type Cents, formatUsd, negate, parseTyped, subtract, sum } from '#domain/money.ts'
import { ownPledge } from '#domain/people/representative.ts'
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { ApiError } from '#web/api-error.ts'
import { calendarDayText, toCents, typedAmount, usd } from '#web/format.ts'
import { useTodayIn } from '#web/site/zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { ChoiceField, MoneyField, TextField } from '#web/ui/field.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Note } from '#web/ui/note.tsx'
import { fieldErrors, useWrite } from '#web/write.ts'
import { FindInvoice, isPaidByCardNow } from './find-invoice.tsx'

type Done = { payment: Payment; invoice: FoundInvoice }
/**
 * A batch of checks by keyboard alone: a number, a name or an amount, Enter; the check's number, Enter; the next one.
 * The amount is filled in already.
 */
export function Posting() {
  const [method, setMethod] = useState<Instrument>('check')
  const [invoice, setInvoice] = useState<FoundInvoice | null>(null)
  const today = useTodayIn(invoice ? [invoice.timeZone] : [])
  // Until one is chosen it is today.
  const [chosenDay, setReceivedOn] = useState<string | null>(null)
  const receivedOn = chosenDay ?? today
  const [done, setDone] = useState<readonly Done[]>([])
  // After the first one, the field gets the focus back for finding the next one.
  const [hasChosen, setHasChosen] = useState(false)
  const choose = (one: FoundInvoice): void => {
    setInvoice(one)
    setHasChosen(true)
  }
  return (
    <section className="card p-5" aria-labelledby="post">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <Heading level={2} id="post">
            Post payments
          </Heading>
          <p className="quiet">
            Type to find the invoice, press Enter, type the check number, press Enter. Esc starts over.
          </p>
        </div>
        <div className="flex flex-wrap gap-4">
          <ChoiceField
            label="Paid by"
            className="w-32"
            value={method}
            onChange={({ target }) => setMethod(target.value as Instrument)}
          >
            {INSTRUMENTS.map((value) => (
              <option key={value} value={value}>
                {INSTRUMENT_RULES[value].name}
              </option>
            ))}
          </ChoiceField>
          <DateField
            label="Received on"
            className="w-44"
            value={receivedOn}
            onChange={setReceivedOn}
            today={today}
            {...(invoice ? { min: invoice.pledgedOn } : {})}
            max={today}
          />
        </div>
      </div>
      <div className="mt-5 border-t border-line pt-5">
        {invoice === null ? (
          <FindInvoice onChoose={choose} takesFocus={hasChosen} />
        ) : isPaidByCardNow(invoice) ? (
          <PaidByCard invoice={invoice} method={method} onBack={() => setInvoice(null)} />
        ) : (
          <PostForm
            key={invoice.id}
            invoice={invoice}
            method={method}
            receivedOn={receivedOn}
            onBack={() => setInvoice(null)}
            onDone={(payment) => {
              setDone((before) => [{ payment, invoice }, ...before])
              setInvoice(null)
            }}
          />
        )}
      </div>
      {done.length > 0 && <Stack done={done} onNew={() => setDone([])} />}
    </section>
  )
}

/** Nothing is posted for it until the card payment has succeeded or failed. */
function PaidByCard({ invoice, method, onBack }: Pick<FormProps, 'invoice' | 'method' | 'onBack'>) {
  return (
    <div className="grid gap-4">
      <p>
        <strong className="block large-[1.25] break-words">{invoice.name || invoice.email}</strong>
        <span className="quiet break-words">
          {invoice.number}, {invoice.campaignName}.
        </span>
      </p>
      <Note tone="warning" role="alert">
        A card payment of {usd(invoice.cardAmount)} for {invoice.number} is processing. Set the {method} aside
        and post it when the card payment has gone through or failed, usually within 20 minutes. If it goes
        through, return the {method}.
      </Note>
      <div>
        <Button autoFocus onClick={onBack}>
          Find another invoice
        </Button>
      </div>
    </div>
  )
}

type FormProps = {
  invoice: FoundInvoice
  method: Instrument
  receivedOn: string
  onBack: () => void
  onDone: (payment: Payment) => void
}

/** How the amount compares with the open amount, shown before it is posted. */
function differenceOf(amount: string, { open }: FoundInvoice): string | null {
  const typed = parseTyped(amount)
  if (typed === null) return null
  const over = subtract(typed, toCents(open))
  if (over < 0) return `Partial payment: ${formatUsd(negate(over))} stays open.`
  if (over === 0) return null
  return `${formatUsd(over)} above the invoice, to be refunded to the supporter. No commission is taken on it.`
}

function PostForm({ invoice, method, receivedOn, onBack, onDone }: FormProps) {
  const [reference, setReference] = useState('')
  const [amount, setAmount] = useState(invoice.open)
  const post = useWrite<Payment, { isAnother: boolean }>({
    request: ({ isAnother }) => ({
      method: 'POST',
      path: `/api/campaigns/${invoice.campaignId}/payments`,
      payload: {
        invoiceId: invoice.id,
        amount: typedAmount(amount),
        method,
        receivedOn,
        reference: reference.trim() === '' ? null : reference.trim(),
        ...(isAnother && { isAnother }),
      },
    }),
    failure: null,
    refresh: [['payments'], ['repayments']],
    onSuccess: onDone,
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!invoice.isOwn) post.mutate({ isAnother: false })
  }
  const errors = fieldErrors(post.error)
  const isAsked = isAlreadyPosted(post.error)
  const isElsewhere = post.error && !isAsked && !errors.amount && !errors.reference
  return (
    <>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onBack()
        }}
      >
        <p aria-live="polite">
          <strong className="block large-[1.25] break-words">{invoice.name || invoice.email}</strong>
          <span className="quiet break-words">
            {invoice.number}, {invoice.campaignName}.
            {` ${usd(invoice.open)} open${invoice.paid === '0.00' ? '' : ` of ${usd(invoice.amount)}`}, due ${calendarDayText(invoice.dueDate)}.`}
          </span>
        </p>
        {invoice.isOwn && <Note tone="warning">{ownPledge('record the payment')}.</Note>}
        {isElsewhere && (
          <Note tone="danger" role="alert">
            {post.error?.message}
          </Note>
        )}
        <div className="flex flex-wrap items-start gap-4">
          <TextField
            autoFocus
            className="w-full sm:w-56"
            label={INSTRUMENT_RULES[method].numberLabel}
            optional={!INSTRUMENT_RULES[method].hasNumber}
            autoComplete="off"
            inputMode="numeric"
            maxLength={100}
            value={reference}
            onChange={({ target }) => setReference(target.value)}
            error={errors.reference}
          />
          <MoneyField
            className="w-full sm:w-48"
            label="Amount"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
            onFocus={({ target }) => target.select()}
            error={errors.amount}
            hint={differenceOf(amount, invoice)}
          />
          <div className="flex gap-3 sm:pt-7">
            <Button kind="primary" type="submit" pending={post.isPending && 'Posting...'}>
              Post
            </Button>
            <Button onClick={onBack}>Back</Button>
          </div>
        </div>
      </form>
      {isAsked && (
        <Confirm
          open
          onClose={post.reset}
          title="Already posted"
          cancel="Do not post"
          confirm="Post another one"
          onConfirm={() => post.mutate({ isAnother: true })}
        >
          {post.error?.message}
        </Confirm>
      )}
    </>
  )
}

/** The newest are listed; the total is of all. */
const SHOWN = 8

/** The running total, to compare with the adding machine's tape. */
function Stack({ done, onNew }: { done: readonly Done[]; onNew: () => void }) {
  const total = sum(done.map(({ payment }) => toCents(payment.amount) as Cents))
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite">
          <span className="quiet">
            This batch: {done.length === 1 ? '1 payment' : `${done.length} payments`},{' '}
          </span>
          <Figure text={formatUsd(total)} size="s" />
        </p>
        <Button size="small" onClick={onNew}>
          Start a new batch
        </Button>
      </div>
      <ol className="mt-2 grid" aria-label="Posted in this batch, newest first">
        {done.slice(0, SHOWN).map(({ payment, invoice }) => (
          <li
            key={payment.id}
            className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-0"
          >
            <span className="min-w-0 break-words">
              {invoice.name || invoice.email}{' '}
              <span className="quiet">
                {[INSTRUMENT_RULES[payment.method].name.toLowerCase(), payment.reference, invoice.number]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className="font-semibold whitespace-nowrap">{usd(payment.amount)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A question rather than an error: is it another one with the same number? */
export const isAlreadyPosted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'already_posted'
