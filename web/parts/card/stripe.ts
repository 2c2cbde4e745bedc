/** The provider's script, from the provider itself and never stored: loaded only when a card is asked for. */
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

const UNREACHABLE = 'The card form could not be loaded. Check your connection, then try again.'

const loading = new Map<string, Promise<Stripe>>()

/** Once for each key. A failed load is retried by the next call. @throws in words. */
export function openStripe(publishableKey: string): Promise<Stripe> {
  const known = loading.get(publishableKey)
  if (known) return known
  const opened = loadStripe(publishableKey).then(
    (stripe) => {
      if (stripe) return stripe
      throw new Error(UNREACHABLE)
    },
    () => {
      throw new Error(UNREACHABLE)
    },
  )
  loading.set(publishableKey, opened)
  opened.catch(() => loading.delete(publishableKey))
  return opened
}
