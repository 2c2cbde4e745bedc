/** Two people post payments, correct invoices or pay out at the same moment: every dollar is counted once (R12). */
import { beforeEach, describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { type Answer, type Caller, expectStatus } from '#tests/app.ts'
import {
  accounts,
  confirm,
  enterMatch,
  invoicesOf,
  lock,
  lockWhatIsShown,
  payment,
  play,
  pledge,
  tryToLock,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { BAY, GOALS, interleave, publicCampaign, statusesOf } from '#tests/interleaving.ts'
import { deposit, postPayment } from '#tests/manual-refunds.ts'
import { preparePayout, setDestination } from '#tests/payouts.ts'

givenSeasonForEachTest()

describe('payments and payouts at the same moment:', () => {
  beforeEach(async () => {
    await play(org, season, { ...BAY, goals: 10 })
    await pledge(org, season, GOALS)
    await lock(org, season, 'final')
  })
  const pay = async (by: Caller, amount = '20.00') => {
    const [invoice] = await invoicesOf(org, season)
    return () => by.post<Payment>(`${season.path}/payments`, payment(invoice ?? { id: '' }, amount, app))
  }

  it('the same check recorded by two people is posted once, and the second is a conflict', async () => {
    const answers = await interleave(app, await pay(org.representative), await pay(org.second))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    expect(await publicCampaign()).toMatchObject({ totalCollected: '20.00' })
  })

  it('half an invoice by the same check, recorded by two people, is posted once, and the second is asked', async () => {
    const half = async (by: Caller) => {
      const [invoice] = await invoicesOf(org, season)
      const form = { ...payment(invoice ?? { id: '' }, '10.00', app), reference: '1042' }
      return () => by.post<Payment>(`${season.path}/payments`, form)
    }
    const answers = await interleave(app, await half(org.representative), await half(org.second))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    expect(answers[1]?.body).toMatchObject({ code: 'already_posted' })
    expect(await publicCampaign()).toMatchObject({ totalCollected: '10.00' })
  })

  it('two halves posted at once pay the invoice in full', async () => {
    const answers = await interleave(
      app,
      await pay(org.representative, '10.00'),
      await pay(org.second, '10.00'),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await invoicesOf(org, season))[0]).toMatchObject({ state: 'paid', paid: '20.00', open: '0.00' })
  })

  it('a correction after the payment refunds what is above the lowered invoice', async () => {
    const entries = await enterMatch(org, season, {
      opponent: 'Bay',
      startTime: BAY.startTime,
      goals: 0,
      eventId: await eventOf(),
    })
    await confirm(org.owner, season, entries)
    const relock = () => lockWhatIsShown(org, season, 'final')
    const [paid, locked] = await interleave(app, await pay(org.representative), relock)
    expectStatus(paid, 201)
    expect(expectStatus(locked, 201).totals).toMatchObject({ refunded: '20.00', lowered: '0.00' })
    expect(await publicCampaign()).toMatchObject({ totalCollected: '0.00' })
  })

  it('a payment after a correction that voids the invoice is refused', async () => {
    const entries = await enterMatch(org, season, {
      opponent: 'Bay',
      startTime: BAY.startTime,
      goals: 0,
      eventId: await eventOf(),
    })
    await confirm(org.owner, season, entries)
    const [locked, paid] = await interleave(
      app,
      () => tryToLock(org, season, 'final'),
      await pay(org.representative),
    )
    expect(expectStatus(locked, 201).totals).toMatchObject({ lowered: '20.00' })
    expect(paid.status).toBe(409)
  })

  it.each(['bouncing', 'correcting'])(
    'with %s first, nothing of a bounced check is refunded',
    async (first) => {
      const paid = expectStatus(await (await pay(org.representative))(), 201)
      const wrong = { ...BAY, goals: 4, eventId: await eventOf() }
      await play(org, season, wrong)
      const bounce = () =>
        org.second.post(`${season.path}/payments/${paid.id}/reversal`, {
          why: 'bounced',
          on: paid.receivedOn,
        })
      const relock = () => lockWhatIsShown(org, season, 'final')
      const answers: Answer<unknown>[] =
        first === 'bouncing' ? await interleave(app, bounce, relock) : await interleave(app, relock, bounce)
      expect(statusesOf(answers)).toEqual([201, 201])
      expect((await invoicesOf(org, season))[0]).toMatchObject({
        state: 'open',
        amount: '8.00',
        paid: '0.00',
      })
      expect({ refunds_owed: 0, ...(await accounts(app.deps.db)) }).toMatchObject({
        refunds_owed: 0,
        undeposited: 0,
      })
    },
  )

  const eventOf = async () =>
    expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).events[0]?.id as string

  it('a payout that two people approve, then record as sent, is approved once and sent once', async () => {
    const { id } = await postPayment(org, season, '20.00', 'cash')
    await deposit(org, id, '20.00')
    const third = await app.representative('Third')
    const path = '/api/payouts'
    await setDestination(org)
    const payout = await preparePayout(
      { organizationId: org.organizationId, representative: third },
      season,
      '15.00',
    )
    const approve = (by: Caller) => () => by.post(`${path}/${payout.id}/approval`, { reference: '1042' })
    const answers = await interleave(app, approve(org.representative), approve(org.second))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    const send = (by: Caller) => () => by.post(`${path}/${payout.id}/dispatch`, { reference: '1042' })
    const sent = await interleave(app, send(org.representative), send(org.second))
    expect(sent.map(({ status }) => status)).toEqual([201, 409])
    const balance = await org.representative.get(`${season.path}/balance`)
    expect(balance.body).toMatchObject({ paidOut: '15.00', owed: '0.00' })
  })
})
