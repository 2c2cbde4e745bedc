/** What Stripe's elements need before there is anything to confirm: it must match what the server creates later. */
import type { StripeElementsOptionsMode } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import type { Cents } from '#domain/money.ts'
import { openStripe } from './stripe.ts'

/** A saved card is charged later without its owner; one that pays now is kept nowhere (R16, R44). */
export function modeOf(
  amount: Cents | undefined,
  type: 'card' | 'us_bank_account' = 'card',
): StripeElementsOptionsMode {
  const shared = { currency: 'usd', allowedPaymentMethodTypes: [type] }
  return amount === undefined
    ? { mode: 'setup', setupFutureUsage: 'off_session', ...shared }
    : { mode: 'payment', amount, ...shared }
}

/** Without a network it fails with a message at once, instead of loading forever. */
export const useStripeScript = (publishableKey: string) =>
  useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => openStripe(publishableKey),
    retry: false,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    meta: { path: 'js.stripe.com' },
  })

/** Where a bank that requires its own page sends the person afterwards. */
export const returning = () => ({ return_url: window.location.href })
