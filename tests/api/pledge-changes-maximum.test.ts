/** R10, R14: a supporter may lower the maximum of a pledge, never below what is earned or billed. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ResultEntry } from '#domain/schemas/result.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  countRows,
  enterMatch,
  lock,
  openSeason,
  play,
  pledge,
  runToChargeDate,
  type Season,
  setUpOrganization,
  type TestOrganization,
  tryToLock,
} from '#tests/fixtures.ts'
import { previewLine } from '#tests/line-changes.ts'
import {
  auditOf,
  campaignOf,
  cancel,
  detail,
  GOALS,
  lower,
  mailsOf,
  playMatch,
} from '#tests/pledge-changes.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  season = await openSeason(org)
})

/** A correction without a match, entered and confirmed. */
async function correct(quantity: number): Promise<void> {
  const body = { statisticId: season.statistics.goals.id, quantity }
  await confirm(org.owner, season, [
    expectStatus(await org.scorer.post<ResultEntry>(`${season.path}/results`, body), 201),
  ])
}

describe('lowering the maximum of a pledge', () => {
  it('limits the pledge from now on, keeps the earlier consent, and is confirmed by mail', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, most: '300.00' })
    const before = await campaignOf(app, season)
    const changed = expectStatus(await lower(supporter, made, '80'), 200)
    expect(changed).toMatchObject({ maximumAmount: '80.00', agreedMaximum: '80.00', version: 2 })
    expect(changed.totalAmountDue).toBe('80.00')
    expect(changed.consentText).toContain(
      'On September 10, 2026 I lowered my maximum: I never pay more than $80.00.',
    )
    expect(changed.consentText).toContain('never more than $300.00')
    expect([before.totalPledged, (await campaignOf(app, season)).totalPledged]).toEqual(['200.00', '80.00'])

    const again = expectStatus(await lower(supporter, made, '60.00'), 200)
    expect(again.consentText.match(/I lowered my maximum/g)).toHaveLength(1)
    const kept = await app.deps.db.query<{ consentText: string; agreedMaximumCents: number }>(
      sql`select consent_text, agreed_maximum_cents from pledge_consents where pledge_id = ${made.id} order by agreed_maximum_cents desc`,
    )
    expect(kept.map(({ agreedMaximumCents }) => agreedMaximumCents)).toEqual([30_000, 8_000])
    expect(kept.map(({ consentText }) => consentText)).toEqual([made.consentText, changed.consentText])
    expect((await mailsOf(app, made)).map(({ subject }) => subject).sort()).toEqual([
      'You lowered your maximum for Fall Season to $60.00',
      'You lowered your maximum for Fall Season to $80.00',
    ])
    expect(await auditOf(app, made)).toContainEqual({
      action: 'pledge.lower_maximum',
      before: { agreedMaximum: '300.00' },
      after: { agreedMaximum: '80.00' },
    })
  })

  it('below what is earned, or raising it, is refused with the reason and changes nothing', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, most: '300.00' })
    await playMatch(org, season, 7)
    const rows = await countRows(app.deps.db)
    const refused = async (amount: string) =>
      (await lower(supporter, made, amount)).body.fields?.maximumAmount
    expect(await refused('34.99')).toBe('$35.00 is the lowest maximum now: that much is already earned')
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

  it('below what is earned with results that wait is refused, for what the pledge counts of them', async () => {
    const whole = await pledge(org, season, { ...GOALS, most: '300.00' })
    await playMatch(org, season, 4)
    const match = { opponent: 'Cove', startTime: '2026-09-09T20:00:00Z' }
    const [entry] = await enterMatch(org, season, { ...match, goals: 10 })
    app.clock.advance({ minutes: 1 })
    const fromNow = await pledge(org, season, { ...GOALS, most: '300.00', counts: { from: 'now' } })
    const refused = await lower(whole.supporter, whole.pledge, '20.00')
    expect([refused.status, refused.body.fields?.maximumAmount]).toEqual([
      400,
      '$70.00 is the lowest maximum now: that much is earned once the results that wait are confirmed',
    ])
    expect((await detail(whole.supporter, whole.pledge)).changes.lowestMaximum).toBe('70.00')
    const raise = { kind: 'raise', on: 'goals', rate: '6.00', most: '69.99' } as const
    expectStatus(await previewLine(whole, season, raise), 400)
    expectStatus(await lower(fromNow.supporter, fromNow.pledge, '0.01'), 200)
    const path = `${season.path}/results/${entry?.id}/void`
    expectStatus(await org.scorer.post(path, { reason: 'Counted twice' }), 201)
    expectStatus(await lower(whole.supporter, whole.pledge, '20.00'), 200)
  })

  it('a waiting correction to less lowers nothing before it is confirmed', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, most: '300.00' })
    const eventId = await playMatch(org, season, 10)
    await enterMatch(org, season, { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z', eventId, goals: 2 })
    expect((await lower(supporter, made, '49.99')).status).toBe(400)
    expectStatus(await lower(supporter, made, '50.00'), 200)
  })

  it('below what is billed is refused, even after a correction lowered what is earned', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, most: '300.00' })
    await playMatch(org, season, 10)
    await lock(org, season, 'progress')
    await correct(-4)
    expect(await detail(supporter, made)).toMatchObject({
      earned: '30.00',
      changes: { lowestMaximum: '50.00' },
    })
    const refused = await lower(supporter, made, '49.99')
    expect(refused.body.message).toBe('$50.00 is the lowest maximum now: that much is already billed')
    expectStatus(await lower(supporter, made, '50.00'), 200)
    await runToChargeDate(org)
  })

  it('after the final settlement does not change the match shares of the statement (R10)', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, most: '300.00' })
    await play(org, season, { opponent: 'Bay', startTime: '2026-09-02T18:00:00Z', goals: 20 })
    await correct(-8)
    await lock(org, season, 'final')
    app.clock.advance({ minutes: 1 })
    const before = await detail(supporter, made)
    expect(before.shares.map(({ amount }) => amount)).toEqual(['100.00', '-40.00'])
    expectStatus(await lower(supporter, made, '60.00'), 200)
    expect((await detail(supporter, made)).shares).toEqual(before.shares)
    await runToChargeDate(org)
    expect(await detail(supporter, made)).toMatchObject({ received: '60.00', agreedMaximum: '60.00' })
  })

  it('keeps earned and billed within the maximum, in any order of matches and changes', async () => {
    const step = fc.oneof(
      fc.record({ goals: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ lowerTo: fc.integer({ min: 1, max: 30_000 }) }),
      fc.constant({ settle: true }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        season = await openSeason(org)
        const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, most: '250.00' })
        let count = 0
        for (const one of steps) {
          if ('goals' in one) await playMatch(org, season, one.goals, `Team ${count++}`)
          else if ('settle' in one) await tryToLock(org, season, 'progress')
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
  })
})

describe('a pledge change', () => {
  it('is made once per idempotency key; an outdated version gets the current pledge back', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { ...GOALS, most: '300.00' })
    const headers = { 'idempotency-key': 'once', 'if-match': '"1"' }
    const first = expectStatus(await lower(supporter, made, '90.00', headers), 200)
    const second = await lower(supporter, made, '90.00', headers)
    expect([second.status, second.body]).toEqual([200, first])
    expect(await mailsOf(app, made)).toHaveLength(1)
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
