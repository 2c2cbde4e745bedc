/** R37: a refund that is undone in part: the year-end statement is what receipts and books say, and names what undid it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entryWords } from '#domain/billing/receipt-sentences.ts'
import type { PayoutEntry, PayoutStatement } from '#domain/schemas/payout.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { BAY, correctGoals, invoicesOf, lock, payment } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { preparePayout } from '#tests/payouts.ts'
import { deliver, GIFT, type StripeSeason } from '#tests/stripe-season.ts'

const collectedBy = async ({ deps }: TestApp) => {
  const [row] = await deps.db.query<{ cents: number }>(
    sql`select sum(collected_cents)::bigint as cents from campaign_books`,
  )
  return row?.cents
}
const yearOf = async (supporter: Caller, year = 2026) => {
  const giving = expectStatus(await supporter.get<Giving>(`/api/giving/${year}`), 200)
  const entries = giving.organizations.flatMap((one) => one.entries)
  return {
    total: giving.total,
    entries: entries.map((entry) => `${entry.on} ${entryWords(entry)} ${entry.amount}`),
  }
}

describe('a refund of a card payment', () => {
  let at: StripeSeason & { supporter: Caller }
  let paid: string
  beforeEach(async () => {
    at = await givenSeason({ stripe: true, pledges: [GIFT], billed: 'progress' })
    at.stripe.events()
    paid = [...at.stripe.books.payments.keys()][0] ?? ''
  })
  afterEach(() => closeWithBooksInOrder(at.app))
  const hear = () => deliver(at.app, at.stripe.events())

  /** $15.00 are owed, because the bank of the card returned the refund. */
  async function refundThatIsReturned(): Promise<void> {
    const { id } = at.stripe.books.makeRefund({ payment_intent: paid, amount: '1500' })
    await hear()
    at.stripe.books.failRefund(id)
    await hear()
  }

  it('that its bank returned, and that was then made in Stripe’s dashboard, is deducted once', async () => {
    await refundThatIsReturned()
    at.stripe.books.makeRefund({ payment_intent: paid, amount: '4000' })
    await hear()
    expect(await collectedBy(at.app)).toBe(0)
    expect(await yearOf(at.supporter)).toEqual({
      total: '0.00',
      entries: [
        '2026-09-13 Paid by card 40.00',
        '2026-09-13 Refunded to you -15.00',
        '2026-09-13 Refunded to you -25.00',
      ],
    })
  })

  it('that is made the next year counts in the year in which it was decided, as on its receipt', async () => {
    await refundThatIsReturned()
    at.app.clock.advance({ days: 120 })
    at.stripe.books.makeRefund({ payment_intent: paid, amount: '4000' })
    await hear()
    expect((await yearOf(at.supporter)).total).toBe('25.00')
    expect(await yearOf(at.supporter, 2027)).toEqual({
      total: '-25.00',
      entries: ['2027-01-11 Refunded to you -25.00'],
    })
  })

  it('that was made again is among the refunds of a payout and of the month: no check has bounced', async () => {
    const { representative } = at.org
    const { id } = await preparePayout(at.org, at.season, '1.00')
    await refundThatIsReturned()
    at.stripe.books.makeRefund({ payment_intent: paid, amount: '3000' })
    await hear()
    const path = `/api/payouts/${id}`
    const { figures } = expectStatus(await representative.get<PayoutStatement>(path), 200)
    expect(figures.map(({ figure, collected }) => `${figure} ${collected}`)).toEqual([
      'cards 40.00',
      'refunds -40.00',
    ])
    const behind = await representative.get<PayoutEntry[]>(`${path}/entries?figure=refunds`)
    expect(expectStatus(behind, 200).map(({ collected }) => collected)).toEqual(['-25.00', '-15.00'])
    const month = await representative.get<ProviderMonth>('/api/reports/month?month=2026-09&money=sandbox')
    expect(expectStatus(month, 200).totals).toMatchObject({
      collected: '40.00',
      refunds: '40.00',
      bounced: '0.00',
      net: '0.00',
    })
  })

  it('that was owed when the bank disputed the payment is no longer a refund', async () => {
    await refundThatIsReturned()
    at.stripe.books.openDispute(paid)
    await hear()
    expect(await collectedBy(at.app)).toBe(0)
    expect(await yearOf(at.supporter)).toMatchObject({
      total: '0.00',
      entries: expect.arrayContaining([
        '2026-09-13 Refund not made 15.00',
        '2026-09-13 Disputed with your bank -40.00',
      ]),
    })
  })
})

it('a refund that is deducted in part from an invoice lowers the year by what went back', async () => {
  const { app, org, season, supporter, eventId } = await givenSeason({
    pledges: [{ lines: { goals: '2.00' }, method: 'check' }],
    matches: [{ ...BAY, goals: 10 }],
    billed: 'final',
  })
  const [invoice = { id: '' }] = await invoicesOf(org, season)
  const post = async (amount: string) => {
    const form = { ...payment(invoice, amount, app), reference: '1042' }
    return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201).id
  }
  const check = await post('12.00')
  await post('8.00')
  await correctGoals(org, season, eventId, 1)
  await lock(org, season, 'final')
  const bounce = { why: 'bounced', on: app.clock.now().toISOString().slice(0, 10) }
  expectStatus(await org.representative.post(`${season.path}/payments/${check}/reversal`, bounce), 201)
  expect(await collectedBy(app)).toBe(200)
  expect(await yearOf(supporter)).toMatchObject({ total: '2.00' })
  await closeWithBooksInOrder(app)
})
