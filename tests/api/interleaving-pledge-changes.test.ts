/** A supporter changes or cancels a pledge while results, settlements and charges move it (R12, R14). */
import { describe, expect, it } from 'vitest'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  goToChargeDate,
  lock,
  play,
  pledge,
  pledgeDetail,
  saveCard,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import {
  BAY,
  holdAtCheckpoint,
  holdTransactionOf,
  interleave,
  publicCampaign,
  statusesOf,
} from '#tests/interleaving.ts'

givenSeasonForEachTest()

describe('changing a pledge (R14):', () => {
  const change =
    (by: Caller, { id }: Pick<Pledge, 'id'>, body: object) =>
    () =>
      by.put<PledgeDetail>(`/api/pledges/${id}`, body)
  const cancel =
    (by: Caller, { id }: Pick<Pledge, 'id'>) =>
    () =>
      by.post<PledgeDetail>(`/api/pledges/${id}/cancellation`)
  const WISH = { lines: { goals: '2.00' }, most: '50.00' } as const
  const next = { ...BAY, opponent: 'Cove', goals: 10 }
  const passTwoDays = () => app.clock.advance({ days: 2 })

  it('a confirmation after the maximum was lowered counts up to it', async () => {
    const { supporter, pledge: made } = await pledge(org, season, WISH)
    const entries = await enterMatch(org, season, next)
    const lower = change(supporter, made, { maximumAmount: '20.00' })
    const [lowered] = await interleave(app, lower, () => confirm(org.owner, season, entries))
    expectStatus(lowered, 200)
    expect(await publicCampaign()).toMatchObject({ totalEarned: '20.00', totalPledged: '20.00' })
  })

  it('the maximum cannot be lowered below what a confirmation has just earned', async () => {
    const { supporter, pledge: made } = await pledge(org, season, WISH)
    const entries = await enterMatch(org, season, next)
    const lower = change(supporter, made, { maximumAmount: '8.00' })
    const [, lowered] = await interleave(app, () => confirm(org.owner, season, entries), lower)
    expect(lowered).toMatchObject({
      status: 400,
      body: { message: '$20.00 is the lowest maximum now: that much is already earned' },
    })
    expect(await publicCampaign()).toMatchObject({ totalEarned: '20.00' })
  })

  it.each(['lowering', 'locking'])(
    'with %s first, nobody is billed above the lowered maximum',
    async (isFirst) => {
      const { supporter, pledge: made } = await pledge(org, season, WISH)
      await play(org, season, next)
      const lower = change(supporter, made, { maximumAmount: '20.00' })
      const settle = () => lock(org, season, 'progress')
      const locked =
        isFirst === 'lowering'
          ? (await interleave(app, lower, settle))[1]
          : (await interleave(app, settle, lower))[0]
      expect(locked.totals.toBill).toBe('20.00')
      expect(await pledgeDetail(supporter, made)).toMatchObject({ agreedMaximum: '20.00', billed: '20.00' })
    },
  )

  it('a confirmation after the pledge was cancelled counts nothing of it', async () => {
    const { supporter, pledge: made } = await pledge(org, season, WISH)
    const entries = await enterMatch(org, season, next)
    const [cancellation] = await interleave(app, cancel(supporter, made), () =>
      confirm(org.owner, season, entries),
    )
    expectStatus(cancellation, 201)
    expect(await publicCampaign()).toMatchObject({
      totalEarned: '0.00',
      totalPledged: '0.00',
      supportersCount: 0,
    })
  })

  it('a pledge cannot be cancelled after a confirmation has earned on it', async () => {
    const { supporter, pledge: made } = await pledge(org, season, WISH)
    passTwoDays()
    const entries = await enterMatch(org, season, next)
    const [, cancellation] = await interleave(
      app,
      () => confirm(org.owner, season, entries),
      cancel(supporter, made),
    )
    expect(cancellation.status).toBe(409)
    expect(await publicCampaign()).toMatchObject({ totalEarned: '20.00', supportersCount: 1 })
  })

  it('two requests to cancel at once cancel it once, and the second is a conflict', async () => {
    const { supporter, pledge: made } = await pledge(org, season, WISH)
    const answers = await Promise.all([cancel(supporter, made)(), cancel(supporter, made)()])
    expect(statusesOf(answers)).toEqual([201, 409])
    expect(await publicCampaign()).toMatchObject({ totalPledged: '0.00', supportersCount: 0 })
  })

  it('a charge that is being processed stays with its card, and the pledge cannot be cancelled', async () => {
    const { supporter, pledge: made } = await pledge(org, season, WISH)
    await play(org, season, next)
    await lock(org, season, 'progress')
    await goToChargeDate(org)
    const stop = holdAtCheckpoint(app, 'charge.claimed')
    const charging = runDueCharges(app.deps)
    await stop.reached
    const card = await saveCard(supporter)
    expectStatus(await change(supporter, made, { stripePaymentMethodId: card })(), 200)
    expect(await cancel(supporter, made)()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('A charge is being processed') },
    })
    stop.goOn()
    await charging
    const rows = await app.deps.db.query<{ isMoved: boolean }>(sql`
      select c.card_id = p.card_id as is_moved from charges c join pledges p on p.id = c.pledge_id where p.id = ${made.id}`)
    expect(rows).toEqual([{ isMoved: false }])
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '20.00' })
  })

  it('a charge waits for a change of card that is under way, and is taken from the new card', async () => {
    const { supporter, pledge: made } = await pledge(org, season, WISH)
    await play(org, season, next)
    await lock(org, season, 'progress')
    await goToChargeDate(org)
    const card = await saveCard(supporter)
    const moving = holdTransactionOf(app, change(supporter, made, { stripePaymentMethodId: card }))
    await moving.held
    // The job skips the row that is locked, and picks it up the next time.
    await runDueCharges(app.deps)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '0.00' })
    moving.letGo()
    expectStatus(await moving.done, 200)
    await runDueCharges(app.deps)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '20.00' })
    const paid = await app.deps.db.query<{ method: string }>(
      sql`select payment_method as method from sandbox.payments`,
    )
    expect(paid).toEqual([{ method: card }])
  })
})
