import Stripe from 'stripe'
import { Unavailable } from '#server/platform/base/unavailable.ts'
import type { BankAccountDetails, CardDetails, SavedKind } from './cards.ts'

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

/** Stripe has no object with that id. */
export const isMissing = (error: unknown, parameter?: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  (parameter === undefined || error.param === parameter)

/** A missing object is null; any other error is not an answer. */
export const unlessMissing = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

const SECOND_MS = 1000

export const instant = (seconds: number): Date => new Date(seconds * SECOND_MS)

/** As a list's range of times. */
export const between = (from: Date, until: Date): { gte: number; lte: number } => ({
  gte: Math.floor(from.getTime() / SECOND_MS),
  lte: Math.floor(until.getTime() / SECOND_MS),
})

/** Some fields hold an id, or the expanded object. */
export const idOf = (field: string | { id: string } | null | undefined): string | null =>
  typeof field === 'string' ? field : (field?.id ?? null)

/** Stripe's name for each kind of saved payment method. */
export const STRIPE_TYPES: Record<SavedKind, 'card' | 'us_bank_account'> = {
  card: 'card',
  bank_account: 'us_bank_account',
}

export function detailsOf({ id, card }: Stripe.PaymentMethod): CardDetails | null {
  if (!card) return null
  return {
    paymentMethodId: id,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
  }
}

export function accountOf(
  { id, us_bank_account: account }: Stripe.PaymentMethod,
  setupId: string,
): BankAccountDetails | null {
  if (!account?.last4) return null
  const { bank_name: bankName, last4, fingerprint } = account
  return { paymentMethodId: id, bankName: bankName ?? 'Bank account', last4, fingerprint, setupId }
}
