/** R33: until money moves, the final lock can be taken back, and the season goes on as if it had not been made. */
import { describe, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { Payment, Settlement, SettlementWithdrawal } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sendWaitingMails } from '#server/messaging/mails/send.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { advanceSettlements } from '#server/money/settlements/advance.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import {
  BAY,
  bill,
  CARDS,
  chargesOf,
  correctGoals,
  invoicesOf,
  lock,
  payment,
  play,
  pledge,
  pledgeBody,
  pledgeDetail,
  runToChargeDate,
  setStatus,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { dueInvoice, startPayment } from '#tests/link-payments.ts'
import { deliveredMails } from '#tests/mails.ts'

givenSeasonForEachTest()

const settlements = async () =>
  expectStatus(await org.representative.get<Settlement[]>(`${season.path}/settlements`), 200)
const withdrawal = ({ id }: Pick<Settlement, 'id'>) => `${season.path}/settlements/${id}/withdrawal`
const tryToReopen = (settlement: Pick<Settlement, 'id'>) =>
  org.representative.post<Settlement & { message: string }>(withdrawal(settlement), {})
const reopen = async (settlement: Pick<Settlement, 'id'>) => {
  const reopened = expectStatus(await tryToReopen(settlement), 201)
  expect(await checkInvariants(app.deps.db)).toEqual([])
  return reopened
}
const campaign = async () => expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns
const sendStatements = async () => {
  await advanceSettlements(app.deps)
  await sendWaitingMails(app.deps)
}
const mailsOf = (kind: string) => deliveredMails(app.deps.db, sql`kind = ${kind}`)
const statuses = async () =>
  (await app.deps.db.query<{ status: string }>(sql`select status from pledges order by id`)).map(
    ({ status }) => status,
  )
const standing = async () => ({
  charges: (await chargesOf(org, season)).filter(({ state }) => state !== 'voided'),
  invoices: (await invoicesOf(org, season)).filter(({ state }) => state !== 'void'),
})

/** By card and by check: ten goals at $2.00 each, and a title that is not won. */
async function tenGoals() {
  const eventId = await play(org, season, { ...BAY, goals: 10 })
  const card = await pledge(org, season, { lines: { goals: '2.00' }, method: 'auto_bill_end' })
  const check = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
  return { eventId, card, check }
}

describe('before money moves, the season', () => {
  it('is reopened: its version is marked, its bills are void, and every figure is as before the lock', async () => {
    const { card, check } = await tenGoals()
    const before = await campaign()
    const locked = await lock(org, season, 'final')
    expect(locked).toMatchObject({
      canReopen: true,
      reopenRefusal: null,
      withdrawnAt: null,
      withdrawnBy: null,
    })
    await sendStatements()
    expect(expectStatus(await org.representative.get<SettlementWithdrawal>(withdrawal(locked)), 200)).toEqual(
      {
        charges: { count: 1, amount: '20.00' },
        invoices: { count: 1, amount: '20.00' },
        mails: 2,
      },
    )
    expect(await reopen(locked)).toMatchObject({
      version: 1,
      kind: 'final',
      canReopen: false,
      withdrawnBy: { name: expect.stringContaining('Morgan') },
      withdrawnAt: app.clock.now().toISOString(),
      reopenRefusal: 'This settlement was already withdrawn',
      charges: { scheduled: 0, voided: 1 },
    })
    const after = await campaign()
    expect(after).toEqual({ ...before, version: after.version })
    expect(await standing()).toEqual({ charges: [], invoices: [] })
    for (const { supporter, pledge: made } of [card, check])
      expect(await pledgeDetail(supporter, made)).toMatchObject({
        status: 'active',
        settled: null,
        billed: '0.00',
        earned: '20.00',
        totalAmountDue: made.totalAmountDue,
      })
    await runToChargeDate(org)
    expect(await chargesOf(org, season)).toMatchObject([{ state: 'voided', attempts: 0 }])
    expect(await settlements()).toMatchObject([{ version: 1, stage: 'closed', totals: { bill: '40.00' } }])
    expect((await campaign()).totalPledged).toBe(before.totalPledged)
    expect(await statuses()).toEqual(['active', 'active'])
  })

  it('is settled anew by the next version, which bills everyone once', async () => {
    const { eventId } = await tenGoals()
    await reopen(await lock(org, season, 'final'))
    await correctGoals(org, season, eventId, 7)
    expect(await lock(org, season, 'final')).toMatchObject({
      version: 2,
      totals: { pledges: 2, accrued: '28.00', billedBefore: '0.00', bill: '28.00' },
    })
    await runToChargeDate(org)
    expect(await standing()).toMatchObject({
      charges: [{ state: 'succeeded', amount: '14.00' }],
      invoices: [{ state: 'open', amount: '14.00' }],
    })
    expect(await campaign()).toMatchObject({
      status: 'completed',
      totalPledged: '28.00',
      totalEarned: '28.00',
    })
    expect((await mailsOf('settlement_statement')).map(({ text }) => text.includes('$14.00'))).toEqual([
      true,
      true,
    ])
  })

  it('is refused a second time in words, and for another campaign or version there is none', async () => {
    await tenGoals()
    const locked = await lock(org, season, 'final')
    await sendStatements()
    await reopen(locked)
    const again = await tryToReopen(locked)
    expect(again).toMatchObject({ status: 409, body: { message: 'This settlement was already withdrawn' } })
    expect((await org.representative.get(withdrawal(locked))).status).toBe(409)
    expect((await tryToReopen({ id: season.id })).status).toBe(404)
    await sendStatements()
    expect(await mailsOf('settlement_withdrawn')).toHaveLength(2)
  })

  it.each(['paused', 'completed'] as const)('is %s again if it was before', async (status) => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    await lock(org, season, 'progress')
    await setStatus(org, season, status)
    const locked = await lock(org, season, 'final')
    await reopen(locked)
    expect(await campaign()).toMatchObject({ status })
    app.clock.advance({ days: 10 })
    await runDueJobs(app.deps)
    app.clock.advance({ days: 4 })
    await runDueJobs(app.deps)
    const [charge] = await chargesOf(org, season)
    expect(charge).toMatchObject(
      status === 'paused' ? { state: 'scheduled', waits: 'paused' } : { state: 'succeeded' },
    )
  })

  it('is reopened long after, while its invoices are unpaid: no one is settled or past due anymore', async () => {
    await play(org, season, { ...BAY, goals: 10, wins: 0 })
    await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    await pledge(org, season, { lines: { wins: '5.00' }, method: 'check' })
    const locked = await bill(org, season, 'final')
    expect(await statuses()).toEqual(['active', 'settled'])
    app.clock.advance({ days: 40 })
    await runDueJobs(app.deps)
    expect(await statuses()).toEqual(['past_due', 'settled'])
    const reminders = (await mailsOf('invoice_reminder')).length
    await reopen(locked)
    expect(await statuses()).toEqual(['active', 'active'])
    app.clock.advance({ days: 10 })
    await runDueJobs(app.deps)
    expect(await mailsOf('invoice_reminder')).toHaveLength(reminders)
    expect(await mailsOf('settlement_withdrawn')).toHaveLength(2)
    expect(await statuses()).toEqual(['active', 'active'])
  })
})

describe('a statement', () => {
  it('that was sent is taken back by one mail that says what is not to be paid', async () => {
    const { card, check } = await tenGoals()
    const locked = await lock(org, season, 'final')
    await sendStatements()
    const [invoice] = await invoicesOf(org, season)
    await reopen(locked)
    for (let run = 0; run < 3; run += 1) await sendStatements()
    const mails = await mailsOf('settlement_withdrawn')
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      [card, check].map(({ supporter }) => [
        supporter.email,
        'Your statement for Fall Season no longer counts',
      ]),
    )
    const [byCard, byCheck] = mails.map(({ text }) => text)
    expect(byCard).toContain('Charge: $20.00')
    expect(byCard).toContain('It is not charged. You don’t need to do anything.')
    expect(byCheck).toContain(`Please don’t pay invoice ${invoice?.number}`)
    expect(byCheck).toContain('new statement before anything more is charged or due')
  })

  it('that was not sent yet is not sent, and nothing is said about it', async () => {
    await tenGoals()
    const locked = await lock(org, season, 'final')
    await advanceSettlements(app.deps)
    expect(await mailsOf('settlement_statement')).toHaveLength(2)
    await reopen(locked)
    await runToChargeDate(org)
    expect(await mailsOf('settlement_statement')).toEqual([])
    expect(await mailsOf('settlement_withdrawn')).toEqual([])
  })

  it('that is being sent while the season is reopened is taken back once it has arrived', async () => {
    await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
    const locked = await lock(org, season, 'final')
    await advanceSettlements(app.deps)
    const until = new Date(app.clock.now().getTime() + 600_000)
    await app.deps.db.query(
      sql`update mails set claimed_until = ${until} where kind = 'settlement_statement'`,
    )
    await reopen(locked)
    await advanceSettlements(app.deps)
    expect(await mailsOf('settlement_withdrawn')).toEqual([])
    expect(await settlements()).toMatchObject([{ stage: 'locked' }])
    await app.deps.db.query(
      sql`update mails set sent_at = ${app.clock.now()} where kind = 'settlement_statement'`,
    )
    await advanceSettlements(app.deps)
    expect(await mailsOf('settlement_withdrawn')).toHaveLength(1)
    expect(await settlements()).toMatchObject([{ stage: 'closed' }])
  })

  it('of the next lock is taken back by a mail of its own', async () => {
    await tenGoals()
    for (const mails of [2, 4]) {
      const locked = await lock(org, season, 'final')
      await sendStatements()
      await reopen(locked)
      await sendStatements()
      expect(await mailsOf('settlement_withdrawn')).toHaveLength(mails)
      app.clock.advance({ minutes: 5 })
    }
  })
})

describe('what the lock did besides billing', () => {
  it('is taken back with its corrections: what was waived and written off is owed again', async () => {
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    const { supporter, pledge: made } = await pledge(org, season, {
      lines: { goals: '2.00' },
      method: 'check',
    })
    await pledge(org, season, { lines: { goals: '0.01' }, method: 'auto_bill_end' })
    const first = await lock(org, season, 'final')
    expect(first.totals).toMatchObject({ bill: '20.00', writtenOff: '0.10' })
    await correctGoals(org, season, eventId, 16)
    const correction = await lock(org, season, 'final')
    expect(correction.totals).toMatchObject({ waived: '12.06' })
    expect(correction).toMatchObject({
      canReopen: false,
      reopenRefusal: expect.stringContaining('correction'),
    })
    expect((await tryToReopen(correction)).status).toBe(409)
    await sendStatements()
    await reopen(first)
    expect((await settlements()).map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([true, true])
    expect(await pledgeDetail(supporter, made)).toMatchObject({ billed: '0.00', settled: null })
    expect((await pledgeDetail(supporter, made)).waived).toBeUndefined()
    await sendStatements()
    expect(await mailsOf('settlement_withdrawn')).toHaveLength(2)
    const { totals } = await lock(org, season, 'final')
    expect(totals).toMatchObject({ billedBefore: '0.00', bill: '32.00', waived: '0.00', writtenOff: '0.16' })
    await runToChargeDate(org)
    expect((await pledgeDetail(supporter, made)).waived).toBeUndefined()
  })

  it('leaves earlier bills as they are: a charge that it lowered is billed again by the next lock', async () => {
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await pledge(org, season, { lines: { goals: '2.00' } })
    await lock(org, season, 'progress')
    await correctGoals(org, season, eventId, 7)
    const locked = await lock(org, season, 'final')
    expect(locked.totals).toMatchObject({ lowered: '6.00', bill: '0.00' })
    await reopen(locked)
    await correctGoals(org, season, eventId, 10)
    expect((await lock(org, season, 'final')).totals).toMatchObject({ billedBefore: '14.00', bill: '6.00' })
    await runToChargeDate(org)
    const amounts = (await chargesOf(org, season)).map(({ state, amount }) => [state, amount]).sort()
    expect(amounts).toEqual([
      ['succeeded', '14.00'],
      ['succeeded', '6.00'],
    ])
  })

  it('includes a refund that was not made yet, and what it claimed of a goodwill refund', async () => {
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    const { pledge: made } = await pledge(org, season, { lines: { goals: '2.00' } })
    await bill(org, season, 'progress')
    const [charge] = await chargesOf(org, season)
    const path = `/api/charges/${charge?.id}/refunds`
    expectStatus(await org.representative.post(path, { amount: '4.00', reason: 'Kindness' }), 201)
    await runDueJobs(app.deps)
    await correctGoals(org, season, eventId, 5)
    const locked = await lock(org, season, 'final')
    expect(locked.totals).toMatchObject({ refunded: '10.00' })
    await reopen(locked)
    await runDueJobs(app.deps)
    expect(await campaign()).toMatchObject({ totalCollected: '16.00' })
    await correctGoals(org, season, eventId, 12)
    // $24.00 earned and $20.00 charged: the $4.00 that went back as goodwill are not billed again.
    expect((await lock(org, season, 'final')).totals).toMatchObject({ billedBefore: '20.00', bill: '4.00' })
    await runToChargeDate(org)
    expect(await campaign()).toMatchObject({ totalCollected: '20.00' })
    void made
  })
})

describe('once money has moved, reopening is refused in words', () => {
  const refusalOf = async (settlement: Settlement) => {
    const { status, body } = await tryToReopen(settlement)
    const [shown] = (await settlements()).filter(({ id }) => id === settlement.id)
    expect({ status, shown }).toMatchObject({
      status: 409,
      shown: { canReopen: false, reopenRefusal: body.message },
    })
    return body.message
  }

  it('after a charge was attempted, even if it failed', async () => {
    await pledge(org, season, { lines: { gift: '25.00' }, card: CARDS.insufficient })
    const locked = await bill(org, season, 'final')
    expect(await refusalOf(locked)).toBe(
      'A charge of this settlement was already attempted: correct the results instead',
    )
  })

  it('after a check was posted, even if it bounced', async () => {
    await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
    const locked = await lock(org, season, 'final')
    const [invoice] = await invoicesOf(org, season)
    const form = payment(invoice ?? { id: '' }, '25.00', app)
    const { id } = expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
    const words = 'A payment for this settlement was already posted: correct the results instead'
    expect(await refusalOf(locked)).toBe(words)
    const bounced = { why: 'bounced', on: form.receivedOn }
    expectStatus(await org.representative.post(`${season.path}/payments/${id}/reversal`, bounced), 201)
    expect(await refusalOf(locked)).toBe(words)
  })

  it('after an invoice was opened for payment by card', async () => {
    const due = await dueInvoice()
    const [locked] = await settlements()
    await startPayment(due)
    expect(await refusalOf(locked as Settlement)).toContain('already attempted')
  })

  it('after a refund was made', async () => {
    const eventId = await play(org, season, { ...BAY, goals: 10 })
    await pledge(org, season, { lines: { goals: '2.00' } })
    await bill(org, season, 'progress')
    await correctGoals(org, season, eventId, 7)
    const locked = await lock(org, season, 'final')
    await runDueJobs(app.deps)
    expect(await refusalOf(locked)).toContain('refund')
  })

  it('for a progress settlement, which the next one evens out', async () => {
    await pledge(org, season, { lines: { gift: '25.00' } })
    expect(await refusalOf(await lock(org, season, 'progress'))).toContain('correct the results')
  })
})

it('no one reopens a season in which their own pledge is billed (R29)', async () => {
  const body = await pledgeBody(org.representative, season, { lines: { gift: '25.00' } })
  expectStatus(await org.representative.post(`${season.path}/pledges`, body), 201)
  const locked = await lock({ representative: org.second }, season, 'final')
  expect((await tryToReopen(locked)).status).toBe(403)
  expectStatus(await org.second.post(withdrawal(locked), {}), 201)
})
