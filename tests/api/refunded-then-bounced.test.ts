/** R5, R29, R34, R36: a check that bounces after a refund: what went out is an exception that two people resolve. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Exception } from '#domain/schemas/exception.ts'
import type { FoundInvoice, PostedPayment } from '#domain/schemas/payment.ts'
import type { Giving } from '#domain/schemas/receipt.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { reasonsNotToDelete } from '#server/accounts/users/deletion.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  correctGoals,
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
import { approved } from '#tests/sign-offs.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let eventId: string
let supporter: Caller

beforeEach(async () => {
  ;({ app, org, season, eventId, supporter } = await openInvoicedSeason())
})
afterEach(() => closeWithBooksInOrder(app))

const reverse = (id: string, why = 'bounced') =>
  org.representative.post<PostedPayment>(`${season.path}/payments/${id}/reversal`, { why, on: todayOf(app) })
const exceptions = async () => expectStatus(await org.representative.get<Exception[]>('/api/exceptions'), 200)
const mailOf = async (kind: string) => {
  const [mail] = await app.deps.db.query<{ textBody: string }>(
    sql`select text_body from mails where kind = ${kind} order by id desc limit 1`,
  )
  return mail?.textBody
}
const correctTo = async (goals: number) => {
  await correctGoals(org, season, eventId, goals)
  await lock(org, season, 'final')
}
async function adjust(way: 'lose' | 'paid_by_hand') {
  const path = `/api/exceptions/${(await exceptions())[0]?.id}/adjustments`
  const prepared = await org.representative.post<SignOff>(path, { way, reason: 'By check 77 on October 2' })
  return expectStatus(await approved(org.second, prepared), 201)
}

describe('a check that bounces after what was above its invoice was refunded', () => {
  let paymentId: string
  /** $25.00 for $20.00. */
  beforeEach(async () => {
    const { id } = await postPayment(org, season, '25.00')
    await deposit(org, id, '25.00')
    expectStatus(await recordRefund(org, season, { sourceId: id }), 201)
    expectStatus(await reverse(id), 201)
    paymentId = id
  })

  it('is an exception of what went out, whose invoice is open again', async () => {
    expect(await exceptions()).toMatchObject([
      {
        kind: 'bounced_after_refund',
        subject: 'payment',
        subjectId: paymentId,
        amount: '5.00',
        happened: 'A check for INV-2026-000001 bounced after $5.00 of it was refunded by hand.',
      },
    ])
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'open', open: '20.00' }])
    expect(await accounts(app.deps.db)).toMatchObject({ cash: -500, supporter_credit: 500 })
    expect(await refundsOwed(org)).toEqual([])
    expect(await mailOf('payment_taken_back')).toMatch(
      /We had already refunded \$5\.00 of it to you\. Please/,
    )
    expect(await mailOf('exception')).toContain('The supporter paid it back')
  })

  it('is in the books once the supporter paid it back and two people signed that', async () => {
    await postPayment(org, season, '20.00')
    expect(await reasonsNotToDelete(app.deps, supporter.userId)).toEqual([
      'One invoice is open: pay what is due first.',
    ])
    expect(await adjust('paid_by_hand')).toMatchObject({ amount: '5.00', state: 'approved' })
    expect(await exceptions()).toEqual([])
    const after = { cash: 0, undeposited: 2_000, supporter_credit: 0, organization_payable: -1_500 }
    expect(await accounts(app.deps.db)).toMatchObject(after)
    expect(await reasonsNotToDelete(app.deps, supporter.userId)).toEqual([])
  })

  it('is the provider’s loss if the supporter cannot be asked', async () => {
    await adjust('lose')
    expect(await accounts(app.deps.db)).toMatchObject({ cash: -500, supporter_credit: 0, write_offs: 500 })
  })

  it('is not paid back by the next check: what is above the invoice is the supporter’s', async () => {
    const second = await postPayment(org, season, '26.00')
    expect(second).toMatchObject({ overpaid: '6.00' })
    await deposit(org, second.id, '26.00')
    expect(await refundsOwed(org)).toMatchObject([{ id: second.id, amount: '6.00' }])
    expect(await exceptions()).toMatchObject([{ amount: '5.00' }])
    const [invoice] = await invoicesOf(org, season)
    const again = payment(invoice ?? { id: '' }, '5.00', app)
    expect((await org.representative.post(`${season.path}/payments`, again)).status).toBe(409)
  })
})

describe('a check that bounces after a correction', () => {
  let paymentId: string
  beforeEach(async () => {
    ;({ id: paymentId } = await postPayment(org, season, '20.00'))
    await deposit(org, paymentId, '20.00')
  })

  async function refundOwed() {
    const [refund] = await refundsOwed(org)
    const form = { kind: 'refund', sourceId: refund?.id, method: 'cash', reference: null }
    expectStatus(await recordRefund(org, season, form), 201)
  }

  it('cancels a refund that was only owed, and its invoice is open for the rest', async () => {
    await correctTo(4)
    expect(await refundsOwed(org)).toMatchObject([{ kind: 'refund', amount: '12.00' }])
    expectStatus(await reverse(paymentId), 201)
    expect(await refundsOwed(org)).toEqual([])
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'open', amount: '8.00', paid: '0.00' }])
    expect(await accounts(app.deps.db)).toMatchObject({ refunds_owed: 0, cash: 0, commission: 0 })
    expect(await mailOf('payment_taken_back')).toContain('The refund of $12.00 from it is no longer needed')
    expect(await exceptions()).toEqual([])
    await postPayment(org, season, '8.00')
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'paid' }])
  })

  it('leaves nothing to pay when all of it was owed back', async () => {
    await correctTo(0)
    expectStatus(await reverse(paymentId), 201)
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'void', amount: '0.00' }])
    expect(await mailOf('payment_taken_back')).toContain('Nothing is due on invoice')
  })

  it('is an exception of the refund that was made, besides what is due', async () => {
    await correctTo(4)
    await refundOwed()
    expectStatus(await reverse(paymentId), 201)
    expect(await exceptions()).toMatchObject([{ kind: 'bounced_after_refund', amount: '12.00' }])
    const after = { cash: -1_200, supporter_credit: 1_200, refunds_owed: 0, organization_payable: 0 }
    expect(await accounts(app.deps.db)).toMatchObject(after)
    await postPayment(org, season, '8.00')
    await adjust('paid_by_hand')
    expect(await accounts(app.deps.db)).toMatchObject({ cash: 0, undeposited: 800, supporter_credit: 0 })
    const { total } = expectStatus(await supporter.get<Giving>('/api/giving/2026'), 200)
    expect(total).toBe('8.00')
  })

  it('is an exception on a void invoice when all of it was refunded', async () => {
    await correctTo(0)
    await refundOwed()
    expectStatus(await reverse(paymentId), 201)
    expect(await invoicesOf(org, season)).toMatchObject([{ state: 'void', amount: '0.00' }])
    expect(
      expectStatus(
        await org.representative.post<FoundInvoice[]>('/api/invoices/searches', { search: '1' }),
        200,
      ),
    ).toEqual([])
    await adjust('lose')
    expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 0, write_offs: 2_000 })
  })
})

it('a payment posted by mistake cancels a refund that was only owed', async () => {
  const { id } = await postPayment(org, season, '20.00')
  await correctTo(4)
  expectStatus(await reverse(id, 'posted_wrongly'), 201)
  expect(await refundsOwed(org)).toEqual([])
  expect(await invoicesOf(org, season)).toMatchObject([{ state: 'open', amount: '8.00', paid: '0.00' }])
})
