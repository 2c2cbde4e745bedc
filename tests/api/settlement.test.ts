/** R30 to R38: what a settlement bills, lowers, carries, waives and gives back; declines; payments and payouts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Payout } from '#domain/schemas/payout.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Blocker, Charge, Payment, Settlement } from '#domain/schemas/settlement.ts'
import { sql } from '#server/db/database.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/self-check/invariants.ts'
import { lockProgressSettlements } from '#server/settlements/jobs.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  CARDS,
  confirm,
  countRows,
  declare,
  enterMatch,
  type House,
  invoicesOf,
  lock,
  openHouse,
  openSeason,
  payment,
  play,
  pledge,
  previewOf,
  runToChargeDate,
  type Season,
  setStatus,
  tryToLock,
} from '#tests/fixtures.ts'
import { approveAndSend, setDestination } from '#tests/payout-fixtures.ts'

let app: TestApp
let house: House
let season: Season

beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  house = await openHouse(app)
  season = await openSeason(house)
})
/** Whatever was settled: the books add up. */
afterEach(async () => {
  const violations = await checkInvariants(app.deps.db)
  await app.close()
  expect(violations).toEqual([])
})

const BAY = { opponent: 'Bay', startTime: '2026-09-09T18:00:00Z' }
const detailOf = async (by: Caller, { id }: Pick<Pledge, 'id'>) =>
  expectStatus(await by.get<PledgeDetail>(`/api/pledges/${id}`), 200)
const chargesOf = async () =>
  expectStatus(await house.representative.get<Charge[]>(`${season.path}/charges`), 200)
/** The match's goals as they should have been, confirmed. */
async function correctTo(eventId: string, goals: number): Promise<void> {
  await confirm(house.owner, season, await enterMatch(house, season, { ...BAY, eventId, goals }))
}
const jobs = () => runDueJobs(app.deps)

describe('what stands in the way of a final lock (R31)', () => {
  const blockers = async () => (await previewOf(house, season, 'final')).blockers
  const codes = async () => (await blockers()).map(({ code }) => code).sort()
  const declareAll = (list: Blocker[], reason = 'On purpose') =>
    list.map(({ code, subjectId }) => ({ code, subjectId, reason }))

  beforeEach(() => pledge(house, season, { lines: { goals: '2.00', champions: '25.00' }, method: 'check' }))

  it('each appears, in words, and goes when it is mended', async () => {
    expect(await codes()).toEqual(['achievement_open', 'statistic_without_result'])
    const entries = await enterMatch(house, season, { ...BAY, goals: 2 })
    expect(await codes()).toEqual(['achievement_open', 'unconfirmed_results'])
    await confirm(house.owner, season, entries)
    expect(await codes()).toEqual(['achievement_open'])
    const event = { name: 'vs. Cove', eventType: 'game', startTime: '2026-09-10T18:00:00Z' }
    expectStatus(await house.representative.post(`${season.path}/events`, event), 201)
    const practice = { ...event, name: 'Practice', eventType: 'practice' }
    expectStatus(await house.representative.post(`${season.path}/events`, practice), 201)
    expect(await codes()).toEqual(['achievement_open'])
    app.clock.advance({ hours: 3 })
    const list = await blockers()
    expect(list.map(({ message }) => message).sort()).toEqual([
      'Champions is neither achieved nor declared not achieved',
      'vs. Cove has no result for Goals',
    ])
    await declare(house, season, 'not_achieved')
    const cove = list.find(({ code }) => code === 'game_without_result')
    await play(house, season, { ...BAY, eventId: cove?.subjectId as string, goals: 0 })
    expect(await codes()).toEqual([])
    expect((await lock(house, season, 'final')).totals.accrued).toBe('4.00')
  })

  it('a void that waits for its second person blocks too', async () => {
    await declare(house, season, 'achieved')
    const entries = await enterMatch(house, season, { ...BAY, goals: 2 })
    await confirm(house.owner, season, entries)
    const path = `${season.path}/results/${entries[0]?.id}/void`
    expectStatus(await house.scorer.post(path, { reason: 'Counted twice' }), 201)
    expect(await codes()).toEqual(['unconfirmed_results'])
    expect((await tryToLock(house, season, 'final')).status).toBe(409)
    await confirm(house.owner, season, entries)
    expect(await codes()).toEqual(['game_without_result', 'statistic_without_result'])
  })

  it('the lock refuses with the list, and takes each declared on purpose, with its reason', async () => {
    await enterMatch(house, season, { ...BAY, goals: 2 })
    const before = await countRows(app.deps.db)
    const refused = await tryToLock(house, season, 'final')
    const list = await blockers()
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'settlement_blocked', details: { blockers: list } },
    })
    expect(list.length).toBe(2)
    const [first] = list as [Blocker]
    const half = await tryToLock(house, season, 'final', { declared: declareAll([first]) })
    expect(half).toMatchObject({ status: 409, body: { details: { blockers: list.slice(1) } } })
    expect(await countRows(app.deps.db)).toEqual(before)
    const locked = await lock(house, season, 'final', { declared: declareAll(list, 'Rained off') })
    expect(locked.declared).toEqual(declareAll(list, 'Rained off'))
    expect(locked.totals.accrued).toBe('0.00')
  })

  it('a progress settlement is not held up by what is open', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    await enterMatch(house, season, { ...BAY, goals: 2 })
    expect((await lock(house, season, 'progress')).totals.toBill).toBe('25.00')
  })
})

describe('how much is billed (R32)', () => {
  it('progress: less than $5.00 is carried until there is more', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { lines: { goals: '1.66' } })
    const eventId = await play(house, season, { ...BAY, goals: 3 })
    expect((await previewOf(house, season, 'progress')).totals).toMatchObject({
      toBill: '0.00',
      carried: '4.98',
    })
    expect((await tryToLock(house, season, 'progress')).status).toBe(409)
    await correctTo(eventId, 4)
    expect((await lock(house, season, 'progress')).totals).toMatchObject({ toBill: '6.64', carried: '0.00' })
    await runToChargeDate(house)
    expect(await detailOf(supporter, made)).toMatchObject({ received: '6.64' })
  })

  it('final: from $0.50 it is billed, less is written off', async () => {
    await play(house, season, { ...BAY, goals: 1 })
    const half = await pledge(house, season, { lines: { goals: '0.50' }, method: 'auto_bill_end' })
    const less = await pledge(house, season, { lines: { goals: '0.49' }, method: 'check' })
    const locked = await lock(house, season, 'final')
    expect(locked.totals).toMatchObject({ toBill: '0.50', writtenOff: '0.49' })
    await runToChargeDate(house)
    expect(await detailOf(half.supporter, half.pledge)).toMatchObject({ received: '0.50', status: 'settled' })
    expect(await detailOf(less.supporter, less.pledge)).toMatchObject({ received: '0.00', status: 'settled' })
    expect(await invoicesOf(house, season)).toEqual([])
  })

  it('the maximum binds, and each match’s share is shown to the cent', async () => {
    const wish = { lines: { goals: '3.33', gift: '10.00' }, most: '20.00', method: 'auto_bill_end' } as const
    const { supporter, pledge: made } = await pledge(house, season, wish)
    await play(house, season, { ...BAY, goals: 2 })
    await play(house, season, { opponent: 'Cove', startTime: '2026-09-09T20:00:00Z', goals: 2 })
    expect((await lock(house, season, 'final')).totals.toBill).toBe('20.00')
    const { shares, totalAmountDue } = await detailOf(supporter, made)
    expect(shares.map(({ eventName, amount, running }) => [eventName, amount, running])).toEqual([
      ['One-time gift', '10.00', '10.00'],
      ['vs. Bay', '6.66', '16.66'],
      ['vs. Cove', '3.34', '20.00'],
    ])
    expect(totalAmountDue).toBe('20.00')
  })

  it('before the final lock: correcting and correcting back leaves no trace in what is owed (R33)', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { lines: { goals: '2.00' } })
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await lock(house, season, 'progress')
    await correctTo(eventId, 4)
    expect((await lock(house, season, 'progress')).totals).toMatchObject({ lowered: '12.00', toBill: '0.00' })
    await correctTo(eventId, 10)
    expect((await lock(house, season, 'progress')).totals).toMatchObject({ toBill: '12.00' })
    await runToChargeDate(house)
    expect(await detailOf(supporter, made)).toMatchObject({ received: '20.00', billed: '20.00' })
    expect((await lock(house, season, 'final')).totals).toMatchObject({
      toBill: '0.00',
      refunded: '0.00',
      billedBefore: '20.00',
    })
  })

  it('before the final lock: what was taken too much carries, and the next goals use it up', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { lines: { goals: '2.00' } })
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    await correctTo(eventId, 6)
    expect((await previewOf(house, season, 'progress')).totals).toMatchObject({
      carried: '-8.00',
      refunded: '0.00',
    })
    expect((await tryToLock(house, season, 'progress')).status).toBe(409)
    await play(house, season, { opponent: 'Cove', startTime: '2026-09-10T20:00:00Z', goals: 7 })
    expect((await lock(house, season, 'progress')).totals).toMatchObject({ toBill: '6.00' })
    await runToChargeDate(house)
    expect(await detailOf(supporter, made)).toMatchObject({ received: '26.00', earned: '26.00' })
  })

  it('a decrease lowers what is unpaid first, then gives back, the newest charge first', async () => {
    const { supporter, pledge: made } = await pledge(house, season, { lines: { goals: '2.00' } })
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    await correctTo(eventId, 15)
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    await correctTo(eventId, 19)
    await lock(house, season, 'progress')
    // Taken: $20.00 and $10.00; scheduled: $8.00. Seven goals, $14.00, were earned.
    await correctTo(eventId, 7)
    const locked = await lock(house, season, 'final')
    expect(locked.totals).toMatchObject({
      accrued: '14.00',
      lowered: '8.00',
      refunded: '16.00',
      toBill: '0.00',
    })
    await runToChargeDate(house)
    const charges = await chargesOf()
    expect(charges.map(({ amount, refunded, state }) => [amount, refunded, state])).toEqual([
      ['8.00', '0.00', 'voided'],
      ['10.00', '10.00', 'succeeded'],
      ['20.00', '6.00', 'succeeded'],
    ])
    expect(await detailOf(supporter, made)).toMatchObject({ received: '14.00', status: 'settled' })
  })

  it('an increase after the final lock is waived, unless it is billed on purpose', async () => {
    const { supporter, pledge: made } = await pledge(house, season, {
      lines: { goals: '2.00' },
      method: 'auto_bill_end',
    })
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await lock(house, season, 'final')
    await runToChargeDate(house)
    await correctTo(eventId, 12)
    expect((await lock(house, season, 'final')).totals).toMatchObject({ waived: '4.00', toBill: '0.00' })
    await correctTo(eventId, 15)
    const billed = await lock(house, season, 'final', { billIncreases: true })
    expect(billed.totals).toMatchObject({ toBill: '6.00', waived: '0.00', billedBefore: '24.00' })
    await runToChargeDate(house)
    expect(await detailOf(supporter, made)).toMatchObject({
      received: '26.00',
      earned: '30.00',
      totalAmountDue: '30.00',
    })
    // Back to twelve: the waiver goes first, then money.
    await correctTo(eventId, 12)
    expect((await lock(house, season, 'final')).totals).toMatchObject({ waived: '-4.00', refunded: '2.00' })
    await jobs()
    expect(await detailOf(supporter, made)).toMatchObject({ received: '24.00', status: 'settled' })
  })

  it('refunds of checks are owed from the lock on, and count as collected no more', async () => {
    await pledge(house, season, { lines: { goals: '2.00' }, method: 'check' })
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await lock(house, season, 'final')
    const [invoice] = await invoicesOf(house, season)
    const body = payment(invoice ?? { id: '' }, '20.00', app)
    expectStatus(await house.representative.post(`${season.path}/payments`, body), 201)
    await correctTo(eventId, 7)
    expect((await lock(house, season, 'final')).totals).toMatchObject({ refunded: '6.00' })
    expect(await accounts(app.deps.db)).toEqual({
      commission: -350,
      organization_payable: -1050,
      refunds_owed: -600,
      undeposited: 2000,
    })
    const [row] = await app.deps.db.query<{ state: string; amountCents: number }>(
      sql`select state, amount_cents from refunds`,
    )
    expect(row).toEqual({ state: 'owed', amountCents: 600 })
  })
})

describe('versions (R30, R33)', () => {
  it('only the first final one holds every pledge; all stay readable; a second run writes nothing', async () => {
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await pledge(house, season, { lines: { goals: '2.00' } })
    await pledge(house, season, { lines: { gift: '25.00' }, method: 'check' })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    await lock(house, season, 'final')
    const before = await countRows(app.deps.db)
    for (const kind of ['final', 'progress'] as const) {
      const { status, body } = await house.representative.post<{ code: string }>(
        `${season.path}/settlements`,
        { kind, version: 3 },
      )
      expect({ status, code: body.code }).toEqual({
        status: 409,
        code: kind === 'final' ? 'nothing_to_settle' : 'conflict',
      })
    }
    expect(await countRows(app.deps.db)).toEqual(before)
    await correctTo(eventId, 11)
    await lock(house, season, 'final')
    const settlements = expectStatus(
      await house.representative.get<Settlement[]>(`${season.path}/settlements`),
      200,
    )
    expect(settlements.map(({ version, kind }) => [version, kind])).toEqual([
      [3, 'final'],
      [2, 'final'],
      [1, 'progress'],
    ])
    const rows = await app.deps.db.query<{ version: number; pledges: number }>(sql`
      select version, count(*) as pledges from settlement_pledges group by version order by version`)
    expect(rows).toEqual([
      { version: 1, pledges: 1 },
      { version: 2, pledges: 2 },
      { version: 3, pledges: 1 },
    ])
    const first = expectStatus(
      await house.representative.get<Settlement>(`${season.path}/settlements/${settlements[2]?.id}`),
      200,
    )
    expect(first).toMatchObject({ version: 1, stage: 'closed', totals: { toBill: '20.00' } })
  })

  it('a preview changes nothing, and a version or total that is no longer so is refused', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    const before = await countRows(app.deps.db)
    expect(await previewOf(house, season, 'progress')).toMatchObject({
      version: 1,
      pledgesCount: 1,
      totals: { toBill: '25.00' },
    })
    await previewOf(house, season, 'final')
    const post = (more: object) =>
      house.representative.post(`${season.path}/settlements`, { kind: 'progress', version: 1, ...more })
    expect((await post({ version: 2 })).status).toBe(409)
    expect(await post({ toBill: '24.00' })).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(await countRows(app.deps.db)).toEqual(before)
    expectStatus(await post({ toBill: '25.00' }), 201)
  })

  it('the final lock completes the campaign, and nothing changes its status any more (R21)', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    await lock(house, season, 'final')
    const shown = await app.visitor.get<CampaignDetail>(season.path)
    expect(shown.body.campaigns).toMatchObject({
      status: 'completed',
      totalPledged: '25.00',
      totalEarned: '25.00',
      totalCollected: '0.00',
    })
    for (const status of ['active', 'paused', 'draft', 'cancelled'])
      expect((await house.representative.put(season.path, { status })).status).toBe(409)
  })

  it('the schedule locks progress settlements, unless the campaign asks for a person (R32)', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    const other = await openSeason(house)
    await pledge(house, other, { lines: { gift: '30.00' } })
    expectStatus(await house.representative.put(other.path, { settleAutomatically: false }), 200)
    expect(await lockProgressSettlements(app.deps)).toBe(1)
    expect(await lockProgressSettlements(app.deps)).toBe(0)
    const settlements = await house.representative.get<Settlement[]>(`${season.path}/settlements`)
    expect(settlements.body).toMatchObject([
      { kind: 'progress', lockedBy: null, totals: { toBill: '25.00' } },
    ])
    expect((await house.representative.get(`${other.path}/settlements`)).body).toEqual([])
  })
})

describe('notices and charges (R30, R35)', () => {
  const mails = (kind: string) =>
    app.deps.db.query<{ toAddress: string; textBody: string; createdAt: Date }>(
      sql`select to_address, text_body, created_at from mails where kind = ${kind} order by id`,
    )

  it('everybody is told the amount and the day three days before, once', async () => {
    const { supporter } = await pledge(house, season, { lines: { goals: '2.00', gift: '25.00' } })
    await play(house, season, { ...BAY, goals: 3 })
    const locked = await lock(house, season, 'progress')
    expect(Date.parse(locked.chargeAt) - Date.parse(locked.lockedAt)).toBe(3 * 86_400_000)
    await jobs()
    await jobs()
    const told = await mails('settlement_statement')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ toAddress: supporter.email })
    for (const words of ['$31.00', '$6.00', '$25.00', 'vs. Bay']) expect(told[0]?.textBody).toContain(words)
    expect((await chargesOf()).map(({ state }) => state)).toEqual(['scheduled'])
    app.clock.advance({ days: 2, hours: 23 })
    await jobs()
    expect((await chargesOf()).map(({ state }) => state)).toEqual(['scheduled'])
    app.clock.advance({ hours: 1, minutes: 1 })
    await jobs()
    expect((await chargesOf()).map(({ state }) => state)).toEqual(['succeeded'])
    expect(await mails('receipt')).toHaveLength(1)
  })

  it.each([
    ['declined', 'The bank declined the charge'],
    ['insufficient', 'The card did not have enough funds'],
  ] as const)('%s: tried again after 1, 3 and 7 days, then past due', async (card, reason) => {
    const { supporter, pledge: made } = await pledge(house, season, {
      lines: { gift: '25.00' },
      card: CARDS[card],
    })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    for (const [tries, days] of [1, 3, 7].entries()) {
      const [charge] = await chargesOf()
      expect(charge).toMatchObject({
        state: 'failed',
        attempts: tries + 1,
        reason,
        nextStep: expect.any(String),
      })
      const wait = Date.parse(charge?.chargeAt as string) - app.clock.now().getTime()
      expect(wait).toBe(days * 86_400_000)
      expect(await detailOf(supporter, made)).toMatchObject({ status: 'active', received: '0.00' })
      app.clock.advance({ days, minutes: -1 })
      await jobs()
      expect((await chargesOf())[0]).toMatchObject({ attempts: tries + 1 })
      app.clock.advance({ minutes: 1 })
      await jobs()
    }
    expect((await chargesOf())[0]).toMatchObject({ state: 'past_due', attempts: 4, reason })
    expect(await detailOf(supporter, made)).toMatchObject({ status: 'past_due', received: '0.00' })
    app.clock.advance({ days: 30 })
    await jobs()
    expect((await chargesOf())[0]).toMatchObject({ attempts: 4 })
    expect(await accounts(app.deps.db)).toEqual({})
  })

  it('an expired card is not tried again', async () => {
    const { supporter, pledge: made } = await pledge(house, season, {
      lines: { gift: '25.00' },
      card: CARDS.expired,
    })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    expect((await chargesOf())[0]).toMatchObject({
      state: 'past_due',
      attempts: 1,
      reason: 'The card has expired',
    })
    expect(await detailOf(supporter, made)).toMatchObject({ status: 'past_due' })
  })

  it('a card whose bank wants to be asked waits for its holder', async () => {
    await pledge(house, season, { lines: { gift: '25.00' }, card: CARDS.authentication })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    app.clock.advance({ days: 30 })
    await jobs()
    expect((await chargesOf())[0]).toMatchObject({
      state: 'requires_action',
      attempts: 1,
      reason: expect.stringContaining('bank'),
    })
  })

  it('a correction makes a charge past due void, and its pledge is settled', async () => {
    const wish = { lines: { goals: '2.50' }, card: CARDS.expired, method: 'auto_bill_end' } as const
    const { supporter, pledge: made } = await pledge(house, season, wish)
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await lock(house, season, 'final')
    await runToChargeDate(house)
    expect(await detailOf(supporter, made)).toMatchObject({ status: 'past_due' })
    await correctTo(eventId, 0)
    expect((await lock(house, season, 'final')).totals).toMatchObject({ lowered: '25.00' })
    await runToChargeDate(house)
    expect(await detailOf(supporter, made)).toMatchObject({ status: 'settled', received: '0.00' })
  })

  it('while the campaign is paused charges wait; resumed, each has a new notice and date (R21)', async () => {
    await pledge(house, season, { lines: { gift: '25.00' } })
    await lock(house, season, 'progress')
    await jobs()
    await setStatus(house, season, 'paused')
    app.clock.advance({ days: 10 })
    await jobs()
    expect((await chargesOf())[0]).toMatchObject({ state: 'scheduled', attempts: 0 })
    await setStatus(house, season, 'active')
    await jobs()
    const [charge] = await chargesOf()
    expect(Date.parse(charge?.chargeAt as string)).toBe(app.clock.now().getTime() + 3 * 86_400_000)
    expect(await mails('settlement_statement')).toHaveLength(2)
    app.clock.advance({ days: 3, minutes: 1 })
    await jobs()
    expect((await chargesOf())[0]).toMatchObject({ state: 'succeeded' })
  })

  it('cancelled: what is open is void, what was collected is kept (R21)', async () => {
    const paid = await pledge(house, season, { lines: { gift: '40.00' } })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    const open = await pledge(house, season, { lines: { gift: '30.00' } })
    await lock(house, season, 'progress')
    await setStatus(house, season, 'cancelled')
    app.clock.advance({ days: 5 })
    await jobs()
    expect(await detailOf(paid.supporter, paid.pledge)).toMatchObject({
      status: 'settled',
      received: '40.00',
    })
    expect(await detailOf(open.supporter, open.pledge)).toMatchObject({
      status: 'cancelled',
      received: '0.00',
      totalAmountDue: '0.00',
    })
    expect((await tryToCancelledLock()).status).toBe(409)
    const { body } = await app.visitor.get<CampaignDetail>(season.path)
    expect(body.campaigns).toMatchObject({
      totalPledged: '40.00',
      totalEarned: '40.00',
      totalCollected: '40.00',
      supportersCount: 1,
    })
  })
  const tryToCancelledLock = () =>
    house.representative.post(`${season.path}/settlements`, { kind: 'final', version: 3 })
})

describe('invoices, payments and payouts (R36, R38)', () => {
  const pay = (by: Caller, invoice: { id: string } | undefined, amount: string, more: object = {}) =>
    by.post<Payment>(`${season.path}/payments`, { ...payment(invoice ?? { id: '' }, amount, app), ...more })

  it('numbers without gaps, due thirty days after issue; paid in parts; above it is the supporter’s credit', async () => {
    const { supporter, pledge: made } = await pledge(house, season, {
      lines: { gift: '100.00' },
      method: 'check',
    })
    await pledge(house, season, { lines: { gift: '40.00' }, method: 'cash' })
    await lock(house, season, 'final')
    await runToChargeDate(house)
    const invoices = await invoicesOf(house, season)
    expect(invoices.map(({ number }) => number).sort()).toEqual(['INV-2026-000001', 'INV-2026-000002'])
    expect(invoices[0]).toMatchObject({ dueDate: '2026-10-10', state: 'open' })
    const invoice = invoices.find(({ pledgeId }) => pledgeId === made.id)
    expectStatus(await pay(house.representative, invoice, '30.00'), 201)
    expect(await detailOf(supporter, made)).toMatchObject({ received: '30.00', status: 'active' })
    const rest = expectStatus(await pay(house.representative, invoice, '75.00', { method: 'cash' }), 201)
    expect(rest).toMatchObject({ amount: '75.00', overpaid: '5.00' })
    expect(await detailOf(supporter, made)).toMatchObject({ received: '100.00', status: 'settled' })
    expect(await accounts(app.deps.db)).toEqual({
      commission: -2500,
      organization_payable: -7500,
      supporter_credit: -500,
      undeposited: 10_500,
    })
    expect((await pay(house.representative, invoice, '1.00')).status).toBe(409)
    const tomorrow = await pay(
      house.representative,
      invoices.find(({ pledgeId }) => pledgeId !== made.id),
      '1.00',
      { receivedOn: '2027-01-01' },
    )
    expect(tomorrow.status).toBe(400)
  })

  it('a rolled back lock leaves no gap in the numbers', async () => {
    await pledge(house, season, { lines: { gift: '100.00' }, method: 'check' })
    const { version } = await previewOf(house, season, 'final')
    const stale = { kind: 'final', version, toBill: '99.00' }
    expect((await house.representative.post(`${season.path}/settlements`, stale)).status).toBe(409)
    await lock(house, season, 'final')
    expect((await invoicesOf(house, season)).map(({ number }) => number)).toEqual(['INV-2026-000001'])
  })

  it('nobody records a payment for their own pledge (R29)', async () => {
    const statistic = season.statistics.gift.id
    const body = {
      paymentMethod: 'check',
      pledgeStatistics: [{ statisticId: statistic, pledgeAmount: '50.00' }],
    }
    expectStatus(await house.representative.post(`${season.path}/pledges`, body), 201)
    const form = { kind: 'final', version: 1 }
    expectStatus(await house.second.post(`${season.path}/settlements`, form), 201)
    const [invoice] = await invoicesOf(house, season)
    expect((await pay(house.representative, invoice, '50.00')).status).toBe(403)
    expectStatus(await pay(house.second, invoice, '50.00'), 201)
  })

  const SENT = { reference: '1042' }

  it('a payout needs a second person, is never above what is owed, and is posted once', async () => {
    await pledge(house, season, { lines: { gift: '100.01' } })
    await lock(house, season, 'progress')
    await runToChargeDate(house)
    const path = `${season.path}/payouts`
    const balance = async () =>
      (await house.owner.get<{ owed: string; paidOut: string }>(`${season.path}/balance`)).body
    expect(await balance()).toMatchObject({ collected: '100.01', commission: '25.00', owed: '75.01' })
    expect(await house.representative.post(path, { amount: '75.02' })).toMatchObject({
      status: 400,
      body: { fields: { amount: 'At most $75.01 is owed to the organization' } },
    })
    const payout = expectStatus(await house.representative.post<Payout>(path, { amount: '75.01' }), 201)
    expect(payout.cannotApproveReason).toContain('another representative approves')
    expect((await house.representative.post(path, { amount: '0.01' })).status).toBe(409)
    expect((await house.representative.post(`${path}/${payout.id}/approval`, SENT)).status).toBe(403)
    expect(await balance()).toMatchObject({ paidOut: '0.00' })
    await setDestination(house)
    expectStatus(await house.second.post(`${path}/${payout.id}/approval`, SENT), 201)
    expect((await house.second.post(`${path}/${payout.id}/approval`, SENT)).status).toBe(409)
    expect(await balance()).toMatchObject({ paidOut: '0.00', owed: '75.01' })
    expectStatus(await house.second.post(`${path}/${payout.id}/dispatch`, SENT), 201)
    expect((await house.second.post(`${path}/${payout.id}/dispatch`, SENT)).status).toBe(409)
    expect((await house.second.delete(`${path}/${payout.id}`)).status).toBe(409)
    expect(await balance()).toMatchObject({ paidOut: '75.01', owed: '0.00' })
  })

  it('refunded meanwhile: an approval of more than is owed by then is refused, and below zero it is carried', async () => {
    const eventId = await play(house, season, { ...BAY, goals: 10 })
    await pledge(house, season, { lines: { goals: '4.00' }, method: 'auto_bill_end' })
    await lock(house, season, 'final')
    await runToChargeDate(house)
    const path = `${season.path}/payouts`
    await setDestination(house)
    const first = expectStatus(await house.representative.post<Payout>(path, { amount: '30.00' }), 201)
    await correctTo(eventId, 5)
    await lock(house, season, 'final')
    await jobs()
    const refused = await house.second.post(`${path}/${first.id}/approval`, SENT)
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('$15.00') } })
    expectStatus(await house.second.delete(`${path}/${first.id}`), 200)
    const second = expectStatus(await house.representative.post<Payout>(path, { amount: '15.00' }), 201)
    await approveAndSend(house, second)
    await correctTo(eventId, 0)
    await lock(house, season, 'final')
    await jobs()
    const balance = await house.representative.get(`${season.path}/balance`)
    expect(balance.body).toMatchObject({
      collected: '0.00',
      commission: '0.00',
      paidOut: '15.00',
      owed: '-15.00',
    })
    expect((await house.representative.post(path, { amount: '0.01' })).status).toBe(400)
  })
})
