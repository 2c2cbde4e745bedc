import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { calendarDayText, toCents, usd } from '#web/format.ts'
import { CardFields, type CardHandle, payFrom } from '#web/parts/card/card.tsx'
import { post } from '#web/parts/card/card-setup.ts'
import { PayWithWallet } from '#web/parts/card/wallet.tsx'
import { linkedPledgeQuery } from '#web/queries/pledges.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { useFocusNext } from '#web/ui/next-focus.ts'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fieldErrors } from '#web/write.ts'
import { laterWords } from './bill-sentences.ts'
import { ChangeFoot } from './changes.tsx'

/** One thing to pay, by its name on the server. */
type Due = {
  key: string
  amount: string
  why: string
  named: { chargeId: string } | { invoiceId: string }
  /** A payment of it was begun, here or in another window. */
  isUnderWay: boolean
  chargeId: string | null
}

const WAITING = new Set(['failed', 'past_due', 'requires_action'])

/** Failed charges, and open invoices: each can be paid with any card, without a password. */
export function dueOf({ charges, invoices }: Pick<LinkedPledge, 'charges' | 'invoices'>): Due[] {
  const ofCharges = charges
    .filter(({ state, underWay }) => WAITING.has(state) || underWay === 'link')
    .map(({ id, amount, state, reason, underWay }) => ({
      key: id,
      amount,
      named: { chargeId: id },
      chargeId: id,
      isUnderWay: underWay === 'link',
      why:
        underWay === 'link'
          ? 'A payment was started but not finished.'
          : state === 'requires_action'
            ? 'Your bank wanted you to confirm the charge. You were not charged.'
            : `${reason ?? 'The card could not be charged'}. You were not charged.`,
    }))
  const ofInvoices = invoices
    .filter(({ state, open }) => state === 'open' && toCents(open) > 0)
    .map(({ id, number, open, dueDate }) => ({
      key: id,
      amount: open,
      named: { invoiceId: id },
      chargeId: null,
      isUnderWay: false,
      why: `Invoice ${number}, due on ${calendarDayText(dueDate)}. A check or cash with its number works as well.`,
    }))
  return [...ofCharges, ...ofInvoices]
}

export function PayDue({ pledge, token }: { pledge: LinkedPledge; token: string }) {
  const [open, setOpen] = useState<Due | null>(null)
  // Known from the payment's own answer: the page may not be able to read the pledge again right now.
  const [paid, setPaid] = useState<{ key: string; amount: string } | null>(null)
  const dues = dueOf(pledge)
  // Paid and read again, a debt leaves the page with the heading that took the focus.
  useFocusNext(dues.length, () => document.querySelector('h1'))
  // During a pause no payment begins, and one that was begun can still be made.
  const canPay = (due: Due): boolean => due.isUnderWay || pledge.campaignStatus !== 'paused'
  return (
    <>
      {dues.length > 0 && (
        <section className="grid gap-3" aria-label="What is due">
          {dues.map((due) =>
            due.key === paid?.key ? (
              <Paid key={due.key} amount={paid.amount} />
            ) : (
              <div key={due.key} className="card pad flex flex-wrap items-end justify-between gap-4">
                <div className="min-w-0">
                  <h2 className="label quiet">
                    {canPay(due) ? 'Due now' : 'Not paid yet'}
                    <span className="sr-only">: {usd(due.amount)}</span>
                  </h2>
                  <Figure text={usd(due.amount)} className="mt-2 block large-[3.25]" />
                  <p className="mt-2 max-w-[52ch]">
                    {due.why}
                    {!canPay(due) && ` ${laterWords('pay')}`}
                  </p>
                </div>
                {canPay(due) && (
                  <Button kind="primary" size="big" className="max-md:w-full" onClick={() => setOpen(due)}>
                    {due.isUnderWay ? 'Continue payment' : 'Pay by card'}
                    <span className="sr-only">: {usd(due.amount)}</span>
                  </Button>
                )}
              </div>
            ),
          )}
        </section>
      )}
      {open && (
        <PayDialog
          pledge={pledge}
          token={token}
          due={open}
          onPaid={(amount) => setPaid({ key: open.key, amount })}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** Until the pledge has been read again, this is all there is to see of the payment. */
export function Paid({ amount }: { amount: string }) {
  return (
    <div className="card pad" role="status">
      <h2 className="label quiet">Paid</h2>
      <Figure text={usd(amount)} className="mt-2 block large-[3.25]" />
      <p className="mt-2 max-w-[52ch]">Thank you! This is paid, and we will email you the receipt.</p>
    </div>
  )
}

type Props = {
  pledge: LinkedPledge
  token: string
  due: Due
  onPaid: (amount: string) => void
  onClose: () => void
}

/** One amount, one card, once. A second window continues the same payment: nobody pays twice. */
function PayDialog({ pledge, token, due, onPaid, onClose }: Props) {
  const client = useQueryClient()
  const card = useRef<CardHandle>(null)
  const form = useId()
  const path = `/api/pledge-links/${token}/payments`
  const outcomeOf = (chargeId: string) => post<PaymentAnswer>(`${path}/${chargeId}/outcome`, {})

  async function pay(by: (started: ChargePayment) => Promise<unknown>): Promise<PaymentAnswer> {
    // Paid already, but the page was closed before it could say so: then the card in the form is not needed.
    const known = due.isUnderWay && due.chargeId ? await outcomeOf(due.chargeId) : null
    if (known?.state === 'succeeded') return known
    const started = await post<ChargePayment>(path, due.named)
    await by(started)
    const answer = await outcomeOf(started.chargeId)
    if (answer.state === 'succeeded') return answer
    throw new Error('Your bank has not answered yet. Check this page again in a few minutes.')
  }
  const payment = useMutation({
    mutationFn: pay,
    onSuccess: ({ amount }) => {
      toast({ title: 'Thank you!', description: `${usd(amount)} is paid. We will email you the receipt.` })
      onPaid(amount)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: linkedPledgeQuery(token).queryKey }),
  })
  const { error } = payment
  const amount = toCents(due.amount)
  const isOfCard = error !== null && Object.keys(fieldErrors(error)).length > 0
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title={`Pay ${usd(due.amount)}`}
      description={`For ${pledge.campaignName}, ${pledge.organizationName}.`}
      foot={
        <ChangeFoot onBack={onClose} isPending={payment.isPending} type="submit" form={form}>
          Pay {usd(due.amount)}
        </ChangeFoot>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!payment.isPending) payment.mutate((started) => payFrom(card, started))
        }}
      >
        <PayWithWallet
          amount={amount}
          label={pledge.campaignName}
          agreed={async (_, confirm) => {
            await payment.mutateAsync(({ clientSecret }) => confirm(clientSecret))
          }}
          // The payment reports this itself, below.
          onError={() => undefined}
        />
        <CardFields ref={card} error={error} onChange={payment.reset} amount={amount} />
        <p className="quiet fine">The card is charged once, now, and is not saved.</p>
        {error && !isOfCard && (
          <Note tone="danger" role="alert">
            {error.message}
          </Note>
        )}
      </form>
    </Dialog>
  )
}
