/** R35, R37: networks renew saved cards and teams are renamed; what a payment was made with is not rewritten. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChargeDetail, ChargePayment } from '#domain/schemas/charge.ts'
import type { Receipt } from '#domain/schemas/receipt.ts'
import { runDueJobs } from '#server/jobs.ts'
import { evidenceOf } from '#server/money/dispute-evidence/routes.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { bill, CARDS, chargesOf, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver, GIFT, mailsTo } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(() => closeWithBooksInOrder(app))

async function charged() {
  const { supporter } = await pledge(org, season, GIFT)
  await bill(org, season, 'progress')
  const [charge] = await chargesOf(org, season)
  return { supporter, chargeId: charge?.id ?? '' }
}
const evidence = async (chargeId: string) =>
  JSON.stringify(await evidenceOf(app.deps, app.deps.db.transaction, org.representative, chargeId))
const receiptOf = async (supporter: Caller, chargeId: string) =>
  expectStatus(await supporter.get<Receipt>(`/api/receipts/${chargeId}`), 200)

describe('a card that its network renewed after it was charged', () => {
  async function renewed() {
    const made = await charged()
    const [id = ''] = stripe.books.cards.keys()
    stripe.books.renewCard(id, { last4: '1881', exp_year: 2034 })
    await deliver(app, stripe.events())
    return made
  }

  it('is named as it was in the receipt, the details of the charge, and the evidence for its bank', async () => {
    const { supporter, chargeId } = await renewed()
    expect((await receiptOf(supporter, chargeId)).method).toBe('Visa ending in 4242')
    const { card } = expectStatus(await org.representative.get<ChargeDetail>(`/api/charges/${chargeId}`), 200)
    expect(card).toEqual({ brand: 'visa', last4: '4242', expires: null })
    expect(await evidence(chargeId)).toContain('visa ending in 4242')
  })

  it('is recognized by the digits on the statement', async () => {
    const { supporter } = await renewed()
    const asked = { email: supporter.email, amount: '40.00', chargedOn: '2026-09-13' }
    await app.visitor.post('/api/charge-lookups', { ...asked, last4: '4242' })
    await runDueJobs(app.deps)
    expect((await mailsTo(app, supporter)).at(-1)?.textBody).toContain('Card: ending in 4242')
  })

  it('is charged under its new number the next time', async () => {
    const { supporter } = await pledge(org, season, { lines: { gift: '40.00' } })
    const [id = ''] = stripe.books.cards.keys()
    stripe.books.renewCard(id, { last4: '1881', exp_year: 2034 })
    await deliver(app, stripe.events())
    await bill(org, season, 'progress')
    const [charge] = await chargesOf(org, season)
    expect((await receiptOf(supporter, charge?.id ?? '')).method).toBe('Visa ending in 1881')
  })
})

it('a payment of which the card provider did not name the card falls back to the saved one', async () => {
  const { supporter, chargeId } = await charged()
  await app.deps.db.query(sql`update charge_attempts set card_brand = null, card_last4 = null`)
  expect((await receiptOf(supporter, chargeId)).method).toBe('Visa ending in 4242')
})

it('a confirmed charge names the card that was confirmed, although another was saved meanwhile', async () => {
  const { supporter } = await pledge(org, season, { ...GIFT, card: CARDS.authentication })
  await bill(org, season, 'progress')
  const [charge] = await chargesOf(org, season)
  const path = `/api/charges/${charge?.id}/confirmations`
  const { clientSecret } = expectStatus(await supporter.post<{ clientSecret: string }>(path), 201)
  const [id = ''] = stripe.books.cards.keys()
  stripe.books.renewCard(id, { last4: '1881', exp_year: 2034 })
  stripe.books.confirmPayment(clientSecret)
  await deliver(app, stripe.events())
  expect((await receiptOf(supporter, charge?.id ?? '')).method).toBe('Visa ending in 3184')
})

describe('the evidence for a bank', () => {
  it('has the words on the card statement as they were sent, although the team was renamed since', async () => {
    const { chargeId } = await charged()
    await app.deps.db.query(sql`update organizations set name = 'Bayside Boosters'`)
    const [payment] = stripe.books.payments.values()
    expect(await evidence(chargeId)).toContain(`ends with ${payment?.statement_descriptor_suffix}`)
    await app.deps.db.query(sql`update charge_attempts set statement_suffix = null`)
    expect(await evidence(chargeId)).not.toContain('Card statement text')
  })

  it('says who made the pledge, and of a statement only if one was sent before the payment', async () => {
    const { chargeId } = await charged()
    expect(await evidence(chargeId)).toContain(
      'The supporter who saved this card made the pledge, and saw the most that could be owed before agreeing. The supporter was emailed a statement before the payment.',
    )
    await app.deps.db.query(sql`delete from mails where kind = 'settlement_statement'`)
    expect(await evidence(chargeId)).not.toContain('was emailed a statement')
  })

  it('does not say of a card that was entered on the link’s page that its holder pledged', async () => {
    const { pledge: made } = await pledge(org, season, { ...GIFT, card: CARDS.expired })
    await bill(org, season, 'progress')
    const [charge] = await chargesOf(org, season)
    const address = await app.deps.db.transaction((tx) =>
      pledgeLink(app.deps, tx, { pledgeId: made.id, campaignId: season.id }),
    )
    const path = `/api/pledge-links/${address.split('/p/')[1]}/payments`
    const started = await app.visitor.post<ChargePayment>(path, { chargeId: charge?.id })
    const card = { number: '5555555555554444', expMonth: 12, expYear: 2030 }
    stripe.books.confirmPayment(expectStatus(started, 201).clientSecret, card)
    await deliver(app, stripe.events())
    const text = await evidence(charge?.id ?? '')
    expect(text).toContain(
      'with a card that was entered for this payment by a person who had the pledge’s link',
    )
    expect(text).toContain('mastercard ending in 4444')
    expect(text).not.toMatch(/cardholder|who saved this card/)
  })
})
