/** What begins at the card provider, from event to books: refunds made in its dashboard, and disputes by banks. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { BAY, correctGoals, lock, play } from '#tests/fixtures.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'
import { back, books, closeStory, openStory, pass, passNotice, type Story } from './story.ts'

let story: Story
let stripe: StripeStandIn
beforeEach(async () => {
  stripe = await startStripe(() => story?.app.clock.now() ?? new Date('2026-09-10T16:00:00Z'))
  story = await openStory(stripe)
})
afterEach(() => closeStory(story))

/** Ana and Ben pay $2.00 a goal; ten were scored and charged. Returns Ana's payment and the match. */
async function charged(): Promise<{ payment: string; eventId: string }> {
  const { org, season } = story
  const ana = await back(story, 'Ana', { lines: { goals: '2.00' }, method: 'auto_bill_end' })
  await back(story, 'Ben', { lines: { goals: '2.00' }, method: 'auto_bill_end' })
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  await lock(org, season, 'final')
  await passNotice(story)
  await deliver()
  const [row] = await story.app.deps.db.query<{ reference: string }>(sql`
    select a.provider_reference as reference from charge_attempts a join charges c on c.id = a.charge_id
     where c.pledge_id = ${ana.pledge.id} and a.outcome = 'succeeded'`)
  return { payment: row?.reference ?? '', eventId }
}

/** The card provider's events arrive a day later, and are handled. */
async function deliver(): Promise<void> {
  const { app } = story
  await pass(story, { days: 1 })
  for (const { payload } of stripe.events()) {
    // Signed when it is sent: a signature is valid for minutes.
    const headers = { 'stripe-signature': stripe.sign(payload) }
    expectStatus(await app.visitor.post('/api/webhooks/stripe', payload, headers), 200)
  }
  await vi.waitFor(
    async () => {
      const waiting = await app.deps.db.query(sql`select id from card_events where handled_at is null`)
      expect(waiting).toEqual([])
    },
    { timeout: 30_000, interval: 20 },
  )
}

async function correct(eventId: string, goals: number): Promise<void> {
  const { org, season } = story
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final')
  await passNotice(story)
}

test('a partial refund made at the card provider lowers the commission and is never billed again', async () => {
  const { payment } = await charged()
  stripe.books.makeRefund({ payment_intent: payment, amount: '500' })
  await deliver()
  expect(await books(story)).toMatchSnapshot()
})

test('a correction after a goodwill refund does not refund the same amount twice', async () => {
  const { payment, eventId } = await charged()
  stripe.books.makeRefund({ payment_intent: payment, amount: '500' })
  await deliver()
  // Three goals fewer: Ana has $5.00 of her $6.00 already, Ben has none of his.
  await correct(eventId, 7)
  expect(await books(story)).toMatchSnapshot()
})

describe('a disputed charge', () => {
  test('stops counting as collected at once, and is written off when lost', async () => {
    const { payment } = await charged()
    const { id } = stripe.books.openDispute(payment)
    await deliver()
    stripe.books.moveDispute(id, 'lost')
    await deliver()
    expect(await books(story)).toMatchSnapshot()
  })

  test('that was lost is not refunded by a correction', async () => {
    const { payment, eventId } = await charged()
    stripe.books.moveDispute(stripe.books.openDispute(payment).id, 'lost')
    await deliver()
    await correct(eventId, 7)
    expect(await books(story)).toMatchSnapshot()
  })

  test('that was lost mid-season is billed once, so the maximum can be lowered to that amount', async () => {
    const { org, season, app } = story
    const { supporter, pledge } = await back(story, 'Ana', { lines: { goals: '2.00' }, most: '30.00' })
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await lock(org, season, 'progress')
    await passNotice(story)
    const [made] = await app.deps.db.query<{ reference: string }>(
      sql`select provider_reference as reference from charge_attempts`,
    )
    const dispute = stripe.books.openDispute(made?.reference ?? '')
    // After fraud the card would not be charged again (R35).
    dispute.reason = 'product_not_received'
    stripe.books.moveDispute(dispute.id, 'lost')
    await deliver()
    const path = `/api/pledges/${pledge.id}`
    const { changes } = expectStatus(await supporter.get<PledgeDetail>(path), 200)
    expect(changes.lowestMaximum).toBe('20.00')
    expectStatus(await supporter.put(path, { maximumAmount: '22.00' }), 200)
    await correct(eventId, 13)
    expect(await books(story)).toMatchSnapshot()
  })

  test('that was won counts as collected again, its commission too', async () => {
    const { payment } = await charged()
    const { id } = stripe.books.openDispute(payment)
    await deliver()
    stripe.books.moveDispute(id, 'won')
    await deliver()
    expect(await books(story)).toMatchSnapshot()
  })
})
