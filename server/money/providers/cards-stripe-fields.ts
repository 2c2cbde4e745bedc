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

/**
 * What follows the provider's own name on a bank statement. The whole line has 22 characters; the provider's prefix may
 * take ten of them, and an asterisk and a space come between: ten are always left.
 */
const MAX_CHARACTERS = 10

/** The team's name as banks print it: plain capitals and allowed characters only. Null if no letter is left. */
export function statementSuffix(teamName: string): string | null {
  const plain = teamName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[<>\\'"*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const cut = plain.length <= MAX_CHARACTERS ? plain : cutAtWord(plain)
  return /[A-Z]/.test(cut) ? cut : null
}

/** Cuts at a word if the whole words use at least half the room. */
function cutAtWord(text: string): string {
  const cut = text.slice(0, MAX_CHARACTERS)
  const end = text[MAX_CHARACTERS] === ' ' ? MAX_CHARACTERS : cut.lastIndexOf(' ')
  return (end >= MAX_CHARACTERS / 2 ? cut.slice(0, end) : cut).trim()
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
