/** R37: a payment or refund counts on the day it was made at the card provider, not on the day we learned of it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChargePayment } from '#domain/schemas/charge.ts'
import type { Giving, Receipt } from '#domain/schemas/receipt.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { readCsv } from '#tests/csv.ts'
import { bill, CARDS, chargesOf, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver, disputesOf, GIFT, loseAnswerToCharge, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(() => closeWithBooksInOrder(app))

const goTo = (instant: string) =>
  app.clock.advance({ minutes: (Date.parse(instant) - app.clock.now().getTime()) / 60_000 })
const receiptOf = async (supporter: Caller, chargeId: string | undefined) =>
  expectStatus(await supporter.get<Receipt>(`/api/receipts/${chargeId}`), 200)
const givenIn = async (supporter: Caller, year: number) =>
  expectStatus(await supporter.get<Giving>(`/api/giving/${year}`), 200).total
/** Entries in the order of their ids, by when we learned of them. */
const isJournalInOrder = async () => {
  const entries = await app.deps.db.query<{ occurredAt: Date }>(
    sql`select occurred_at from journal_entries order by id`,
  )
  const times = entries.map(({ occurredAt }) => occurredAt.getTime())
  return times.every((time, place) => place === 0 || time >= (times[place - 1] ?? 0))
}

describe('a charge on the last evening of the year in New York', () => {
  it('whose answer was lost until after midnight is a gift of the old year', async () => {
    const { supporter } = await pledge(org, season, GIFT)
    goTo('2026-12-29T04:56:00Z')
    await loseAnswerToCharge({ app, org, season, stripe })
    const [payment] = stripe.books.payments.values()
    expect(payment?.created).toBe(Date.parse('2027-01-01T04:57:00Z') / 1000)
    app.clock.advance({ minutes: 6 })
    await runDueJobs(app.deps)
    const [charge] = await chargesOf(org, season)
    expect((await receiptOf(supporter, charge?.id)).receivedOn).toBe('2026-12-31')
    expect([await givenIn(supporter, 2026), await givenIn(supporter, 2027)]).toEqual(['40.00', '0.00'])
    const mail = (await mailsTo(app, supporter)).find(({ subject }) => subject.startsWith('Receipt'))
    expect(mail?.textBody).toContain('December 31, 2026')
    const january = await readCsv(app, '/api/reports/charges.csv?month=2027-01', org.representative)
    expect(january).toMatchObject([{ Date: '2027-01-01', 'Made on': '2026-12-31' }])
    expect(await isJournalInOrder()).toBe(true)
  })

  it('that a link’s form made counts on the day of the payment, not of the form', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GIFT, card: CARDS.expired })
    await bill(org, season, 'progress')
    const [charge] = await chargesOf(org, season)
    goTo('2027-01-01T04:55:00Z')
    const address = await app.deps.db.transaction((tx) =>
      pledgeLink(app.deps, tx, { pledgeId: made.id, campaignId: season.id }),
    )
    const link = `/api/pledge-links/${address.split('/p/')[1]}`
    const started = await app.visitor.post<ChargePayment>(`${link}/payments`, { chargeId: charge?.id })
    app.clock.advance({ minutes: 10 })
    const card = { number: CARDS.good, expMonth: 12, expYear: 2030 }
    stripe.books.confirmPayment(expectStatus(started, 201).clientSecret, card)
    app.clock.advance({ days: 1 })
    await deliver(
      app,
      stripe.events().map((event) => ({ ...event, signature: stripe.sign(event.payload) })),
    )
    expect((await receiptOf(supporter, charge?.id)).receivedOn).toBe('2027-01-01')
  })
})

it('a refund made at Stripe in one month and reported in the next belongs to the first', async () => {
  const { supporter } = await pledge(org, season, GIFT)
  await bill(org, season, 'progress')
  stripe.events()
  const [payment = ''] = stripe.books.payments.keys()
  goTo('2027-01-01T04:50:00Z')
  stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
  app.clock.advance({ days: 1 })
  await deliver(
    app,
    stripe.events().map((event) => ({ ...event, signature: stripe.sign(event.payload) })),
  )
  const [charge] = await chargesOf(org, season)
  expect((await receiptOf(supporter, charge?.id)).returns).toMatchObject([
    { on: '2026-12-31', amount: '15.00' },
  ])
  expect([await givenIn(supporter, 2026), await givenIn(supporter, 2027)]).toEqual(['25.00', '0.00'])
  expect(await isJournalInOrder()).toBe(true)
})

describe('a charge of December that a bank disputes before the year ends', () => {
  let supporter: Caller
  let dispute: string
  beforeEach(async () => {
    goTo('2026-12-10T16:00:00Z')
    ;({ supporter } = await pledge(org, season, GIFT))
    await bill(org, season, 'progress')
    await hear()
    const [payment = ''] = stripe.books.payments.keys()
    goTo('2026-12-28T15:00:00Z')
    dispute = stripe.books.openDispute(payment).id
    await hear()
    goTo('2027-01-20T15:00:00Z')
  })
  const hear = () =>
    deliver(
      app,
      stripe.events().map((event) => ({ ...event, signature: stripe.sign(event.payload) })),
    )
  const papers = async () => {
    const [charge] = await chargesOf(org, season)
    const { kept, returns } = await receiptOf(supporter, charge?.id)
    return { kept, returns, years: [await givenIn(supporter, 2026), await givenIn(supporter, 2027)] }
  }

  it('counts as taken on the bank’s day, though we learn of a dispute later', async () => {
    stripe.books.moveDispute(dispute, 'won')
    await hear()
    const [payment = ''] = stripe.books.payments.keys()
    goTo('2027-02-01T04:30:00Z')
    stripe.books.openDispute(payment)
    app.clock.advance({ days: 3 })
    await hear()
    expect(await papers()).toMatchObject({ returns: [{ on: '2027-01-31', amount: '40.00' }] })
    expect(await disputesOf({ org, season })).toMatchObject([
      { openedAt: '2027-02-01T04:30:00.000Z' },
      { openedAt: '2026-12-28T15:00:00.000Z' },
    ])
    expect(await isJournalInOrder()).toBe(true)
  })

  it('was taken on the day on which an inquiry became a dispute', async () => {
    stripe.books.moveDispute(dispute, 'won')
    await hear()
    const [payment = ''] = stripe.books.payments.keys()
    const inquiry = stripe.books.openDispute(payment, 'warning_needs_response').id
    await hear()
    goTo('2027-02-10T15:00:00Z')
    stripe.books.moveDispute(inquiry, 'needs_response')
    app.clock.advance({ days: 2 })
    await hear()
    expect(await papers()).toMatchObject({ returns: [{ on: '2027-02-10', amount: '40.00' }] })
  })

  it('was never taken once the dispute is won', async () => {
    stripe.books.moveDispute(dispute, 'won')
    await hear()
    expect(await papers()).toEqual({ kept: '40.00', returns: [], years: ['40.00', '0.00'] })
  })

  it('was taken in December, on both papers, if the dispute is lost', async () => {
    const on = '2026-12-28'
    expect(await papers()).toMatchObject({ returns: [{ on, amount: '40.00', why: 'disputed' }] })
    stripe.books.moveDispute(dispute, 'lost')
    await hear()
    expect(await papers()).toEqual({
      kept: '0.00',
      returns: [{ on, amount: '40.00', why: 'lost' }],
      years: ['0.00', '0.00'],
    })
  })

  it('is kept as far as the bank gave it back', async () => {
    stripe.books.moveDispute(dispute, 'lost')
    stripe.books.returnPart(dispute, 1500)
    await hear()
    expect(await papers()).toMatchObject({
      kept: '15.00',
      returns: [{ on: '2026-12-28', amount: '25.00', why: 'lost' }],
      years: ['15.00', '0.00'],
    })
  })

  it('counts as taken on the later day if the bank takes it again', async () => {
    stripe.books.moveDispute(dispute, 'won')
    await hear()
    stripe.books.moveDispute(dispute, 'needs_response')
    await hear()
    expect(await papers()).toMatchObject({
      returns: [{ on: '2027-01-20', amount: '40.00', why: 'disputed' }],
      years: ['40.00', '-40.00'],
    })
  })

  it('counts as taken on the later day if a lost one is opened again and the bank takes it again', async () => {
    stripe.books.moveDispute(dispute, 'lost')
    await hear()
    stripe.books.moveDispute(dispute, 'won')
    goTo('2027-02-03T15:00:00Z')
    stripe.books.moveDispute(dispute, 'needs_response')
    app.clock.advance({ days: 1 })
    const [last] = stripe.events().slice(-1)
    if (last) await deliver(app, [last])
    const kinds = await app.deps.db.query<{ kind: string }>(
      sql`select kind from journal_entries where kind like 'dispute%' order by id`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(['dispute', 'dispute_lost', 'dispute_won', 'dispute'])
    expect(await papers()).toMatchObject({ returns: [{ on: '2027-02-03', amount: '40.00' }] })
  })
})
