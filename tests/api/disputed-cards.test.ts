/** R35: a saved card whose payment was called fraud is not charged again until a person decides. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CARD_DISPUTED, reasonOf } from '#domain/billing/charge-status.ts'
import type { ChargePayment } from '#domain/schemas/charge.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  bill,
  CARDS,
  chargesOf,
  play,
  pledge,
  runToChargeDate,
  type Season,
  saveCard,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
let supporter: Caller
let pledgeId: string
let payment: string

/** Three more goals are billed: $15.00. */
async function billNext(): Promise<void> {
  const startTime = new Date(app.clock.now().getTime() - 3_600_000).toISOString()
  await play(org, season, { opponent: `Team of ${startTime.slice(0, 10)}`, startTime, goals: 3 })
  await bill(org, season, 'progress')
}
const states = async () => (await chargesOf(org, season)).map(({ state }) => state).reverse()

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
  const made = await pledge(org, season, { lines: { goals: '5.00' }, most: '500.00' })
  ;({ supporter } = made)
  pledgeId = made.pledge.id
  await billNext()
  stripe.events()
  ;[payment = ''] = stripe.books.payments.keys()
})
afterEach(() => closeWithBooksInOrder(app))

async function disputed(reason = 'fraudulent', status?: string): Promise<string> {
  const dispute = stripe.books.openDispute(payment, status)
  Object.assign(dispute, { reason })
  await deliver(app, stripe.events())
  return dispute.id
}
const moveTo = async (id: string, status: string) => {
  stripe.books.moveDispute(id, status)
  await deliver(app, stripe.events())
}

describe('a saved card whose payment is disputed as fraud', () => {
  it('is not charged: what is due is past due, and the supporter is asked for another card', async () => {
    await disputed()
    await billNext()
    expect(await states()).toEqual(['succeeded', 'past_due'])
    expect(stripe.books.payments.size).toBe(1)
    const [charge] = await chargesOf(org, season)
    expect(charge?.reason).toBe(reasonOf(CARD_DISPUTED))
    const mail = (await mailsTo(app, supporter)).at(-1)
    expect(mail?.subject).toBe('$15.00 for Fall Season could not be charged')
    expect(mail?.textBody).toContain('was reported to its bank as fraud')
    const [told] = await mailsTo(app, org.representative)
    expect(told?.textBody).toContain('it is not charged again unless the dispute is won')
  })

  it('is not charged after the dispute is lost either; another card is', async () => {
    await moveTo(await disputed(), 'lost')
    await billNext()
    expect(await states()).toEqual(['succeeded', 'past_due'])
    const card = await saveCard(supporter, '5555555555554444')
    expectStatus(await supporter.put(`/api/pledges/${pledgeId}`, { stripePaymentMethodId: card }), 200)
    await runToChargeDate(org)
    expect(await states()).toEqual(['succeeded', 'succeeded'])
  })

  it('can be used by its cardholder through the link, and is charged again once the dispute is won', async () => {
    const id = await disputed()
    await billNext()
    const address = await app.deps.db.transaction((tx) =>
      pledgeLink(app.deps, tx, { pledgeId, campaignId: season.id }),
    )
    const [charge] = await chargesOf(org, season)
    const path = `/api/pledge-links/${address.split('/p/')[1]}/payments`
    const started = await app.visitor.post<ChargePayment>(path, { chargeId: charge?.id })
    const card = { number: CARDS.good, expMonth: 12, expYear: 2030 }
    stripe.books.confirmPayment(expectStatus(started, 201).clientSecret, card)
    await deliver(app, stripe.events())
    await billNext()
    expect(await states()).toEqual(['succeeded', 'succeeded', 'past_due'])
    await moveTo(id, 'won')
    await billNext()
    expect(await states()).toEqual(['succeeded', 'succeeded', 'past_due', 'succeeded'])
  })
})

it.each([
  ['a dispute for another reason', 'product_not_received', undefined],
  ['an inquiry', 'fraudulent', 'warning_needs_response'],
])('%s does not stop the card', async (_, reason, status) => {
  await disputed(reason, status)
  await billNext()
  expect(await states()).toEqual(['succeeded', 'succeeded'])
})
