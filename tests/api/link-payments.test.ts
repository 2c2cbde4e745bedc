/** R35, R36, R44: what is due is paid from a mailed link, with any card, once, and never by a GET. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChargePayment, PaymentAnswer } from '#domain/schemas/charge-payment.ts'
import type { OpenItems } from '#domain/schemas/collection.ts'
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import type { Charge, Invoice } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { finishLinkPayment, startLinkPayment } from '#server/money/charges/actions.payment.ts'
import { invoiceFacts } from '#server/money/invoice-documents/actions.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledge-links/actions.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  CARDS,
  type House,
  interleave,
  invoicesOf,
  lock,
  openHouse,
  openSeason,
  payment,
  pledge,
  runToChargeDate,
  type Season,
  setStatus,
} from '#tests/fixtures.ts'
import { mortal } from '#tests/restarts.ts'

let app: TestApp
let house: House
let season: Season

beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  house = await openHouse(app)
  season = await openSeason(house)
})
afterEach(async () => {
  const violations = await checkInvariants(app.deps.db)
  await app.close()
  expect(violations).toEqual([])
})

type Due = { supporter: Caller; pledgeId: string; link: string; due: object; chargeId: string | null }
const linkTo = async (pledgeId: string): Promise<string> => {
  const address = await app.deps.db.transaction((tx) =>
    pledgeLink(app.deps, tx, { pledgeId, campaignId: season.id }),
  )
  return `/api/pledge-links/${address.split('/p/')[1]}`
}

/** $30 by card, which the bank refuses in this way. */
async function dueOn(card: string): Promise<Due & { chargeId: string }> {
  const made = await pledge(house, season, { lines: { gift: '30.00' }, card })
  await lock(house, season, 'progress')
  await runToChargeDate(house)
  const [charge] = await charges()
  if (!charge) throw new Error('no charge')
  const { id: pledgeId } = made.pledge
  return {
    ...{ supporter: made.supporter, pledgeId, link: await linkTo(pledgeId) },
    ...{ due: { chargeId: charge.id }, chargeId: charge.id },
  }
}
/** $70 by invoice. */
async function dueByInvoice(): Promise<Due & { invoice: Invoice }> {
  const made = await pledge(house, season, { lines: { gift: '70.00' }, method: 'check' })
  await lock(house, season, 'final')
  await runToChargeDate(house)
  const [invoice] = await invoicesOf(house, season)
  if (!invoice) throw new Error('no invoice')
  const { id: pledgeId } = made.pledge
  return {
    ...{ supporter: made.supporter, pledgeId, link: await linkTo(pledgeId), invoice },
    ...{ due: { invoiceId: invoice.id }, chargeId: null },
  }
}
const charges = async () =>
  expectStatus(await house.representative.get<Charge[]>(`${season.path}/charges`), 200)
const charge = async () => (await charges())[0] as Charge
const start = async ({ link, due }: Due) =>
  expectStatus(await app.visitor.post<ChargePayment>(`${link}/payments`, due), 201)
const CARD = { expMonth: 12, expYear: 2030, cvc: '123' }
const payWith = ({ clientSecret }: ChargePayment, number: string = CARDS.good) =>
  app.visitor.post('/api/sandbox/card-payments', { clientSecret, number, ...CARD })
const finish = async ({ link }: Due, { chargeId }: ChargePayment) =>
  expectStatus(await app.visitor.post<PaymentAnswer>(`${link}/payments/${chargeId}/outcome`), 200)
const shown = async ({ link }: Due) => expectStatus(await app.visitor.get<LinkedPledge>(link), 200)
const mails = (kind: string) =>
  app.deps.db.query<{ toAddress: string; textBody: string }>(
    sql`select to_address, text_body from mails where kind = ${kind}`,
  )

describe.each([
  ['failed', CARDS.insufficient],
  ['past_due', CARDS.expired],
  ['requires_action', CARDS.authentication],
])('a charge that is %s', (state, card) => {
  it('is paid with another card: journal, receipt and all, and the card is kept by nobody', async () => {
    const due = await dueOn(card)
    expect(await charge()).toMatchObject({ state, attempts: 1 })
    const before = await app.deps.db.query(sql`select id from cards`)
    const started = await start(due)
    expect(started).toMatchObject({ provider: 'sandbox', amount: '30.00', chargeId: due.chargeId })
    expect(await shown(due)).toMatchObject({ charges: [{ state: 'processing', underWay: 'link' }] })
    expect(await finish(due, started)).toMatchObject({ state: 'processing' })
    expectStatus(await payWith(started, '5555555555554444'), 204)
    expect(await finish(due, started)).toEqual({
      chargeId: due.chargeId,
      state: 'succeeded',
      amount: '30.00',
    })
    expect(await finish(due, started)).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 3000, commission: -750 })
    expect(await shown(due)).toMatchObject({ status: 'active', received: '30.00', billed: '30.00' })
    const [receipt, ...others] = await mails('receipt')
    expect([receipt?.toAddress, others]).toEqual([due.supporter.email, []])
    expect(receipt?.textBody).toContain('card ending in 4444')
    expect(await app.deps.db.query(sql`select id from cards`)).toEqual(before)
  })

  it('not paid, it is closed after twenty minutes and due as before', async () => {
    const due = await dueOn(card)
    const before = await charge()
    const old = await start(due)
    app.clock.advance({ minutes: 19 })
    await runDueJobs(app.deps)
    expect(await charge()).toMatchObject({ state: 'processing' })
    app.clock.advance({ minutes: 2 })
    await runDueJobs(app.deps)
    expect(await charge()).toEqual(before)
    expect((await payWith(old)).status).toBe(400)
    const again = await start(due)
    expect(again.clientSecret).not.toBe(old.clientSecret)
    expectStatus(await payWith(again), 204)
    expect(await finish(due, again)).toMatchObject({ state: 'succeeded' })
  })
})

it('a card that has had its attempts: a link is mailed, once, to the address on file (R35)', async () => {
  const due = await dueOn(CARDS.expired)
  const told = await mails('pay_link')
  expect(told).toEqual([{ toAddress: due.supporter.email, textBody: expect.stringContaining('$30.00') }])
  expect(told[0]?.textBody).toContain('The card has expired')
  expect(told[0]?.textBody).toMatch(/Pay what is due: http/)
  app.clock.advance({ days: 10 })
  await runDueJobs(app.deps)
  expect(await mails('pay_link')).toHaveLength(1)
})

it('the attempts that the saved card has left are left', async () => {
  const due = await dueOn(CARDS.insufficient)
  await start(due)
  app.clock.advance({ minutes: 21 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'failed', attempts: 1 })
  app.clock.advance({ days: 1 })
  await runDueJobs(app.deps)
  expect(await charge()).toMatchObject({ state: 'failed', attempts: 2 })
})

describe('an invoice', () => {
  it('is paid by card: it moves into a charge and is billed once at every moment', async () => {
    const due = await dueByInvoice()
    const started = await start(due)
    expect(started.amount).toBe('70.00')
    expect(await checkInvariants(app.deps.db)).toEqual([])
    expect(await shown(due)).toMatchObject({
      billed: '70.00',
      received: '0.00',
      invoices: [{ state: 'void', open: '0.00', cardPayment: 'under_way', cardAmount: '70.00' }],
      charges: [{ state: 'processing', underWay: 'link', invoiceId: due.invoice.id }],
    })
    expectStatus(await payWith(started), 204)
    expect(await finish(due, started)).toMatchObject({ state: 'succeeded', amount: '70.00' })
    expect(await shown(due)).toMatchObject({
      ...{ status: 'settled', billed: '70.00', received: '70.00' },
      invoices: [{ cardPayment: 'paid', cardAmount: '70.00' }],
    })
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 7000, commission: -1750 })
    const [receipt] = await mails('receipt')
    expect(receipt?.textBody).toContain('card ending in 4242')
    expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(409)
  })

  describe('a check that arrives while a card payment is under way', () => {
    const UNDER_WAY =
      'A card payment for INV-2026-000001 is under way. Post the check when it is done or has failed, usually within 20 minutes. If the card pays, return the check.'
    const postCheck = (invoice: Invoice, amount = '70.00') =>
      house.representative.post<{ message: string }>(`${season.path}/payments`, payment(invoice, amount, app))
    const find = async (search: string) =>
      expectStatus(await house.representative.post<FoundInvoice[]>('/api/invoices/searches', { search }), 200)

    it('is refused with why and what to do, wherever its invoice is looked up', async () => {
      const due = await dueByInvoice()
      const underWay = { cardPayment: 'under_way', cardAmount: '70.00' }
      expect(due.invoice).toMatchObject({ cardPayment: null, cardAmount: '0.00' })
      await start(due)
      expect(await postCheck(due.invoice)).toMatchObject({ status: 409, body: { message: UNDER_WAY } })
      expect(await invoicesOf(house, season)).toMatchObject([underWay])
      for (const search of ['1', 'INV-2026-000001', '70', 'pat'])
        expect(await find(search)).toMatchObject([{ id: due.invoice.id, open: '0.00', ...underWay }])
      const { items } = expectStatus(
        await house.representative.get<OpenItems>('/api/collections/items?show=all'),
        200,
      )
      expect(items).toMatchObject([
        {
          ...{ kind: 'charge', state: 'processing', number: 'INV-2026-000001', amount: '70.00' },
          nextStep: 'The supporter is paying it by card: post no check until that is done or has failed',
        },
      ])
      const number = due.invoice.number
      const print = await invoiceFacts(app.deps, { pledgeId: due.pledgeId, number, payUrl: 'https://x' })
      expect(print.figure).toMatchObject({ label: 'A card payment is under way', amount: '$70.00' })
    })

    it('is posted once the card payment has ended without money', async () => {
      const due = await dueByInvoice()
      const started = await start(due)
      for (const number of [CARDS.declined, CARDS.insufficient])
        expect((await payWith(started, number)).status).toBe(400)
      expect((await postCheck(due.invoice)).status).toBe(409)
      app.clock.advance({ minutes: 21 })
      await runDueJobs(app.deps)
      expectStatus(await postCheck(due.invoice), 201)
      expect(await shown(due)).toMatchObject({ status: 'settled', billed: '70.00', received: '70.00' })
      expect(await find('1')).toEqual([])
      // The form that is still open in a window takes no second payment.
      expect((await payWith(started)).status).toBe(400)
      expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(409)
      expect(await accounts(app.deps.db)).toMatchObject({ undeposited: 7000, commission: -1750 })
    })

    it('finds its invoice paid once the card has paid', async () => {
      const due = await dueByInvoice()
      const started = await start(due)
      expectStatus(await payWith(started), 204)
      // Nobody has asked the card provider yet.
      expect((await postCheck(due.invoice)).body.message).toBe(UNDER_WAY)
      await finish(due, started)
      expect((await postCheck(due.invoice)).body.message).toBe('Invoice INV-2026-000001 is paid already')
      expect(await find('1')).toEqual([])
    })

    it('for what was paid in part says the same; for what a bounced check opened again it is posted', async () => {
      const due = await dueByInvoice()
      const first = expectStatus(
        await house.representative.post<{ id: string; receivedOn: string }>(
          `${season.path}/payments`,
          payment(due.invoice, '20.00', app),
        ),
        201,
      )
      await start(due)
      expect((await postCheck(due.invoice, '50.00')).body.message).toBe(UNDER_WAY)
      expectStatus(
        await house.representative.post(`${season.path}/payments/${first.id}/reversal`, {
          ...{ why: 'bounced', on: first.receivedOn },
        }),
        201,
      )
      expect(await find('1')).toMatchObject([
        { open: '20.00', cardPayment: 'under_way', cardAmount: '50.00' },
      ])
      expectStatus(await postCheck(due.invoice, '20.00'), 201)
    })

    it('at the same moment: whichever is first counts, and the other is told why not', async () => {
      const due = await dueByInvoice()
      const pay = () => app.visitor.post<{ message: string }>(`${due.link}/payments`, due.due)
      const [checked, late] = await interleave(app, () => postCheck(due.invoice, '30.00'), pay)
      expect([checked.status, late.status, late.body]).toMatchObject([201, 201, { amount: '40.00' }])
      app.clock.advance({ minutes: 21 })
      await runDueJobs(app.deps)
      const [started, refused] = await interleave(app, pay, () => postCheck(due.invoice, '40.00'))
      expect([started.status, refused.status, refused.body.message]).toEqual([201, 409, UNDER_WAY])
    })
  })

  it('not paid, it is open again, and a check is welcome', async () => {
    const due = await dueByInvoice()
    await start(due)
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect(await invoicesOf(house, season)).toEqual([due.invoice])
    expect(await charge()).toMatchObject({ state: 'voided' })
    const again = await start(due)
    expectStatus(await payWith(again), 204)
    expect(await finish(due, again)).toMatchObject({ state: 'succeeded' })
    expect(await charges()).toHaveLength(1)
  })

  it('paid by check and by card, and the check bounces: its part is not taken for what the card paid', async () => {
    const due = await dueByInvoice()
    const check = expectStatus(
      await house.representative.post<{ id: string; receivedOn: string }>(
        `${season.path}/payments`,
        payment(due.invoice, '20.00', app),
      ),
      201,
    )
    const started = await start(due)
    const bounced = { why: 'bounced', on: check.receivedOn }
    expectStatus(
      await house.representative.post(`${season.path}/payments/${check.id}/reversal`, bounced),
      201,
    )
    // The one that is under way is for what was open when it began.
    expect(await start(due)).toMatchObject({ chargeId: started.chargeId, amount: '50.00' })
    expectStatus(await payWith(started), 204)
    await finish(due, started)
    const late = await app.visitor.post<{ message: string }>(`${due.link}/payments`, due.due)
    expect([late.status, late.body.message]).toEqual([
      409,
      'A part of invoice INV-2026-000001 was paid by card: pay the rest by check or in cash',
    ])
    const rest = payment(due.invoice, '20.00', app)
    expectStatus(await house.representative.post(`${season.path}/payments`, rest), 201)
    expect(await shown(due)).toMatchObject({ status: 'settled', billed: '70.00', received: '70.00' })
  })

  it('paid in part, what is open is paid by card', async () => {
    const due = await dueByInvoice()
    expectStatus(
      await house.representative.post(`${season.path}/payments`, payment(due.invoice, '20.00', app)),
      201,
    )
    const started = await start(due)
    expect(started.amount).toBe('50.00')
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect(await invoicesOf(house, season)).toMatchObject([{ state: 'open', amount: '70.00', open: '50.00' }])
    const again = await start(due)
    expectStatus(await payWith(again), 204)
    await finish(due, again)
    expect(await shown(due)).toMatchObject({ status: 'settled', received: '70.00' })
  })
})

it('two windows are one payment, also when both press at once; paid twice it is paid once', async () => {
  const due = await dueOn(CARDS.expired)
  const all = await Promise.all([start(due), start(due), start(due)])
  expect(new Set(all.map(({ clientSecret }) => clientSecret)).size).toBe(1)
  const [one, two] = all as [ChargePayment, ChargePayment, ChargePayment]
  const answers = await Promise.all([payWith(one), payWith(two, '5555555555554444')])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  await Promise.all([finish(due, one), finish(due, two)])
  expect(
    await app.deps.db.query(sql`select amount_cents from sandbox.payments where outcome = 'succeeded'`),
  ).toEqual([{ amountCents: 3000 }])
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 3000 })
  const late = await app.visitor.post<{ message: string }>(`${due.link}/payments`, due.due)
  expect([late.status, late.body.message]).toEqual([409, 'It is paid already: thank you'])
  expect((await payWith(one)).status).toBe(204)
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 3000 })
})

it('what the bank refuses is told at once, and another card pays in the same form', async () => {
  const due = await dueOn(CARDS.expired)
  const started = await start(due)
  expect(await payWith(started, CARDS.declined)).toMatchObject({
    status: 400,
    body: { fields: { number: 'Your card was declined. Try another card.' } },
  })
  expectStatus(await payWith(started), 204)
  expect(await finish(due, started)).toMatchObject({ state: 'succeeded' })
})

it('numbers are not guessed here: after three refusals the link waits, and the form with it', async () => {
  const due = await dueOn(CARDS.expired)
  const started = await start(due)
  const refused = ['4000000000000341', '4000000000009995', '4000000000000002']
  for (const number of refused) expect((await payWith(started, number)).status).toBe(400)
  const late = await payWith(started)
  expect(late.status).toBe(429)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(429)
  // Another link is another person's, but a card that was refused so often is the same card.
  const other = await pledge(house, season, { lines: { gift: '30.00' }, card: CARDS.expired })
  await lock(house, season, 'progress')
  await runToChargeDate(house)
  const theirs = { ...due, link: await linkTo(other.pledge.id) }
  const [newest] = await charges()
  const begun = await start({ ...theirs, due: { chargeId: newest?.id } })
  for (const _ of [1, 2, 3])
    await app.deps.db.query(
      sql`insert into card_refusals (id, user_id, fingerprint, code, at)
          select gen_random_uuid()::text, ${due.supporter.userId}, fingerprint, 'card_declined', ${app.clock.now()} from card_refusals where code = 'card_declined' order by at limit 1`,
    )
  const [row] = await app.deps.db.query<{ fingerprint: string }>(
    sql`select fingerprint from card_refusals group by fingerprint order by count(*) desc limit 1`,
  )
  expect(row?.fingerprint).toBeTruthy()
  expect((await payWith(begun, '4000000000000341')).status).toBe(429)
  expectStatus(await payWith(begun), 204)
})

describe('the link', () => {
  it('that ended, was revoked or never was pays nothing, and another pledge’s pays nothing here', async () => {
    const due = await dueOn(CARDS.expired)
    const other = await pledge(house, season, { lines: { gift: '25.00' } })
    const foreign = await linkTo(other.pledge.id)
    expect((await app.visitor.post(`${foreign}/payments`, due.due)).status).toBe(404)
    const started = await start(due)
    expect((await app.visitor.post(`${foreign}/payments/${due.chargeId}/outcome`)).status).toBe(404)
    expectStatus(await due.supporter.delete(`/api/pledges/${due.pledgeId}/links`), 204)
    expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(404)
    expect((await app.visitor.post(`${due.link}/payments/${due.chargeId}/outcome`)).status).toBe(404)
    expect((await app.visitor.post(`/api/pledge-links/${'x'.repeat(43)}/payments`, due.due)).status).toBe(404)
    // What was begun before it was revoked is finished by the job, not lost.
    expectStatus(await payWith(started), 204)
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect(await charge()).toMatchObject({ state: 'succeeded' })
    const fresh = await linkTo(due.pledgeId)
    app.clock.advance({ days: 31 })
    expect((await app.visitor.post(`${fresh}/payments`, due.due)).status).toBe(404)
  })

  it('says what is wrong with a request, and charges nothing by being read', async () => {
    const due = await dueOn(CARDS.expired)
    expect((await app.visitor.post(`${due.link}/payments`, {})).status).toBe(400)
    expect((await app.visitor.post(`${due.link}/payments`, { chargeId: 'x' })).status).toBe(400)
    await shown(due)
    expect((await app.visitor.get(`${due.link}/payments`)).status).toBe(404)
    expect(await charge()).toMatchObject({ state: 'past_due', underWay: null })
  })

  it('waits while the campaign is paused; cancelled, nothing is due', async () => {
    const due = await dueOn(CARDS.expired)
    await setStatus(house, season, 'paused')
    expect(await app.visitor.post(`${due.link}/payments`, due.due)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('paused') },
    })
    await setStatus(house, season, 'cancelled')
    expect(await app.visitor.post(`${due.link}/payments`, due.due)).toMatchObject({ status: 409 })
  })

  it('and the supporter’s own confirmation do not pay at the same time', async () => {
    const due = await dueOn(CARDS.authentication)
    const path = `/api/charges/${due.chargeId}/confirmations`
    const started = await start(due)
    expect((await due.supporter.post(path)).status).toBe(409)
    expectStatus(await payWith(started), 204)
    await finish(due, started)
    expect((await due.supporter.post(path)).status).toBe(409)
  })
})

it('the supporter comes back to a confirmation after a reload: it says that it waits for them', async () => {
  const due = await dueOn(CARDS.authentication)
  const path = `/api/charges/${due.chargeId}/confirmations`
  const first = expectStatus(await due.supporter.post<ChargePayment>(path), 201)
  expect(await shown(due)).toMatchObject({ charges: [{ state: 'processing', underWay: 'confirmation' }] })
  expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(409)
  const again = expectStatus(await due.supporter.post<ChargePayment>(path), 201)
  expect(again.clientSecret).toBe(first.clientSecret)
})

describe('a server that dies', () => {
  it.each(['payment.claimed', 'payment.answered'])('at %s leaves nothing half done', async (step) => {
    const due = await dueOn(CARDS.expired)
    const by = { pledgeId: due.pledgeId, campaignId: season.id, address: null }
    const server = mortal(app.program, { atStep: (at) => at === step })
    const key = { pledgeId: due.pledgeId, chargeId: due.chargeId }
    const work = async () => {
      const started = await startLinkPayment(server.deps, by, { chargeId: due.chargeId })
      expectStatus(await payWith(started), 204)
      await finishLinkPayment(server.deps, key)
    }
    await expect(work()).rejects.toThrow('this server is dead')
    expect(server.isDead()).toBe(true)
    // Another server, the same window: what was begun is taken up.
    const again = await start(due)
    expectStatus(await payWith(again), 204)
    expect(await finish(due, again)).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 3000, commission: -750 })
    expect(await mails('receipt')).toHaveLength(1)
  })

  it('after the card has paid: the job finds out, and adds nothing twice', async () => {
    const due = await dueByInvoice()
    const started = await start(due)
    expectStatus(await payWith(started), 204)
    app.clock.advance({ hours: 2 })
    await runDueJobs(app.deps)
    expect(await shown(due)).toMatchObject({ status: 'settled', received: '70.00' })
    expect(await finish(due, started)).toMatchObject({ state: 'succeeded' })
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 7000 })
  })

  it('while the card that paid is asked for: recorded by the next', async () => {
    const due = await dueOn(CARDS.expired)
    const started = await start(due)
    expectStatus(await payWith(started), 204)
    const asked = vi.spyOn(app.deps.cards, 'cardOfPayment').mockRejectedValueOnce(new Error('no answer'))
    const path = `${due.link}/payments/${due.chargeId}/outcome`
    expect((await app.visitor.post(path)).status).toBe(500)
    expect(await finish(due, started)).toMatchObject({ state: 'succeeded' })
    expect(asked).toHaveBeenCalledTimes(2)
  })
})
