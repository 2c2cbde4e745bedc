/** R32, R33: what a settlement bills, carries, waives, writes off and refunds. */
import { describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import {
  accounts,
  BAY,
  bill,
  chargesOf,
  correctGoals,
  invoicesOf,
  lock,
  payment,
  play,
  pledge,
  pledgeDetail,
  previewOf,
  runToChargeDate,
  tryToLock,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()

describe('a settlement (R32)', () => {
  it('before the end carries less than $5.00 until there is more', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { lines: { goals: '1.66' } })
    const eventId = await play(org, season, { ...BAY, goals: 3 })
    expect((await previewOf(org, season, 'progress')).totals).toMatchObject({
      toBill: '0.00',
      carried: '4.98',
    })
    expect((await tryToLock(org, season, 'progress')).status).toBe(409)
    await correctGoals(org, season, eventId, 4)
    expect((await lock(org, season, 'progress')).totals).toMatchObject({ toBill: '6.64', carried: '0.00' })
    await runToChargeDate(org)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '6.64' })
  })

  it('charges at most $999,999.99, carries the cent above it, and writes it off at the end', async () => {
    await play(org, season, { ...BAY, goals: 100 })
    const wish = { lines: { goals: '10000.00' }, most: '1000000.00' }
    const card = await pledge(org, season, wish)
    expect((await lock(org, season, 'progress')).totals).toMatchObject({
      toBill: '999999.99',
      carried: '0.01',
    })
    await runToChargeDate(org)
    expect((await lock(org, season, 'final')).totals).toMatchObject({ toBill: '0.00', writtenOff: '0.01' })
    expect(await pledgeDetail(card.supporter, card.pledge)).toMatchObject({ received: '999999.99' })
  })

  it('at the end charges $999,999.99, and writes off the cent above it', async () => {
    await play(org, season, { ...BAY, goals: 100 })
    const wish = { lines: { goals: '10000.00' }, most: '1000000.00' }
    await pledge(org, season, { ...wish, method: 'auto_bill_end' })
    const locked = await lock(org, season, 'final')
    expect(locked.totals).toMatchObject({ toBill: '999999.99', writtenOff: '0.01' })
    await runToChargeDate(org)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded', amount: '999999.99' })
  })

  it('at the end bills amounts from $0.50 and writes off less', async () => {
    await play(org, season, { ...BAY, goals: 1 })
    const half = await pledge(org, season, { lines: { goals: '0.50' }, method: 'auto_bill_end' })
    const less = await pledge(org, season, { lines: { goals: '0.49' }, method: 'check' })
    const locked = await lock(org, season, 'final')
    expect(locked.totals).toMatchObject({ toBill: '0.50', writtenOff: '0.49' })
    await runToChargeDate(org)
    expect(await pledgeDetail(half.supporter, half.pledge)).toMatchObject({
      received: '0.50',
      status: 'settled',
    })
    expect(await pledgeDetail(less.supporter, less.pledge)).toMatchObject({
      received: '0.00',
      status: 'settled',
    })
    expect(await invoicesOf(org, season)).toEqual([])
  })

  it('never bills above the pledge’s maximum, and shows each match’s share to the cent', async () => {
    const wish = { lines: { goals: '3.33', gift: '10.00' }, most: '20.00', method: 'auto_bill_end' } as const
    const { supporter, pledge: made } = await pledge(org, season, wish)
    await play(org, season, { ...BAY, goals: 2 })
    await play(org, season, { opponent: 'Cove', startTime: '2026-09-09T20:00:00Z', goals: 2 })
    expect((await lock(org, season, 'final')).totals.toBill).toBe('20.00')
    const { shares, totalAmountDue } = await pledgeDetail(supporter, made)
    expect(shares.map(({ eventName, amount, running }) => [eventName, amount, running])).toEqual([
      ['One-time gift', '10.00', '10.00'],
      ['vs. Bay', '6.66', '16.66'],
      ['vs. Cove', '3.34', '20.00'],
    ])
    expect(totalAmountDue).toBe('20.00')
  })

  it('bills the original amount after a result was corrected and corrected back (R33)', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { lines: { goals: '2.00' } })
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await lock(org, season, 'progress')
    await correctGoals(org, season, eventId, 4)
    expect((await lock(org, season, 'progress')).totals).toMatchObject({ lowered: '12.00', toBill: '0.00' })
    await correctGoals(org, season, eventId, 10)
    expect((await lock(org, season, 'progress')).totals).toMatchObject({ toBill: '12.00' })
    await runToChargeDate(org)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '20.00', billed: '20.00' })
    expect((await lock(org, season, 'final')).totals).toMatchObject({
      toBill: '0.00',
      refunded: '0.00',
      billedBefore: '20.00',
    })
  })

  it('before the end carries what was charged too much, and later goals use it up', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { lines: { goals: '2.00' } })
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await bill(org, season, 'progress')
    await correctGoals(org, season, eventId, 6)
    expect((await previewOf(org, season, 'progress')).totals).toMatchObject({
      carried: '-8.00',
      refunded: '0.00',
    })
    expect((await tryToLock(org, season, 'progress')).status).toBe(409)
    await play(org, season, { opponent: 'Cove', startTime: '2026-09-10T20:00:00Z', goals: 7 })
    expect((await lock(org, season, 'progress')).totals).toMatchObject({ toBill: '6.00' })
    await runToChargeDate(org)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '26.00', earned: '26.00' })
  })

  it('lowers unpaid charges for a decrease first, then refunds the newest charge first', async () => {
    const { supporter, pledge: made } = await pledge(org, season, { lines: { goals: '2.00' } })
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await bill(org, season, 'progress')
    await correctGoals(org, season, eventId, 15)
    await bill(org, season, 'progress')
    await correctGoals(org, season, eventId, 19)
    await lock(org, season, 'progress')
    // Taken: $20.00 and $10.00; scheduled: $8.00. Seven goals, $14.00, were earned.
    await correctGoals(org, season, eventId, 7)
    const locked = await lock(org, season, 'final')
    expect(locked.totals).toMatchObject({
      accrued: '14.00',
      lowered: '8.00',
      refunded: '16.00',
      toBill: '0.00',
    })
    await runToChargeDate(org)
    const charges = await chargesOf(org, season)
    expect(charges.map(({ amount, refunded, state }) => [amount, refunded, state])).toEqual([
      ['8.00', '0.00', 'voided'],
      ['10.00', '10.00', 'succeeded'],
      ['20.00', '6.00', 'succeeded'],
    ])
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '14.00', status: 'settled' })
  })

  it('after the final lock waives an increase, unless it is asked to bill it', async () => {
    const { supporter, pledge: made } = await pledge(org, season, {
      lines: { goals: '2.00' },
      method: 'auto_bill_end',
    })
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await bill(org, season, 'final')
    await correctGoals(org, season, eventId, 12)
    expect((await lock(org, season, 'final')).totals).toMatchObject({ waived: '4.00', toBill: '0.00' })
    await correctGoals(org, season, eventId, 15)
    const billed = await lock(org, season, 'final', { billIncreases: true })
    expect(billed.totals).toMatchObject({ toBill: '6.00', waived: '0.00', billedBefore: '24.00' })
    await runToChargeDate(org)
    expect(await pledgeDetail(supporter, made)).toMatchObject({
      received: '26.00',
      earned: '30.00',
      totalAmountDue: '30.00',
    })
    // Back to twelve: the waiver is reversed first, then money is refunded.
    await correctGoals(org, season, eventId, 12)
    expect((await lock(org, season, 'final')).totals).toMatchObject({ waived: '-4.00', refunded: '2.00' })
    await runDueJobs(app.deps)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '24.00', status: 'settled' })
  })

  it('makes the refund of a check owed as soon as it is locked, out of what was collected', async () => {
    await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await lock(org, season, 'final')
    const [invoice] = await invoicesOf(org, season)
    const body = payment(invoice ?? { id: '' }, '20.00', app)
    expectStatus(await org.representative.post(`${season.path}/payments`, body), 201)
    await correctGoals(org, season, eventId, 7)
    expect((await lock(org, season, 'final')).totals).toMatchObject({ refunded: '6.00' })
    expect(await accounts(app.deps.db)).toEqual({
      commission: -350,
      organization_payable: -1050,
      refunds_owed: -600,
      undeposited: 2000,
    })
    const [row] = await app.deps.db.query<{ state: string; amountCents: number }>(
      sql`select state, amount_cents from refunds`,
    )
    expect(row).toEqual({ state: 'due', amountCents: 600 })
  })
})
