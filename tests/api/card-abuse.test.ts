/** Card testing is slowed down: a person, address or card that is declined too often has to wait, with either card provider. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CardRefusal } from '#domain/schemas/card.ts'
import { runDueJobs } from '#server/jobs.ts'
import { forgetRefusals } from '#server/money/cards/refusals.ts'
import { rememberCard } from '#server/money/cards/saved-cards.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Answer, type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { CARDS, saveCard } from '#tests/fixtures.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

const REFUSED = '4000000000000002'
let app: TestApp
let stripe: StripeStandIn | null = null
const open = async (given: Parameters<typeof createTestApp>[0] = {}) => {
  app = await createTestApp({ ...given, env: { CARD_SAVES_PER_MINUTE: '1000', ...given.env } })
}
afterEach(async () => {
  await app.close()
  await stripe?.close()
  expect(stripe?.problems ?? []).toEqual([])
  stripe = null
})

type Refusal = { message: string; fields?: Record<string, string> }
const openForm = (by: Caller) => by.post<{ clientSecret: string } & Refusal>('/api/cards/setups')
/** From an address of the network, as the program's own server gets it. */
async function openFormFrom(address: string, by: Caller) {
  const headers = { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '{}' }
  return app.app.request('/api/cards/setups', init, { incoming: { socket: { remoteAddress: address } } })
}
const refusals = () =>
  app.deps.db.query<{ userId: string; code: string; fingerprint: string; address: string | null }>(
    sql`select user_id, code, fingerprint, address from card_refusals order by at, id`,
  )

describe('the sandbox’s card form', () => {
  beforeEach(() => open())

  /** Saves a card that its bank refuses; returns the status, even if no form is given out. */
  async function saveRefusedCard(by: Caller): Promise<number> {
    const form = await openForm(by)
    if (form.status !== 201) return form.status
    const card = { number: REFUSED, expMonth: 12, expYear: 2030, cvc: '123' }
    const { clientSecret } = form.body
    return (await by.post('/api/sandbox/card-setups/confirm', { clientSecret, ...card })).status
  }

  it('is closed after three declined cards, twice as long each time, and the answer says for how long', async () => {
    const person = await app.user()
    for (let nth = 0; nth < 3; nth += 1) expect(await saveRefusedCard(person)).toBe(400)
    const refused = await openForm(person)
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many cards were declined. Try again in a minute, or choose check or cash.' },
    })
    expect(refused.headers.get('retry-after')).toBe('60')
    app.clock.advance({ seconds: 61 })
    expect(await saveRefusedCard(person)).toBe(400)
    app.clock.advance({ seconds: 61 })
    expect(await saveRefusedCard(person)).toBe(429)
    app.clock.advance({ seconds: 60 })
    expect(await saveCard(person)).toMatch(/^pm_/)
  })

  it('does not count a mistyped number as a decline', async () => {
    const person = await app.user()
    for (let nth = 0; nth < 6; nth += 1) {
      const { clientSecret } = expectStatus(await openForm(person), 201)
      const card = { number: '4111111111111111', expMonth: 12, expYear: 2030, cvc: '123' }
      expectStatus(await person.post('/api/sandbox/card-setups/confirm', { clientSecret, ...card }), 400)
    }
    expect(await refusals()).toEqual([])
  })

  it('stays open for others after one person was refused', async () => {
    const one = await app.user()
    const other = await app.user()
    for (let nth = 0; nth < 4; nth += 1) await saveRefusedCard(one)
    expect(await saveCard(other)).toMatch(/^pm_/)
  })

  it('is closed for an address that many accounts were refused from', async () => {
    const { db } = app.deps
    const note = async (address: string) => {
      const { userId } = await app.user()
      await db.query(sql`
        insert into card_refusals (id, user_id, address, code, at)
        values (${userId}, ${userId}, ${address}, 'card_declined', ${app.clock.now()})`)
    }
    for (let nth = 0; nth < 10; nth += 1) await note('203.0.113.9')
    const person = await app.user()
    expect((await openFormFrom('203.0.113.9', person)).status).toBe(429)
    expect((await openFormFrom('203.0.113.10', person)).status).toBe(201)
  })

  it('shows refusals to representatives only, and they are deleted after thirty days', async () => {
    const person = await app.user()
    const representative = await app.representative()
    for (let nth = 0; nth < 2; nth += 1) await saveRefusedCard(person)
    const seen = expectStatus(await representative.get<CardRefusal[]>('/api/card-refusals'), 200)
    expect(seen).toMatchObject([
      { userId: person.userId, userEmail: person.email, code: 'card_declined', accountsWithCard: 0 },
      { userId: person.userId },
    ])
    expect(seen.map(({ byUser }) => byUser)).toEqual([2, 2])
    expectStatus(await person.get('/api/card-refusals'), 403)
    app.clock.advance({ days: 31 })
    await forgetRefusals(app.deps)
    expect(await refusals()).toEqual([])
  })

  it('shows refusals in pages, each with the wait it caused', async () => {
    const person = await app.user()
    const representative = await app.representative()
    const waits = [0, 0, 1, 2, 4]
    for (const minutes of waits) {
      expect(await saveRefusedCard(person)).toBe(400)
      app.clock.advance({ seconds: minutes * 60 + 1 })
    }
    const seen: CardRefusal[] = []
    for (let path: string | undefined = '/api/card-refusals?limit=2'; path; ) {
      const answer: Answer<CardRefusal[]> = await representative.get(path)
      expect(answer.headers.get('x-total-count')).toBe('5')
      seen.push(...expectStatus(answer, 200))
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(seen.map(({ byUser }) => byUser)).toEqual([5, 4, 3, 2, 1])
    const waited = ({ at, waitsUntil }: CardRefusal) =>
      waitsUntil === null ? 0 : (Date.parse(waitsUntil) - Date.parse(at)) / 60_000
    expect(seen.map(waited).reverse()).toEqual(waits)
  })

  it('refuses a card that five other accounts have, except a published test card', async () => {
    for (let nth = 0; nth < 6; nth += 1) {
      const { userId, ...person } = await app.user()
      const id = await saveCard({ userId, ...person })
      await rememberCard(app.deps, { userId }, id)
    }
    const { userId, ...person } = await app.user()
    const id = await saveCard({ userId, ...person })
    const real = { ...app.deps, cards: { ...app.deps.cards, moneyMode: 'live' as const } }
    await expect(rememberCard(real, { userId }, id)).rejects.toMatchObject({
      fields: { stripePaymentMethodId: expect.stringContaining('several accounts') },
    })
    expect(await refusals()).toMatchObject([{ userId, code: 'many_accounts' }])
    await expect(rememberCard(app.deps, { userId }, id)).resolves.toMatchObject({
      cardId: expect.any(String),
    })
  })

  it('makes a card wait that was refused in three accounts before a fourth can save it', async () => {
    const { userId, ...person } = await app.user()
    const id = await saveCard({ userId, ...person })
    const fingerprint = (await app.deps.cards.savedCard({ userId, paymentMethodId: id }))?.fingerprint
    for (let nth = 0; nth < 3; nth += 1) {
      const other = await app.user()
      await app.deps.db.query(sql`
        insert into card_refusals (id, user_id, fingerprint, code, at)
        values (${other.userId}, ${other.userId}, ${fingerprint ?? ''}, 'card_declined', ${app.clock.now()})`)
    }
    const real = { ...app.deps, cards: { ...app.deps.cards, moneyMode: 'live' as const } }
    await expect(rememberCard(real, { userId }, id)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many cards were declined. Try again in a minute, or choose check or cash.',
    })
    app.clock.advance({ seconds: 61 })
    await expect(rememberCard(real, { userId }, id)).resolves.toMatchObject({ cardId: expect.any(String) })
  })

  it('saves a test card however often it was refused in other accounts', async () => {
    const { userId, ...person } = await app.user()
    const id = await saveCard({ userId, ...person })
    const fingerprint = (await app.deps.cards.savedCard({ userId, paymentMethodId: id }))?.fingerprint
    for (let nth = 0; nth < 9; nth += 1)
      await app.deps.db.query(sql`
        insert into card_refusals (id, user_id, fingerprint, code, at)
        values (${`r${nth}`}, ${(await app.user()).userId}, ${fingerprint ?? ''}, 'card_declined', ${app.clock.now()})`)
    await expect(rememberCard(app.deps, { userId }, id)).resolves.toMatchObject({
      cardId: expect.any(String),
    })
  })
})

it('one network address can open only so many card forms a minute, whoever asks', async () => {
  await open({ env: { CARD_SAVES_PER_ADDRESS_PER_MINUTE: '3' } })
  const statuses: number[] = []
  for (let nth = 0; nth < 5; nth += 1)
    statuses.push((await openFormFrom('203.0.113.9', await app.user())).status)
  expect(statuses).toEqual([201, 201, 201, 429, 429])
  expect((await openFormFrom('203.0.113.10', await app.user())).status).toBe(201)
})

describe('Stripe’s card form', () => {
  beforeEach(async () => {
    stripe = await startStripe(() => app?.clock.now() ?? new Date())
    await open({ stripe })
  })

  const deliverEvents = async () => {
    for (const { payload, signature } of stripe?.events() ?? [])
      expectStatus(
        await app.visitor.post('/api/webhooks/stripe', payload, { 'stripe-signature': signature }),
        200,
      )
    await vi.waitFor(
      async () => {
        const waiting = await app.deps.db.query(sql`select id from card_events where handled_at is null`)
        expect(waiting).toEqual([])
      },
      { timeout: 10_000, interval: 20 },
    )
  }
  const tryRefusedCard = (clientSecret: string) =>
    stripe?.books.confirmSetup(clientSecret, { number: REFUSED, expMonth: 12, expYear: 2030 })

  it('is closed after three refusals that Stripe reports, and the next one has to wait', async () => {
    const person = await app.user()
    const { clientSecret } = expectStatus(await openForm(person), 201)
    for (let nth = 0; nth < 3; nth += 1) tryRefusedCard(clientSecret)
    await deliverEvents()
    expect(await refusals()).toHaveLength(3)
    expect(() => tryRefusedCard(clientSecret)).toThrow('not waiting')
    expectStatus(await openForm(person), 429)
    app.clock.advance({ minutes: 2 })
    expectStatus(await openForm(person), 201)
  })

  it('counts a refusal that is reported twice once, with the address that opened the form', async () => {
    const person = await app.user()
    const { clientSecret } = (await (await openFormFrom('203.0.113.9', person)).json()) as {
      clientSecret: string
    }
    tryRefusedCard(clientSecret)
    const events = stripe?.events() ?? []
    for (const { payload, signature } of [...events, ...events])
      await app.visitor.post('/api/webhooks/stripe', payload, { 'stripe-signature': signature })
    await deliverEvents()
    await runDueJobs(app.deps)
    expect(await refusals()).toEqual([
      {
        userId: person.userId,
        code: 'generic_decline',
        fingerprint: expect.any(String),
        address: '203.0.113.9',
      },
    ])
  })

  it('saves a card that is accepted after a refused one, for its own user only', async () => {
    const person = await app.user()
    const { clientSecret } = expectStatus(await openForm(person), 201)
    tryRefusedCard(clientSecret)
    const setup = stripe?.books.confirmSetup(clientSecret, {
      number: CARDS.good,
      expMonth: 12,
      expYear: 2030,
    })
    await deliverEvents()
    const card = { stripePaymentMethodId: setup?.payment_method ?? '' }
    expect(expectStatus(await person.post('/api/cards', card), 201)).toMatchObject({ ...card, last4: '4242' })
    expectStatus(await (await app.user()).post('/api/cards', card), 400)
  })
})

it('a user without a verified email address gets no card form and saves no card', async () => {
  await open()
  const person = await app.user({ isVerified: false })
  expectStatus(await openForm(person), 403)
  expectStatus(await person.post('/api/cards', { stripePaymentMethodId: 'pm_x' }), 403)
})
