/** Test bank accounts, connected through the API (R60). */
import { MANDATE_VERSION } from '#domain/billing/bank-debit.ts'
import { type Caller, expectStatus } from '#tests/app.ts'

/** Published test accounts, by how their banks answer a debit. */
export const BANK_ACCOUNTS = {
  good: '000123456789',
  insufficient: '000222222227',
  closed: '000111111113',
  unauthorized: '000333333335',
  returnedLate: '000555555559',
} as const

/** Returns the card provider's id of it. */
export async function connectBankAccount(
  caller: Caller,
  accountNumber: string = BANK_ACCOUNTS.good,
): Promise<string> {
  const setup = expectStatus(
    await caller.post<{ clientSecret: string }>('/api/bank-accounts/setups', {
      mandateVersion: MANDATE_VERSION,
    }),
    201,
  )
  const form = { clientSecret: setup.clientSecret, routingNumber: '110000000', accountNumber }
  const path = '/api/sandbox/bank-accounts/confirm'
  return expectStatus(await caller.post<{ stripePaymentMethodId: string }>(path, form), 201)
    .stripePaymentMethodId
}
