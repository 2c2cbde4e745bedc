/** What Stripe's elements are told before there is anything to confirm: it must match what the server creates later. */
import type { StripeElementsOptionsMode } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import type { Cents } from '#domain/money.ts'
import { openStripe } from './stripe.ts'

/** No time for two small deposits where an account is debited now (R60). */
const RIGHT_AWAY = {
  paymentMethodOptions: { us_bank_account: { verification_method: 'instant' as const } },
}

/** A saved card is charged later without its owner; one that pays now is kept nowhere (R16, R44). */
export function modeOf(
  amount: Cents | undefined,
  type: 'card' | 'us_bank_account' = 'card',
): StripeElementsOptionsMode {
  const shared = { currency: 'usd', allowedPaymentMethodTypes: [type] }
  return amount === undefined
    ? { mode: 'setup', setupFutureUsage: 'off_session', ...shared }
    : { mode: 'payment', amount, ...shared, ...(type === 'us_bank_account' ? RIGHT_AWAY : {}) }
}

/** Without a network it fails in words at once, instead of loading for ever. */
export const useStripeScript = (publishableKey: string) =>
  useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => openStripe(publishableKey),
    retry: false,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    meta: { path: 'js.stripe.com' },
  })

/** Where a bank that insists on a page of its own sends the person afterwards. */
export const returning = () => ({ return_url: window.location.href })
