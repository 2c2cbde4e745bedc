/** Permission to save a card, and what was saved: the same calls for both card providers (R16). */

import type { PaymentMethodCreateParams, StripePaymentElementOptions } from '@stripe/stripe-js'
import { v4 as uuid } from 'uuid'
import { keptEmail } from '#domain/people/email.ts'
import type { CardSetup, SavedCard } from '#domain/schemas/card.ts'
import type { User } from '#domain/schemas/user.ts'
import { api } from '#web/query-client.ts'

export async function post<T>(path: string, payload: unknown): Promise<T> {
  const response = await api.write('POST', path, payload, { idempotencyKey: uuid() })
  return (await response.json()) as T
}

/** What a wallet says about the person who used it. None of it is verified. */
export type WalletDetails = { name?: string; email?: string; postalCode?: string }

/** A published test card, with the secret of the setup or payment it is for. */
export type TestCard = {
  clientSecret: string
  number: string
  cvc: string
  expMonth: number
  expYear: number
}

/** Whose account a card is saved to. A visitor without an account supplies other calls. */
export type CardPlace = {
  /** Permission to save one card. A wallet passes what it says about the person. */
  startSetup: (given?: WalletDetails) => Promise<Pick<CardSetup, 'clientSecret'>>
  /** The server asks the card provider about the id that the form returned. */
  keep: (stripePaymentMethodId: string) => Promise<SavedCard>
  /** Test mode: what the provider's form would do. */
  saveTestCard: (card: TestCard) => Promise<SavedCard>
}

/** The signed-in user's account. */
export const OWN_CARDS: CardPlace = {
  startSetup: () => post<CardSetup>('/api/cards/setups', {}),
  keep: (stripePaymentMethodId) => post<SavedCard>('/api/cards', { stripePaymentMethodId }),
  saveTestCard: (card) => post<SavedCard>('/api/sandbox/card-setups/confirm', card),
}

/** Test mode: pays once, and the card is saved nowhere (R44). */
export const payWithTestCard = async (card: TestCard): Promise<void> => {
  await api.write('POST', '/api/sandbox/card-payments', card)
}

/** Name, email and US address of the person who pays, from the profile that the first step filled in. */
type Billing = PaymentMethodCreateParams.BillingDetails

export function billingOf(user: User | null): Billing {
  if (!user) return {}
  const given = (text: string | null) => text ?? undefined
  return clean({
    name: [user.firstName, user.lastName].filter(Boolean).join(' ') || undefined,
    email: asciiEmail(user.email),
    phone: given(user.phone),
    address: clean({
      // Required explicitly where the form does not ask for it, even when it is empty.
      line1: given(user.streetAddress1),
      line2: user.streetAddress2 ?? '',
      city: given(user.city),
      state: given(user.state),
      postal_code: given(user.zip),
      country: 'US',
    }),
  })
}

/** Stripe takes addresses in ASCII only; its own form asks for another one. */
function asciiEmail(shown: string): string | undefined {
  const kept = keptEmail(shown)
  return kept !== null && !/\P{ASCII}/u.test(kept) ? kept : undefined
}

/** The form asks for what is unknown: a field it leaves out must be sent with the card. */
export function fieldsFor({ name, email, phone, address }: Billing): StripePaymentElementOptions['fields'] {
  const isWhole = Boolean(address?.line1 && address.city && address.state && address.postal_code)
  const ask = (value: unknown) => (value ? 'never' : 'auto')
  return {
    billingDetails: {
      name: ask(name),
      email: ask(email),
      phone: ask(phone),
      address: isWhole ? 'never' : 'auto',
    },
  }
}

const clean = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
