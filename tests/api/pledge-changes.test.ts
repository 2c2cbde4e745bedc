/** R14: what a supporter may change about a pledge, until when, and the words when not. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { ErrorBody } from '#domain/schemas/error.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { runDueCharges } from '#server/charges/jobs.ts'
import { sql } from '#server/db/database.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/self-check/invariants.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  CARDS,
  confirm,
  countRows,
  declare,
  type House,
  lock,
  openHouse,
  openSeason,
  play,
  pledge,
  runToChargeDate,
  type Season,
  saveCard,
  setStatus,
} from '#tests/fixtures.ts'

let app: TestApp
let house: House
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  house = await openHouse(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(house)
})
/** Whatever was changed: the totals are sums, nobody is billed above the maximum, what is settled is accounted for. */
afterEach(async () => expect(await checkInvariants(app.deps.db)).toEqual([]))

const GOALS = { lines: { goals: '5.00' } } as const
const at = ({ id }: Pick<Pledge, 'id'>) => `/api/pledges/${id}`
const detail = async (by: Caller, made: Pick<Pledge, 'id'>) =>
  expectStatus(await by.get<PledgeDetail>(at(made)), 200)
const lower = (by: Caller, made: Pick<Pledge, 'id'>, maximumAmount: string, headers = {}) =>
  by.put<PledgeDetail & ErrorBody>(at(made), { maximumAmount }, headers)
const cancel = (by: Caller, made: Pick<Pledge, 'id'>, headers = {}) =>
  by.post<PledgeDetail & ErrorBody>(`${at(made)}/cancellation`, {}, headers)
const shown = async () => expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns
const match = (goals: number, opponent = 'Bay') =>
  play(house, season, { opponent, startTime: '2026-09-09T18:00:00Z', goals })
/** A correction by itself, entered and confirmed. */
async function correct(quantity: number): Promise<void> {
  const body = { statisticId: season.statistics.goals.id, quantity }
  await confirm(house.owner, season, [
    expectStatus(await house.scorer.post<ResultEntry>(`${season.path}/results`, body), 201),
  ])
}
const mailsOf = (made: Pick<Pledge, 'id'>) =>
  app.deps.db.query<{ kind: string; subject: string; text: string }>(
    sql`select kind, subject, text_body as text from mails where pledge_id = ${made.id} order by id`,
  )
const auditOf = (made: Pick<Pledge, 'id'>) =>
  app.deps.db.query<{ action: string; before: object; after: object }>(
    sql`select action, before, after from audit_log where subject_id = ${made.id} and action <> 'pledge.create' order by id`,
  )

describe('lowering the maximum', () => {
  it('binds from now on, keeps what was agreed before, and says so by mail', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { ...GOALS, most: '300.00' })
    const before = await shown()
    const changed = expectStatus(await lower(supporter, made, '80'), 200)
    expect(changed).toMatchObject({ maximumAmount: '80.00', agreedMaximum: '80.00', version: 2 })
    expect(changed.totalAmountDue).toBe('80.00')
    expect(changed.consentText).toContain(
      'On September 10, 2026 I lowered my maximum: I never pay more than $80.00.',
    )
    expect(changed.consentText).toContain('never more than $300.00')
    expect([before.totalPledged, (await shown()).totalPledged]).toEqual(['200.00', '80.00'])

    const again = expectStatus(await lower(supporter, made, '60.00'), 200)
    expect(again.consentText.match(/I lowered my maximum/g)).toHaveLength(1)
    const kept = await app.deps.db.query<{ consentText: string; agreedMaximumCents: number }>(
      sql`select consent_text, agreed_maximum_cents from pledge_consents where pledge_id = ${made.id} order by agreed_maximum_cents desc`,
    )
    expect(kept.map(({ agreedMaximumCents }) => agreedMaximumCents)).toEqual([30_000, 8_000])
    expect(kept.map(({ consentText }) => consentText)).toEqual([made.consentText, changed.consentText])
    expect((await mailsOf(made)).map(({ subject }) => subject).sort()).toEqual([
      'You lowered your maximum for Fall Season to $60.00',
      'You lowered your maximum for Fall Season to $80.00',
    ])
    expect(await auditOf(made)).toContainEqual({
      action: 'pledge.lower_maximum',
      before: { agreedMaximum: '300.00' },
      after: { agreedMaximum: '80.00' },
    })
  })

  it('is never below what is earned, nor what is billed, nor ever raised: in words, and nothing changes', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { ...GOALS, most: '300.00' })
    await match(7)
    const rows = await countRows(app.deps.db)
    const refused = async (amount: string) =>
      (await lower(supporter, made, amount)).body.fields?.maximumAmount
    expect(await refused('34.99')).toBe('$35.00 is the lowest maximum now: so much is earned already')
    expect(await refused('300.01')).toBe('A maximum can only be lowered: yours is $300.00')
    for (const wrong of ['0', '-1', 'lots', '1.234']) expect(await refused(wrong)).toBeTruthy()
    expect(await countRows(app.deps.db)).toEqual(rows)
    expect((await detail(supporter, made)).changes).toMatchObject({ canLower: true, lowestMaximum: '35.00' })
    expectStatus(await lower(supporter, made, '35.00'), 200)
    expect((await detail(supporter, made)).changes).toMatchObject({
      canLower: false,
      cannotLowerReason: 'Your maximum is reached: there is nothing to lower.',
    })
  })

  it('stays at what is billed after a correction has lowered what is earned', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { ...GOALS, most: '300.00' })
    await match(10)
    await lock(house, season, 'progress')
    await correct(-4)
    expect(await detail(supporter, made)).toMatchObject({
      earned: '30.00',
      changes: { lowestMaximum: '50.00' },
    })
    const refused = await lower(supporter, made, '49.99')
    expect(refused.body.message).toBe('$50.00 is the lowest maximum now: so much is billed already')
    expectStatus(await lower(supporter, made, '50.00'), 200)
    await runToChargeDate(house)
  })

  it('after the final settlement leaves the split that was mailed as it was (R10)', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { ...GOALS, most: '300.00' })
    await play(house, season, { opponent: 'Bay', startTime: '2026-09-02T18:00:00Z', goals: 20 })
    await correct(-8)
    await lock(house, season, 'final')
    app.clock.advance({ minutes: 1 })
    const before = await detail(supporter, made)
    expect(before.shares.map(({ amount }) => amount)).toEqual(['100.00', '-40.00'])
    expectStatus(await lower(supporter, made, '60.00'), 200)
    expect((await detail(supporter, made)).shares).toEqual(before.shares)
    await runToChargeDate(house)
    expect(await detail(supporter, made)).toMatchObject({ received: '60.00', agreedMaximum: '60.00' })
  })

  it('binds whatever is played and lowered, in whatever order', async () => {
    const step = fc.oneof(
      fc.record({ goals: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ lowerTo: fc.integer({ min: 1, max: 30_000 }) }),
      fc.constant({ settle: true }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        season = await openSeason(house)
        const { supporter, pledge: made } = await pledge(house, season, { ...GOALS, most: '250.00' })
        let count = 0
        for (const one of steps) {
          if ('goals' in one) await match(one.goals, `Team ${count++}`)
          else if ('settle' in one)
            await house.representative.post(`${season.path}/settlements`, { kind: 'progress', version: 1 })
          else {
            const { changes, agreedMaximum } = await detail(supporter, made)
            const wanted = one.lowerTo / 100
            const answer = await lower(supporter, made, wanted.toFixed(2))
            const isAllowed = wanted >= Number(changes.lowestMaximum) && wanted <= Number(agreedMaximum)
            expect(answer.status).toBe(isAllowed ? 200 : 400)
          }
          const now = await detail(supporter, made)
          expect(Number(now.earned)).toBeLessThanOrEqual(Number(now.agreedMaximum))
          expect(Number(now.billed)).toBeLessThanOrEqual(Number(now.agreedMaximum))
          expect(Number(now.totalAmountDue)).toBeLessThanOrEqual(Number(now.agreedMaximum))
        }
        expect(await checkInvariants(app.deps.db)).toEqual([])
      }),
      { numRuns: 12 },
    )
  }, 60_000)
})

describe('one click is one write', () => {
  it('the same key is one change; another version is told with what is there now', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { ...GOALS, most: '300.00' })
    const headers = { 'idempotency-key': 'once', 'if-match': '"1"' }
    const first = expectStatus(await lower(supporter, made, '90.00', headers), 200)
    const second = await lower(supporter, made, '90.00', headers)
    expect([second.status, second.body]).toEqual([200, first])
    expect(await mailsOf(made)).toHaveLength(1)
    const stale = await lower(supporter, made, '70.00', { 'if-match': '"1"' })
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale', details: { current: { agreedMaximum: '90.00', version: 2 } } },
    })
    expect((await cancel(supporter, made, { 'if-match': '"1"' })).status).toBe(409)
    const unchanged = expectStatus(await lower(supporter, made, '90.00'), 200)
    expect(unchanged.version).toBe(2)
  })
})

describe('cancelling', () => {
  it('is possible for 24 hours in any case, counts nowhere, and is confirmed by mail', async () => {
    const { supporter, pledge: made } = await pledge(house, season, {
      lines: { goals: '5.00', gift: '25.00' },
    })
    await match(4)
    app.clock.advance({ hours: 23, minutes: 59 })
    expect((await detail(supporter, made)).changes).toMatchObject({
      canCancel: true,
      cannotCancelReason: null,
      cancelUntil: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    })
    const cancelled = expectStatus(await cancel(supporter, made), 201)
    expect(cancelled).toMatchObject({ status: 'cancelled', earned: '0.00', totalAmountDue: '0.00' })
    expect(cancelled.changes).toMatchObject({ canCancel: false, canLower: false, canChangeCard: false })
    expect(await shown()).toMatchObject({ totalPledged: '0.00', totalEarned: '0.00', supportersCount: 0 })
    expect((await mailsOf(made)).map(({ subject }) => subject)).toEqual([
      'Your pledge for Fall Season is cancelled',
    ])
    expect((await auditOf(made)).map(({ action }) => action)).toEqual(['pledge.cancel'])
    const twice = await cancel(supporter, made)
    expect([twice.status, twice.body.message]).toEqual([409, 'This pledge was cancelled: nothing is charged'])
    expect((await lower(supporter, made, '1.00')).status).toBe(409)
  })

  it('is possible later too, until the first result on one of its statistics is confirmed', async () => {
    const early = await pledge(house, season, { lines: { champions: '50.00' } })
    const late = await pledge(house, season, { lines: { champions: '50.00' } })
    app.clock.advance({ days: 5 })
    await match(4)
    expectStatus(await cancel(early.supporter, early.pledge), 201)
    await declare(house, season, 'achieved')
    const refused = await cancel(late.supporter, late.pledge)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A result that you pledged on has been confirmed since, and 24 hours have passed. You can lower the maximum.',
    ])
    expect((await detail(late.supporter, late.pledge)).changes.cannotCancelReason).toBe(refused.body.message)
  })

  it('counts only results confirmed after it was made', async () => {
    await match(4)
    app.clock.advance({ hours: 1 })
    const { supporter, pledge: made } = await pledge(house, season, GOALS)
    app.clock.advance({ days: 3 })
    expectStatus(await cancel(supporter, made), 201)
  })

  it('is refused once money was taken, also within 24 hours', async () => {
    await match(4)
    const { supporter, pledge: made } = await pledge(house, season, GOALS)
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    await app.deps.db.query(sql`update pledges set created_at = ${app.clock.now()} where id = ${made.id}`)
    const refused = await cancel(supporter, made)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('was paid already') },
    })
  })

  it('voids what is open; after a final lock it stays accounted for', async () => {
    const other = await pledge(house, season, { ...GOALS, method: 'check' })
    app.clock.advance({ minutes: 1 })
    await match(4)
    const { supporter, pledge: made } = await pledge(house, season, GOALS)
    await lock(house, season, 'progress')
    expectStatus(await cancel(supporter, made), 201)
    await runToChargeDate(house)
    expect(await detail(supporter, made)).toMatchObject({ received: '0.00', charges: [{ state: 'voided' }] })
    const late = await pledge(house, season, { ...GOALS, method: 'auto_bill_end' })
    await lock(house, season, 'final')
    expectStatus(await cancel(late.supporter, late.pledge), 201)
    const refused = await cancel(other.supporter, other.pledge)
    expect(refused.status).toBe(409)
    expect(await checkInvariants(app.deps.db)).toEqual([])
    await runToChargeDate(house)
    expect(await detail(late.supporter, late.pledge)).toMatchObject({ received: '0.00', status: 'cancelled' })
    expect(await shown()).toMatchObject({ supportersCount: 1, totalPledged: '20.00' })
  })

  it('of a cancelled campaign has nothing to cancel', async () => {
    const { supporter, pledge: made } = await pledge(house, season, GOALS)
    await setStatus(house, season, 'cancelled')
    expect((await cancel(supporter, made)).body.message).toBe(
      'The campaign was cancelled: nothing more is charged',
    )
  })
})

describe('changing the card', () => {
  const changeTo = (by: Caller, made: Pledge, stripePaymentMethodId: string) =>
    by.put<PledgeDetail & ErrorBody>(at(made), { stripePaymentMethodId })

  it('moves open charges; one past due is tried again, and the pledge is settled when it is paid', async () => {
    const wish = { ...GOALS, method: 'auto_bill_end', card: CARDS.expired } as const
    const { supporter, pledge: made } = await pledge(house, season, wish)
    await match(4)
    await lock(house, season, 'final')
    await runToChargeDate(house)
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
    const mail = (await mailsOf(made)).find(({ kind }) => kind === 'pledge_card')
    expect(mail?.text).toContain('card ending in 4242')
    expect(mail?.text).toContain('$20.00 could not be charged')
    await runDueCharges(app.deps)
    expect(await detail(supporter, made)).toMatchObject({ status: 'settled', received: '20.00' })
    expect((await auditOf(made)).map(({ action }) => action)).toEqual(['pledge.change_card'])
  })

  it('gives a card that fails again the whole course of tries (R35)', async () => {
    const wish = { ...GOALS, method: 'auto_bill_end', card: CARDS.expired } as const
    const { supporter, pledge: made } = await pledge(house, season, wish)
    await match(4)
    await lock(house, season, 'final')
    await runToChargeDate(house)
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

  it('takes only a saved card of one’s own, and only for a pledge that is paid by card', async () => {
    const { supporter, pledge: made } = await pledge(house, season, GOALS)
    const stranger = await app.user()
    for (const foreign of ['pm_nothing', await saveCard(stranger)]) {
      const refused = await changeTo(supporter, made, foreign)
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
        400,
        ['stripePaymentMethodId'],
      ])
    }
    const byCheck = await pledge(house, season, { ...GOALS, method: 'check' })
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

it('nobody else changes a pledge, not even a representative; an unverified address gets no mail (R27, R44)', async () => {
  const { supporter, pledge: made } = await pledge(house, season, { ...GOALS, most: '300.00' })
  for (const other of [house.owner, house.representative, await app.user()]) {
    expect((await lower(other, made, '50.00')).status).toBe(404)
    expect((await cancel(other, made)).status).toBe(404)
  }
  const seen = await detail(house.representative, made)
  expect(seen.changes).toMatchObject({ canCancel: false, canLower: false, canChangeCard: false, cards: [] })
  await app.deps.db.query(sql`update users set email_verified_at = null where id = ${supporter.userId}`)
  expectStatus(await lower(supporter, made, '50.00'), 200)
  expect(await mailsOf(made)).toEqual([])
})
