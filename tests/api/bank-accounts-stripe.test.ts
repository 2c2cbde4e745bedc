/** Debits of a bank account at Stripe: its events come twice, late and out of order, and each counts once (R34, R60). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MANDATE_VERSION } from '#domain/billing/bank-debit.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { accounts, bill, chargesOf, pledgeBody } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { COLLECTED, deliver, GIFT, mailsTo, type StripeSeason } from '#tests/stripe-season.ts'

let season: StripeSeason
beforeEach(async () => {
  season = await givenSeason({ stripe: true, env: { BANK_ACCOUNTS: '1' } })
})
afterEach(() => closeWithBooksInOrder(season.app))

const GOOD = '000123456789'
const stateOf = async () => (await chargesOf(season.org, season.season))[0]?.state

async function setUp(supporter: Caller): Promise<string> {
  const form = { mandateVersion: MANDATE_VERSION }
  const setup = await supporter.post<{ clientSecret: string }>('/api/bank-accounts/setups', form)
  return expectStatus(setup, 201).clientSecret
}

/** A debit that its bank has not answered; returns its payment and account at Stripe. */
async function debit(number = GOOD) {
  const { app, org, stripe } = season
  const supporter = await app.user({ firstName: 'Pat' })
  const account = stripe.books.confirmBankSetup(await setUp(supporter), number).payment_method ?? ''
  const body = await pledgeBody(supporter, season.season, { ...GIFT, method: 'check' })
  const pledge = { ...body, paymentMethod: 'bank_account', stripePaymentMethodId: account }
  expectStatus(await supporter.post<Pledge>(`${season.season.path}/pledges`, pledge), 201)
  await bill(org, season.season, 'final')
  expect(await stateOf()).toBe('processing')
  const [payment = ''] = stripe.books.payments.keys()
  return { supporter, account, payment }
}

it('a debit is processing until Stripe reports that the bank paid it, and collected once', async () => {
  const { payment } = await debit()
  const { app, stripe } = season
  await deliver(app, stripe.events())
  expect(await stateOf()).toBe('processing')
  stripe.books.answerDebit(payment)
  const [paid] = stripe.events()
  if (paid) await deliver(app, [paid, paid])
  expect(await stateOf()).toBe('succeeded')
  expect(await accounts(app.deps.db)).toEqual(COLLECTED)
})

it('an event that a debit is processing, which comes after it was paid, changes nothing', async () => {
  const { payment } = await debit()
  const { app, stripe } = season
  const early = stripe.events()
  stripe.books.answerDebit(payment)
  await deliver(app, [...stripe.events(), ...early])
  expect(await stateOf()).toBe('succeeded')
  expect(await accounts(app.deps.db)).toEqual(COLLECTED)
})

it.each([
  ['000222222227', 'failed', 'The bank account did not have enough funds'],
  ['000111111113', 'past_due', 'The bank account is closed'],
  ['000333333335', 'past_due', 'The bank reports that the debit was not authorized'],
])('a debit of %s that its bank returns is %s: %s', async (number, state, reason) => {
  const { payment } = await debit(number)
  const { app, stripe } = season
  stripe.books.answerDebit(payment)
  await deliver(app, stripe.events())
  expect(await chargesOf(season.org, season.season)).toMatchObject([{ state, reason }])
  expect(await accounts(app.deps.db)).toEqual({})
})

it('a debit that was cancelled at Stripe is past due, and its supporter can pay by link', async () => {
  const { payment, supporter } = await debit()
  const { app, stripe } = season
  stripe.books.cancelPayment(payment)
  await deliver(app, stripe.events())
  const reason = 'The payment was cancelled at the card provider'
  expect(await chargesOf(season.org, season.season)).toMatchObject([{ state: 'past_due', reason }])
  expect((await mailsTo(app, supporter)).at(-1)?.textBody).toContain(reason)
  app.clock.advance({ days: 10 })
  await runDueJobs(app.deps)
  expect(stripe.books.payments.size).toBe(1)
})

it('a debit that the bank takes back as not authorized after it was paid is written off, and never repeated', async () => {
  const { payment, supporter, account } = await debit()
  const { app, stripe } = season
  stripe.books.answerDebit(payment)
  stripe.books.openDispute(payment, 'lost')
  await deliver(app, stripe.events().reverse())
  expect((await accounts(app.deps.db)).card_clearing ?? 0).toBe(0)
  expect((await mailsTo(app, supporter)).map(({ subject }) => subject)).toContain(
    'We will no longer debit your bank account',
  )
  const again = await supporter.post('/api/bank-accounts', { stripePaymentMethodId: account })
  expect(again.status).toBe(400)
})

it('an account that is confirmed by two small deposits can be chosen afterwards', async () => {
  const { app, stripe } = season
  const supporter = await app.user({ firstName: 'Pat' })
  const setup = stripe.books.confirmBankSetup(await setUp(supporter), GOOD, true)
  const early = await supporter.post('/api/bank-accounts', { stripePaymentMethodId: setup.payment_method })
  expect(early.status).toBe(400)
  stripe.books.confirmDeposits(setup.id)
  await deliver(app, stripe.events())
  expect(expectStatus(await supporter.get('/api/user/bank-accounts'), 200)).toEqual([
    { stripePaymentMethodId: setup.payment_method, bankName: 'STRIPE TEST BANK', last4: '6789' },
  ])
})

it('an authorization that ended at Stripe ends here, and the account is offered no more', async () => {
  const { app, stripe } = season
  const { supporter, account } = await debit()
  stripe.books.endMandateOf(account)
  await deliver(app, stripe.events())
  expect(expectStatus(await supporter.get('/api/user/bank-accounts'), 200)).toEqual([])
})
