/** R14: until when a supporter may cancel a pledge or change its card, and the reason given after that. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { longDate } from '#server/messaging/mails/index.ts'
import { runDueCharges } from '#server/money/charges/due-charges.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  CARDS,
  declare,
  enterMatch,
  lock,
  openSeason,
  play,
  pledge,
  type Season,
  saveCard,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { schedule } from '#tests/line-changes.ts'
import {
  auditOf,
  campaignOf,
  cancel,
  detail,
  GOALS,
  lower,
  mailsOf,
  pathOf,
  playMatch,
} from '#tests/pledge-changes.ts'

let app: TestApp
let org: TestOrganization
let season: Season
const NOW = '2026-09-10T16:00:00Z'
beforeAll(async () => {
  app = await createTestApp({ now: NOW })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(NOW)
  season = await openSeason(org)
})

describe('cancelling a pledge', () => {
  it('is possible for 24 hours, removes it from every total, and is confirmed by mail', async () => {
    const { supporter, pledge: made } = await pledge(org, season, {
      lines: { goals: '5.00', gift: '25.00' },
    })
    await playMatch(org, season, 4)
    app.clock.advance({ hours: 23, minutes: 59 })
    expect((await detail(supporter, made)).changes).toMatchObject({
      canCancel: true,
      cannotCancelReason: null,
      cancelUntil: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    })
    const cancelled = expectStatus(await cancel(supporter, made), 201)
    expect(cancelled).toMatchObject({ status: 'cancelled', earned: '0.00', totalAmountDue: '0.00' })
    expect(cancelled.changes).toMatchObject({ canCancel: false, canLower: false, canChangeCard: false })
    expect(await campaignOf(app, season)).toMatchObject({
      totalPledged: '0.00',
      totalEarned: '0.00',
      supportersCount: 0,
    })
    expect((await mailsOf(app, made)).map(({ subject }) => subject)).toEqual([
      'Your pledge for Fall Season is cancelled',
    ])
    expect((await auditOf(app, made)).map(({ action }) => action)).toEqual(['pledge.cancel'])
    const twice = await cancel(supporter, made)
    expect([twice.status, twice.body.message]).toEqual([409, 'This pledge was cancelled: nothing is charged'])
    expect((await lower(supporter, made, '1.00')).status).toBe(409)
  })

  it('is possible later until a result of one of its statistics is entered', async () => {
    const first = await pledge(org, season, { lines: { champions: '50.00' } })
    const second = await pledge(org, season, { lines: { champions: '50.00' } })
    app.clock.advance({ days: 5 })
    await playMatch(org, season, 4)
    expectStatus(await cancel(first.supporter, first.pledge), 201)
    await declare(org, season, 'achieved')
    const refused = await cancel(second.supporter, second.pledge)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A result that counts for it is entered, and 24 hours have passed. You can lower the maximum.',
    ])
    expect((await detail(second.supporter, second.pledge)).changes.cannotCancelReason).toBe(
      refused.body.message,
    )
  })

  it('ends after 24 hours with a result that it counts, also an older one or one that waits', async () => {
    await playMatch(org, season, 50)
    app.clock.advance({ hours: 1 })
    const whole = await pledge(org, season, GOALS)
    const fromNow = await pledge(org, season, { ...GOALS, counts: { from: 'now' } })
    const wins = await pledge(org, season, { lines: { wins: '5.00' } })
    app.clock.advance({ days: 3 })
    expect((await cancel(whole.supporter, whole.pledge)).status).toBe(409)
    expectStatus(await cancel(fromNow.supporter, fromNow.pledge), 201)
    const today = { opponent: 'Cove', startTime: app.clock.now().toISOString() }
    const [entry] = await enterMatch(org, season, { ...today, wins: 1 })
    expect((await cancel(wins.supporter, wins.pledge)).status).toBe(409)
    const path = `${season.path}/results/${entry?.id}/void`
    expectStatus(await org.scorer.post(path, { reason: 'Wrong match' }), 201)
    expectStatus(await cancel(wins.supporter, wins.pledge), 201)
  })

  it('of a pledge on one match ends when that match begins, also within the 24 hours', async () => {
    const startTime = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const cove = await schedule(org, season, { opponent: 'Cove', startTime })
    const alone = { lines: { goals: '100.00' }, counts: { from: 'match', eventId: cove } } as const
    const first = await pledge(org, season, alone)
    const second = await pledge(org, season, alone)
    expectStatus(await cancel(first.supporter, first.pledge), 201)
    app.clock.advance({ hours: 2 })
    const started = await cancel(second.supporter, second.pledge)
    const words = 'That match has started, so this pledge counts. You can lower the maximum.'
    expect([started.status, started.body.message]).toEqual([409, words])
    await play(org, season, { opponent: 'Cove', startTime, eventId: cove, goals: 3 })
    expect(await detail(second.supporter, second.pledge)).toMatchObject({
      earned: '300.00',
      changes: { canCancel: false, cannotCancelReason: words },
    })
  })

  it('is refused once it was charged, even within 24 hours', async () => {
    await playMatch(org, season, 4)
    const { supporter, pledge: made } = await pledge(org, season, GOALS)
    await bill(org, season, 'progress')
    await app.deps.db.query(sql`update pledges set created_at = ${app.clock.now()} where id = ${made.id}`)
    const refused = await cancel(supporter, made)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is already paid') },
    })
  })

  it.each(['progress', 'final'] as const)('is refused once a %s settlement has billed it', async (kind) => {
    await playMatch(org, season, 4)
    const { supporter, pledge: made } = await pledge(org, season, GOALS)
    await lock(org, season, kind)
    const refused = await cancel(supporter, made)
    const words = 'This pledge is part of a settlement, so it counts. You can lower the maximum.'
    expect([refused.status, refused.body.message]).toEqual([409, words])
    expect(await detail(supporter, made)).toMatchObject({ charges: [{ state: 'scheduled' }] })
  })

  it('is refused 40 days after the invoice was due, of a pledge made after the last result', async () => {
    await playMatch(org, season, 50)
    app.clock.advance({ hours: 1 })
    const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, method: 'check' })
    await lock(org, season, 'final')
    app.clock.advance({ days: 70 })
    expect((await cancel(supporter, made)).status).toBe(409)
    expect(await detail(supporter, made)).toMatchObject({ earned: '250.00', invoices: [{ state: 'open' }] })
  })

  it('of a cancelled campaign is refused with the reason', async () => {
    const { supporter, pledge: made } = await pledge(org, season, GOALS)
    await setStatus(org, season, 'cancelled')
    expect((await cancel(supporter, made)).body.message).toBe(
      'The campaign was cancelled: nothing more is charged',
    )
  })
})

describe('changing the card of a pledge', () => {
  const changeTo = (by: Caller, made: Pledge, stripePaymentMethodId: string) =>
    by.put<PledgeDetail & ErrorBody>(pathOf(made), { stripePaymentMethodId })

  it('moves its open charges to that card and retries one that is past due', async () => {
    const wish = { ...GOALS, method: 'auto_bill_end', card: CARDS.expired } as const
    const { supporter, pledge: made } = await pledge(org, season, wish)
    await playMatch(org, season, 4)
    await bill(org, season, 'final')
    expect(await detail(supporter, made)).toMatchObject({
      status: 'past_due',
      charges: [{ state: 'past_due' }],
    })
    const changed = expectStatus(await changeTo(supporter, made, await saveCard(supporter)), 200)
    expect(changed).toMatchObject({ status: 'active', charges: [{ state: 'failed' }] })
    expect(changed.changes.cards.map(({ last4, isCurrent }) => [last4, isCurrent])).toEqual([
      ['4242', true],
      ['0069', false],
    ])
    const mail = (await mailsOf(app, made)).find(({ kind }) => kind === 'pledge_card')
    expect(mail?.text).toContain('is charged to your Visa ending in 4242')
    expect(mail?.text).toContain('$20.00 could not be charged')
    const today = longDate(app.clock.now(), 'America/New_York')
    expect(mail?.text).toContain(`Card charge that failed, tried again on ${today}: $20.00`)
    expect(mail?.text).not.toContain('Nothing is charged before you get a statement')
    await runDueCharges(app.deps)
    expect(await detail(supporter, made)).toMatchObject({ status: 'settled', received: '20.00' })
    expect((await auditOf(app, made)).map(({ action }) => action)).toEqual(['pledge.change_card'])
  })

  it('is confirmed with what a statement has announced, and without it where nothing was billed', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, method: 'auto_bill_progress' })
    const textOf = async () =>
      (await mailsOf(app, made)).filter(({ kind }) => kind === 'pledge_card').at(-1)?.text
    expectStatus(await changeTo(supporter, made, await saveCard(supporter)), 200)
    expect(await textOf()).toContain('Nothing is charged before you get a statement')
    await playMatch(org, season, 4)
    const { chargeAt } = await lock(org, season, 'progress')
    expectStatus(await changeTo(supporter, made, await saveCard(supporter)), 200)
    expect(await textOf()).toContain(
      `Card charge on ${longDate(new Date(chargeAt), 'America/New_York')}: $20.00`,
    )
    expect(await textOf()).not.toContain('Nothing is charged before you get a statement')
  })

  it('starts the retries over when the new card fails, too (R35)', async () => {
    const wish = { ...GOALS, method: 'auto_bill_end', card: CARDS.expired } as const
    const { supporter, pledge: made } = await pledge(org, season, wish)
    await playMatch(org, season, 4)
    await bill(org, season, 'final')
    expectStatus(await changeTo(supporter, made, await saveCard(supporter, CARDS.insufficient)), 200)
    await runDueCharges(app.deps)
    expect(await detail(supporter, made)).toMatchObject({ status: 'active', charges: [{ state: 'failed' }] })
    for (const days of [1, 3, 7]) {
      app.clock.advance({ days, minutes: 1 })
      await runDueJobs(app.deps)
    }
    expect(await detail(supporter, made)).toMatchObject({
      status: 'past_due',
      charges: [{ state: 'past_due' }],
    })
  })

  it('is refused for a card of someone else, and for a pledge paid by check', async () => {
    const { supporter, pledge: made } = await pledge(org, season, GOALS)
    const stranger = await app.user()
    for (const foreign of ['pm_nothing', await saveCard(stranger)]) {
      const refused = await changeTo(supporter, made, foreign)
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
        400,
        ['stripePaymentMethodId'],
      ])
    }
    const byCheck = await pledge(org, season, { ...GOALS, method: 'check' })
    const refused = await changeTo(byCheck.supporter, byCheck.pledge, await saveCard(byCheck.supporter))
    expect(refused.body.fields).toEqual({
      stripePaymentMethodId: 'This pledge is paid from an invoice, not by card',
    })
    expect((await detail(byCheck.supporter, byCheck.pledge)).changes).toMatchObject({
      canChangeCard: false,
      cannotChangeCardReason: 'This pledge is paid from an invoice, not by card',
    })
  })
})

it('only its supporter can change a pledge, and an unverified address gets no mail (R27, R44)', async () => {
  const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, most: '300.00' })
  for (const other of [org.owner, org.representative, await app.user()]) {
    expect((await lower(other, made, '50.00')).status).toBe(404)
    expect((await cancel(other, made)).status).toBe(404)
  }
  const seen = await detail(org.representative, made)
  expect(seen.changes).toMatchObject({ canCancel: false, canLower: false, canChangeCard: false, cards: [] })
  await app.deps.db.query(sql`update users set email_verified_at = null where id = ${supporter.userId}`)
  expectStatus(await lower(supporter, made, '50.00'), 200)
  expect(await mailsOf(app, made)).toEqual([])
})
