import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentMethodCreateParams, Stripe, StripeElements } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useImperativeHandle, useRef, useState } from 'react'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { ChargePayment } from '#domain/schemas/charge-payment.ts'
import type { User } from '#domain/schemas/user.ts'
import { useUser } from '#web/site/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import type { CardProps } from './card.tsx'
import { useCardLook } from './card-look.ts'
import { ACCOUNT_CALLS, type CardCalls } from './card-setup.ts'
import { openStripe } from './stripe.ts'

/** Stripe's form inside ours: the card's number never touches this site. */
export default function StripeCard({ publishableKey, ...props }: CardProps & { publishableKey: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => openStripe(publishableKey),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { path: 'js.stripe.com' },
  })
  if (!data) return <NotThere ref={props.ref} error={error} retry={refetch} isRetrying={isFetching} />
  return (
    <Elements stripe={data}>
      <CardOfStripe {...props} />
    </Elements>
  )
}

type Missing = Pick<CardProps, 'ref' | 'error'> & { retry: () => unknown; isRetrying: boolean }

/** Until the script is there, and when it does not come. */
function NotThere({ ref, error, retry, isRetrying }: Missing) {
  const fail = () => Promise.reject(error ?? new Error(NOT_YET))
  useImperativeHandle(ref, () => ({ save: fail, pay: fail }))
  if (!error) return <p className="quiet">Loading the card form…</p>
  return (
    <p className="note note-danger items-center" role="alert">
      <span className="flex-1">{error.message}</span>
      <Button size="small" pending={isRetrying && 'Loading...'} onClick={() => retry()}>
        Try again
      </Button>
    </p>
  )
}

const NOT_YET = 'The card form is still loading. Try again in a moment.'

function CardOfStripe({ ref, error, onChange, calls = ACCOUNT_CALLS }: CardProps) {
  const user = useUser()
  const stripe = useStripe()
  const elements = useElements()
  const setup = useRef<string>(null)
  const [typed, setTyped] = useState<string>()
  const look = useCardLook()
  const id = useId()
  useImperativeHandle(ref, () => ({
    save: () => save({ stripe, elements, setup, user, calls }),
    pay: (payment) => pay({ stripe, elements }, payment),
  }))
  return (
    <FieldFrame label="Card" id={id} error={typed ?? error?.message}>
      {(ids) => (
        <div className="input card-frame">
          <CardElement
            id={ids.id}
            options={{ style: look, hidePostalCode: true, disableLink: true }}
            onChange={(event) => {
              setTyped(event.error?.message)
              onChange?.()
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}

type Given = {
  stripe: Stripe | null
  elements: StripeElements | null
  /** A form that was opened and refused a card takes another one. */
  setup: RefObject<string | null>
  user: User | null
  calls: CardCalls
}

/** Permission first; then Stripe asks the card's bank; then our server asks Stripe whether that is true (R16). */
async function save({ stripe, elements, setup, user, calls }: Given): Promise<SavedCard> {
  const card = elements?.getElement(CardElement)
  if (!stripe || !card) throw new Error(NOT_YET)
  setup.current ??= (await calls.start()).clientSecret
  const { setupIntent, error } = await stripe.confirmCardSetup(setup.current, {
    payment_method: { card, billing_details: billingOf(user) },
  })
  if (error) {
    if (error.type !== 'card_error' && error.type !== 'validation_error') setup.current = null
    throw new Error(error.message ?? 'Your card could not be saved. Try another card.')
  }
  setup.current = null
  const { payment_method: saved } = setupIntent
  return calls.saved((typeof saved === 'string' ? saved : saved?.id) ?? '')
}

/** Whoever pays may be anybody: nothing of the account goes along, and the card is kept nowhere. */
async function pay(
  { stripe, elements }: Pick<Given, 'stripe' | 'elements'>,
  { clientSecret }: ChargePayment,
): Promise<void> {
  const card = elements?.getElement(CardElement)
  if (!stripe || !card) throw new Error(NOT_YET)
  const { error } = await stripe.confirmCardPayment(clientSecret, { payment_method: { card } })
  // Paid in another window a moment ago: what became of it is asked next.
  if (!error || error.payment_intent?.status === 'succeeded') return
  throw new Error(error.message ?? 'Your card was not charged. Try another card.')
}

/** Name, e-mail and US address, from the profile that the first step filled in. */
function billingOf(user: User | null): PaymentMethodCreateParams.BillingDetails {
  if (!user) return {}
  const given = (text: string | null) => text ?? undefined
  return clean({
    name: [user.firstName, user.lastName].filter(Boolean).join(' ') || undefined,
    email: user.email,
    phone: given(user.phone),
    address: clean({
      ...{ line1: given(user.streetAddress1), line2: given(user.streetAddress2) },
      ...{ city: given(user.city), state: given(user.state), postal_code: given(user.zip), country: 'US' },
    }),
  })
}

const clean = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
