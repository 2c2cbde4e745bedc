/**
 * One contract for both sides of the card port. Stripe's: the real library, over HTTP, against a stand-in whose every
 * request and answer is held against Stripe's published description (tests/stripe).
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cents } from '#domain/money.ts'
import type { Cards } from '#server/money/providers/cards.ts'
import { confirmSandboxSetup, paySandboxOnce } from '#server/money/providers/cards-sandbox.ts'
import { approveSandboxConfirmation } from '#server/money/providers/cards-sandbox-confirmations.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { CARDS } from '#tests/fixtures.ts'
import { type StripeStandIn, startStripe } from '#tests/stripe/stand-in.ts'

/** What a browser and a bank do, which is no part of the port. */
type Side = {
  app: TestApp
  cards: Cards
  /** Saves a card in the form that `startSetup` opens; answers its id. */
  save(userId: string, number: string): Promise<string>
  agree(userId: string, clientSecret: string): Promise<void>
  /** Types a card into the form of a payment that has none. @throws where the bank refuses it. */
  payOnce(clientSecret: string, number: string): Promise<void>
  close(): Promise<void>
}
const CARD = { expMonth: 12, expYear: 2030 }

async function sandbox(): Promise<Side> {
  const app = await createTestApp()
  const { cards } = app.deps
  return {
    ...{ app, cards },
    save: async (userId, number) => {
      const { clientSecret } = await cards.startSetup({ userId })
      const saved = await confirmSandboxSetup(app.deps, { userId, card: { clientSecret, number, ...CARD } })
      return saved.paymentMethodId
    },
    payOnce: (clientSecret, number) => paySandboxOnce(app.deps, { clientSecret, number, ...CARD }),
    agree: (userId, clientSecret) => approveSandboxConfirmation(app.deps, { userId, clientSecret }),
    close: app.close,
  }
}

let stripe: StripeStandIn
async function stripeSide(): Promise<Side> {
  let app: TestApp | undefined
  stripe = await startStripe(() => app?.clock.now() ?? new Date())
  app = await createTestApp({ env: stripe.env })
  const { cards } = app.deps
  return {
    ...{ app, cards },
    save: async (userId, number) => {
      const { clientSecret } = await cards.startSetup({ userId })
      return stripe.books.confirmSetup(clientSecret, { number, ...CARD }).payment_method ?? ''
    },
    payOnce: async (clientSecret, number) =>
      void stripe.books.confirmPayment(clientSecret, { number, ...CARD }),
    agree: async (_, clientSecret) => void stripe.books.confirmPayment(clientSecret),
    close: async () => {
      await app?.close()
      await stripe.close()
      expect(stripe.problems).toEqual([])
    },
  }
}

const cents = (amount: number) => amount as Cents

describe.each([
  { name: 'sandbox', open: sandbox },
  { name: 'stripe', open: stripeSide },
] as const)('cards by $name', ({ name, open }) => {
  let side: Side
  let cards: Cards
  beforeAll(async () => {
    side = await open()
    cards = side.cards
  })
  afterAll(() => side.close())

  const aUser = async () => (await side.app.user()).userId
  const request = (userId: string, paymentMethodId: string, more: object = {}) => ({
    ...{ idempotencyKey: randomUUID(), amount: cents(2500), userId, paymentMethodId },
    ...{ campaignId: randomUUID(), teamName: 'Harbor High', description: 'Pledge', metadata: {}, ...more },
  })
  const charge = (...given: Parameters<typeof request>) => cards.charge(request(...given))
  /** A user with a card. */
  const saved = async (number: string = CARDS.good) => {
    const userId = await aUser()
    return { userId, card: await side.save(userId, number) }
  }
  async function paid() {
    const { userId, card } = await saved()
    const { reference } = await charge(userId, card)
    if (reference === null) throw new Error('a payment has a reference')
    return { userId, card, reference }
  }

  it('says which side it is, and that no real money moves', () => {
    expect(cards).toMatchObject({ provider: name, moneyMode: 'sandbox' })
  })

  describe('saving a card', () => {
    it('opens a form of its own each time', async () => {
      const userId = await aUser()
      const [one, two] = [await cards.startSetup({ userId }), await cards.startSetup({ userId })]
      expect(one.id).not.toBe(two.id)
      expect(one.clientSecret).not.toBe(two.clientSecret)
      expect(one.publishableKey).toBe(name === 'stripe' ? 'pk_test_standIn' : null)
    })

    it('two forms opened at once are the same person’s', async () => {
      const userId = await aUser()
      const ids = await Promise.all([side.save(userId, CARDS.good), side.save(userId, '5555555555554444')])
      for (const paymentMethodId of ids)
        expect(await cards.savedCard({ userId, paymentMethodId })).not.toBeNull()
    })

    it.each([
      [CARDS.good, 'visa', '4242'],
      ['5555555555554444', 'mastercard', '4444'],
    ])('knows %s again', async (number, brand, last4) => {
      const { userId, card } = await saved(number)
      expect(await cards.savedCard({ userId, paymentMethodId: card })).toEqual({
        ...{ paymentMethodId: card, brand, last4, ...CARD, fingerprint: expect.any(String) },
      })
    })

    it('the same card has the same fingerprint, whoever saves it', async () => {
      const fingerprint = async (number: string) => {
        const { userId, card } = await saved(number)
        return (await cards.savedCard({ userId, paymentMethodId: card }))?.fingerprint
      }
      expect(await fingerprint(CARDS.good)).toBe(await fingerprint(CARDS.good))
      expect(await fingerprint(CARDS.good)).not.toBe(await fingerprint('5555555555554444'))
    })

    it('believes no id that a browser sends: another’s, made up, or of a form that was never sent', async () => {
      const { card } = await saved()
      const other = await aUser()
      expect(await cards.savedCard({ userId: other, paymentMethodId: card })).toBeNull()
      await cards.startSetup({ userId: other })
      for (const paymentMethodId of [card, 'pm_made_up', 'x'.repeat(150)])
        expect(await cards.savedCard({ userId: other, paymentMethodId })).toBeNull()
    })
  })

  describe('charging', () => {
    it.each([
      [CARDS.good, { outcome: 'succeeded' }],
      ['5555555555554444', { outcome: 'succeeded' }],
      [CARDS.declined, { outcome: 'declined', code: 'generic_decline', isHard: false }],
      [CARDS.insufficient, { outcome: 'declined', code: 'insufficient_funds', isHard: false }],
      [CARDS.expired, { outcome: 'declined', code: 'expired_card', isHard: true }],
      [CARDS.authentication, { outcome: 'requires_action', code: 'authentication_required' }],
    ])('%s answers %o', async (number, expected) => {
      const { userId, card } = await saved(number)
      expect(await charge(userId, card)).toEqual({ ...expected, reference: expect.any(String) })
    })

    it.each([CARDS.good, CARDS.insufficient, CARDS.authentication])(
      'answers the same to the same key, also eight times at once: %s',
      async (number) => {
        const { userId, card } = await saved(number)
        const one = request(userId, card)
        expect(await cards.findCharge(one)).toBeNull()
        const answers = await Promise.all(Array.from({ length: 8 }, () => cards.charge(one)))
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
        expect(await cards.findCharge(one)).toEqual(answers[0])
      },
    )

    it('refuses a key that was used for another amount or another card', async () => {
      const { userId, card } = await saved()
      const one = request(userId, card)
      await cards.charge(one)
      await expect(cards.charge({ ...one, amount: cents(100) })).rejects.toThrow('used again')
      const other = await side.save(userId, '5555555555554444')
      await expect(cards.charge({ ...one, paymentMethodId: other })).rejects.toThrow('used again')
    })

    it('the same attempt under a team’s new name is the same attempt', async () => {
      const { userId, card } = await saved()
      const one = request(userId, card)
      const before = await cards.charge(one)
      expect(await cards.charge({ ...one, teamName: 'Harbor Lights' })).toEqual(before)
    })

    it('never charges a card for another user, with a card of their own or none', async () => {
      const { card } = await saved()
      const missing = {
        ...{
          outcome: 'declined',
          code: 'payment_method_missing',
          isHard: true,
          reference: expect.anything(),
        },
      }
      for (const other of [await aUser(), (await saved()).userId]) {
        const answer = await charge(other, card)
        expect({ ...answer, reference: answer.reference ?? 'none' }).toEqual(missing)
      }
    })

    it.each(['東京', '"; drop table', 'A very long name of a very large booster club', ''])(
      'whatever the team is called: %s',
      async (teamName) => {
        const { userId, card } = await saved()
        expect(await charge(userId, card, { teamName })).toMatchObject({ outcome: 'succeeded' })
      },
    )

    it('finds an attempt among hundreds of one user’s', async () => {
      const { userId, card } = await saved()
      const first = request(userId, card)
      const answer = await cards.charge(first)
      for (let round = 0; round < 15; round += 1)
        await Promise.all(Array.from({ length: 8 }, () => charge(userId, card)))
      expect(await cards.findCharge(first)).toEqual(answer)
    })
  })

  describe('a charge that the bank wants confirmed', () => {
    const asks = async () => {
      const { userId, card } = await saved(CARDS.authentication)
      const one = request(userId, card)
      return { userId, one, started: await cards.startConfirmation(one) }
    }

    it('waits for the cardholder, and takes the money when they agree', async () => {
      const { userId, one, started } = await asks()
      expect(await cards.confirmationOutcome(one)).toBeNull()
      await side.agree(userId, started.clientSecret)
      const outcome = await cards.confirmationOutcome(one)
      expect(outcome).toMatchObject({ outcome: 'succeeded' })
      expect(await cards.endConfirmation(one)).toEqual(outcome)
    })

    it('started again under the same key, it is the same one', async () => {
      const { one, started } = await asks()
      expect(await cards.startConfirmation(one)).toEqual(started)
    })

    it('ended, it takes nothing any more', async () => {
      const { userId, one, started } = await asks()
      expect(await cards.endConfirmation(one)).toMatchObject({ outcome: 'requires_action' })
      expect(await cards.confirmationOutcome(one)).toMatchObject({ outcome: 'requires_action' })
      await expect(side.agree(userId, started.clientSecret)).rejects.toThrow()
      expect(await cards.endConfirmation(one)).toMatchObject({ outcome: 'requires_action' })
    })

    it('that never arrived is ended all the same', async () => {
      const { userId, card } = await saved(CARDS.authentication)
      expect(await cards.endConfirmation(request(userId, card))).toMatchObject({ outcome: 'requires_action' })
    })
  })

  describe('a payment whose card is typed once', () => {
    const begun = async () => {
      const one = { ...request(await aUser(), ''), paymentMethodId: null }
      return { one, started: await cards.startConfirmation(one) }
    }

    it('takes the money, says which card paid, and keeps that card for nobody', async () => {
      const { one, started } = await begun()
      expect(await cards.confirmationOutcome(one)).toBeNull()
      expect(await cards.startConfirmation(one)).toEqual(started)
      await side.payOnce(started.clientSecret, '5555555555554444')
      const outcome = await cards.confirmationOutcome(one)
      expect(outcome).toMatchObject({ outcome: 'succeeded', reference: expect.any(String) })
      expect(await cards.endConfirmation(one)).toEqual(outcome)
      const card = await cards.cardOfPayment(outcome?.reference ?? '')
      expect(card).toMatchObject({ brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2030 })
      const { paymentMethodId = '' } = card ?? {}
      expect(await cards.savedCard({ userId: one.userId, paymentMethodId })).toBeNull()
      expect(await charge(one.userId, paymentMethodId)).toMatchObject({ outcome: 'declined', isHard: true })
      const refund = {
        idempotencyKey: randomUUID(),
        reference: outcome?.reference ?? '',
        amount: cents(2500),
      }
      expect(await cards.refund(refund)).toMatchObject({ outcome: 'succeeded' })
    })

    it('refused by the bank, it waits for another card', async () => {
      const { one, started } = await begun()
      await expect(side.payOnce(started.clientSecret, CARDS.insufficient)).rejects.toThrow()
      expect(await cards.confirmationOutcome(one)).toBeNull()
      await side.payOnce(started.clientSecret, CARDS.good)
      expect(await cards.confirmationOutcome(one)).toMatchObject({ outcome: 'succeeded' })
    })

    it('ended, it takes no card any more', async () => {
      const { one, started } = await begun()
      expect(await cards.endConfirmation(one)).toMatchObject({ outcome: 'requires_action' })
      await expect(side.payOnce(started.clientSecret, CARDS.good)).rejects.toThrow()
      expect(await cards.confirmationOutcome(one)).toMatchObject({ outcome: 'requires_action' })
    })

    it('says which saved card paid, too', async () => {
      const { reference, card } = await paid()
      expect(await cards.cardOfPayment(reference)).toMatchObject({ paymentMethodId: card, last4: '4242' })
    })
  })

  describe('refunding', () => {
    it('once per key, and never more than was paid', async () => {
      const { reference } = await paid()
      const refund = (idempotencyKey: string, amount: number) =>
        cards.refund({ idempotencyKey, reference, amount: cents(amount) })
      const idempotencyKey = randomUUID()
      expect(await cards.findRefund({ idempotencyKey, reference })).toBeNull()
      const answers = await Promise.all([1, 2, 3].map(() => refund(idempotencyKey, 1500)))
      expect(new Set(answers.map((answer) => answer.reference)).size).toBe(1)
      expect(answers[0]).toEqual({ outcome: 'succeeded', reference: expect.any(String) })
      expect(await cards.findRefund({ idempotencyKey, reference })).toEqual(answers[0])
      await expect(refund(randomUUID(), 1001)).rejects.toThrow('more than was paid')
      await expect(refund(idempotencyKey, 1000)).rejects.toThrow()
      expect((await refund(randomUUID(), 1000)).reference).not.toBe(answers[0]?.reference)
    })

    it('nothing of a payment that is not there, or did not succeed', async () => {
      const { userId, card } = await saved(CARDS.insufficient)
      const declined = await charge(userId, card)
      for (const reference of ['pi_made_up', declined.reference ?? '']) {
        const wrong = { idempotencyKey: randomUUID(), reference, amount: cents(100) }
        await expect(cards.refund(wrong)).rejects.toThrow()
      }
    })
  })
})

describe('the Stripe side', () => {
  let side: Side
  beforeAll(async () => {
    side = await stripeSide()
  })
  afterAll(() => side.close())
  const aCard = async (number: string = CARDS.good) => {
    const { userId } = await side.app.user()
    const paymentMethodId = await side.save(userId, number)
    return { userId, paymentMethodId }
  }
  const request = (card: { userId: string; paymentMethodId: string }) => ({
    ...{ idempotencyKey: randomUUID(), amount: cents(2500), ...card, campaignId: randomUUID() },
    ...{ teamName: 'Harbor High Boosters', description: 'Pledge', metadata: { pledgeId: 'p' } },
  })
  const calls = (call: string) => stripe.asked.filter((one) => one.call === call)

  it('asks for a card to be charged later, of a customer that holds nothing personal', async () => {
    const { userId } = await aCard()
    expect(calls('post /v1/setup_intents').at(-1)?.fields).toMatchObject({ usage: 'off_session' })
    expect(calls('post /v1/customers').at(-1)?.fields).toEqual({ metadata: { userId } })
  })

  it('tells Stripe what it needs to print, to pay out and to be found again', async () => {
    const one = request(await aCard())
    await side.cards.charge(one)
    expect(calls('post /v1/payment_intents').at(-1)).toMatchObject({
      key: one.idempotencyKey,
      fields: {
        ...{ amount: '2500', currency: 'usd', off_session: 'true', confirm: 'true' },
        ...{ statement_descriptor_suffix: 'HARBOR', transfer_group: one.campaignId },
        metadata: { attemptId: one.idempotencyKey, pledgeId: 'p' },
      },
    })
  })

  it.each(['unreachable', 'lost answer', 500] as const)(
    '%s once: the library tries again, under the same key',
    async (fault) => {
      const one = request(await aCard())
      stripe.faults.push(fault)
      expect(await side.cards.charge(one)).toMatchObject({ outcome: 'succeeded' })
      expect(
        [...stripe.books.payments.values()].filter(
          ({ metadata }) => metadata.attemptId === one.idempotencyKey,
        ),
      ).toHaveLength(1)
    },
  )

  it('a limit is no answer: the attempt is repeated later, and is the same', async () => {
    const one = request(await aCard())
    stripe.faults.push(429)
    await expect(side.cards.charge(one)).rejects.toThrow()
    expect(await side.cards.charge(one)).toMatchObject({ outcome: 'succeeded' })
  })

  it('lost for good, it has no answer; asked again it is the same charge, also days later', async () => {
    const one = request(await aCard())
    stripe.faults.push('lost answer', 'lost answer', 'lost answer')
    await expect(side.cards.charge(one)).rejects.toThrow()
    expect(await side.cards.findCharge(one)).toMatchObject({ outcome: 'succeeded' })
    side.app.clock.advance({ days: 3 })
    expect(await side.cards.findCharge(one)).toMatchObject({ outcome: 'succeeded' })
  })

  it('a card that was taken off its customer at Stripe is not there any more', async () => {
    const card = await aCard()
    stripe.books.detachCard(card.paymentMethodId)
    expect(await side.cards.savedCard(card)).toBeNull()
    expect(await side.cards.charge(request(card))).toMatchObject({
      ...{ outcome: 'declined', code: 'payment_method_missing', isHard: true },
    })
  })

  it('a card that counts as stolen is declined for good, in words that do not say so', async () => {
    expect(await side.cards.charge(request(await aCard('4000000000009979')))).toMatchObject({
      ...{ outcome: 'declined', code: 'generic_decline', isHard: true },
    })
  })

  it('a bank that asks when the card is saved: only after that it is saved', async () => {
    const { userId } = await side.app.user()
    const { id, clientSecret } = await side.cards.startSetup({ userId })
    const setup = stripe.books.confirmSetup(clientSecret, { number: '4000002500003155', ...CARD })
    const card = { userId, paymentMethodId: setup.payment_method ?? '' }
    expect(await side.cards.savedCard(card)).toBeNull()
    stripe.books.authenticateSetup(id, true)
    expect(await side.cards.savedCard(card)).toMatchObject({ last4: '3155' })
  })

  it('a refund that the card cannot take is failed, not tried for ever', async () => {
    const { reference } = await side.cards.charge(request(await aCard()))
    const refund = { reference: reference ?? '', amount: cents(2500) }
    await side.cards.refund({ ...refund, idempotencyKey: randomUUID() })
    expect(await side.cards.refund({ ...refund, idempotencyKey: randomUUID() })).toEqual({
      ...{ outcome: 'failed', reference: null },
    })
  })

  it('a customer that Stripe does not know is replaced', async () => {
    const { userId } = await aCard()
    await side.app.deps.db.query(
      sql`update stripe.customers set customer = 'cus_gone' where user_id = ${userId}`,
    )
    const paymentMethodId = await side.save(userId, CARDS.good)
    expect(await side.cards.charge(request({ userId, paymentMethodId }))).toMatchObject({
      outcome: 'succeeded',
    })
  })
})
