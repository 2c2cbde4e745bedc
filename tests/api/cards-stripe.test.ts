/** What the Stripe card provider sends, and how it answers faults at Stripe (R34). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cents } from '#domain/money.ts'
import { forgetCustomers } from '#server/money/cards/old-cards.ts'
import { sql } from '#server/platform/db/database.ts'
import { CARD, openStripe } from '#tests/card-providers.ts'
import { CARDS } from '#tests/fixtures.ts'
import { StripeRefusal } from '#tests/stripe/books.ts'

const cents = (amount: number) => amount as Cents

describe('the Stripe card provider', () => {
  let provider: Awaited<ReturnType<typeof openStripe>>
  beforeAll(async () => {
    provider = await openStripe()
  })
  afterAll(() => provider.close())
  const aCard = async (number: string = CARDS.good) => {
    const { userId } = await provider.app.user()
    const paymentMethodId = await provider.save(userId, number)
    return { userId, paymentMethodId }
  }
  const request = (card: { userId: string; paymentMethodId: string }) => ({
    idempotencyKey: randomUUID(),
    amount: cents(2500),
    ...card,
    campaignId: randomUUID(),
    teamName: 'Harbor High Boosters',
    description: 'Pledge',
    metadata: { pledgeId: 'p' },
  })
  const calls = (call: string) => provider.stripe.asked.filter((one) => one.call === call)

  it('saves a card for later charges, of a customer without personal data', async () => {
    const { userId } = await aCard()
    expect(calls('post /v1/setup_intents').at(-1)?.fields).toMatchObject({ usage: 'off_session' })
    expect(calls('post /v1/customers').at(-1)?.fields).toEqual({ metadata: { userId } })
  })

  it('deletes the customer of a deleted account afterwards, and tries again where Stripe does not answer (R45)', async () => {
    const { userId } = await aCard()
    const customers = () =>
      [...provider.stripe.books.customers.values()].map(({ metadata }) => metadata.userId)
    await forgetCustomers(provider.app.deps)
    expect(customers()).toContain(userId)
    await provider.app.deps.db.query(sql`update users set deleted_at = now() where id = ${userId}`)
    provider.stripe.faults.push('unreachable', 'unreachable', 'unreachable', 'unreachable')
    await forgetCustomers(provider.app.deps)
    expect(customers()).toContain(userId)
    provider.stripe.faults.length = 0
    await forgetCustomers(provider.app.deps)
    expect(customers()).not.toContain(userId)
    const left = await provider.app.deps.db.query(sql`select from stripe.customers where user_id = ${userId}`)
    expect(left).toEqual([])
  })

  it('sends Stripe the words for the card statement, the transfer group and the attempt’s id', async () => {
    const one = request(await aCard())
    await provider.cards.charge(one)
    expect(calls('post /v1/payment_intents').at(-1)).toMatchObject({
      key: one.idempotencyKey,
      fields: {
        amount: '2500',
        currency: 'usd',
        off_session: 'true',
        confirm: 'true',
        statement_descriptor_suffix: 'HARBOR',
        transfer_group: one.campaignId,
        metadata: { attemptId: one.idempotencyKey, pledgeId: 'p' },
      },
    })
  })

  it.each(['unreachable', 'lost answer', 500] as const)(
    'charges once although the first call failed: %s',
    async (fault) => {
      const one = request(await aCard())
      provider.stripe.faults.push(fault)
      expect(await provider.cards.charge(one)).toMatchObject({ outcome: 'succeeded' })
      expect(
        [...provider.stripe.books.payments.values()].filter(
          ({ metadata }) => metadata.attemptId === one.idempotencyKey,
        ),
      ).toHaveLength(1)
    },
  )

  it.each(['unreachable', 500, 429] as const)(
    'answers 503 and when to try again while somebody waits to save a card: %s',
    async (fault) => {
      const { app, stripe } = provider
      const caller = await app.user()
      stripe.faults.push(fault, fault, fault, fault)
      const answer = await caller.post<{ code: string; message: string }>('/api/cards/setups')
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(answer.body.message).toContain('Nothing was charged')
      stripe.faults.length = 0
      expect((await caller.post('/api/cards/setups')).status).toBe(201)
    },
  )

  it('throws at a rate limit, and a repeated attempt succeeds', async () => {
    const one = request(await aCard())
    provider.stripe.faults.push(429)
    await expect(provider.cards.charge(one)).rejects.toThrow()
    expect(await provider.cards.charge(one)).toMatchObject({ outcome: 'succeeded' })
  })

  it('finds a charge whose answer was lost, even three days later', async () => {
    const one = request(await aCard())
    provider.stripe.faults.push('lost answer', 'lost answer', 'lost answer')
    await expect(provider.cards.charge(one)).rejects.toThrow()
    expect(await provider.cards.findCharge(one)).toMatchObject({ outcome: 'succeeded' })
    provider.app.clock.advance({ days: 3 })
    expect(await provider.cards.findCharge(one)).toMatchObject({ outcome: 'succeeded' })
  })

  it('finds no card and declines its charge after the card was detached at Stripe', async () => {
    const card = await aCard()
    provider.stripe.books.detachCard(card.paymentMethodId)
    expect(await provider.cards.savedCard(card)).toBeNull()
    expect(await provider.cards.charge(request(card))).toMatchObject({
      outcome: 'declined',
      code: 'payment_method_missing',
      isHard: true,
    })
  })

  it('declines a stolen card for good, under a code that does not say so', async () => {
    expect(await provider.cards.charge(request(await aCard('4000000000009979')))).toMatchObject({
      outcome: 'declined',
      code: 'generic_decline',
      isHard: true,
    })
  })

  it('finds a card that the bank wants confirmed only after the confirmation', async () => {
    const { userId } = await provider.app.user()
    const { id, clientSecret } = await provider.cards.startSetup({ userId })
    const setup = provider.stripe.books.confirmSetup(clientSecret, { number: '4000002500003155', ...CARD })
    const card = { userId, paymentMethodId: setup.payment_method ?? '' }
    expect(await provider.cards.savedCard(card)).toBeNull()
    provider.stripe.books.authenticateSetup(id, true)
    expect(await provider.cards.savedCard(card)).toMatchObject({ last4: '3155' })
  })

  it('answers that a refund failed where Stripe refuses it, so that it is not retried', async () => {
    const { reference } = await provider.cards.charge(request(await aCard()))
    const refund = { reference: reference ?? '', amount: cents(2500) }
    await provider.cards.refund({ ...refund, idempotencyKey: randomUUID() })
    expect(await provider.cards.refund({ ...refund, idempotencyKey: randomUUID() })).toEqual({
      outcome: 'failed',
      reference: null,
    })
  })

  it('creates a customer minutes after Stripe failed, which keeps that answer under its key', async () => {
    const { makeCustomer } = provider.stripe.books
    provider.stripe.books.makeCustomer = () => {
      throw new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' })
    }
    const supporter = await provider.app.user()
    expect((await supporter.post('/api/cards/setups')).status).toBe(503)
    provider.stripe.books.makeCustomer = makeCustomer
    expect((await supporter.post('/api/cards/setups')).status).toBe(503)
    provider.app.clock.advance({ minutes: 5 })
    expect((await supporter.post('/api/cards/setups')).status).toBe(201)
  })

  it('replaces a customer that Stripe does not know', async () => {
    const { userId } = await aCard()
    await provider.app.deps.db.query(
      sql`update stripe.customers set customer = 'cus_gone' where user_id = ${userId}`,
    )
    const paymentMethodId = await provider.save(userId, CARDS.good)
    expect(await provider.cards.charge(request({ userId, paymentMethodId }))).toMatchObject({
      outcome: 'succeeded',
    })
  })
})
