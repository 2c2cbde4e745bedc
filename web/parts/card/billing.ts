import type { PaymentMethodCreateParams, StripePaymentElementOptions } from '@stripe/stripe-js'
import { keptEmail } from '#domain/people/email.ts'
import type { User } from '#domain/schemas/user.ts'

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
