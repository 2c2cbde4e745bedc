/** R29: a new representative refunds nothing for 72 hours. */
import { expect, it } from 'vitest'
import type { ChargeDetail } from '#domain/schemas/charge.ts'
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { Charge } from '#domain/schemas/settlement.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { tryToSetStatus } from '#tests/fixtures.ts'
import { app, givenSeason, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { deposit, postPayment, recordRefund, refundsOwed } from '#tests/manual-refunds.ts'
import { addNewRepresentative } from '#tests/sign-offs.ts'

givenSeasonForEachTest({
  now: '2026-09-01T16:00:00Z',
  pledges: [{ lines: { gift: '250.00' } }, { lines: { gift: '20.00' }, method: 'check' }],
  billed: 'final',
})

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
  const { season: spring } = await givenSeason({
    org,
    pledges: [{ lines: { gift: '10.00' } }],
    billed: 'progress',
  })
  const newcomer = await addNewRepresentative(org)
  const all = { refundAll: true }
  expect(await tryToSetStatus({ ...org, representative: newcomer }, spring, 'cancelled', all)).toMatchObject({
    status: 403,
    body: { message: YET },
  })
  expectStatus(await tryToSetStatus({ ...org, representative: newcomer }, spring, 'cancelled'), 200)
})
