/** R37, R52, R70: receipts and statements say what the organization was on the day of the payment, and are never rewritten. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { taxSentence, yearTaxSentence } from '#domain/billing/receipt-sentences.ts'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import type { Giving, Receipt } from '#domain/schemas/receipt.ts'
import type { Charge, Payment } from '#domain/schemas/settlement.ts'
import { evidenceOf } from '#server/money/dispute-evidence/routes.ts'
import { printedInvoice } from '#server/money/invoice-documents/store.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  invoicesOf,
  lock,
  openSeason,
  payment,
  pledge,
  pledgeBody,
  runToChargeDate,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { mailsTo } from '#tests/stripe-season.ts'

const EIN = '12-3456789'
let app: TestApp
let org: TestOrganization
let season: Season
let supporter: Caller

/** $40.00 are charged on September 4. */
beforeEach(async () => {
  ;({ app, org, season, supporter } = await givenSeason({
    now: '2026-09-01T16:00:00Z',
    pledges: [{ lines: { gift: '40.00' } }],
    billed: 'progress',
  }))
})
afterEach(() => app.close())

const set = (changes: object) =>
  org.representative.put<OwnOrganization>(`/api/organizations/${org.organizationId}/standing`, changes)
const record = async (einCheckedOn: string, more: object = {}) =>
  expectStatus(await set({ is501c3: true, ein: EIN, einCheckedOn, ...more }), 200)
const revoke = async () => expectStatus(await set({ is501c3: false }), 200)
const receiptIn = async ({ path }: Season) => {
  const [charge] = expectStatus(await org.representative.get<Charge[]>(`${path}/charges`), 200)
  return expectStatus(await supporter.get<Receipt>(`/api/receipts/${charge?.id}`), 200)
}
const yearOf = async () => expectStatus(await supporter.get<Giving>('/api/giving/2026'), 200)
const rename = async (name: string) => expectStatus(await set({ name }), 200)

it('a receipt stays as it was when the organization is recorded as a 501(c)(3) later', async () => {
  const before = await receiptIn(season)
  app.clock.advance({ days: 130 })
  expect(await record('2027-01-11')).toMatchObject({ is501c3: true, is501c3Since: '2027-01-11' })
  expect(await receiptIn(season)).toEqual(before)
  const [one] = (await yearOf()).organizations
  expect(one).toMatchObject({ is501c3: false, ein: null, total: '40.00' })
})

it('a decision of the IRS that reaches back makes receipts from its day on tax-deductible', async () => {
  app.clock.advance({ days: 130 })
  const future = expectStatus(
    await set({ is501c3: true, ein: EIN, einCheckedOn: '2027-01-11', is501c3Since: '2027-02-01' }),
    400,
  )
  expect(future).toMatchObject({ fields: { is501c3Since: 'That day is in the future' } })
  await record('2027-01-11', { is501c3Since: '2026-09-05' })
  expect(await receiptIn(season)).toMatchObject({ is501c3: false, ein: null })
  expect(await record('2027-01-11', { is501c3Since: '2026-09-04' })).toMatchObject({
    is501c3Since: '2026-09-04',
  })
  expect(await receiptIn(season)).toMatchObject({ is501c3: true, ein: EIN })
  expect((await yearOf()).organizations).toMatchObject([{ is501c3: true, ein: EIN, total: '40.00' }])
})

it('a revoked status and another EIN change no earlier receipt', async () => {
  await record('2026-09-01')
  app.clock.advance({ days: 1 })
  const before = await receiptIn(season)
  expect(before).toMatchObject({ is501c3: true, ein: EIN })
  await record('2026-09-02', { ein: '98-7654321' })
  expect(await receiptIn(season)).toEqual(before)
  app.clock.advance({ days: 1 })
  expect(await revoke()).toMatchObject({ is501c3: false, is501c3Since: null })
  expect(await receiptIn(season)).toEqual(before)
  const { organizations } = await yearOf()
  expect(organizations).toMatchObject([{ is501c3: true, ein: EIN }])
  const sentences = organizations.map((one) => yearTaxSentence(one, organizations))
  expect(sentences).toEqual([expect.stringContaining('was a 501(c)(3) organization (EIN 12-3456789) when')])
})

it('another EIN whose day is moved later leaves the days before to the first one', async () => {
  await record('2026-09-01')
  app.clock.advance({ days: 2 })
  const other = { ein: '98-7654321' }
  await record('2026-09-06', { ...other, is501c3Since: '2026-09-03' })
  expect(await receiptIn(season)).toMatchObject({ is501c3: true, ...other })
  app.clock.advance({ days: 1 })
  await record('2026-09-06', { ...other, is501c3Since: '2026-09-05' })
  expect(await receiptIn(season)).toMatchObject({ is501c3: true, ein: EIN })
})

it('a status that is restored with the check from before its end holds from that day', async () => {
  await record('2026-01-15')
  app.clock.advance({ days: 1 })
  await revoke()
  app.clock.advance({ days: 20 })
  const today = app.clock.now().toISOString().slice(0, 10)
  expect(await record('2026-01-15')).toMatchObject({ is501c3Since: today })
})

it('what is taken back on the day on which it was recorded was a mistake', async () => {
  const before = await receiptIn(season)
  await record('2026-09-01')
  expect(await receiptIn(season)).toMatchObject({ is501c3: true })
  await revoke()
  expect(await receiptIn(season)).toEqual(before)
})

it('a receipt keeps the name that the organization had', async () => {
  const before = await receiptIn(season)
  await rename('Bayside Boosters')
  await rename('Bayside Fans')
  expect(await receiptIn(season)).toEqual(before)
  const names = (await yearOf()).organizations.map(({ organizationName }) => organizationName)
  expect(names).toEqual([before.organizationName])
})

it('an invoice keeps the name that the organization had when it was issued', async () => {
  const { pledge: made } = await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
  await lock(org, season, 'final')
  const issued = await invoicesOf(org, season)
  const number = issued.find(({ pledgeId }) => pledgeId === made.id)?.number ?? ''
  const name = async () => (await printedInvoice(app.deps.db, made.id, number))?.organizationName
  const before = await name()
  expect(before).toBe('Harbor High Boosters')
  await rename('Bayside Boosters')
  expect(await name()).toBe(before)
})

it('the evidence for a dispute keeps the name that the organization had on the day of the payment', async () => {
  const [charge] = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
  const evidence = async () =>
    JSON.stringify(await evidenceOf(app.deps, app.deps.db.transaction, org.representative, charge?.id ?? ''))
  app.clock.advance({ days: 2 })
  await rename('Bayside Boosters')
  expect(await evidence()).toContain('(Harbor High Boosters)')
  expect(await evidence()).not.toContain('Bayside Boosters')
})

it('a year-end statement says which payments were made while it was a 501(c)(3)', async () => {
  app.clock.advance({ days: 10 })
  await record('2026-09-10')
  const other = await openSeason(org)
  const body = await pledgeBody(supporter, other, { lines: { gift: '25.00' } })
  expectStatus(await supporter.post(`${other.path}/pledges`, body), 201)
  await bill(org, other, 'progress')
  const given = await yearOf()
  expect(given.total).toBe('65.00')
  expect(given.organizations).toMatchObject([
    { is501c3: false, ein: null, total: '40.00', entries: [{ amount: '40.00' }] },
    { is501c3: true, ein: EIN, total: '25.00', entries: [{ amount: '25.00' }] },
  ])
  const [first, second] = given.organizations.map((one) => yearTaxSentence(one, given.organizations))
  expect(first).toMatch(/was not recorded as a 501\(c\)\(3\) organization when the payments listed here/)
  expect(second).toMatch(
    /\(EIN 12-3456789\) when the payments listed here were made\. They are tax-deductible/,
  )
  const sentences = [taxSentence(await receiptIn(season)), taxSentence(await receiptIn(other))]
  expect(sentences).toEqual([
    expect.stringContaining('do not deduct this payment'),
    expect.stringContaining('tax-deductible'),
  ])
})

it('a refund belongs to the standing of the payment that it refunds', async () => {
  const { id } = await receiptIn(season)
  app.clock.advance({ days: 10 })
  await record('2026-09-10')
  const path = `/api/charges/${id}/refunds`
  expectStatus(await org.representative.post(path, { amount: '10.00', reason: 'Sorry' }), 201)
  await runToChargeDate(org)
  expect((await yearOf()).organizations).toMatchObject([{ is501c3: false, total: '30.00' }])
})

it('the mail about a check says what the organization was on the day on which it was received', async () => {
  const { season: other, supporter: writer } = await givenSeason({
    org,
    pledges: [{ lines: { gift: '25.00' }, method: 'check' }],
  })
  await bill(org, other, 'final')
  const [invoice = { id: '' }] = await invoicesOf(org, other)
  const received = payment(invoice, '10.00', app)
  app.clock.advance({ days: 10 })
  await record(app.clock.now().toISOString().slice(0, 10))
  const post = async (form: object) =>
    expectStatus(await org.representative.post<Payment>(`${other.path}/payments`, form), 201)
  await post({ ...received, reference: '1042' })
  await post({ ...payment(invoice, '15.00', app), reference: '1043' })
  const mails = (await mailsTo(app, writer)).filter(({ subject }) => subject.startsWith('Receipt'))
  expect(mails.map(({ textBody }) => textBody.includes('tax-deductible'))).toEqual([false, true])
})
