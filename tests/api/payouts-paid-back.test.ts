/** R68: parts of a payout come back, and an organization that was paid too much pays it back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  OrganizationPayouts,
  Payout,
  PayoutReturn,
  PayoutStatement,
  SentPayout,
} from '#domain/schemas/payout.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Answer, type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { readCsv } from '#tests/csv.ts'
import {
  accounts,
  bill,
  invoicesOf,
  openSeason,
  payment,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { interleave } from '#tests/interleaving.ts'
import { approveAndSend, depositPayments, overviewOf, preparePayout, setDestination } from '#tests/payouts.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let sent: Payout
const payments: Record<string, string> = {}

/** $140.00 by two checks, and the organization's $105.00 of it sent. */
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z', env: { CHECK_CLEARING_DAYS: '0' } })
  org = await setUpOrganization(app)
  await setDestination(org)
  season = await openSeason(org)
  for (const gift of ['100.00', '40.00']) await pledge(org, season, { lines: { gift }, method: 'check' })
  await bill(org, season, 'final')
  for (const invoice of await invoicesOf(org, season)) {
    const form = { ...payment(invoice, invoice.amount, app), reference: '77' }
    const posted = await org.representative.post<Payment>(`${season.path}/payments`, form)
    const { id } = expectStatus(posted, 201)
    await depositPayments(org, [id], invoice.amount, form.receivedOn)
    payments[invoice.amount] = id
  }
  sent = await approveAndSend(org, await preparePayout(org, season, '105.00'))
})
afterEach(() => closeWithBooksInOrder(app))

const today = () => app.clock.now().toISOString().slice(0, 10)
const bounce = async (amount = '40.00') => {
  const path = `${season.path}/payments/${payments[amount]}/reversal`
  expectStatus(await org.representative.post(path, { why: 'bounced', on: today() }), 201)
}
type Form = Partial<Record<keyof PayoutReturn, unknown>>
const record = (form: Form, by: Caller = org.second): Promise<Answer<Payout>> =>
  by.post<Payout>(`/api/payouts/${sent.id}/return`, { reason: 'Check 118', ...form })
const recorded = async (form: Form) => expectStatus(await record(form), 201)
const balance = async () => (await overviewOf(org, 'show=all')).campaigns[0]
const mailTo = async (by: Caller) =>
  (
    await app.deps.db.query<{ subject: string; text: string }>(sql`
      select subject, text_body as text from mails
       where to_address = ${by.email} and idempotency_key like 'payout-reversed:%' order by id desc limit 1`)
  )[0]

describe('a part of a payout', () => {
  it('that came back is owed again, and so is the next part, up to the whole payout', async () => {
    expect(await recorded({ amount: '30.00' })).toMatchObject({ reversed: '30.00', next: 'confirm' })
    expect(await balance()).toMatchObject({ paidOut: '75.00', owed: '30.00', available: '30.00' })
    expect((await mailTo(org.owner))?.subject).toBe('$30.00 of a payout to Harbor High Boosters was returned')
    expect((await mailTo(org.owner))?.text).toMatch(/\$30\.00 of the \$105\.00 that we paid you was returned/)
    expect(await recorded({ amount: '75.00' })).toMatchObject({
      state: 'returned',
      reversed: '105.00',
      next: null,
      reversals: [{ amount: '30.00' }, { amount: '75.00' }],
    })
    expect(await balance()).toMatchObject({ paidOut: '0.00', owed: '105.00' })
    expect(await record({ amount: '0.01' })).toMatchObject({
      status: 409,
      body: { message: 'Already recorded as returned' },
    })
  })

  it('is refused in words if it is no amount, nothing, or more than is left', async () => {
    const refused = async (amount: unknown) => {
      const { status, body } = await record({ amount })
      return [status, (body as unknown as { fields: { amount: string } }).fields.amount]
    }
    expect(await refused('a lot')).toEqual([400, 'Enter an amount such as 12.50'])
    expect(await refused('0.00')).toEqual([400, 'The amount must be greater than 0'])
    expect(await refused('105.01')).toEqual([400, 'Enter an amount up to $105.00, the amount of the payout'])
    await recorded({ amount: '30.00' })
    expect(await refused('75.01')).toEqual([
      400,
      'Enter an amount up to $75.00: $30.00 of it is already recorded as returned',
    ])
    expect(await record({})).toMatchObject({
      status: 409,
      body: { message: '$30.00 of it is already recorded as returned: enter the amount that came back now' },
    })
  })

  it('that two people record is recorded once', async () => {
    const part = (by: Caller) => () => record({ amount: '30.00', returnsKnown: 0 }, by)
    const answers = await interleave(app, part(org.second), part(org.representative))
    expect(answers.map(({ status }) => status)).toEqual([201, 409])
    expect(await balance()).toMatchObject({ paidOut: '75.00' })
    // As much once more on that day: by someone who knows of the first.
    expect(await recorded({ amount: '30.00', returnsKnown: 1 })).toMatchObject({ reversed: '60.00' })
  })
})

it('what was returned in full does not count as paid last', async () => {
  const earlier = await balance()
  expect(earlier?.lastPaid).toEqual({ id: sent.id, paidOn: today(), amount: '105.00' })
  await recorded({ amount: '30.00' })
  expect((await balance())?.lastPaid).toMatchObject({ id: sent.id, amount: '105.00' })
  const next = await approveAndSend(org, await preparePayout(org, season, '30.00'), { reference: '1043' })
  expect((await balance())?.lastPaid).toMatchObject({ id: next.id, amount: '30.00' })
  expectStatus(await org.second.post(`/api/payouts/${next.id}/return`, { reason: 'Moved' }), 201)
  expect((await balance())?.lastPaid).toMatchObject({ id: sent.id, amount: '105.00' })
  await recorded({ amount: '75.00' })
  expect((await balance())?.lastPaid).toBeNull()
})

describe('money that the organization pays back', () => {
  beforeEach(() => bounce())

  it('settles what was paid out too much, and its mails do not promise it again', async () => {
    expect(await balance()).toMatchObject({ owed: '-30.00' })
    expect(await recorded({ amount: '30.00', isPaidBack: true })).toMatchObject({
      reversals: [{ on: today(), amount: '30.00', reason: 'Check 118', isPaidBack: true }],
    })
    expect(await balance()).toMatchObject({ paidOut: '75.00', owed: '0.00', available: '0.00' })
    expect(await accounts(app.deps.db)).toMatchObject({ organization_payable: 0 })
    for (const one of [org.owner, org.representative]) {
      const mail = await mailTo(one)
      expect(mail?.subject).toBe('Harbor High Boosters paid back $30.00')
      expect(mail?.text).toMatch(/\$30\.00 of the \$105\.00/)
      expect(mail?.text).toContain('it covers what had been paid out above')
    }
  })

  it('is shown separately from a returned payment on the statement that owners see', async () => {
    await recorded({ amount: '30.00', isPaidBack: true })
    await recorded({ amount: '20.00' })
    const path = `/api/payouts/${sent.id}`
    const { payout } = expectStatus(await org.owner.get<PayoutStatement>(path), 200)
    expect(payout.reversals).toMatchObject([{ isPaidBack: true }, {}])
    expect(payout.reversals[1]).not.toHaveProperty('isPaidBack')
    const seen = await org.owner.get<OrganizationPayouts>(`/api/organizations/${org.organizationId}/payouts`)
    expect(expectStatus(seen, 200).payouts).toMatchObject([{ reversed: '50.00' }])
  })
})

it('a payment that comes back after too much was paid out is not promised again in full', async () => {
  await bounce()
  await recorded({})
  expect((await mailTo(org.owner))?.text).toContain('Of that, to be paid out: $75.00')
  expect(await balance()).toMatchObject({ owed: '75.00', paidOut: '0.00' })
})

it('owners are told how many payouts there are, and read all of them in pages and in a file', async () => {
  await recorded({})
  for (let n = 0; n < 2; n += 1) {
    await approveAndSend(org, await preparePayout(org, season, '10.00'), { reference: `200${n}` })
  }
  const path = `/api/organizations/${org.organizationId}`
  const page = expectStatus(await org.owner.get<OrganizationPayouts>(`${path}/payouts`), 200)
  expect(page).toMatchObject({ payoutsCount: 3, campaignsCount: 1 })
  const first = await org.owner.get<SentPayout[]>(`${path}/sent-payouts?limit=2`)
  expect(first.headers.get('x-total-count')).toBe('3')
  const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const rest = await org.owner.get<SentPayout[]>(next)
  expect([...first.body, ...rest.body].map(({ id }) => id)).toEqual(page.payouts.map(({ id }) => id))
  expect(first.body[0]).not.toHaveProperty('note')
  const all = expectStatus(await org.representative.get<SentPayout[]>('/api/sent-payouts'), 200)
  expect(all.map(({ id }) => id)).toEqual(page.payouts.map(({ id }) => id))
  const file = String(expectStatus(await org.owner.get<string>(`${path}/payouts.csv`), 200))
  expect(file.trim().split('\r\n')).toHaveLength(4)
  expect(file).toContain('Check,2001,')
  expect(file).toMatch(/,test,10\.00,0\.00,/)
})

const payoutRows = () => readCsv(app, `/api/organizations/${org.organizationId}/payouts.csv`, org.owner)

it('the organization’s file has a day for each return, and its columns still add up (R38)', async () => {
  await app.deps.db.query(sql`update payouts set reference = '00020417' where id = ${sent.id}`)
  await recorded({ amount: '30.00' })
  const first = today()
  app.clock.advance({ days: 3 })
  await recorded({ amount: '20.00' })
  await recorded({ amount: '5.00', returnsKnown: 2 })
  const rows = await payoutRows()
  expect(rows).toMatchObject([
    { 'Amount (USD)': '105.00', 'Returned (USD)': '30.00', 'Returned on': first, State: 'Sent' },
    { 'Amount (USD)': '0.00', 'Returned (USD)': '25.00', 'Returned on': today(), State: 'Sent' },
  ])
  expect(rows.map((row) => row['Counts as paid out (USD)'])).toEqual(['75.00', '-25.00'])
  expect(rows[0]?.Number).toBe("'00020417")
})
