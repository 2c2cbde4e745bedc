/** R29: a new representative refunds nothing for 72 hours. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChargeDetail } from '#domain/schemas/charge.ts'
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  lock,
  openSeason,
  pledge,
  runToChargeDate,
  type Season,
  startSeason,
  type TestOrganization,
  tryToSetStatus,
} from '#tests/fixtures.ts'
import { deposit, postPayment, recordRefund, refundsOwed } from '#tests/manual-refunds.ts'
import { addNewRepresentative } from '#tests/new-representative.ts'

let app: TestApp
let org: TestOrganization
let season: Season

beforeEach(async () => {
  ;({ app, org, season } = await startSeason())
  await pledge(org, season, { lines: { gift: '250.00' } })
  await pledge(org, season, { lines: { gift: '20.00' }, method: 'check' })
  await lock(org, season, 'final')
  await runToChargeDate(org)
})
afterEach(() => closeWithBooksInOrder(app))

const chargeId = async () => {
  const found = await org.representative.get<Charge[]>(`${season.path}/charges`)
  return expectStatus(found, 200)[0]?.id
}
const refund = async (by: Caller, amount: string) =>
  by.post<ChargeDetail>(`/api/charges/${await chargeId()}/refunds`, { amount, reason: 'Pledged twice' })
const YET =
  'You are new: for the first 72 hours, another representative must refund. You can refund in 72 hours'

it('a new representative refunds no charge for 72 hours', async () => {
  const newcomer = await addNewRepresentative(org)
  const { cannotRefundReason } = expectStatus(
    await newcomer.get<ChargeDetail>(`/api/charges/${await chargeId()}`),
    200,
  )
  expect(cannotRefundReason).toBe(YET)
  expect(await refund(newcomer, '1.00')).toMatchObject({ status: 403, body: { message: YET } })
  app.clock.advance({ hours: 72 })
  expectStatus(await refund(newcomer, '1.00'), 201)
})

it('a new representative returns no money by hand for 72 hours', async () => {
  const newcomer = await addNewRepresentative(org)
  const { id } = await postPayment(org, season, '25.00', 'cash')
  await deposit(org, id, '25.00')
  const [owed] = expectStatus(await newcomer.get<RefundOwed[]>('/api/repayments/owed'), 200)
  expect(owed?.cannotGiveReason).toBe(YET)
  const given = { sourceId: id }
  expect(await recordRefund(org, season, given, newcomer)).toMatchObject({
    status: 403,
    body: { message: YET },
  })
  expect(await refundsOwed(org)).toMatchObject([{ cannotGiveReason: null }])
  expectStatus(await recordRefund(org, season, given), 201)
})

it('a new representative cancels no campaign with all its money for 72 hours', async () => {
  const spring = await openSeason(org)
  await pledge(org, spring, { lines: { gift: '10.00' } })
  await lock(org, spring, 'progress')
  await runToChargeDate(org)
  const newcomer = await addNewRepresentative(org)
  const all = { refundAll: true }
  expect(await tryToSetStatus({ ...org, representative: newcomer }, spring, 'cancelled', all)).toMatchObject({
    status: 403,
    body: { message: YET },
  })
  expectStatus(await tryToSetStatus({ ...org, representative: newcomer }, spring, 'cancelled'), 200)
})
