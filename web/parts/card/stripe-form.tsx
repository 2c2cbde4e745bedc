import { Elements } from '@stripe/react-stripe-js'
import type { Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { type ReactNode, useMemo } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useStripeAppearance } from './stripe-options.ts'

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

export type Missing = { error: Error | null; retry: () => unknown; isRetrying: boolean }

/** In place of Stripe's form: its script is loading, or could not be loaded. */
export function StripeMissing({ error, retry, isRetrying }: Missing) {
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
