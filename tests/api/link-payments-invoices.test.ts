/** An open invoice is paid by card from a mailed link, and never by a check at the same time (R36, R44). */
import { describe, expect, it } from 'vitest'
import type { OpenItems } from '#domain/schemas/collection.ts'
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import type { Invoice } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { invoiceFacts } from '#server/money/invoice-documents/document.ts'
import { expectStatus } from '#tests/app.ts'
import { accounts, CARDS, invoicesOf, payment } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { interleave } from '#tests/interleaving.ts'
import {
  charge,
  charges,
  dueInvoice,
  finishPayment,
  linkedPledge,
  mails,
  payWithCard,
  startPayment,
} from '#tests/link-payments.ts'

givenSeasonForEachTest()

describe('an invoice', () => {
  it('is paid by card from a mailed link, and is billed once at every moment', async () => {
    const due = await dueInvoice()
    const started = await startPayment(due)
    expect(started.amount).toBe('70.00')
    expect(await checkInvariants(app.deps.db)).toEqual([])
    expect(await linkedPledge(due)).toMatchObject({
      billed: '70.00',
      received: '0.00',
      invoices: [{ state: 'void', open: '0.00', cardPayment: 'under_way', cardAmount: '70.00' }],
      charges: [{ state: 'processing', underWay: 'link', invoiceId: due.invoice.id }],
    })
    expectStatus(await payWithCard(started), 204)
    expect(await finishPayment(due, started)).toMatchObject({ state: 'succeeded', amount: '70.00' })
    expect(await linkedPledge(due)).toMatchObject({
      status: 'settled',
      billed: '70.00',
      received: '70.00',
      invoices: [{ cardPayment: 'paid', cardAmount: '70.00' }],
    })
    expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 7000, commission: -1750 })
    const [receipt] = await mails('receipt')
    expect(receipt?.textBody).toContain('Paid by: Visa ending in 4242')
    expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(409)
  })

  it('is open again after a card payment that was not made, and a card can pay it then', async () => {
    const due = await dueInvoice()
    await startPayment(due)
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect(await invoicesOf(org, season)).toEqual([due.invoice])
    expect(await charge()).toMatchObject({ state: 'voided' })
    const again = await startPayment(due)
    expectStatus(await payWithCard(again), 204)
    expect(await finishPayment(due, again)).toMatchObject({ state: 'succeeded' })
    expect(await charges()).toHaveLength(1)
  })

  it('leaves the part of a bounced check to be paid when a card pays the rest', async () => {
    const due = await dueInvoice()
    const check = expectStatus(
      await org.representative.post<{ id: string; receivedOn: string }>(
        `${season.path}/payments`,
        payment(due.invoice, '20.00', app),
      ),
      201,
    )
    const started = await startPayment(due)
    const bounced = { why: 'bounced', on: check.receivedOn }
    expectStatus(await org.representative.post(`${season.path}/payments/${check.id}/reversal`, bounced), 201)
    // The payment in progress is for what was open when it began.
    expect(await startPayment(due)).toMatchObject({ chargeId: started.chargeId, amount: '50.00' })
    expectStatus(await payWithCard(started), 204)
    await finishPayment(due, started)
    const late = await app.visitor.post<{ message: string }>(`${due.link}/payments`, due.due)
    expect([late.status, late.body.message]).toEqual([
      409,
      'Part of invoice INV-2026-000001 was paid by card: pay the rest by check or in cash',
    ])
    const rest = payment(due.invoice, '20.00', app)
    expectStatus(await org.representative.post(`${season.path}/payments`, rest), 201)
    expect(await linkedPledge(due)).toMatchObject({ status: 'settled', billed: '70.00', received: '70.00' })
  })

  it('that a check paid in part is paid by card for what is open', async () => {
    const due = await dueInvoice()
    expectStatus(
      await org.representative.post(`${season.path}/payments`, payment(due.invoice, '20.00', app)),
      201,
    )
    const started = await startPayment(due)
    expect(started.amount).toBe('50.00')
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'open', amount: '70.00', open: '50.00' }])
    const again = await startPayment(due)
    expectStatus(await payWithCard(again), 204)
    await finishPayment(due, again)
    expect(await linkedPledge(due)).toMatchObject({ status: 'settled', received: '70.00' })
  })
})

describe('a check that arrives while a card payment is under way', () => {
  const UNDER_WAY =
    'A card payment for INV-2026-000001 is being processed. Post the check when it has gone through or failed, usually within 20 minutes. If it goes through, return the check.'
  const postCheck = (invoice: Invoice, amount = '70.00') =>
    org.representative.post<{ message: string }>(`${season.path}/payments`, payment(invoice, amount, app))
  const find = async (search: string) =>
    expectStatus(await org.representative.post<FoundInvoice[]>('/api/invoices/searches', { search }), 200)

  it('is refused with what to do, and the payment shows wherever the invoice is looked up', async () => {
    const due = await dueInvoice()
    const underWay = { cardPayment: 'under_way', cardAmount: '70.00' }
    expect(due.invoice).toMatchObject({ cardPayment: null, cardAmount: '0.00' })
    await startPayment(due)
    expect(await postCheck(due.invoice)).toMatchObject({ status: 409, body: { message: UNDER_WAY } })
    expect(await invoicesOf(org, season)).toMatchObject([underWay])
    for (const search of ['1', 'INV-2026-000001', '70', 'pat'])
      expect(await find(search)).toMatchObject([{ id: due.invoice.id, open: '0.00', ...underWay }])
    const { items } = expectStatus(
      await org.representative.get<OpenItems>('/api/collections/items?show=all'),
      200,
    )
    expect(items).toMatchObject([
      {
        kind: 'charge',
        state: 'processing',
        number: 'INV-2026-000001',
        amount: '70.00',
        nextStep: 'The supporter is paying it by card: don’t post a check until that goes through or fails',
      },
    ])
    const number = due.invoice.number
    const print = await invoiceFacts(app.deps, { pledgeId: due.pledgeId, number, payUrl: 'https://x' })
    expect(print.figure).toMatchObject({ label: 'A card payment is processing', amount: '$70.00' })
  })

  it('is posted once the card payment has ended without money', async () => {
    const due = await dueInvoice()
    const started = await startPayment(due)
    for (const number of [CARDS.declined, CARDS.insufficient])
      expect((await payWithCard(started, number)).status).toBe(400)
    expect((await postCheck(due.invoice)).status).toBe(409)
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    expectStatus(await postCheck(due.invoice), 201)
    expect(await linkedPledge(due)).toMatchObject({ status: 'settled', billed: '70.00', received: '70.00' })
    expect(await find('1')).toEqual([])
    // The form that is still open in a window accepts no second payment.
    expect((await payWithCard(started)).status).toBe(400)
    expect((await app.visitor.post(`${due.link}/payments`, due.due)).status).toBe(409)
    expect(await accounts(app.deps.db)).toMatchObject({ undeposited: 7000, commission: -1750 })
  })

  it('is refused because the invoice is paid, once the card has paid', async () => {
    const due = await dueInvoice()
    const started = await startPayment(due)
    expectStatus(await payWithCard(started), 204)
    // The card provider has not been asked yet.
    expect((await postCheck(due.invoice)).body.message).toBe(UNDER_WAY)
    await finishPayment(due, started)
    expect((await postCheck(due.invoice)).body.message).toBe('Invoice INV-2026-000001 is already paid')
    expect(await find('1')).toEqual([])
  })

  it('is refused for what the card pays, and posted for what a bounced check reopened', async () => {
    const due = await dueInvoice()
    const first = expectStatus(
      await org.representative.post<{ id: string; receivedOn: string }>(
        `${season.path}/payments`,
        payment(due.invoice, '20.00', app),
      ),
      201,
    )
    await startPayment(due)
    expect((await postCheck(due.invoice, '50.00')).body.message).toBe(UNDER_WAY)
    expectStatus(
      await org.representative.post(`${season.path}/payments/${first.id}/reversal`, {
        why: 'bounced',
        on: first.receivedOn,
      }),
      201,
    )
    expect(await find('1')).toMatchObject([{ open: '20.00', cardPayment: 'under_way', cardAmount: '50.00' }])
    expectStatus(await postCheck(due.invoice, '20.00'), 201)
  })

  it('and a card payment at the same moment: the first counts, and the second takes the rest or is refused', async () => {
    const due = await dueInvoice()
    const pay = () => app.visitor.post<{ message: string }>(`${due.link}/payments`, due.due)
    const [checked, late] = await interleave(app, () => postCheck(due.invoice, '30.00'), pay)
    expect([checked.status, late.status, late.body]).toMatchObject([201, 201, { amount: '40.00' }])
    app.clock.advance({ minutes: 21 })
    await runDueJobs(app.deps)
    const [started, refused] = await interleave(app, pay, () => postCheck(due.invoice, '40.00'))
    expect([started.status, refused.status, refused.body.message]).toEqual([201, 409, UNDER_WAY])
  })
})
