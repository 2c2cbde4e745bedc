/** R34, R37: attempts at Stripe whose rows the database lost, in a failover or because it was recovered to an earlier time. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChargePayment } from '#domain/schemas/charge.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import { runDueJobs } from '#server/jobs.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  bill,
  CARDS,
  chargesOf,
  goToChargeDate,
  invoicesOf,
  lock,
  type PledgeWish,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import {
  COLLECTED,
  chargeGift,
  deliver,
  GIFT,
  mailsTo,
  sendEvent,
  untilHandled,
} from '#tests/stripe-season.ts'

/** What a failover to a replica that was behind, or a recovery to an earlier time, loses the newest rows of. */
const KEPT = [
  'pledges',
  'charges',
  'charge_attempts',
  'refunds',
  'campaign_books',
  'campaign_totals',
] as const

/** Saves what the database has about attempts and money now; the returned function brings that state back. */
async function rememberRows({ deps: { db } }: TestApp): Promise<() => Promise<void>> {
  const before = await Promise.all(
    KEPT.map((table) => db.query(sql`select to_jsonb(t) as row from ${sql.raw(table)} t`)),
  )
  const entries = await db.query<{ id: string }>(sql`select id from journal_entries`)
  const mails = await db.query<{ id: string }>(sql`select id from mails`)
  const ids = (rows: { id: string }[]) => sql.param(rows.map(({ id }) => id))
  return () =>
    db.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`)
      for (const table of ['journal_postings', 'journal_entries'] as const)
        await tx.query(sql`
          delete from ${sql.raw(table)}
          where ${sql.raw(table === 'journal_entries' ? 'id' : 'entry_id')} <> all(${ids(entries)}::uuid[])`)
      await tx.query(sql`delete from mails where id <> all(${ids(mails)}::uuid[])`)
      for (const [place, table] of KEPT.entries()) {
        await tx.query(sql`delete from ${sql.raw(table)}`)
        for (const { row } of before[place] as { row: unknown }[])
          await tx.query(sql`
            insert into ${sql.raw(table)}
            select * from jsonb_populate_record(null::${sql.raw(table)}, ${JSON.stringify(row)}::jsonb)`)
      }
    })
}

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn

beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await closeWithBooksInOrder(app)
})

const keys = () =>
  stripe.asked.filter(({ call }) => call === 'post /v1/payment_intents').map(({ key }) => key)

async function payPath(pledgeId: string): Promise<string> {
  const address = await app.deps.db.transaction((tx) =>
    pledgeLink(app.deps, tx, { pledgeId, campaignId: season.id }),
  )
  return `/api/pledge-links/${address.split('/p/')[1]}/payments`
}
const payByLink = async (pledgeId: string, due: object) =>
  expectStatus(await app.visitor.post<ChargePayment>(await payPath(pledgeId), due), 201)

/** A charge is attempted, and what the database learned of that is lost. */
async function loseAttempt(wish: PledgeWish = GIFT): Promise<void> {
  await pledge(org, season, wish)
  await lock(org, season, 'progress')
  await goToChargeDate(org)
  const lose = await rememberRows(app)
  await runDueCharges(app.deps)
  await lose()
  expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'scheduled', attempts: 0 })
}

const succeededAt = async () => {
  const rows = await app.deps.db.query<{ at: Date }>(sql`select succeeded_at as at from charges`)
  return rows[0]?.at.toISOString()
}

describe('an attempt whose row was lost', () => {
  it('is made again under the same key, so the supporter is charged once', async () => {
    await loseAttempt()
    stripe.events()
    await runDueJobs(app.deps)
    expect(stripe.books.payments.size).toBe(1)
    expect(new Set(keys()).size).toBe(1)
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('and that was declined is declined once more, and the next attempt has another key', async () => {
    await loseAttempt({ ...GIFT, card: CARDS.insufficient })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'failed', attempts: 1 })
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1])
    app.clock.advance({ days: 1, minutes: 1 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'failed', attempts: 2 })
    expect([keys().length, new Set(keys()).size]).toEqual([3, 2])
  })
})

describe('a database that was recovered to an earlier time', () => {
  const looked = () => stripe.asked.filter(({ call }) => call === 'get /v1/payment_intents').length

  it('asks Stripe for payments of a charge that has long been due, and records what it finds', async () => {
    await loseAttempt()
    stripe.events()
    const paidAt = app.clock.now().toISOString()
    app.clock.advance({ days: 3 })
    await runDueJobs(app.deps)
    expect(await succeededAt()).toBe(paidAt)
    expect(stripe.books.payments.size).toBe(1)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded', attempts: 1 })
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('asks before every attempt but the first', async () => {
    await pledge(org, season, { ...GIFT, card: CARDS.insufficient })
    await bill(org, season, 'progress')
    const [made] = [...stripe.books.payments.values()]
    if (!made) throw new Error('no payment')
    // Collected by a second attempt that is in no row.
    const paid = stripe.books.makePayment({
      amount: 4000,
      customer: made.customer,
      metadata: { ...made.metadata, attemptId: newId(app.clock) },
    })
    stripe.books.confirmPayment(paid.client_secret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
    stripe.events()
    app.clock.advance({ days: 1, minutes: 1 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded', attempts: 2 })
    expect(stripe.books.payments.size).toBe(2)
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('asks when a supporter pays by link, who is told that it is paid', async () => {
    const made = await pledge(org, season, { ...GIFT, card: CARDS.expired })
    await bill(org, season, 'progress')
    const [charge] = await chargesOf(org, season)
    const lose = await rememberRows(app)
    const { clientSecret } = await payByLink(made.pledge.id, { chargeId: charge?.id })
    stripe.books.confirmPayment(clientSecret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
    stripe.events()
    await lose()
    app.clock.advance({ days: 3 })
    const again = await app.visitor.post<{ message: string }>(await payPath(made.pledge.id), {
      chargeId: charge?.id,
    })
    expect([again.status, again.body.message]).toEqual([409, 'It is already paid: thank you'])
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('charges nothing while Stripe has another amount for the charge, and mails representatives', async () => {
    await loseAttempt()
    stripe.events()
    await app.deps.db.query(sql`update charges set amount_cents = 3500`)
    app.clock.advance({ days: 3 })
    await expect(runDueCharges(app.deps)).rejects.toThrow()
    expect(stripe.books.payments.size).toBe(1)
    const mails = await mailsTo(app, org.representative)
    expect(mails.at(-1)?.textBody).toContain('The charge is for $35.00 now')
    expect(await accounts(app.deps.db)).toEqual({ card_clearing: 4_000, unexplained: -4_000 })
    app.clock.advance({ minutes: 6 })
    expect(await runDueCharges(app.deps)).toBe(0)
    // Back to what it was; a charge and its open attempt are always of the same amount.
    for (const table of ['charges', 'charge_attempts'])
      await app.deps.db.query(sql`update ${sql.raw(table)} set amount_cents = 4000`)
    const [payment = ''] = stripe.books.payments.keys()
    stripe.books.makeRefund({ payment_intent: payment, amount: 4000 })
    await deliver(app, stripe.events())
    app.clock.advance({ minutes: 6 })
    await runDueCharges(app.deps)
    expect(stripe.books.payments.size).toBe(2)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded' })
  })

  it('does not ask before a first attempt on its day', async () => {
    await chargeGift({ app, org, season, stripe })
    expect(looked()).toBe(0)
  })
})

describe('a payment that no open attempt made', () => {
  const listed = async () => expectStatus(await org.representative.get<Exception[]>('/api/exceptions'), 200)
  const aboutPayments = async () =>
    (await mailsTo(app, org.representative)).filter(({ subject }) => subject.endsWith('needs you'))
  const payAgain = (amount = 4000) => {
    const [made] = [...stripe.books.payments.values()]
    if (!made) throw new Error('no payment')
    const again = stripe.books.makePayment({
      amount,
      customer: made.customer,
      metadata: { ...made.metadata, attemptId: newId(app.clock) },
    })
    stripe.books.confirmPayment(again.client_secret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
    return again.id
  }

  it('is recorded from its event after its row was lost', async () => {
    await loseAttempt()
    const paidAt = app.clock.now().toISOString()
    const late = stripe.events()
    app.clock.advance({ days: 1 })
    await deliver(
      app,
      late.map((event) => ({ ...event, signature: stripe.sign(event.payload) })),
    )
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded', attempts: 1 })
    expect(await succeededAt()).toBe(paidAt)
    app.clock.advance({ days: 2 })
    await runDueJobs(app.deps)
    expect(stripe.books.payments.size).toBe(1)
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
    expect(await listed()).toEqual([])
  })

  it('is recorded although its form was closed in the books, with the card that paid', async () => {
    const made = await pledge(org, season, { ...GIFT, card: CARDS.expired })
    await bill(org, season, 'progress')
    const [charge] = await chargesOf(org, season)
    const { clientSecret } = await payByLink(made.pledge.id, { chargeId: charge?.id })
    // Its customer was deleted at Stripe and replaced, so the payment is not found when its form is closed.
    vi.spyOn(app.deps.cards, 'endConfirmation').mockResolvedValueOnce({
      outcome: 'requires_action',
      reference: null,
      code: 'authentication_required',
    })
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'past_due' })
    stripe.books.confirmPayment(clientSecret, { number: '5555555555554444', expMonth: 12, expYear: 2030 })
    await deliver(app, stripe.events())
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
    const [receipt] = (await mailsTo(app, made.supporter)).filter(({ subject }) =>
      subject.startsWith('Receipt'),
    )
    expect(receipt?.textBody).toContain('card ending in 4444')
  })

  it('pays an invoice whose amount had moved back into it', async () => {
    const made = await pledge(org, season, { ...GIFT, method: 'check' })
    await lock(org, season, 'final')
    const [invoice] = await invoicesOf(org, season)
    const { clientSecret } = await payByLink(made.pledge.id, { invoiceId: invoice?.id })
    vi.spyOn(app.deps.cards, 'endConfirmation').mockResolvedValueOnce({
      outcome: 'requires_action',
      reference: null,
      code: 'authentication_required',
    })
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect((await invoicesOf(org, season))[0]).toMatchObject({ state: 'open', amount: '40.00' })
    stripe.books.confirmPayment(clientSecret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
    await deliver(app, stripe.events())
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toEqual(COLLECTED)
  })

  it('is an exception where the charge was already paid, until it is refunded at Stripe', async () => {
    await chargeGift({ app, org, season, stripe })
    const second = payAgain()
    const events = stripe.events()
    await deliver(app, events)
    expect(await listed()).toMatchObject([
      { kind: 'unexplained_payment', reference: second, amount: '40.00', cannotResolveReason: null },
    ])
    expect(await aboutPayments()).toMatchObject([
      { textBody: expect.stringContaining('already paid, so the supporter has paid it twice') },
    ])
    expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, card_clearing: 8_000, unexplained: -4_000 })
    await deliver(
      app,
      events.map((event) => ({ ...event, id: `${event.id}again` })),
    )
    expect(await listed()).toHaveLength(1)
    expect(await aboutPayments()).toHaveLength(1)
    stripe.books.makeRefund({ payment_intent: second, amount: 4000 })
    await deliver(app, stripe.events())
    expect(await listed()).toEqual([])
    expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, unexplained: 0 })
  })

  it('of another amount than the charge, or of a charge that is not in the books, is an exception', async () => {
    await loseAttempt()
    stripe.events()
    const other = payAgain(3500)
    const lost = payAgain()
    Object.assign(stripe.books.payment(lost).metadata, { chargeId: newId(app.clock) })
    await deliver(app, stripe.events())
    expect((await listed()).map(({ reference }) => reference).sort()).toEqual([other, lost].sort())
    const texts = (await aboutPayments()).map(({ textBody }) => textBody)
    expect(texts.some((text) => text.includes('The charge is for $40.00 now'))).toBe(true)
    expect(texts.some((text) => text.includes('is not in our books'))).toBe(true)
  })

  it('waits while the charge is being attempted, and is an exception once that attempt has collected', async () => {
    await pledge(org, season, GIFT)
    await lock(org, season, 'progress')
    await goToChargeDate(org)
    app.deps.checkpoint = async (at) => {
      if (at !== 'charge.answered') return
      stripe.events()
      payAgain()
      for (const event of stripe.events()) await sendEvent(app, event)
      await untilHandled(app.deps.db)
    }
    await runDueCharges(app.deps)
    app.deps.checkpoint = () => undefined
    expect(await listed()).toEqual([])
    app.clock.advance({ minutes: 10 })
    await runDueJobs(app.deps)
    expect(await listed()).toHaveLength(1)
    expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, card_clearing: 8_000, unexplained: -4_000 })
  })

  it('of a pledge that is not ours is none of ours', async () => {
    await chargeGift({ app, org, season, stripe })
    const second = payAgain()
    Object.assign(stripe.books.payment(second).metadata, { pledgeId: newId(app.clock) })
    await deliver(app, stripe.events())
    expect(await listed()).toEqual([])
    expect(await aboutPayments()).toEqual([])
  })
})
