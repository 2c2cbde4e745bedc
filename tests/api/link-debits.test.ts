/** What is due is paid from a mailed link by one debit of a bank account, which its bank answers in days (R44, R60). */
import { describe, expect, it } from 'vitest'
import { ONE_DEBIT_VERSION } from '#domain/bank-debit.ts'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge-payment.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import { BANK_ACCOUNTS } from '#tests/bank-accounts.ts'
import { app, house, setUpSeason } from '#tests/checked-season.ts'
import { accounts, CARDS } from '#tests/fixtures.ts'
import {
  charge,
  type Due,
  dueCharge,
  dueInvoice,
  finishPayment,
  linkedPledge,
  mails,
  payWithCard,
  startPayment,
} from '#tests/link-payments.ts'

setUpSeason()

const startDebit = async ({ link, due }: Due) =>
  expectStatus(
    await app.visitor.post<ChargePayment>(`${link}/payments`, { ...due, mandateVersion: ONE_DEBIT_VERSION }),
    201,
  )
const typeAccount = ({ clientSecret }: ChargePayment, accountNumber: string = BANK_ACCOUNTS.good) =>
  app.visitor.post('/api/sandbox/debits', { clientSecret, routingNumber: '110000000', accountNumber })
/** Sent to its bank. */
async function debit(due: Due, accountNumber?: string): Promise<PaymentAnswer> {
  const started = await startDebit(due)
  expectStatus(await typeAccount(started, accountNumber), 204)
  return finishPayment(due, started)
}
/** The bank's answer, four business days and a weekend later. */
async function passBank(): Promise<void> {
  app.clock.advance({ days: 6, minutes: 1 })
  await runDueJobs(app.deps)
}
const mandates = () =>
  app.deps.db.query(
    sql`select version, mandate_text, card_id, agreed_at from debit_mandates order by agreed_at`,
  )

describe('a debit by link', () => {
  it('is on its way until its bank has paid, and the account is named on the receipt and kept nowhere', async () => {
    const due = await dueCharge(CARDS.expired)
    expect(await debit(due)).toEqual({
      ...{ chargeId: due.chargeId, state: 'processing', amount: '30.00' },
      answersBy: expect.stringMatching(/^2026-/),
    })
    app.clock.advance({ days: 1 })
    await runDueJobs(app.deps)
    expect(await linkedPledge(due)).toMatchObject({
      charges: [{ state: 'processing', underWay: 'link', answersBy: expect.any(String) }],
    })
    expect((await accounts(app.deps.db)).cash ?? 0).toBe(0)
    const pledge = await due.supporter.get<PledgeDetail>(`/api/pledges/${due.pledgeId}`)
    expect(pledge.body.changes.cannotCancelReason).toMatch(/^Your bank is working on a debit/)
    await passBank()
    expect(await charge()).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 3000, commission: -750 })
    expect((await mails('receipt')).map(({ textBody }) => textBody)).toEqual([
      expect.stringContaining('bank account ending in 6789'),
    ])
    expect(expectStatus(await due.supporter.get('/api/user/bank-accounts'), 200)).toEqual([])
  })

  it('keeps each time the words that were agreed to, with amount and time, and takes no other text', async () => {
    const due = await dueCharge(CARDS.expired)
    const old = await app.visitor.post(`${due.link}/payments`, { ...due.due, mandateVersion: 'old' })
    expect(old).toMatchObject({ status: 400, body: { fields: { mandateVersion: expect.any(String) } } })
    const first = app.clock.now()
    await startDebit(due)
    app.clock.advance({ minutes: 5 })
    await startDebit(due)
    expect(await mandates()).toEqual(
      [first, app.clock.now()].map((agreedAt) => ({
        ...{ version: ONE_DEBIT_VERSION, cardId: null, agreedAt },
        mandateText: expect.stringMatching(
          /^I authorize Pledgeraiser to debit my bank account once, for \$30\.00/,
        ),
      })),
    )
  })

  it('that its bank returns leaves the amount due as before, mails why, and is paid by card', async () => {
    const due = await dueCharge(CARDS.expired)
    const before = await charge()
    await debit(due, BANK_ACCOUNTS.insufficient)
    const known = (await mails('pay_link')).length
    await passBank()
    expect(await charge()).toEqual(before)
    const told = (await mails('pay_link')).slice(known)
    expect(told.map(({ textBody }) => textBody)).toEqual([
      expect.stringContaining('The bank account did not have enough funds'),
    ])
    await runDueJobs(app.deps)
    expect(await mails('pay_link')).toHaveLength(known + 1)
    const started = await startPayment(due)
    expectStatus(await payWithCard(started), 204)
    expect(await finishPayment(due, started)).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 3000 })
  })

  it('of an invoice that its bank returns reopens the invoice', async () => {
    const due = await dueInvoice()
    await debit(due, BANK_ACCOUNTS.closed)
    expect(await linkedPledge(due)).toMatchObject({ invoices: [{ state: 'void', open: '0.00' }] })
    await passBank()
    expect(await linkedPledge(due)).toMatchObject({ invoices: [{ state: 'open', open: '70.00' }] })
    expect(await mails('pay_link')).toHaveLength(1)
  })

  it('blocks every other payment while its bank has it, and is made once from two windows', async () => {
    const due = await dueCharge(CARDS.expired)
    const [one, two] = [await startDebit(due), await startDebit(due)]
    expect(one.clientSecret).toBe(two.clientSecret)
    expectStatus(await typeAccount(one), 204)
    expectStatus(await typeAccount(two), 204)
    await finishPayment(due, one)
    for (const asked of [due.due, { ...due.due, mandateVersion: ONE_DEBIT_VERSION }])
      expect(await app.visitor.post(`${due.link}/payments`, asked)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('up to four business days') },
      })
    await passBank()
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 3000 })
  })

  it.each(['a charge', 'an invoice'])(
    'of %s takes the place of a card form that was left, which pays nothing then',
    async (kind) => {
      const due = kind === 'a charge' ? await dueCharge(CARDS.expired) : await dueInvoice()
      const byCard = await startPayment(due)
      const shown = { ...due, due: { chargeId: byCard.chargeId } }
      const byDebit = await startDebit(shown)
      expect((await payWithCard(byCard)).status).toBe(400)
      expectStatus(await typeAccount(byDebit), 204)
      expect(await finishPayment(due, byDebit)).toMatchObject({ state: 'processing' })
    },
  )

  it('takes no card in its form, and a card’s form takes no account', async () => {
    const due = await dueCharge(CARDS.expired)
    expect((await payWithCard(await startDebit(due))).status).toBe(400)
    expect((await typeAccount(await startPayment(due))).status).toBe(400)
  })

  it('is offered nowhere without bank accounts', async () => {
    const due = await dueCharge(CARDS.expired)
    app.deps.config.bankAccounts = false
    const asked = { ...due.due, mandateVersion: ONE_DEBIT_VERSION }
    expect((await app.visitor.post(`${due.link}/payments`, asked)).status).toBe(404)
  })

  it('that was not made within twenty minutes is due as before, and nobody is mailed', async () => {
    const due = await dueCharge(CARDS.expired)
    const before = await charge()
    const known = await mails('pay_link')
    const started = await startDebit(due)
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect(await charge()).toEqual(before)
    expect(await mails('pay_link')).toEqual(known)
    expect((await typeAccount(started)).status).toBe(400)
  })

  it('that its bank takes back later is out of collected, and written off', async () => {
    const due = await dueCharge(CARDS.expired)
    await debit(due, BANK_ACCOUNTS.returnedLate)
    await passBank()
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 3000 })
    app.clock.advance({ days: 11 })
    await runDueJobs(app.deps)
    expect((await accounts(app.deps.db)).cash ?? 0).toBe(0)
    expect(await charge()).toMatchObject({ lost: '30.00' })
  })

  it('of more than 180 days ago is not refunded at its bank: the refund is owed', async () => {
    const due = await dueCharge(CARDS.expired)
    await debit(due)
    await passBank()
    app.clock.advance({ days: 181 })
    const path = `/api/charges/${due.chargeId}/refunds`
    expectStatus(await house.representative.post(path, { amount: '5.00', reason: 'As agreed' }), 201)
    app.clock.advance({ minutes: 1 })
    await runDueJobs(app.deps)
    expect(await app.deps.db.query(sql`select state from refunds`)).toEqual([{ state: 'owed' }])
  })
})
