/** R67: what Stripe's account says about payments is compared with the books, and a difference is reported. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compareBalance } from '#server/money/card-balance/compare.ts'
import { newId } from '#server/platform/base/ids.ts'
import type { TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { accounts, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { COLLECTED, chargeGift, deliver } from '#tests/stripe-season.ts'

const TOKEN = 'a-token-for-prometheus'
let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true, env: { METRICS_TOKEN: TOKEN } }))
})
afterEach(() => closeWithBooksInOrder(app))

const differences = async () => {
  const response = await app.app.request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  return /^card_balance_differences (\d+)$/m.exec(await response.text())?.[1]
}

/** What a run logs, hours later; the metric says how many. */
async function compare({ hours = 4 } = {}) {
  app.clock.advance({ hours })
  const log = vi.spyOn(app.deps.log, 'error')
  await compareBalance(app.deps)
  const found = log.mock.calls.map(([first]) => first)
  log.mockRestore()
  expect(await differences()).toBe(String(found.length))
  return found
}

it('a charge, refunds and a dispute that is open, lost and won agree with the books', async () => {
  const payment = await chargeGift({ app, org, season, stripe })
  expect(await compare()).toEqual([])
  const failed = stripe.books.makeRefund({ payment_intent: payment, amount: '500' })
  stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
  stripe.books.failRefund(failed.id)
  await deliver(app, stripe.events())
  expect(await compare()).toEqual([])
  const { id } = stripe.books.openDispute(payment, 'needs_response', 2500)
  await deliver(app, stripe.events())
  expect(await compare()).toEqual([])
  for (const status of ['lost', 'won']) {
    stripe.books.moveDispute(id, status)
    await deliver(app, stripe.events())
    expect(await compare()).toEqual([])
  }
})

it('a dispute that was never recorded is reported until it is, and nothing is corrected', async () => {
  const payment = await chargeGift({ app, org, season, stripe })
  stripe.books.openDispute(payment)
  const difference = { payment, atProvider: '$0.00', inBooks: '$40.00' }
  expect(await compare()).toEqual([difference])
  expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  // Also once it no longer moved in the days that are looked at.
  expect(await compare({ hours: 10 * 24 })).toEqual([difference])
  await deliver(app, stripe.events())
  expect(await compare()).toEqual([])
})

it('a payment of ours that is not in the books is reported; one of another program is not', async () => {
  await chargeGift({ app, org, season, stripe })
  const [first] = stripe.books.payments.values()
  const { customer, payment_method: card } = first ?? {}
  const sent = { customer, payment_method: card, amount: '2500', confirm: 'true', off_session: 'true' }
  const ours = stripe.books.makePayment({ ...sent, metadata: { attemptId: newId(app.clock) } })
  const other = stripe.books.makePayment({ ...sent, metadata: { order: '7' } })
  stripe.books.makeRefund({ payment_intent: other.id, amount: '1000' })
  expect(await compare()).toEqual([{ payment: ours.id, atProvider: '$25.00', inBooks: '$0.00' }])
})

it('what moved within three hours is not reported yet', async () => {
  const payment = await chargeGift({ app, org, season, stripe })
  app.clock.advance({ hours: 4 })
  stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
  expect(await compare({ hours: 2 })).toEqual([])
  expect(await compare({ hours: 2 })).toMatchObject([{ atProvider: '$25.00', inBooks: '$40.00' }])
})

it('many movements are read page by page, and a run that Stripe does not answer keeps what was found', async () => {
  const payment = await chargeGift({ app, org, season, stripe })
  for (let count = 0; count < 130; count += 1)
    stripe.books.makeRefund({ payment_intent: payment, amount: '10' })
  expect(await compare()).toEqual([{ payment, atProvider: '$27.00', inBooks: '$40.00' }])
  expect(stripe.asked.filter(({ call }) => call === 'get /v1/balance_transactions')).toHaveLength(2)
  stripe.faults.push(500, 500, 500)
  await expect(compareBalance(app.deps)).rejects.toThrow()
  expect(await differences()).toBe('1')
})
