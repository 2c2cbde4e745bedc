import { Elements } from '@stripe/react-stripe-js'
import type { Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { type ReactNode, useMemo } from 'react'
import { useStripeAppearance } from './stripe-appearance.ts'

type Props = { stripe: Stripe; mode: StripeElementsOptionsMode; children: ReactNode }

/** Stripe's elements in this page's colors. Only in a browser: rendered once Stripe's script is loaded, so never on the server. */
export function StripeForm({ stripe, mode, children }: Props) {
  const appearance = useStripeAppearance()
  const options = useMemo(() => ({ ...mode, appearance }), [mode, appearance])
  return (
    <Elements stripe={stripe} options={options}>
      {children}
    </Elements>
  )
}
