/** R5, R29: a refund of a check that then bounced is listed with its age, and can be written off by two people. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RefundOwed } from '#domain/schemas/manual-refund.ts'
import type { FoundInvoice } from '#domain/schemas/payment.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import type { Shortfall } from '#domain/schemas/shortfall.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import { checkInvariants } from '#server/money/book-check/invariants.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  accounts,
  invoicesOf,
  lock,
  payment,
  pledge,
  runToChargeDate,
  type Season,
  startSeason,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { recordRefund } from '#tests/manual-refunds.ts'
import { approve } from '#tests/sign-offs.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let invoiceId: string
/** A check of $25.00 for an invoice of $20.00: the $5.00 above it was refunded, then the check bounced. */
beforeEach(async () => {
  ;({ app, org, season } = await startSeason({ now: '2026-09-10T16:00:00Z' }))
  await pledge(org, season, { lines: { gift: '20.00' }, method: 'check' })
  await lock(org, season, 'final')
  await runToChargeDate(org)
  invoiceId = (await invoicesOf(org, season))[0]?.id ?? ''
  const id = await post('25.00')
  const slip = { paymentIds: [id], amount: '25.00', depositedOn: today() }
  expectStatus(await org.representative.post('/api/deposits', slip), 201)
  const [owed] = expectStatus(await org.representative.get<RefundOwed[]>('/api/repayments/owed'), 200)
  const back = { kind: 'overpayment', sourceId: owed?.id, method: 'cash', givenOn: today() }
  expectStatus(await recordRefund(org, season, back), 201)
  const bounced = { why: 'bounced', on: today() }
  expectStatus(await org.representative.post(`${season.path}/payments/${id}/reversal`, bounced), 201)
})
afterEach(async () => {
  expect(await checkInvariants(app.deps.db)).toEqual([])
  await app.close()
})

const today = () => app.clock.now().toISOString().slice(0, 10)
async function post(amount: string): Promise<string> {
  const form = { ...payment({ id: invoiceId }, amount, app), reference: '1042' }
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201).id
}
const list = async (by = org.representative) =>
  expectStatus(await by.get<Shortfall[]>('/api/shortfalls'), 200)
const path = () => `${season.path}/shortfalls/${invoiceId}/write-offs`
const propose = (by: Caller = org.representative, form: object = { reason: 'Moved away' }) =>
  by.post<SignOff>(path(), form)

it('a shortfall is listed with its age in days until the supporter pays it', async () => {
  const since = today()
  expect(await list()).toMatchObject([
    { invoiceId, invoiceNumber: 'INV-2026-000001', amount: '5.00', since, ageDays: 0 },
  ])
  app.clock.advance({ days: 40 })
  expect(await list()).toMatchObject([{ ageDays: 40, cannotWriteOffReason: null }])
  const headers = { authorization: `Bearer ${org.representative.token}` }
  const csv = await (await app.app.request('/api/shortfalls.csv', { headers })).text()
  expect(csv).toContain('Missing (USD),Since,Age (days)')
  expect(csv).toContain(`5.00,${since},40`)
  await post('25.00')
  expect(await list()).toEqual([])
  expect((await propose()).status).toBe(409)
})

it('a write-off that a second person approves is the provider’s loss and ends the shortfall', async () => {
  expect((await propose(org.representative, { reason: ' ' })).status).toBe(400)
  const proposed = expectStatus(await propose(), 201)
  expect(proposed).toMatchObject({ amount: '5.00', state: 'prepared', reason: 'Moved away' })
  expect((await propose(org.second)).status).toBe(409)
  expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 500 })
  expect(await list()).toMatchObject([
    { cannotWriteOffReason: 'It is prepared: another representative must approve it' },
  ])
  expectStatus(await approve(org.second, proposed.id), 201)
  expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 0, write_offs: 500, cash: -500 })
  expect(await list()).toEqual([])
  const search = { search: '1' }
  const found = await org.representative.post<FoundInvoice[]>('/api/invoices/searches', search)
  expect(expectStatus(found, 200)).toMatchObject([{ open: '20.00', missing: '0.00' }])
})

it('a write-off cannot be approved once part was paid; the rest can be proposed again', async () => {
  const { id } = expectStatus(await propose(), 201)
  await post('22.00')
  expect(await approve(org.second, id)).toMatchObject({
    status: 409,
    body: { message: 'It is $3.00 now, not $5.00. Withdraw this and prepare it again' },
  })
  expectStatus(await org.second.delete(`/api/sign-offs/${id}`), 200)
  expect((await approve(org.second, id)).status).toBe(409)
  const again = expectStatus(await propose(), 201)
  expect(again.amount).toBe('3.00')
  expectStatus(await approve(org.second, again.id), 201)
  expect(await accounts(app.deps.db)).toMatchObject({ supporter_credit: 0, write_offs: 300 })
})

it('a write-off of one’s own pledge can be neither proposed nor approved', async () => {
  const { id } = expectStatus(await propose(), 201)
  await app.deps.db.query(sql`update pledges set pledger_id = ${org.second.userId}`)
  expect((await approve(org.second, id)).status).toBe(403)
  expect(await list(org.second)).toMatchObject([
    { cannotWriteOffReason: 'This is your own pledge: someone else must do it' },
  ])
  expectStatus(await org.representative.delete(`/api/sign-offs/${id}`), 200)
  expect((await propose(org.second)).status).toBe(403)
  expectStatus(await propose(), 201)
})
