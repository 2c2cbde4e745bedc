import Stripe from 'stripe'
import { Unavailable } from '#server/platform/base/unavailable.ts'

/** For calls that someone waits for at a screen: two attempts of eight seconds, where a job's may take a minute. */
export const SOON = { timeout: 8_000, maxNetworkRetries: 1 } as const

const NO_ANSWER = 'Our card provider is not responding right now. Nothing was charged. Try again in a moment.'

const isNoAnswer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError

/** @throws Unavailable, a 503, if Stripe cannot be reached, takes too long or fails. */
export async function answeredSoon<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isNoAnswer(error)) throw error
    throw Object.assign(new Unavailable(NO_ANSWER), { cause: error })
  }
}
