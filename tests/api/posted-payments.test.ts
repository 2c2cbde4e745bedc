/** R5, R26, R29, R36: finding an invoice, posting checks and cash on it, depositing them and reversing them. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deposit, FoundInvoice, PaymentTotals, PostedPayment } from '#domain/schemas/payment.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { runDueJobs } from '#server/jobs.ts'
import { depositSlip } from '#server/money/deposits/deposit.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus } from '#tests/app.ts'
import {
  accounts,
  bill,
  invoicesOf,
  openSeason,
  payment,
  pledge,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'

/** Three checks are expected: $25, $40 and $100. The campaign's final settlement is closed. */
givenSeasonForEachTest()
beforeEach(async () => {
  for (const [gift, name] of [
    ['25.00', 'Okafor'],
    ['40.00', 'O’Brien'],
    ['100.00', 'Lindqvist'],
  ] as const) {
    const made = await pledge(org, season, { lines: { gift }, method: 'check' })
    await app.deps.db.query(sql`update users set last_name = ${name} where id = ${made.supporter.userId}`)
  }
  await bill(org, season, 'final')
})

const find = async (search: string, by = org.representative) =>
  expectStatus(await by.post<FoundInvoice[]>('/api/invoices/searches', { search }), 200)
const numbers = async (search: string) => (await find(search)).map(({ number }) => Number(number.slice(-6)))
async function post(open: string, amount = open, reference = '1042'): Promise<Payment> {
  const invoice = (await invoicesOf(org, season)).find((one) => one.open === open)
  const form = { ...payment(invoice ?? { id: '' }, amount, app), reference }
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
}
const today = () => app.clock.now().toISOString().slice(0, 10)
const deposit = (paymentIds: string[], amount: string) =>
  org.representative.post<Deposit>('/api/deposits', {
    paymentIds,
    amount,
    depositedOn: today(),
    reference: '77',
  })
const reversePosted = (id: string, why: string) =>
  org.representative.post<PostedPayment>(`${season.path}/payments/${id}/reversal`, { why, on: today() })
const balance = async () =>
  (await org.representative.get<Record<string, string>>(`${season.path}/balance`)).body
const statusOf = async (id: string) =>
  (await app.deps.db.query<{ status: string }>(sql`select status from pledges where id = ${id}`))[0]?.status

it('an invoice can be found by its number, its last digits, its open amount or part of a name', async () => {
  const [one] = await invoicesOf(org, season)
  expect(await find(one?.number ?? '')).toMatchObject([{ id: one?.id, timeZone: 'America/New_York' }])
  expect(await numbers('2')).toEqual([2])
  expect(await numbers('000001')).toEqual([1])
  const amounts = async (search: string) => (await find(search)).map(({ open }) => open)
  expect(await amounts('$40.00')).toEqual(['40.00'])
  expect(await amounts('100')).toEqual(['100.00'])
  expect(await amounts('lindq')).toEqual(['100.00'])
  expect(await amounts('okafor PAT')).toEqual(['25.00'])
  expect(await amounts('pat 100%')).toEqual([])
  await post('40.00', '15.00')
  expect(await amounts('25')).toHaveLength(2)
  expect(await amounts('40.00')).toEqual([])
})

it('the names that a search shows are in the audit log, each once an hour per person who searches (R26)', async () => {
  const looks = async () =>
    (
      await app.deps.db.query<{ count: number }>(
        sql`select count(*) as count from audit_log where action = 'name.show'`,
      )
    )[0]?.count
  await find('pat')
  await find('pat o')
  expect(await looks()).toBe(1)
  await find('okafor', org.second)
  expect(await looks()).toBe(2)
  app.clock.advance({ minutes: 61 })
  await find('okafor')
  expect(await looks()).toBe(3)
  expect((await org.owner.post('/api/invoices/searches', { search: 'pat' })).status).toBe(403)
})

it('a deposit needs the total of its payments, has a slip, and is in the journal once', async () => {
  const ids = [(await post('25.00')).id, (await post('40.00', '50.00', '1043')).id]
  const totals = async () =>
    expectStatus(await org.representative.get<PaymentTotals>('/api/payments/totals'), 200)
  expect(await totals()).toMatchObject([
    { expected: '100.00', received: '75.00', receivedCount: 2, deposited: '0.00' },
  ])
  expect(await deposit(ids, '65.00')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('They add up to $75.00') },
  })
  const slip = expectStatus(await deposit(ids, '75.00'), 201)
  expect(slip).toMatchObject({ paymentsCount: 2, amount: '75.00', reference: '77', moneyMode: 'sandbox' })
  expect(await totals()).toMatchObject([{ received: '0.00', deposited: '75.00', depositedCount: 2 }])
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 7_500, undeposited: 0, supporter_credit: -1_000 })
  expect((await deposit(ids, '75.00')).status).toBe(409)
  const paper = await depositSlip(app.deps, app.deps.db.transaction, org.representative, slip.id)
  expect(paper.figure).toEqual({ label: '2 items', amount: '$75.00' })
  expect(paper.tables[0]?.rows[0]?.detail).toMatch(/^Pat Okafor, INV-\d{4}-\d{6}, Fall Season$/)
  expect(paper.tables[0]?.rows.map(({ label, amount }) => [label, amount])).toEqual([
    ['Check 1042', '$25.00'],
    ['Check 1043', '$50.00'],
    ['Total', '$75.00'],
  ])
  const tomorrow = { paymentIds: [(await post('100.00')).id], amount: '100.00', depositedOn: '2026-12-24' }
  expect((await org.representative.post('/api/deposits', tomorrow)).status).toBe(400)
})

it('a check that two people deposit at the same time is on one slip only', async () => {
  const { id } = await post('25.00')
  const by = (who: TestOrganization['second']) =>
    who.post('/api/deposits', { paymentIds: [id], amount: '25.00', depositedOn: today() })
  const answers = await Promise.all([by(org.representative), by(org.second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

it('a bounced check reopens invoice and pledge, removes its credit, and is mailed to the supporter', async () => {
  const paid = await post('40.00', '50.00')
  await runDueJobs(app.deps)
  expect(await statusOf(paid.pledgeId)).toBe('settled')
  expectStatus(await deposit([paid.id], '50.00'), 201)
  expect(expectStatus(await reversePosted(paid.id, 'bounced'), 201)).toMatchObject({
    state: 'bounced',
    bouncedOn: today(),
    bounceReason: 'The check bounced',
  })
  expect(await balance()).toMatchObject({ collected: '0.00', commission: '0.00', owed: '0.00' })
  const sums = await accounts(app.deps.db)
  expect(Object.values(sums).every((sum) => sum === 0)).toBe(true)
  expect(await statusOf(paid.pledgeId)).toBe('active')
  expect((await find('40.00'))[0]).toMatchObject({ paid: '0.00', open: '40.00' })
  const [mail] = await app.deps.db.query<{ subject: string }>(
    sql`select subject from mails where kind = 'payment_taken_back'`,
  )
  expect(mail?.subject).toBe('Your check of $50.00 for Fall Season was returned by the bank')
  expect((await reversePosted(paid.id, 'bounced')).status).toBe(409)
  await post('40.00')
  expect(await balance()).toMatchObject({ collected: '40.00', commission: '10.00' })
})

it('the same check posted on an invoice by two people is asked about before it counts twice', async () => {
  app.clock.set('2026-11-26T19:00:00Z')
  const invoice = (await invoicesOf(org, season)).find(({ open }) => open === '100.00')
  await app.deps.db.query(
    sql`update users set first_name = 'Priya', last_name = 'Shah' where id = ${org.second.userId}`,
  )
  const form = { ...payment(invoice ?? { id: '' }, '25.00', app), reference: '1042' }
  const by = (who: TestOrganization['second'], more: object = {}) =>
    who.post<Payment>(`${season.path}/payments`, { ...form, ...more })
  const first = expectStatus(await by(org.second), 201)
  const asked = { status: 409, body: { code: 'already_posted' } }
  expect(await by(org.representative)).toMatchObject({
    status: 409,
    body: {
      code: 'already_posted',
      message: `Check 1042 of $25.00 for ${invoice?.number} was already posted by Priya Shah on November 26, 2026. Post another one?`,
    },
  })
  expect(await by(org.representative, { reference: ' #01042 ', amount: '10.00' })).toMatchObject(asked)
  expect(await balance()).toMatchObject({ collected: '25.00' })
  expectStatus(await by(org.second, { amount: '2.00' }), 201)
  // Another check, another kind of payment, or none that can be told apart.
  expectStatus(await by(org.representative, { reference: '1043', amount: '1.00' }), 201)
  expectStatus(await by(org.representative, { method: 'cash', amount: '1.00' }), 201)
  expect(await by(org.second, { method: 'cash', amount: '1.00' })).toMatchObject(asked)
  for (const method of ['cash', 'check', 'cash', 'check'])
    expectStatus(await by(org.representative, { method, reference: null, amount: '1.00' }), 201)
  // Somebody looked: it is another one. One that bounced is posted again without a question.
  expectStatus(await by(org.representative, { isAnother: true, amount: '1.00' }), 201)
  const again = {
    ...form,
    invoiceId: (await invoicesOf(org, season)).find(({ open }) => open === '40.00')?.id,
  }
  const bounced = expectStatus(await by(org.representative, again), 201)
  expectStatus(await reversePosted(bounced.id, 'bounced'), 201)
  expectStatus(await by(org.representative, again), 201)
  expect(first.reference).toBe('1042')
})

it('a check moved to an invoice where it is already posted is asked about, too', async () => {
  const wrong = await post('40.00', '5.00')
  const right = await post('100.00', '5.00')
  const move = (more: object = {}) =>
    org.second.post<PostedPayment>(`${season.path}/payments/${wrong.id}/reversal`, {
      why: 'posted_wrongly',
      on: today(),
      invoiceId: right.invoiceId,
      ...more,
    })
  expect(await move()).toMatchObject({ status: 409, body: { code: 'already_posted' } })
  expect(await balance()).toMatchObject({ collected: '10.00' })
  expectStatus(await move({ isAnother: true }), 201)
  expect(await balance()).toMatchObject({ collected: '10.00' })
})

it('a payment on the wrong invoice can be reversed before its deposit and posted again', async () => {
  const wrong = await post('40.00', '25.00')
  expectStatus(await reversePosted(wrong.id, 'posted_wrongly'), 201)
  expect(await accounts(app.deps.db)).toMatchObject({ undeposited: 0 })
  await post('25.00')
  expect((await invoicesOf(org, season)).map(({ open }) => open).sort()).toEqual(['0.00', '100.00', '40.00'])
})

it('a deposited payment on the wrong invoice can be moved to the right one, with a note', async () => {
  const wrong = await post('40.00', '25.00')
  const slip = expectStatus(await deposit([wrong.id], '25.00'), 201)
  const right = (await invoicesOf(org, season)).find(({ open }) => open === '25.00')
  const move = (more: object) =>
    org.representative.post<PostedPayment>(`${season.path}/payments/${wrong.id}/reversal`, {
      why: 'posted_wrongly',
      on: today(),
      invoiceId: right?.id,
      note: 'Two checks changed places',
      ...more,
    })
  expect(await move({ note: null })).toMatchObject({
    status: 400,
    body: { fields: { note: expect.any(String) } },
  })
  expect((await move({ invoiceId: wrong.invoiceId })).status).toBe(400)
  expect((await move({ why: 'bounced' })).status).toBe(400)
  expectStatus(await move({}), 201)
  expect((await move({})).status).toBe(409)
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 2_500, undeposited: 0 })
  expect((await invoicesOf(org, season)).map(({ open }) => open).sort()).toEqual(['0.00', '100.00', '40.00'])
  expect(await balance()).toMatchObject({ collected: '25.00' })
  // It stayed at the bank: one line of its statement.
  const { bank } = expectStatus(await org.representative.get<ProviderMonth>('/api/reports/month'), 200)
  expect(bank.map(({ amount }) => amount)).toEqual(['25.00'])
  const [entry] = await app.deps.db.query<{ description: string }>(
    sql`select description from journal_entries where kind = 'reversal'`,
  )
  expect(entry?.description).toMatch(/^Posted by mistake: INV-2026-\d{6}, Two checks changed places$/)
  // The slip shows what went to the bank, as it was then.
  expect(
    (await depositSlip(app.deps, app.deps.db.transaction, org.representative, slip.id)).figure.amount,
  ).toBe('$25.00')
  const there = expectStatus(
    await org.representative.get<PostedPayment[]>('/api/payments?state=deposited'),
    200,
  )
  expect(there).toMatchObject([{ amount: '25.00', invoiceNumber: right?.number, depositId: null }])
})

it('a deposited payment with a wrong amount can be reversed without another invoice', async () => {
  const wrong = await post('100.00')
  expectStatus(await deposit([wrong.id], '100.00'), 201)
  const form = { why: 'posted_wrongly', on: today(), note: 'The check was over $10.00' }
  expectStatus(await org.representative.post(`${season.path}/payments/${wrong.id}/reversal`, form), 201)
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 0, undeposited: 0 })
  expect((await find('100.00'))[0]).toMatchObject({ open: '100.00' })
})

it('a payment cannot be moved to one’s own pledge, nor to an unknown invoice', async () => {
  const wrong = await post('40.00', '25.00')
  const right = (await invoicesOf(org, season)).find(({ open }) => open === '25.00')
  const form = { why: 'posted_wrongly', on: today(), invoiceId: right?.id }
  await app.deps.db.query(
    sql`update pledges set pledger_id = ${org.representative.userId} where id = ${right?.pledgeId}`,
  )
  const move = (by: TestOrganization['second'], given: object) =>
    by.post(`${season.path}/payments/${wrong.id}/reversal`, given)
  expect((await move(org.representative, form)).status).toBe(403)
  expect((await move(org.second, { ...form, invoiceId: wrong.id })).status).toBe(404)
  expect((await find('15.00'))[0]).toMatchObject({ open: '15.00' })
  expectStatus(await move(org.second, form), 201)
  expect(await accounts(app.deps.db)).toMatchObject({ undeposited: 2_500 })
})

it('reversing is refused for one’s own pledge, through another campaign, and as bounced for cash', async () => {
  const paid = await post('25.00')
  await app.deps.db.query(sql`update payments set method = 'cash' where id = ${paid.id}`)
  expect((await reversePosted(paid.id, 'bounced')).status).toBe(409)
  const other = await openSeason(org)
  const form = { why: 'posted_wrongly', on: today() }
  expect((await org.representative.post(`${other.path}/payments/${paid.id}/reversal`, form)).status).toBe(404)
  await app.deps.db.query(
    sql`update pledges set pledger_id = ${org.representative.userId} where id = ${paid.pledgeId}`,
  )
  expect((await reversePosted(paid.id, 'posted_wrongly')).status).toBe(403)
  expect((await org.second.post(`${season.path}/payments/${paid.id}/reversal`, form)).status).toBe(201)
})

it('a check is received by the campaign’s day, so that statement and journal have it in the same year (R37)', async () => {
  // 11:30 pm in New York.
  app.clock.set('2027-01-01T04:30:00Z')
  const [invoice] = await invoicesOf(org, season)
  const path = `${season.path}/payments`
  const on = (receivedOn: string) =>
    org.representative.post(path, { ...payment(invoice ?? { id: '' }, '1.00', app), receivedOn })
  const receivedOn = (words: RegExp) => ({
    status: 400,
    body: { fields: { receivedOn: expect.stringMatching(words) } },
  })
  expect(await on('2027-01-01')).toMatchObject(receivedOn(/still December 31, 2026 .* enter that day/))
  expect(await on('2027-01-02')).toMatchObject(receivedOn(/in the future/))
  expectStatus(await on('2026-12-31'), 201)
  const booked = await app.deps.db.query<{ day: string }>(sql`
    select (e.occurred_at at time zone c.time_zone)::date::text as day
    from journal_entries e
    join campaigns c on c.id = e.campaign_id
    where e.kind = 'payment'
  `)
  expect(booked).toEqual([{ day: '2026-12-31' }])
  app.clock.set('2027-01-01T05:00:00Z')
  expectStatus(await on('2027-01-01'), 201)
})

describe('a day that is typed wrongly in January', () => {
  const wrong = (field: string, words: RegExp) => ({
    status: 400,
    body: { fields: { [field]: expect.stringMatching(words) } },
  })
  beforeEach(() => app.clock.set('2027-01-06T15:00:00Z'))

  it('is refused where it is before the pledge was made', async () => {
    const [invoice] = await invoicesOf(org, season)
    const [row] = await app.deps.db.query<{ day: string }>(sql`
      select (p.created_at at time zone 'America/New_York')::date::text as day
      from pledges p
      where p.id = ${invoice?.pledgeId}
    `)
    const pledgedOn = row?.day ?? ''
    const on = (receivedOn: string) =>
      org.representative.post(`${season.path}/payments`, {
        ...payment(invoice ?? { id: '' }, '1.00', app),
        receivedOn,
      })
    expect(await on('2026-01-05')).toMatchObject(
      wrong('receivedOn', /^That is before the pledge was made, on .* 2026\. Check the month and the year$/),
    )
    expect(await find(invoice?.number ?? '')).toMatchObject([{ pledgedOn }])
    expectStatus(await on(pledgedOn), 201)
  })

  it('is refused where it is before what is deposited had been received, or a day to come in the campaign’s zone', async () => {
    const { id, receivedOn } = await post('25.00')
    expect(receivedOn).toBe('2027-01-06')
    const deposit = (depositedOn: string) =>
      org.representative.post('/api/deposits', { paymentIds: [id], amount: '25.00', depositedOn })
    expect(await deposit('2026-12-31')).toMatchObject(
      wrong('depositedOn', /before the payment for INV-.* was received, on January 6, 2027/),
    )
    // 11:30 pm in New York.
    app.clock.set('2027-01-08T04:30:00Z')
    expect(await deposit('2027-01-08')).toMatchObject(wrong('depositedOn', /still January 7, 2027/))
    expectStatus(await deposit('2027-01-06'), 201)
  })
})
