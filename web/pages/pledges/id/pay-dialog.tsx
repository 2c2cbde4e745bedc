import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ONE_DEBIT_VERSION } from '#domain/bank-debit.ts'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge-payment.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { dateText, toCents, usd } from '#web/format.ts'
import { type BankAccountHandle, debitFrom, OneDebit } from '#web/parts/card/bank-account.tsx'
import { CardFields, type CardHandle, payFrom } from '#web/parts/card/card.tsx'
import { post } from '#web/parts/card/card-setup.ts'
import { PayWithWallet } from '#web/parts/card/wallet.tsx'
import { linkedPledgeQuery } from '#web/queries/pledges.ts'
import { usePublicConfig } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fieldErrors } from '#web/write.ts'
import type { Due } from './due.ts'

type Props = { pledge: LinkedPledge; token: string; due: Due; onClose: () => void }
type Method = 'card' | 'bank_account'
/** What is asked of the server, and what the form does with the answer. */
type Payment = { method: Method; by: (started: ChargePayment) => Promise<unknown> }

const METHODS = [
  { value: 'card', title: 'Card' },
  { value: 'bank_account', title: 'Bank account', text: 'Your bank answers within four business days.' },
]

/** One amount, one card or bank account, once. A second window takes up the same payment: nobody pays twice (R34, R44). */
export function PayDialog({ pledge, token, due, onClose }: Props) {
  const card = useRef<CardHandle>(null)
  const account = useRef<BankAccountHandle>(null)
  const [method, setMethod] = useState<Method>('card')
  const { bankAccounts } = usePublicConfig().cards
  const form = useId()
  const payment = usePayment({ pledge, token, due, onClose })
  const { error } = payment
  const amount = toCents(due.amount)
  const fields = { error, onChange: payment.reset, amount }
  const action = `Pay ${usd(due.amount)}`
  const isOfField = error !== null && Object.keys(fieldErrors(error)).length > 0
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="sheet"
      title={action}
      description={`For ${pledge.campaignName}, ${pledge.organizationName}.`}
      foot={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button kind="primary" type="submit" form={form} pending={payment.isPending && 'Processing...'}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (payment.isPending) return
          payment.mutate({
            method,
            by: (started) => (method === 'card' ? payFrom(card, started) : debitFrom(account, started)),
          })
        }}
      >
        {bankAccounts && (
          <ChoiceGroup
            across
            legend="Pay with"
            value={method}
            options={METHODS}
            onChange={(next) => {
              payment.reset()
              setMethod(next as Method)
            }}
          />
        )}
        {method === 'card' ? (
          <>
            <PayWithWallet
              amount={amount}
              label={pledge.campaignName}
              agreed={async (_, confirm) => {
                await payment.mutateAsync({ method, by: ({ clientSecret }) => confirm(clientSecret) })
              }}
              // The payment says so itself, below.
              onError={() => undefined}
            />
            <CardFields ref={card} {...fields} />
            <p className="quiet fine">The card is charged once, now, and is not saved.</p>
          </>
        ) : (
          <OneDebit ref={account} {...fields} action={action} />
        )}
        {error && !isOfField && (
          <Note tone="danger" role="alert">
            {error.message}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

function usePayment({ pledge, token, due, onClose }: Props) {
  const client = useQueryClient()
  const path = `/api/pledge-links/${token}/payments`
  const outcomeOf = (chargeId: string) => post<PaymentAnswer>(`${path}/${chargeId}/outcome`, {})

  async function pay({ method, by }: Payment): Promise<PaymentAnswer> {
    // Paid already, and the page was closed before it said so: then what is in the form is not needed.
    const known = due.isUnderWay && due.chargeId ? await outcomeOf(due.chargeId) : null
    if (known && isDone(known)) return known
    const agreed = method === 'card' ? {} : { mandateVersion: ONE_DEBIT_VERSION }
    const started = await post<ChargePayment>(path, { ...due.named, ...agreed })
    await by(started)
    const answer = await outcomeOf(started.chargeId)
    if (isDone(answer)) return answer
    throw new Error('Your bank has not answered yet. Check this page again in a few minutes.')
  }
  return useMutation({
    mutationFn: pay,
    onSuccess: ({ amount, answersBy }) => {
      toast({
        title: 'Thank you!',
        description: answersBy
          ? `The debit of ${usd(amount)} is on its way. The bank answers by ${dateText(answersBy, pledge.timeZone)}, and then the receipt is mailed to you.`
          : `${usd(amount)} is paid. The receipt is mailed to you.`,
      })
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: linkedPledgeQuery(token).queryKey }),
  })
}

/** Paid, or with the bank, which has days to answer a debit (R60). */
const isDone = ({ state, answersBy }: PaymentAnswer): boolean => state === 'succeeded' || Boolean(answersBy)
