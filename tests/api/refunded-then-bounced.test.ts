/** R5, R32, R36: a check that bounces after a refund: what the supporter owes again, and how it is repaid. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FoundInvoice, PostedPayment } from '#domain/schemas/payment.ts'
import type { PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { reasonsNotToDelete } from '#server/accounts/users/actions.deletion.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  confirm,
  enterMatch,
  invoicesOf,
  lock,
  payment,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import {
  deposit,
  openInvoicedSeason,
  postPayment,
  recordRefund,
  refundsOwed,
  todayOf,
} from '#tests/manual-refunds.ts'
import { BAY } from '#tests/settlement-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let eventId: string
let supporter: Caller

beforeEach(async () => {
  ;({ app, org, season, eventId, supporter } = await openInvoicedSeason())
})
afterEach(() => closeWithBooksInOrder(app))

describe('a refunded check that bounced', () => {
  const bounce = (id: string) =>
    org.representative.post<PostedPayment>(`${season.path}/payments/${id}/reversal`, {
      ...{ why: 'bounced', on: todayOf(app) },
    })
  const search = async () =>
    expectStatus(
      await org.representative.post<FoundInvoice[]>('/api/invoices/searches', { search: '1' }),
      200,
    )
  const lastMail = async () => {
    const [mail] = await app.deps.db.query<{ kind: string; subject: string; textBody: string }>(
      sql`select kind, subject, text_body from mails order by id desc limit 1`,
    )
    return mail
  }
  const correctTo = async (goals: number) => {
    await confirm(org.owner, season, await enterMatch(org, season, { ...BAY, eventId, goals }))
    await lock(org, season, 'final')
  }

  it('is repaid by the next check, whose overpayment is not refunded a second time', async () => {
    const first = await postPayment(org, season, '25.00')
    await deposit(org, first.id, '25.00')
    expectStatus(await recordRefund(org, season, { sourceId: first.id }), 201)
    expectStatus(await bounce(first.id), 201)
    expect((await lastMail())?.textBody).toMatch(
      /refunded \$5\.00 of it.*\$25\.00 in all, by check or in cash: \$20\.00 for the invoice, and \$5\.00/s,
    )
    expect(await search()).toMatchObject([{ open: '20.00', missing: '5.00' }])
    const second = await postPayment(org, season, '26.00')
    expect(await lastMail()).toMatchObject({ kind: 'receipt', subject: 'Receipt: $20.00 for Fall Season' })
    expect((await lastMail())?.textBody).toContain('You also paid $5.00, which repays')
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: -100 })
    await deposit(org, second.id, '26.00')
    expect(await refundsOwed(org)).toMatchObject([{ id: second.id, amount: '1.00' }])
    expectStatus(await recordRefund(org, season, { sourceId: second.id }), 201)
    const shown = await org.representative.get<PostedPayment[]>('/api/payments?state=deposited')
    expect(expectStatus(shown, 200)).toMatchObject([
      { overpaid: '6.00', credit: '1.00', covers: '5.00', missing: '0.00' },
    ])
    const payments = await org.representative.get<Payment[]>(`${season.path}/payments`)
    expect(expectStatus(payments, 200)[0]).toMatchObject({ overpaid: '6.00', credit: '1.00' })
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 2_000, supporter_credit: 0 })
    expect(await search()).toEqual([])
  })

  it('is repaid by payments on an invoice that is already paid, and these get no receipt', async () => {
    const first = await postPayment(org, season, '25.00')
    await deposit(org, first.id, '25.00')
    expectStatus(await recordRefund(org, season, { sourceId: first.id }), 201)
    expectStatus(await bounce(first.id), 201)
    await postPayment(org, season, '20.00')
    expect(await search()).toMatchObject([{ open: '0.00', missing: '5.00' }])
    expect(await reasonsNotToDelete(app.deps, supporter.userId)).toEqual([
      'One invoice is open: pay what is due first.',
    ])
    await postPayment(org, season, '2.00', 'cash')
    expect((await lastMail())?.textBody).toContain('$3.00 of it is still due.')
    const lastPayment = await postPayment(org, season, '3.00', 'cash')
    expect(await lastMail()).toMatchObject({ subject: 'We received $3.00 for Fall Season' })
    expect((await lastMail())?.textBody).toContain('Nothing more is due for that check.')
    const detail = await supporter.get<PledgeDetail>(`/api/pledges/${first.pledgeId}`)
    const { payments } = expectStatus(detail, 200)
    expect(payments.map(({ amount, overpaid }) => [amount, overpaid])).toEqual([
      ['3.00', '3.00'],
      ['2.00', '2.00'],
      ['20.00', '0.00'],
      ['25.00', '5.00'],
    ])
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 0 })
    expect(await refundsOwed(org)).toEqual([])
    const [invoice] = await invoicesOf(org, season)
    const again = payment(invoice ?? { id: '' }, '5.00', app)
    expect((await org.representative.post(`${season.path}/payments`, again)).status).toBe(409)
    expectStatus(
      await org.representative.post(`${season.path}/payments/${lastPayment.id}/reversal`, {
        ...{ why: 'posted_wrongly', on: todayOf(app) },
      }),
      201,
    )
    const mail = (await lastMail())?.textBody
    expect(mail).toContain('Nothing is due on invoice INV-2026-000001.')
    expect(mail).toContain('Please send $3.00, which we had refunded to you')
    expect(mail).not.toContain('of it to you')
    expect(await search()).toMatchObject([{ open: '0.00', missing: '3.00' }])
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'paid', amount: '20.00', paid: '20.00' }])
    const bounced = await org.representative.get<PostedPayment[]>('/api/payments?state=bounced')
    expect(expectStatus(bounced, 200).map(({ id, missing }) => [id, missing])).toEqual([
      [lastPayment.id, '0.00'],
      [first.id, '3.00'],
    ])
  })

  it('cancels a refund that was only owed, and its invoice is open for the rest', async () => {
    const { id } = await postPayment(org, season, '20.00')
    await correctTo(4)
    expect(await refundsOwed(org)).toMatchObject([{ kind: 'refund', amount: '12.00' }])
    expectStatus(await bounce(id), 201)
    expect(await refundsOwed(org)).toEqual([])
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'open', amount: '8.00', paid: '0.00' }])
    expect(await accounts(app.deps.db)).toMatchObject({ refunds_owed: 0, undeposited: 0, commission: 0 })
    expect((await lastMail())?.textBody).toContain('The refund of $12.00 from it is no longer needed')
    await postPayment(org, season, '8.00')
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'paid' }])
  })

  it('is repaid on a void invoice when all of it was refunded', async () => {
    const { id } = await postPayment(org, season, '20.00')
    await deposit(org, id, '20.00')
    await correctTo(0)
    const [refund] = await refundsOwed(org)
    const form = { kind: 'refund', sourceId: refund?.id, method: 'cash', reference: null }
    expectStatus(await recordRefund(org, season, form), 201)
    expectStatus(await bounce(id), 201)
    expect(await search()).toMatchObject([{ open: '0.00', missing: '20.00' }])
    await postPayment(org, season, '20.00')
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'void', amount: '0.00' }])
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 0 })
    expect(await search()).toEqual([])
  })

  it('cancels a refund that was only owed, also if the payment was reversed as posted by mistake', async () => {
    const { id } = await postPayment(org, season, '20.00')
    await correctTo(4)
    const wrongly = { why: 'posted_wrongly', on: todayOf(app) }
    const path = `${season.path}/payments/${id}/reversal`
    expectStatus(await org.representative.post(path, wrongly), 201)
    expect(await refundsOwed(org)).toEqual([])
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'open', amount: '8.00', paid: '0.00' }])
  })

  it('leaves nothing to pay when all of it was owed back', async () => {
    const { id } = await postPayment(org, season, '20.00')
    await correctTo(0)
    expectStatus(await bounce(id), 201)
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'void', amount: '0.00' }])
    expect((await lastMail())?.textBody).toContain('Nothing is due on invoice')
  })

  it('leaves the supporter owing what was refunded as well as the open amount', async () => {
    const { id } = await postPayment(org, season, '20.00')
    await deposit(org, id, '20.00')
    await correctTo(4)
    const [refund] = await refundsOwed(org)
    const form = { kind: 'refund', sourceId: refund?.id, method: 'cash', reference: null }
    expectStatus(await recordRefund(org, season, form), 201)
    expectStatus(await bounce(id), 201)
    const missing = { cash: -1_200, supporter_credit: 1_200, refunds_owed: 0, organization_payable: 0 }
    expect(await accounts(app.deps.db)).toMatchObject(missing)
    expect(await search()).toMatchObject([{ open: '8.00', missing: '12.00' }])
    expect((await lastMail())?.textBody).toContain('We had already refunded $12.00 of it to you.')
    await postPayment(org, season, '20.00')
    expect(await accounts(app.deps.db)).toMatchObject({
      cash: -1_200,
      undeposited: 2_000,
      supporter_credit: 0,
    })
    expect(await refundsOwed(org)).toEqual([])
    expect(await search()).toEqual([])
    const { total } = expectStatus(await supporter.get<Giving>('/api/giving/2026'), 200)
    expect(total).toBe('8.00')
  })
})
