/** What the tests of manual refunds share: one invoice of $20 for ten goals, its payments, and what is owed back. */
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { BAY, invoicesOf, payment, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approved } from '#tests/sign-offs.ts'

export const openInvoicedSeason = () =>
  givenSeason({
    pledges: [{ lines: { goals: '2.00' }, method: 'check' }],
    matches: [{ ...BAY, goals: 10 }],
    billed: 'final',
  })
export type InvoicedSeason = Awaited<ReturnType<typeof openInvoicedSeason>>

export const todayOf = ({ clock }: TestApp) => clock.now().toISOString().slice(0, 10)

export async function postPayment(
  org: TestOrganization,
  season: Season,
  amount: string,
  method: 'check' | 'cash' = 'check',
): Promise<Payment> {
  const [invoice] = await invoicesOf(org, season)
  const form = { ...payment(invoice ?? { id: '' }, amount, org.app), method, reference: '1042' }
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
}

export async function deposit(org: TestOrganization, paymentId: string, amount: string): Promise<void> {
  const form = { paymentIds: [paymentId], amount, depositedOn: todayOf(org.app) }
  expectStatus(await org.representative.post('/api/deposits', form), 201)
}

export const refundsOwed = async ({ representative }: TestOrganization) =>
  expectStatus(await representative.get<RefundOwed[]>('/api/repayments/owed'), 200)

export const prepareRefund = (org: TestOrganization, season: Season, form: object, by = org.representative) =>
  by.post<SignOff>(`${season.path}/repayments`, {
    kind: 'overpayment',
    method: 'check',
    reference: '2041',
    givenOn: todayOf(org.app),
    ...form,
  })

/** Prepared by one representative and approved by the other. */
export const recordRefund = async (
  org: TestOrganization,
  season: Season,
  form: object,
  by = org.representative,
) => approved(by === org.second ? org.representative : org.second, await prepareRefund(org, season, form, by))
