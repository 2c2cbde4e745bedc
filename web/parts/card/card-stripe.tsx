import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentMethodCreateParams, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { type RefObject, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { SavedCard } from '#domain/schemas/card.ts'
import type { ChargePayment } from '#domain/schemas/charge.ts'
import { useUser } from '#web/site/session.ts'
import { FieldError } from '#web/ui/field.tsx'
import { billingOf, fieldsFor } from './billing.ts'
import type { CardProps } from './card.tsx'
import { type CardPlace, OWN_CARDS } from './card-setup.ts'
import { type Missing, StripeForm, StripeMissing } from './stripe-form.tsx'
import { modeOf, returning, useStripeScript } from './stripe-options.ts'

/** Stripe's form inside ours: the card's number never touches this site. */
export default function StripeCard({ publishableKey, ...props }: CardProps & { publishableKey: string }) {
  const { data, error, refetch, isFetching } = useStripeScript(publishableKey)
  const { amount } = props
  const mode = useMemo(() => modeOf(amount), [amount])
  if (!data) return <CardMissing ref={props.ref} error={error} retry={refetch} isRetrying={isFetching} />
  return (
    <StripeForm stripe={data} mode={mode}>
      <CardOfStripe {...props} />
    </StripeForm>
  )
}

/** Until the script has loaded, and when it fails to. */
function CardMissing({ ref, ...missing }: Missing & Pick<CardProps, 'ref'>) {
  const fail = () => Promise.reject(missing.error ?? new Error(NOT_YET))
  useImperativeHandle(ref, () => ({ save: fail, pay: fail }))
  return <StripeMissing {...missing} />
}

const NOT_YET = 'The card form is still loading. Try again in a moment.'
const NOT_LOADED = 'The card form could not be loaded. Check your connection, then reload the page.'

function CardOfStripe({ ref, error, onChange, amount, place = OWN_CARDS }: CardProps) {
  const stripe = useStripe()
  const elements = useElements()
  const setup = useRef<string>(null)
  const [isMissing, setMissing] = useState(false)
  const user = useUser()
  // Anyone may pay by link: no account details are sent along.
  const billing = useMemo(() => (amount === undefined ? billingOf(user) : {}), [amount, user])
  const options = useMemo(
    () => ({
      layout: 'tabs' as const,
      fields: fieldsFor(billing),
      terms: { card: 'never' as const },
      // Wallets have their own buttons, above the form.
      wallets: { applePay: 'never' as const, googlePay: 'never' as const, link: 'never' as const },
    }),
    [billing],
  )
  const id = useId()
  useImperativeHandle(ref, () => ({
    save: () => save({ stripe, elements, setup, billing, place }),
    pay: (payment) => pay({ stripe, elements, billing }, payment),
  }))
  const problem = isMissing ? NOT_LOADED : error?.message
  return (
    <fieldset className="field" aria-describedby={problem ? `${id}-error` : undefined}>
      <legend className="sr-only">Card details</legend>
      <PaymentElement
        options={options}
        onChange={() => onChange?.()}
        onReady={() => setMissing(false)}
        onLoadError={() => setMissing(true)}
      />
      {problem && (
        // The focus goes into Stripe's frame, which does not read this.
        <FieldError id={`${id}-error`} isAlert>
          {problem}
        </FieldError>
      )}
    </fieldset>
  )
}

type Given = {
  stripe: Stripe | null
  elements: StripeElements | null
  billing: PaymentMethodCreateParams.BillingDetails
  place: CardPlace
  /** The setup's secret: after a refused card it is used again for the next one. */
  setup: RefObject<string | null>
}

const isOfCard = ({ type }: StripeError): boolean => type === 'card_error' || type === 'validation_error'

/** Back to the form, to correct something. */
function failed(elements: StripeElements, { message }: StripeError, otherwise: string): Error {
  elements.getElement('payment')?.focus()
  return new Error(message ?? otherwise)
}

/** The form is complete; then permission; then Stripe asks the card's bank; then our server asks Stripe. */
async function save({ stripe, elements, setup, billing, place }: Given): Promise<SavedCard> {
  if (!stripe || !elements) throw new Error(NOT_YET)
  const { error: incomplete } = await elements.submit()
  if (incomplete) throw failed(elements, incomplete, 'Check the card details.')
  setup.current ??= (await place.startSetup()).clientSecret
  const { setupIntent, error } = await stripe.confirmSetup({
    elements,
    clientSecret: setup.current,
    redirect: 'if_required',
    confirmParams: { ...returning(), payment_method_data: { billing_details: billing } },
  })
  if (error) {
    if (!isOfCard(error)) setup.current = null
    throw failed(elements, error, 'Your card could not be saved. Try another card.')
  }
  setup.current = null
  const { payment_method: saved } = setupIntent
  return place.keep((typeof saved === 'string' ? saved : saved?.id) ?? '')
}

/** The card is charged once and kept nowhere. */
async function pay(
  { stripe, elements, billing }: Pick<Given, 'stripe' | 'elements' | 'billing'>,
  { clientSecret }: ChargePayment,
): Promise<void> {
  if (!stripe || !elements) throw new Error(NOT_YET)
  const { error: incomplete } = await elements.submit()
  if (incomplete) throw failed(elements, incomplete, 'Check the card details.')
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams: { ...returning(), payment_method_data: { billing_details: billing } },
  })
  // Already paid in another window: the outcome is requested next.
  if (!error || error.payment_intent?.status === 'succeeded') return
  throw failed(elements, error, 'Your card was not charged. Try another card.')
}
