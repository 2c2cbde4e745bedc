import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge-payment.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { toCents, usd } from '#web/format.ts'
import { CardFields, type CardHandle, payFrom } from '#web/parts/card/card.tsx'
import { post } from '#web/parts/card/card-setup.ts'
import { PayWithWallet } from '#web/parts/card/wallet.tsx'
import { linkedPledgeQuery } from '#web/queries/pledges.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fieldErrors } from '#web/write.ts'
import { ChangeFoot } from './change-foot.tsx'
import type { Due } from './due.ts'

type Props = {
  pledge: LinkedPledge
  token: string
  due: Due
  onPaid: (amount: string) => void
  onClose: () => void
}

/** One amount, one card, once. A second window continues the same payment: nobody pays twice (R34, R44). */
export function PayDialog({ pledge, token, due, onPaid, onClose }: Props) {
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
