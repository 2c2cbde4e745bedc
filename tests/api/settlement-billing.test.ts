/** R21, R30, R35, R36: what follows a lock: notices, charges and their retries, invoices and payments. */
import { describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import {
  accounts,
  BAY,
  bill,
  CARDS,
  chargesOf,
  correctGoals,
  formToLock,
  invoicesOf,
  lock,
  NO_ONES_PREVIEW,
  payment,
  play,
  pledge,
  pledgeDetail,
  runToChargeDate,
  setStatus,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

givenSeasonForEachTest()

describe('a charge (R30, R35)', () => {
  const mails = (kind: string) =>
    app.deps.db.query<{ toAddress: string; textBody: string; createdAt: Date }>(
      sql`select to_address, text_body, created_at from mails where kind = ${kind} order by id`,
    )

  it('is announced to its supporter once, with amount, card and day, three days ahead', async () => {
    const { supporter } = await pledge(org, season, { lines: { goals: '2.00', gift: '25.00' } })
    await play(org, season, { ...BAY, goals: 3 })
    const locked = await lock(org, season, 'progress')
    expect(Date.parse(locked.chargeAt) - Date.parse(locked.lockedAt)).toBe(3 * 86_400_000)
    await runDueJobs(app.deps)
    await runDueJobs(app.deps)
    const statements = await mails('settlement_statement')
    expect(statements).toHaveLength(1)
    expect(statements[0]).toMatchObject({ toAddress: supporter.email })
    const charged = 'Your Visa ending in 4242 will be charged $31.00 on '
    for (const words of [charged, '$6.00', '$25.00', 'vs. Bay'])
      expect(statements[0]?.textBody).toContain(words)
    expect((await chargesOf(org, season)).map(({ state }) => state)).toEqual(['scheduled'])
    app.clock.advance({ days: 2, hours: 23 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season)).map(({ state }) => state)).toEqual(['scheduled'])
    app.clock.advance({ hours: 1, minutes: 1 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season)).map(({ state }) => state)).toEqual(['succeeded'])
    expect(await mails('receipt')).toHaveLength(1)
  })

  it.each([
    ['declined', 'The bank declined the charge'],
    ['insufficient', 'The card did not have enough funds'],
  ] as const)('that fails as %s is retried after 1, 3 and 7 days, then past due', async (card, reason) => {
    const { supporter, pledge: made } = await pledge(org, season, {
      lines: { gift: '25.00' },
      card: CARDS[card],
    })
    await bill(org, season, 'progress')
    for (const [retries, days] of [1, 3, 7].entries()) {
      const [charge] = await chargesOf(org, season)
      expect(charge).toMatchObject({
        state: 'failed',
        attempts: retries + 1,
        reason,
        nextStep: expect.any(String),
      })
      const wait = Date.parse(charge?.chargeAt as string) - app.clock.now().getTime()
      expect(wait).toBe(days * 86_400_000)
      expect(await pledgeDetail(supporter, made)).toMatchObject({ status: 'active', received: '0.00' })
      app.clock.advance({ days, minutes: -1 })
      await runDueJobs(app.deps)
      expect((await chargesOf(org, season))[0]).toMatchObject({ attempts: retries + 1 })
      app.clock.advance({ minutes: 1 })
      await runDueJobs(app.deps)
    }
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'past_due', attempts: 4, reason })
    expect(await pledgeDetail(supporter, made)).toMatchObject({ status: 'past_due', received: '0.00' })
    app.clock.advance({ days: 30 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({ attempts: 4 })
    expect(await accounts(app.deps.db)).toEqual({})
  })

  it('to an expired card is not retried', async () => {
    const { supporter, pledge: made } = await pledge(org, season, {
      lines: { gift: '25.00' },
      card: CARDS.expired,
    })
    await bill(org, season, 'progress')
    expect((await chargesOf(org, season))[0]).toMatchObject({
      state: 'past_due',
      attempts: 1,
      reason: 'The card has expired',
    })
    expect(await pledgeDetail(supporter, made)).toMatchObject({ status: 'past_due' })
  })

  it('that the bank wants confirmed waits for the cardholder', async () => {
    await pledge(org, season, { lines: { gift: '25.00' }, card: CARDS.authentication })
    await bill(org, season, 'progress')
    app.clock.advance({ days: 30 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({
      state: 'requires_action',
      attempts: 1,
      reason: expect.stringContaining('bank'),
    })
  })

  it('that is past due is voided by a correction to zero, and its pledge is settled', async () => {
    const wish = { lines: { goals: '2.50' }, card: CARDS.expired, method: 'auto_bill_end' } as const
    const { supporter, pledge: made } = await pledge(org, season, wish)
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await bill(org, season, 'final')
    expect(await pledgeDetail(supporter, made)).toMatchObject({ status: 'past_due' })
    await correctGoals(org, season, eventId, 0)
    expect((await lock(org, season, 'final')).totals).toMatchObject({ lowered: '25.00' })
    await runToChargeDate(org)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ status: 'settled', received: '0.00' })
  })

  it('waits while the campaign is paused; resuming sends a new notice with a new date (R21)', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    await lock(org, season, 'progress')
    await runDueJobs(app.deps)
    await setStatus(org, season, 'paused')
    app.clock.advance({ days: 10 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'scheduled', attempts: 0 })
    await setStatus(org, season, 'active')
    await runDueJobs(app.deps)
    const [charge] = await chargesOf(org, season)
    expect(Date.parse(charge?.chargeAt as string)).toBe(app.clock.now().getTime() + 3 * 86_400_000)
    expect(await mails('settlement_statement')).toHaveLength(2)
    app.clock.advance({ days: 3, minutes: 1 })
    await runDueJobs(app.deps)
    expect((await chargesOf(org, season))[0]).toMatchObject({ state: 'succeeded' })
  })

  it('that is open is voided when the campaign is cancelled; collected money stays (R21)', async () => {
    const paid = await pledge(org, season, { lines: { gift: '40.00' } })
    await bill(org, season, 'progress')
    const open = await pledge(org, season, { lines: { gift: '30.00' } })
    await lock(org, season, 'progress')
    await setStatus(org, season, 'cancelled')
    app.clock.advance({ days: 5 })
    await runDueJobs(app.deps)
    expect(await pledgeDetail(paid.supporter, paid.pledge)).toMatchObject({
      status: 'settled',
      received: '40.00',
    })
    expect(await pledgeDetail(open.supporter, open.pledge)).toMatchObject({
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
    org.representative.post(`${season.path}/settlements`, {
      kind: 'final',
      version: 3,
      previewId: NO_ONES_PREVIEW,
    })
})

describe('an invoice (R36)', () => {
  const pay = (by: Caller, invoice: { id: string } | undefined, amount: string, more: object = {}) =>
    by.post<Payment>(`${season.path}/payments`, { ...payment(invoice ?? { id: '' }, amount, app), ...more })

  it('has the next number, is due in 30 days, and can be paid in parts; an overpayment is credit', async () => {
    const { supporter, pledge: made } = await pledge(org, season, {
      lines: { gift: '100.00' },
      method: 'check',
    })
    await pledge(org, season, { lines: { gift: '40.00' }, method: 'cash' })
    await bill(org, season, 'final')
    const invoices = await invoicesOf(org, season)
    expect(invoices.map(({ number }) => number).sort()).toEqual(['INV-2026-000001', 'INV-2026-000002'])
    expect(invoices[0]).toMatchObject({ dueDate: '2026-10-10', state: 'open' })
    const invoice = invoices.find(({ pledgeId }) => pledgeId === made.id)
    expectStatus(await pay(org.representative, invoice, '30.00'), 201)
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '30.00', status: 'active' })
    const rest = expectStatus(await pay(org.representative, invoice, '75.00', { method: 'cash' }), 201)
    expect(rest).toMatchObject({ amount: '75.00', overpaid: '5.00' })
    expect(await pledgeDetail(supporter, made)).toMatchObject({ received: '100.00', status: 'settled' })
    expect(await accounts(app.deps.db)).toEqual({
      commission: -2500,
      organization_payable: -7500,
      supporter_credit: -500,
      undeposited: 10_500,
    })
    expect((await pay(org.representative, invoice, '1.00')).status).toBe(409)
    const tomorrow = await pay(
      org.representative,
      invoices.find(({ pledgeId }) => pledgeId !== made.id),
      '1.00',
      { receivedOn: '2027-01-01' },
    )
    expect(tomorrow.status).toBe(400)
  })

  it('leaves no gap in the numbers when a lock is rolled back', async () => {
    await pledge(org, season, { lines: { gift: '100.00' }, method: 'check' })
    const stale = { ...(await formToLock(org, season, 'final')), previewId: NO_ONES_PREVIEW }
    expect((await org.representative.post(`${season.path}/settlements`, stale)).status).toBe(409)
    await lock(org, season, 'final')
    expect((await invoicesOf(org, season)).map(({ number }) => number)).toEqual(['INV-2026-000001'])
  })

  it('cannot be posted as paid by the representative whose own pledge it bills (R29)', async () => {
    const statistic = season.statistics.gift.id
    const body = {
      paymentMethod: 'check',
      pledgeStatistics: [{ statisticId: statistic, pledgeAmount: '50.00' }],
    }
    expectStatus(await org.representative.post(`${season.path}/pledges`, body), 201)
    await lock({ ...org, representative: org.second }, season, 'final')
    const [invoice] = await invoicesOf(org, season)
    expect((await pay(org.representative, invoice, '50.00')).status).toBe(403)
    expectStatus(await pay(org.second, invoice, '50.00'), 201)
  })
})
