/** R37: a payment or refund counts on the day it was made at the card provider, not on the day we learned of it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChargePayment } from '#domain/schemas/charge-payment.ts'
import type { Giving, Receipt } from '#domain/schemas/receipt.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledge-links/actions.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { CARDS, lock, pledge, runToChargeDate, type Season, type TestOrganization } from '#tests/fixtures.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import {
  chargesOf,
  closeStripeSeason,
  deliver,
  GIFT,
  loseAnswerToCharge,
  mailsTo,
  openStripeSeason,
} from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await openStripeSeason())
})
afterEach(() => closeStripeSeason({ app, stripe }))

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
    const [charge] = await chargesOf({ org, season })
    expect((await receiptOf(supporter, charge?.id)).receivedOn).toBe('2026-12-31')
    expect([await givenIn(supporter, 2026), await givenIn(supporter, 2027)]).toEqual(['40.00', '0.00'])
    const mail = (await mailsTo(app, supporter)).find(({ subject }) => subject.startsWith('Receipt'))
    expect(mail?.textBody).toContain('December 31, 2026')
    expect(await isJournalInOrder()).toBe(true)
  })

  it('that a link’s form made counts on the day of the payment, not of the form', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GIFT, card: CARDS.expired })
    await lock(org, season, 'progress')
    await runToChargeDate(org)
    const [charge] = await chargesOf({ org, season })
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
  await lock(org, season, 'progress')
  await runToChargeDate(org)
  stripe.events()
  const [payment = ''] = stripe.books.payments.keys()
  goTo('2027-01-01T04:50:00Z')
  stripe.books.makeRefund({ payment_intent: payment, amount: '1500' })
  app.clock.advance({ days: 1 })
  await deliver(
    app,
    stripe.events().map((event) => ({ ...event, signature: stripe.sign(event.payload) })),
  )
  const [charge] = await chargesOf({ org, season })
  expect((await receiptOf(supporter, charge?.id)).returns).toMatchObject([
    { on: '2026-12-31', amount: '15.00' },
  ])
  expect([await givenIn(supporter, 2026), await givenIn(supporter, 2027)]).toEqual(['25.00', '0.00'])
  expect(await isJournalInOrder()).toBe(true)
})
