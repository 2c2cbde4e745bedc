/** A card is charged only by the card provider that saved it, and only with its kind of money (R39). */
import { describe, expect, it, vi } from 'vitest'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { runScheduledRefunds } from '#server/money/refunds/refund.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  goToChargeDate,
  lock,
  pledge,
  pledgeBody,
  runToChargeDate,
  setStatus,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()

const GIFT = { lines: { gift: '30.00' } } as const
/** As if the server was started with another card provider. */
const changeProvider = (given: Partial<Pick<TestApp['deps']['cards'], 'provider' | 'moneyMode'>>) => {
  app.deps.cards = { ...app.deps.cards, ...given }
}
const LIVE = { provider: 'stripe', moneyMode: 'live' } as const
const SANDBOX = { provider: 'sandbox', moneyMode: 'sandbox' } as const
/** As if the card was saved while that provider was in use. */
const cardFrom = (supporter: Caller, saved: { provider: string; moneyMode: string }) =>
  app.deps.db.query(sql`
    update cards set provider = ${saved.provider}, money_mode = ${saved.moneyMode} where user_id = ${supporter.userId}`)
const charges = async () =>
  expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
const detailOf = async ({ supporter, pledge: { id } }: Awaited<ReturnType<typeof pledge>>) =>
  expectStatus(await supporter.get<PledgeDetail>(`/api/pledges/${id}`), 200)
const taken = async () =>
  (await app.deps.db.query<{ cents: number }>(sql`select amount_cents as cents from sandbox.payments`)).map(
    ({ cents }) => cents,
  )

describe('a charge', () => {
  it.each([
    { provider: 'stripe', moneyMode: 'sandbox' },
    { provider: 'sandbox', moneyMode: 'live' },
  ])(
    'on a card of $provider, $moneyMode, is not sent and says why, and other charges go on',
    async (provider) => {
      const other = await pledge(org, season, GIFT)
      const own = await pledge(org, season, { lines: { gift: '20.00' } })
      await lock(org, season, 'progress')
      await cardFrom(other.supporter, provider)
      const charge = vi.spyOn(app.deps.cards, 'charge')
      await runToChargeDate(org)
      expect(charge).toHaveBeenCalledTimes(1)
      expect(await taken()).toEqual([2000])
      expect((await charges()).find(({ pledgeId }) => pledgeId === other.pledge.id)).toMatchObject({
        state: 'past_due',
        attempts: 0,
        reason: 'The card was saved with a card provider that is no longer used; it was not charged',
        nextStep: 'The supporter pays with another card',
      })
      expect(await detailOf(other)).toMatchObject({ status: 'past_due', received: '0.00' })
      expect(await detailOf(own)).toMatchObject({ status: 'active', received: '20.00' })
      app.clock.advance({ days: 10 })
      await runDueJobs(app.deps)
      expect(charge).toHaveBeenCalledTimes(1)
    },
  )

  it('of test money is not sent to a provider that charges real cards', async () => {
    await pledge(org, season, GIFT)
    await lock(org, season, 'progress')
    await goToChargeDate(org)
    changeProvider(LIVE)
    expect(await runDueCharges(app.deps)).toBe(0)
    expect((await charges())[0]).toMatchObject({ state: 'past_due', attempts: 0 })
    expect(await taken()).toEqual([])
  })

  it('of test money is not sent with a card that was saved with real money', async () => {
    const { supporter } = await pledge(org, season, GIFT)
    await lock(org, season, 'progress')
    await goToChargeDate(org)
    await cardFrom(supporter, LIVE)
    changeProvider(LIVE)
    const charge = vi.spyOn(app.deps.cards, 'charge')
    expect(await runDueCharges(app.deps)).toBe(0)
    expect(charge).not.toHaveBeenCalled()
    expect((await charges())[0]).toMatchObject({ state: 'past_due', attempts: 0 })
  })

  it('of real money waits while only test cards can be charged', async () => {
    const { supporter } = await pledge(org, season, GIFT)
    await lock(org, season, 'progress')
    await cardFrom(supporter, LIVE)
    await app.deps.db.query(sql`update campaigns set money_mode = 'live' where id = ${season.id}`)
    await app.deps.db.query(sql`update charges set money_mode = 'live'`)
    await runToChargeDate(org)
    expect((await charges())[0]).toMatchObject({ state: 'scheduled', attempts: 0 })
    changeProvider(LIVE)
    const charge = vi.spyOn(app.deps.cards, 'charge').mockResolvedValue({
      outcome: 'succeeded',
      reference: 'pi_live',
    })
    expect(await runDueCharges(app.deps)).toBe(1)
    expect(charge).toHaveBeenCalledTimes(1)
  })

  it('that is being processed by another provider waits for that provider’s answer', async () => {
    await pledge(org, season, GIFT)
    await lock(org, season, 'progress')
    await goToChargeDate(org)
    const real = app.deps.checkpoint
    app.deps.checkpoint = () => Promise.reject(new Error('this server is dead'))
    await expect(runDueCharges(app.deps)).rejects.toThrow()
    app.deps.checkpoint = real
    changeProvider({ provider: 'stripe' })
    app.clock.advance({ minutes: 6 })
    expect(await runDueCharges(app.deps)).toBe(0)
    expect((await charges())[0]).toMatchObject({ state: 'processing', attempts: 1 })
    changeProvider(SANDBOX)
    expect(await runDueCharges(app.deps)).toBe(1)
    expect((await charges())[0]).toMatchObject({ state: 'succeeded', attempts: 1 })
  })
})

it('a refund is made by the provider that took the money, and waits until it is in use again', async () => {
  await pledge(org, season, GIFT)
  await bill(org, season, 'progress')
  await setStatus(org, season, 'cancelled', { refundAll: true })
  changeProvider(LIVE)
  expect(await runScheduledRefunds(app.deps)).toBe(0)
  changeProvider(SANDBOX)
  expect(await runScheduledRefunds(app.deps)).toBe(1)
})

describe('a new pledge', () => {
  const refusedWith = async (supporter: Caller, body: object) => {
    const answer = await supporter.post<{ fields: Record<string, string> }>(`${season.path}/pledges`, body)
    expect(answer.status).toBe(400)
    return answer.body.fields
  }

  it('with a card of another provider is refused with what to do', async () => {
    const { supporter } = await pledge(org, season, GIFT)
    const [card] = await app.deps.db.query<{ id: string }>(
      sql`select provider_payment_method as id from cards where user_id = ${supporter.userId}`,
    )
    const body = { ...(await pledgeBody(supporter, season, GIFT)), stripePaymentMethodId: card?.id }
    for (const provider of [{ provider: 'stripe' }, { provider: 'sandbox', moneyMode: 'live' }] as const) {
      changeProvider(provider)
      expect(await refusedWith(supporter, body)).toEqual({
        stripePaymentMethodId:
          'That card was saved with another card provider and cannot be charged here: save a card again',
      })
    }
    changeProvider(SANDBOX)
    expectStatus(await supporter.post(`${season.path}/pledges`, body), 201)
  })

  it('by card is refused in a campaign of the other kind of money, and by check it is not', async () => {
    const supporter = await app.user()
    const body = await pledgeBody(supporter, season, GIFT)
    await app.deps.db.query(sql`update campaigns set money_mode = 'live' where id = ${season.id}`)
    expect(await refusedWith(supporter, body)).toEqual({
      paymentMethod:
        'This campaign uses real money, and this site accepts only test cards: choose check or cash',
    })
    const byCheck = { ...body, paymentMethod: 'check', stripePaymentMethodId: null }
    expectStatus(await supporter.post(`${season.path}/pledges`, byCheck), 201)
  })
})
