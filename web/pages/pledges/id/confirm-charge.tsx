import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChargeConfirmation } from '#domain/schemas/charge-confirmation.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { usd } from '#web/format.ts'
import { post } from '#web/parts/card/card-setup.ts'
import { pledgeQuery } from '#web/queries/pledges.ts'
import { api } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { laterWords } from './bill-words.ts'

/** The bank's own page, over ours; in test mode there is none, and pressing the button confirms. */
async function askBank(started: ChargeConfirmation): Promise<void> {
  const { clientSecret, publishableKey } = started
  if (started.provider === 'sandbox' || publishableKey === null) {
    await api.write('POST', '/api/sandbox/charge-confirmations', { clientSecret })
    return
  }
  const { openStripe } = await import('#web/parts/card/stripe.ts')
  const stripe = await openStripe(publishableKey)
  const { error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: started.stripePaymentMethodId,
  })
  if (error) throw new Error(error.message ?? 'Your bank did not confirm it. Try again.')
}

async function confirm(chargeId: string): Promise<Charge> {
  const path = `/api/charges/${chargeId}/confirmations`
  await askBank(await post<ChargeConfirmation>(path, {}))
  return post<Charge>(`${path}/outcome`, {})
}

/** Payments awaiting the cardholder's bank, which only the cardholder can continue (R35). */
export function ConfirmCharges({ pledge }: { pledge: PledgeDetail }) {
  const client = useQueryClient()
  const confirmation = useMutation({
    mutationFn: confirm,
    onSuccess: ({ state, amount }) => {
      if (state === 'succeeded')
        toast({ title: 'Thank you!', description: `${usd(amount)} is paid. We will email you the receipt.` })
    },
    onError: (error) =>
      toast({ title: 'Payment Method Error', description: error.message, destructive: true }),
    onSettled: () => client.invalidateQueries({ queryKey: pledgeQuery(pledge.id).queryKey }),
  })
  const waiting = pledge.charges.filter(
    ({ id, state, underWay }) =>
      state === 'requires_action' ||
      // Begun, and the page was reloaded midway: the same confirmation continues.
      underWay === 'confirmation' ||
      (confirmation.isError && confirmation.variables === id),
  )
  // During a pause none begins, and one that was begun can still be made (R21).
  const isPaused = pledge.campaignStatus === 'paused'
  return waiting.map(({ id, amount, underWay }) => (
    <section key={id} className="note note-warning items-center" aria-label="Confirm with your bank">
      <p className="flex-1">
        Your bank wants you to confirm <strong>{usd(amount)}</strong>. You have not been charged yet.
        {isPaused && underWay !== 'confirmation' && ` ${laterWords('confirm')}`}
      </p>
      {(!isPaused || underWay === 'confirmation') && (
        <Button
          kind="primary"
          pending={confirmation.isPending && 'Processing...'}
          onClick={() => confirmation.mutate(id)}
        >
          Confirm with your bank
        </Button>
      )}
    </section>
  ))
}
