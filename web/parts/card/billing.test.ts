import { expect, test } from 'vitest'
import type { User } from '#domain/schemas/user.ts'
import { billingOf, fieldsFor } from './billing.ts'

const user = (email: string) => ({ email, firstName: 'Suharto', lastName: null }) as User

test.each([
  ['ann@müller.de', 'ann@xn--mller-kva.de', 'never'],
  ['jürgen@müller.de', undefined, 'auto'],
] as const)('Stripe gets %s in ASCII, or asks for an address itself', (shown, sent, field) => {
  const billing = billingOf(user(shown))
  expect(billing.email).toBe(sent)
  expect(fieldsFor(billing)).toMatchObject({ billingDetails: { email: field } })
})
