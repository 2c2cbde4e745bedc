/** What the tests of manual refunds share: one invoice of $20 for ten goals, its payments, and what is owed back. */
import type { ManualRefund, RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  type House,
  invoicesOf,
  lock,
  payment,
  play,
  pledge,
  runToChargeDate,
  type Season,
} from '#tests/fixtures.ts'
import { BAY, openSettlementSeason } from '#tests/settlement-season.ts'

export type InvoicedSeason = {
  app: TestApp
  house: House
  season: Season
  eventId: string
  supporter: Caller
}

export async function openInvoicedSeason(): Promise<InvoicedSeason> {
  const { app, house, season } = await openSettlementSeason()
  const { supporter } = await pledge(house, season, { lines: { goals: '2.00' }, method: 'check' })
  const eventId = await play(house, season, { ...BAY, goals: 10 })
  await lock(house, season, 'final')
  await runToChargeDate(house)
  return { app, house, season, eventId, supporter }
}

export const todayOf = ({ clock }: TestApp) => clock.now().toISOString().slice(0, 10)

export async function postPayment(
  house: House,
  season: Season,
  amount: string,
  method: 'check' | 'cash' = 'check',
): Promise<Payment> {
  const [invoice] = await invoicesOf(house, season)
  const form = { ...payment(invoice ?? { id: '' }, amount, house.app), method, reference: '1042' }
  return expectStatus(await house.representative.post<Payment>(`${season.path}/payments`, form), 201)
}

export async function deposit(house: House, paymentId: string, amount: string): Promise<void> {
  const form = { paymentIds: [paymentId], amount, depositedOn: todayOf(house.app) }
  expectStatus(await house.representative.post('/api/deposits', form), 201)
}

export const refundsOwed = async ({ representative }: House) =>
  expectStatus(await representative.get<RefundOwed[]>('/api/repayments/owed'), 200)

export const recordRefund = (house: House, season: Season, form: object, by = house.representative) =>
  by.post<ManualRefund>(`${season.path}/repayments`, {
    ...{ kind: 'overpayment', method: 'check', reference: '2041', givenOn: todayOf(house.app) },
    ...form,
  })
