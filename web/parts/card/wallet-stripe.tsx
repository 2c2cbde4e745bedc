import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useMemo, useState } from 'react'
import type { Cents } from '#domain/money.ts'
import type { WalletDetails } from './card-setup.ts'
import { CORNERS, modeOf, returning, useStripeScript } from './stripe-options.ts'
import type { WalletProps } from './wallet.tsx'

type Props = WalletProps & { publishableKey: string }

/** The buttons of the wallets this browser supports. Each has its own group, so that each form confirms its own card. */
export default function StripeWallet({ publishableKey, ...props }: Props) {
  const { data } = useStripeScript(publishableKey)
  const { amount } = props
  const options = useMemo(
    () => ({
      ...modeOf(amount),
      appearance: { variables: { borderRadius: CORNERS } },
    }),
    [amount],
  )
  // The card form below says when the script cannot be loaded.
  if (!data) return null
  return (
    <Elements stripe={data} options={options}>
      <Buttons {...props} />
    </Elements>
  )
}

/** Nothing is bought: the buttons show the wallet's name without a verb. */
const OFFERED: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  buttonType: { applePay: 'plain', googlePay: 'plain' },
  paymentMethods: {
    applePay: 'auto',
    googlePay: 'auto',
    link: 'auto',
    amazonPay: 'never',
    paypal: 'never',
    klarna: 'never',
  },
}

function Buttons({ amount, label, agreed, onError, onCancel, below }: WalletProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isOffered, setOffered] = useState(false)
  const options = useMemo(
    () => ({
      ...OFFERED,
      // A saved card is billed later: a receipt goes to the email, and banks compare the ZIP code.
      emailRequired: amount === undefined,
      billingAddressRequired: amount === undefined,
      ...(amount === undefined ? {} : { lineItems: [{ name: label, amount }] }),
    }),
    [amount, label],
  )
  const confirm = async (event: StripeExpressCheckoutElementConfirmEvent): Promise<void> => {
    try {
      if (!stripe || !elements) throw new Error(NOT_YET)
      await checked(elements)
      await agreed(detailsOf(event), (secret) => confirmed({ stripe, elements }, secret, amount))
    } catch (error) {
      // Notifies the wallet first: its sheet shows the error, and closes.
      event.paymentFailed({ reason: 'fail' })
      onError(error instanceof Error ? error : new Error(NOT_DONE))
    }
  }
  // Mounted out of sight, because only the element itself knows which wallets this browser has.
  return (
    <div className={isOffered ? 'grid max-w-[32.5rem] gap-4' : 'sr-only'} aria-hidden={!isOffered}>
      <ExpressCheckoutElement
        options={options}
        onReady={({ availablePaymentMethods }) => setOffered(availablePaymentMethods !== undefined)}
        onLoadError={() => setOffered(false)}
        onConfirm={confirm}
        {...(onCancel ? { onCancel } : {})}
      />
      {isOffered && below}
    </div>
  )
}

const NOT_YET = 'The wallet is still loading. Try again in a moment.'
const NOT_DONE = 'Your wallet’s card was not accepted. Try another card.'

async function checked(elements: StripeElements): Promise<void> {
  const { error } = await elements.submit()
  if (error) throw new Error(error.message ?? NOT_DONE)
}

async function confirmed(
  { stripe, elements }: { stripe: Stripe; elements: StripeElements },
  clientSecret: string,
  amount: Cents | undefined,
): Promise<string | null> {
  const shared = { elements, clientSecret, redirect: 'if_required' as const, confirmParams: returning() }
  if (amount !== undefined) {
    const { error } = await stripe.confirmPayment(shared)
    // Already paid in another window: the outcome is requested next.
    if (error && error.payment_intent?.status !== 'succeeded') throw new Error(error.message ?? NOT_DONE)
    return null
  }
  const { setupIntent, error } = await stripe.confirmSetup(shared)
  if (error) throw new Error(error.message ?? NOT_DONE)
  const { payment_method: saved } = setupIntent
  return typeof saved === 'string' ? saved : (saved?.id ?? null)
}

function detailsOf({ billingDetails }: StripeExpressCheckoutElementConfirmEvent): WalletDetails {
  const { name, email, address } = billingDetails ?? {}
  return {
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(address?.postal_code ? { postalCode: address.postal_code } : {}),
  }
}
