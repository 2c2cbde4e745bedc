/** Both card providers follow one contract: a card is saved, charged, confirmed and refunded the same way (R34, R35). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cents } from '#domain/money.ts'
import type { Cards } from '#server/money/providers/cards.ts'
import { CARD, openSandbox, openStripe, type Provider } from '#tests/card-providers.ts'
import { CARDS } from '#tests/fixtures.ts'

const cents = (amount: number) => amount as Cents

describe.each([
  { name: 'sandbox', open: openSandbox },
  { name: 'stripe', open: openStripe },
] as const)('the $name card provider', ({ name, open }) => {
  let provider: Provider
  let cards: Cards
  beforeAll(async () => {
    provider = await open()
    cards = provider.cards
  })
  afterAll(() => provider.close())

  const aUser = async () => (await provider.app.user()).userId
  const request = (userId: string, paymentMethodId: string, more: object = {}) => ({
    idempotencyKey: randomUUID(),
    amount: cents(2500),
    userId,
    paymentMethodId,
    campaignId: randomUUID(),
    teamName: 'Harbor High',
    description: 'Pledge',
    metadata: {},
    ...more,
  })
  const charge = (...given: Parameters<typeof request>) => cards.charge(request(...given))
  /** A user with a card. */
  const saved = async (number: string = CARDS.good) => {
    const userId = await aUser()
    return { userId, card: await provider.save(userId, number) }
  }
  async function paid() {
    const { userId, card } = await saved()
    const { reference } = await charge(userId, card)
    if (reference === null) throw new Error('a payment has a reference')
    return { userId, card, reference }
  }

  it('reports its name, and that no real money moves', () => {
    expect(cards).toMatchObject({ provider: name, moneyMode: 'sandbox' })
  })

  describe('saving a card:', () => {
    it('opens a new form each time', async () => {
      const userId = await aUser()
      const one = await cards.startSetup({ userId })
      const two = await cards.startSetup({ userId })
      expect(one.id).not.toBe(two.id)
      expect(one.clientSecret).not.toBe(two.clientSecret)
      expect(one.publishableKey).toBe(name === 'stripe' ? 'pk_test_standIn' : null)
    })

    it('finds both cards of a user who opened two forms at once', async () => {
      const userId = await aUser()
      const ids = await Promise.all([
        provider.save(userId, CARDS.good),
        provider.save(userId, '5555555555554444'),
      ])
      for (const paymentMethodId of ids)
        expect(await cards.savedCard({ userId, paymentMethodId })).not.toBeNull()
    })

    it.each([
      [CARDS.good, 'visa', '4242'],
      ['5555555555554444', 'mastercard', '4444'],
    ])(
      'finds the saved card %s with its brand, last digits and fingerprint',
      async (number, brand, last4) => {
        const { userId, card } = await saved(number)
        expect(await cards.savedCard({ userId, paymentMethodId: card })).toEqual({
          paymentMethodId: card,
          brand,
          last4,
          ...CARD,
          fingerprint: expect.any(String),
        })
      },
    )

    it('gives the same card the same fingerprint, whoever saves it', async () => {
      const fingerprint = async (number: string) => {
        const { userId, card } = await saved(number)
        return (await cards.savedCard({ userId, paymentMethodId: card }))?.fingerprint
      }
      expect(await fingerprint(CARDS.good)).toBe(await fingerprint(CARDS.good))
      expect(await fingerprint(CARDS.good)).not.toBe(await fingerprint('5555555555554444'))
    })

    it('finds no card for an id that is another user’s, made up, or of a form that was never sent', async () => {
      const { card } = await saved()
      const other = await aUser()
      expect(await cards.savedCard({ userId: other, paymentMethodId: card })).toBeNull()
      await cards.startSetup({ userId: other })
      for (const paymentMethodId of [card, 'pm_made_up', 'x'.repeat(150)])
        expect(await cards.savedCard({ userId: other, paymentMethodId })).toBeNull()
    })
  })

  describe('charging:', () => {
    it.each([
      [CARDS.good, { outcome: 'succeeded' }],
      ['5555555555554444', { outcome: 'succeeded' }],
      [CARDS.declined, { outcome: 'declined', code: 'generic_decline', isHard: false }],
      [CARDS.insufficient, { outcome: 'declined', code: 'insufficient_funds', isHard: false }],
      [CARDS.expired, { outcome: 'declined', code: 'expired_card', isHard: true }],
      [CARDS.authentication, { outcome: 'requires_action', code: 'authentication_required' }],
    ])('card %s answers %o', async (number, expected) => {
      const { userId, card } = await saved(number)
      expect(await charge(userId, card)).toMatchObject({ ...expected, reference: expect.any(String) })
    })

    it.each([CARDS.good, CARDS.insufficient, CARDS.authentication])(
      'answers one idempotency key with one charge, even eight times at once: %s',
      async (number) => {
        const { userId, card } = await saved(number)
        const one = request(userId, card)
        expect(await cards.findCharge(one)).toBeNull()
        const answers = await Promise.all(Array.from({ length: 8 }, () => cards.charge(one)))
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
        expect(await cards.findCharge(one)).toEqual(answers[0])
      },
    )

    it('refuses an idempotency key that was used for another amount', async () => {
      const { userId, card } = await saved()
      const one = request(userId, card)
      await cards.charge(one)
      await expect(cards.charge({ ...one, amount: cents(100) })).rejects.toThrow('used again')
    })

    it.each([
      [CARDS.good, { outcome: 'succeeded' }],
      [CARDS.expired, { outcome: 'declined', isHard: false }],
    ])('answers a key that was used for another card with what came of that: %s', async (number, answer) => {
      const { userId, card } = await saved(number)
      const one = request(userId, card)
      const { reference } = await cards.charge(one)
      const other = await provider.save(userId, '5555555555554444')
      expect(await cards.charge({ ...one, paymentMethodId: other })).toMatchObject({ ...answer, reference })
    })

    it('answers a repeated attempt with the first charge after the team was renamed', async () => {
      const { userId, card } = await saved()
      const one = request(userId, card)
      const before = await cards.charge(one)
      expect(await cards.charge({ ...one, teamName: 'Harbor Lights' })).toEqual(before)
    })

    it('declines a card of another user, whether or not this user has one of their own', async () => {
      const { card } = await saved()
      const missing = {
        outcome: 'declined',
        code: 'payment_method_missing',
        isHard: true,
        reference: expect.anything(),
      }
      for (const other of [await aUser(), (await saved()).userId]) {
        const answer = await charge(other, card)
        expect({ ...answer, reference: answer.reference ?? 'none' }).toEqual(missing)
      }
    })

    it.each(['東京', '"; drop table', 'A very long name of a very large booster club', ''])(
      'succeeds whatever the team is called: %s',
      async (teamName) => {
        const { userId, card } = await saved()
        expect(await charge(userId, card, { teamName })).toMatchObject({ outcome: 'succeeded' })
      },
    )

    it('finds an attempt among more than a hundred of one user', async () => {
      const { userId, card } = await saved()
      const first = request(userId, card)
      const answer = await cards.charge(first)
      for (let round = 0; round < 15; round += 1)
        await Promise.all(Array.from({ length: 8 }, () => charge(userId, card)))
      expect(await cards.findCharge(first)).toEqual(answer)
    })

    it('says which saved card paid', async () => {
      const { reference, card } = await paid()
      expect(await cards.cardOfPayment(reference)).toMatchObject({ paymentMethodId: card, last4: '4242' })
    })
  })

  describe('a charge that the bank wants confirmed', () => {
    const startConfirmation = async () => {
      const { userId, card } = await saved(CARDS.authentication)
      const one = request(userId, card)
      return { userId, one, started: await cards.startConfirmation(one) }
    }

    it('waits for the cardholder, and takes the money when they agree', async () => {
      const { userId, one, started } = await startConfirmation()
      expect(await cards.confirmationOutcome(one)).toBeNull()
      await provider.agree(userId, started.clientSecret)
      const outcome = await cards.confirmationOutcome(one)
      expect(outcome).toMatchObject({ outcome: 'succeeded' })
      expect(await cards.endConfirmation(one)).toMatchObject(outcome ?? {})
    })

    it('is the same one when it is started again under the same key', async () => {
      const { one, started } = await startConfirmation()
      expect(await cards.startConfirmation(one)).toEqual(started)
    })

    it('takes no money after it was ended', async () => {
      const { userId, one, started } = await startConfirmation()
      expect(await cards.endConfirmation(one)).toMatchObject({ outcome: 'requires_action' })
      expect(await cards.confirmationOutcome(one)).toMatchObject({ outcome: 'requires_action' })
      await expect(provider.agree(userId, started.clientSecret)).rejects.toThrow()
      expect(await cards.endConfirmation(one)).toMatchObject({ outcome: 'requires_action' })
    })

    it('can be ended even if it never reached the provider', async () => {
      const { userId, card } = await saved(CARDS.authentication)
      expect(await cards.endConfirmation(request(userId, card))).toMatchObject({ outcome: 'requires_action' })
    })
  })

  describe('a payment whose card is typed once', () => {
    const startTypedPayment = async () => {
      const one = { ...request(await aUser(), ''), paymentMethodId: null }
      return { one, started: await cards.startConfirmation(one) }
    }

    it('takes the money, says which card paid, and saves that card for nobody', async () => {
      const { one, started } = await startTypedPayment()
      expect(await cards.confirmationOutcome(one)).toBeNull()
      expect(await cards.startConfirmation(one)).toEqual(started)
      await provider.payOnce(started.clientSecret, '5555555555554444')
      const outcome = await cards.confirmationOutcome(one)
      expect(outcome).toMatchObject({ outcome: 'succeeded', reference: expect.any(String) })
      expect(await cards.endConfirmation(one)).toMatchObject(outcome ?? {})
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

    it('waits for another card after the bank refused one', async () => {
      const { one, started } = await startTypedPayment()
      await expect(provider.payOnce(started.clientSecret, CARDS.insufficient)).rejects.toThrow()
      expect(await cards.confirmationOutcome(one)).toBeNull()
      await provider.payOnce(started.clientSecret, CARDS.good)
      expect(await cards.confirmationOutcome(one)).toMatchObject({ outcome: 'succeeded' })
    })

    it('takes no card after it was ended', async () => {
      const { one, started } = await startTypedPayment()
      expect(await cards.endConfirmation(one)).toMatchObject({ outcome: 'requires_action' })
      await expect(provider.payOnce(started.clientSecret, CARDS.good)).rejects.toThrow()
      expect(await cards.confirmationOutcome(one)).toMatchObject({ outcome: 'requires_action' })
    })
  })

  describe('refunding:', () => {
    it('pays back once per key, and never more than was paid', async () => {
      const { reference } = await paid()
      const refund = (idempotencyKey: string, amount: number) =>
        cards.refund({ idempotencyKey, reference, amount: cents(amount) })
      const idempotencyKey = randomUUID()
      expect(await cards.findRefund({ idempotencyKey, reference })).toBeNull()
      const answers = await Promise.all([1, 2, 3].map(() => refund(idempotencyKey, 1500)))
      expect(new Set(answers.map((answer) => answer.reference)).size).toBe(1)
      expect(answers[0]).toMatchObject({ outcome: 'succeeded', reference: expect.any(String) })
      expect(await cards.findRefund({ idempotencyKey, reference })).toEqual(answers[0])
      await expect(refund(randomUUID(), 1001)).rejects.toThrow('more than was paid')
      await expect(refund(idempotencyKey, 1000)).rejects.toThrow()
      expect((await refund(randomUUID(), 1000)).reference).not.toBe(answers[0]?.reference)
    })

    it('refuses a payment that does not exist or did not succeed', async () => {
      const { userId, card } = await saved(CARDS.insufficient)
      const declined = await charge(userId, card)
      for (const reference of ['pi_made_up', declined.reference ?? '']) {
        const wrong = { idempotencyKey: randomUUID(), reference, amount: cents(100) }
        await expect(cards.refund(wrong)).rejects.toThrow()
      }
    })
  })
})
