import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CardSetup, SavedCard } from '#domain/schemas/card.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Cards } from '#server/money/providers/cards.ts'
import { createSandboxCards } from '#server/money/providers/cards-sandbox.ts'
import { type Database, sql } from '#server/platform/db/database.ts'
import { createNounApi, type NounApi } from '#tests/noun-api.ts'
import { cardRoutes } from './routes.ts'
import { rememberCard } from './saved-cards.ts'

let api: NounApi
let cards: Cards
beforeAll(async () => {
  // The card provider is created before its database, so it gets one that points to the test's.
  const later = {
    query: (statement) => api.db.query(statement),
    transaction: (work) => api.db.transaction(work),
  } as Database
  cards = createSandboxCards({ db: later, clock: { now: () => api.clock.now() } })
  api = await createNounApi(cardRoutes, { cards, config: { cards: 'sandbox' } as Deps['config'] })
})
afterAll(() => api.close())

const CARD = { expMonth: 12, expYear: 2030, cvc: '123' }
type Refusal = { code: string; fields?: Record<string, string> }

async function setUp(as: string): Promise<string> {
  const reply = await api.call('POST', '/api/cards/setups', { as, body: {} })
  expect(reply.status).toBe(201)
  return (reply.body as CardSetup).clientSecret
}
async function confirm(as: string, number: string, more: object = {}) {
  const body = { clientSecret: await setUp(as), number, ...CARD, ...more }
  const reply = await api.call('POST', '/api/sandbox/card-setups/confirm', { as, body })
  return { status: reply.status, card: reply.body as SavedCard, refusal: reply.body as Refusal }
}
const save = async (as: string, number: string) => (await confirm(as, number)).card.stripePaymentMethodId

describe('saving a card', () => {
  it('needs a verified email address', async () => {
    expect((await api.call('POST', '/api/cards/setups', { body: {} })).status).toBe(401)
    const reply = await api.call('POST', '/api/cards/setups', {
      as: await api.addUser({ verified: false }),
      body: {},
    })
    expect([reply.status, (reply.body as Refusal).code]).toEqual([403, 'email_unverified'])
  })

  it.each([
    ['4242 4242 4242 4242', 'visa', '4242'],
    ['5555-5555-5555-4444', 'mastercard', '4444'],
  ])('accepts %s', async (number, brand, last4) => {
    const { status, card } = await confirm(await api.addUser(), number)
    expect([status, card]).toMatchObject([201, { brand, last4, expMonth: 12, expYear: 2030 }])
  })

  it.each([
    ['4000000000000002', {}, 'number', 'Your card was declined. Try another card.'],
    ['4111111111111111', {}, 'number', expect.stringContaining('Test mode accepts only test cards')],
    ['4242', {}, 'number', expect.stringContaining('Enter a test card number')],
    ['4242424242424242', { expYear: 2025 }, 'expYear', 'This card has expired'],
    ['4242424242424242', { expYear: 2026, expMonth: 2 }, 'expMonth', 'This card has expired'],
    ['4242424242424242', { cvc: 'x' }, 'cvc', 'Enter the 3 or 4 digits on the card'],
    [
      '4242424242424242',
      { clientSecret: 'made up' },
      'clientSecret',
      'This card form has expired: open it again',
    ],
  ])('refuses %s with %o', async (number, more, field, message) => {
    const { status, refusal } = await confirm(await api.addUser(), number, more)
    expect([status, refusal.fields]).toEqual([400, { [field]: message }])
  })

  it('accepts a card in the month it expires', async () => {
    expect(
      (await confirm(await api.addUser(), '4242424242424242', { expYear: 2026, expMonth: 3 })).status,
    ).toBe(201)
  })

  it('saves one card per form: the same card again is a repeat, another card or user is refused', async () => {
    const user = await api.addUser()
    const thief = await api.addUser()
    const clientSecret = await setUp(user)
    const send = async (as: string, number: string) => {
      const reply = await api.call('POST', '/api/sandbox/card-setups/confirm', {
        as,
        body: { clientSecret, number, ...CARD },
      })
      return [reply.status, (reply.body as SavedCard).stripePaymentMethodId] as const
    }
    expect((await send(thief, '4242424242424242'))[0]).toBe(400)
    const first = await send(user, '4242424242424242')
    const again = await send(user, '4242424242424242')
    expect(again).toEqual(first)
    expect((await send(user, '5555555555554444'))[0]).toBe(400)
  })

  it('by the sandbox form is impossible unless cards are in test mode', async () => {
    const config = api.deps.config as { cards: string }
    config.cards = 'stripe'
    const body = { clientSecret: 'x', number: '4242424242424242', ...CARD }
    const reply = await api.call('POST', '/api/sandbox/card-setups/confirm', {
      as: await api.addUser(),
      body,
    })
    config.cards = 'sandbox'
    expect(reply.status).toBe(404)
  })
})

describe('using a saved card', () => {
  const remember = (userId: string, paymentMethodId: string) =>
    rememberCard(api.deps, { userId }, paymentMethodId)

  it('stores one row per card of a user', async () => {
    const user = await api.addUser()
    const paymentMethodId = await save(user, '4242424242424242')
    const [one, two] = await Promise.all([remember(user, paymentMethodId), remember(user, paymentMethodId)])
    expect(two).toEqual(one)
    expect(await remember(user, paymentMethodId)).toEqual(one)
    const rows = await api.db.query(sql`select last4 from cards where user_id = ${user}`)
    expect(rows).toEqual([{ last4: '4242' }])
  })

  it('refuses another user’s card and made-up ids', async () => {
    const owner = await api.addUser()
    const thief = await api.addUser()
    const paymentMethodId = await save(owner, '4242424242424242')
    const refused = {
      fields: { stripePaymentMethodId: 'Save the card again: we did not find it on your account' },
    }
    await expect(remember(thief, paymentMethodId)).rejects.toMatchObject(refused)
    await remember(owner, paymentMethodId)
    await expect(remember(thief, paymentMethodId)).rejects.toMatchObject(refused)
    for (const id of ['', 'pm_made_up', 'x'.repeat(300)])
      await expect(remember(owner, id)).rejects.toMatchObject(refused)
  })
})

describe('the saved cards of a user', () => {
  it('are listed newest first, each once, and nobody else’s', async () => {
    const ann = await api.addUser()
    const ben = await api.addUser()
    const remember = async (as: string, number: string, more: object = {}) => {
      const { card } = await confirm(as, number, more)
      return expectStatusOf(
        await api.call('POST', '/api/cards', {
          as,
          body: { stripePaymentMethodId: card.stripePaymentMethodId },
        }),
      )
    }
    await remember(ann, '4242 4242 4242 4242')
    await remember(ann, '4242 4242 4242 4242')
    await remember(ann, '5555 5555 5555 4444')
    await remember(ben, '4242 4242 4242 4242')
    const listed = (await api.call('GET', '/api/user/cards', { as: ann })).body as SavedCard[]
    expect(listed.map(({ last4 }) => last4)).toEqual(['4444', '4242'])
    expect((await api.call('GET', '/api/user/cards', { as: await api.addUser() })).body).toEqual([])
  })

  it('are not listed once they have expired', async () => {
    const as = await api.addUser()
    const { card } = await confirm(as, '4242 4242 4242 4242')
    await api.call('POST', '/api/cards', { as, body: { stripePaymentMethodId: card.stripePaymentMethodId } })
    await api.db.query(sql`update cards set exp_year = 2020 where user_id = ${as}`)
    expect((await api.call('GET', '/api/user/cards', { as })).body).toEqual([])
  })
})

const expectStatusOf = ({ status }: { status: number }) => expect(status).toBe(201)
