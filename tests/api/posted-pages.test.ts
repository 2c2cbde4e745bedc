/** R36, R51: a payment, a slip or a recorded refund is found however old it is, by page and by number. */
import { beforeEach, expect, it } from 'vitest'
import type { Deposit, PostedPayment } from '#domain/schemas/payment.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { expectStatus } from '#tests/app.ts'
import { bill, invoicesOf, payment, pledge } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { recordRefund } from '#tests/manual-refunds.ts'

/** Of three checks the first two are on slip 77, the last on slip 78; $5.00 of the first is above its invoice. */
let paid: Payment[]
givenSeasonForEachTest()
beforeEach(async () => {
  for (const gift of ['25.00', '40.00', '100.00'])
    await pledge(org, season, { lines: { gift }, method: 'check' })
  await bill(org, season, 'final')
  paid = [
    await post('25.00', '30.00', 'A-1041'),
    await post('40.00', '40.00', '1042'),
    await post('100.00', '100.00', '2043'),
  ]
  await deposit([paid[0], paid[1]], '70.00', '77')
  await deposit([paid[2]], '100.00', '78')
})

async function post(open: string, amount: string, reference: string): Promise<Payment> {
  const invoice = (await invoicesOf(org, season)).find((one) => one.open === open)
  const form = { ...payment(invoice ?? { id: '' }, amount, app), reference }
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
}
const today = () => app.clock.now().toISOString().slice(0, 10)
const deposit = async (payments: (Payment | undefined)[], amount: string, reference: string) =>
  expectStatus(
    await org.representative.post<Deposit>('/api/deposits', {
      amount,
      depositedOn: today(),
      reference,
      paymentIds: payments.map((one) => one?.id),
    }),
    201,
  )

async function page<Row>(path: string): Promise<{ rows: Row[]; total: number; next: string | null }> {
  const answer = await org.representative.get<Row[]>(path)
  return {
    rows: expectStatus(answer, 200),
    total: Number(answer.headers.get('x-total-count')),
    next: /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null,
  }
}
const inTheBank = '/api/payments?state=deposited'

it('the oldest check is on the last page, and each page says how many there are', async () => {
  const first = await page<PostedPayment>(`${inTheBank}&limit=2`)
  expect(first).toMatchObject({ rows: [{ id: paid[2]?.id }, { id: paid[1]?.id }], total: 3 })
  const last = await page<PostedPayment>(first.next ?? '')
  expect(last).toMatchObject({ rows: [{ id: paid[0]?.id }], total: 3, next: null })
})

it('a check is found by its number or by the invoice it paid, and no other state is', async () => {
  const invoiceOf = async ({ invoiceId }: Payment) =>
    (await invoicesOf(org, season)).find(({ id }) => id === invoiceId)?.number ?? ''
  const found = async (search: string, list = inTheBank) =>
    (await page<PostedPayment>(`${list}&search=${encodeURIComponent(search)}`)).rows.map(({ id }) => id)
  const [first, second] = paid as [Payment, Payment]
  expect(await found('a-1041')).toEqual([first.id])
  expect(await found('#1042')).toEqual([second.id])
  expect(await found(await invoiceOf(first))).toEqual([first.id])
  expect(await found(String(Number((await invoiceOf(second)).slice(-6))))).toContain(second.id)
  expect(await found('104')).toEqual([second.id, first.id])
  expect(await found('%')).toEqual([])
  expect(await found('1042', '/api/payments?state=received')).toEqual([])
})

it('the pages of a search are pages of that search', async () => {
  const first = await page<PostedPayment>(`${inTheBank}&limit=1&search=104`)
  expect(first).toMatchObject({ rows: [{ id: paid[1]?.id }], total: 2 })
  expect(await page<PostedPayment>(first.next ?? '')).toMatchObject({ rows: [{ id: paid[0]?.id }], total: 2 })
})

it('a slip is found by its number, or by a check or an invoice on it', async () => {
  const slips = async (search: string) => {
    const { rows, total } = await page<Deposit>(`/api/deposits?search=${search}`)
    expect(total).toBe(rows.length)
    return rows.map(({ reference }) => reference)
  }
  expect(await slips('78')).toEqual(['78'])
  expect(await slips('1042')).toEqual(['77'])
  expect(await slips('2043')).toEqual(['78'])
  const first = await page<Deposit>('/api/deposits?limit=1')
  expect(first).toMatchObject({ rows: [{ reference: '78' }], total: 2 })
  expect(await page<Deposit>(first.next ?? '')).toMatchObject({ rows: [{ reference: '77' }], total: 2 })
})

it('a recorded refund is found by its own number or by its invoice', async () => {
  const given = { kind: 'overpayment', sourceId: paid[0]?.id, method: 'check', reference: '501' }
  expectStatus(await recordRefund(org, season, given), 201)
  const refunds = async (search: string) => (await page(`/api/repayments?search=${search}`)).total
  const number = (await invoicesOf(org, season)).find(({ id }) => id === paid[0]?.invoiceId)?.number ?? ''
  expect([await refunds('501'), await refunds(number), await refunds('9999')]).toEqual([1, 1, 0])
  expect((await page('/api/repayments')).total).toBe(1)
})
