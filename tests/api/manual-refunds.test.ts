/** R5, R29, R32, R36: overpayments and refunds of checks are owed until a manual refund is recorded, once. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pledgeReference } from '#domain/billing/lookup.ts'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import type { OpenItems } from '#domain/schemas/collection.ts'
import type { ManualRefund } from '#domain/schemas/manual-refund.ts'
import type { PostedPayment } from '#domain/schemas/payment.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  accounts,
  correctGoals,
  lock,
  openSeason,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import {
  deposit,
  openInvoicedSeason,
  postPayment,
  prepareRefund,
  recordRefund,
  refundsOwed,
  todayOf,
} from '#tests/manual-refunds.ts'
import { approve } from '#tests/sign-offs.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let eventId: string

beforeEach(async () => {
  ;({ app, org, season, eventId } = await openInvoicedSeason())
})
afterEach(() => closeWithBooksInOrder(app))

const items = async () =>
  expectStatus(await org.representative.get<OpenItems>('/api/collections/items?show=owed_back'), 200).items

it('an overpayment can be refunded once, after its check was deposited and has cleared', async () => {
  const { id } = await postPayment(org, season, '25.00')
  expect(await refundsOwed(org)).toMatchObject([
    {
      id,
      kind: 'overpayment',
      amount: '5.00',
      since: todayOf(app),
      nextOn: null,
      nextStep: 'Deposit the payment first',
      cannotGiveReason: 'It is not in the bank yet: deposit it first',
    },
  ])
  expect(await recordRefund(org, season, { sourceId: id })).toMatchObject({ status: 409 })
  await deposit(org, id, '25.00')
  const [waiting] = await refundsOwed(org)
  expect(waiting).toMatchObject({ nextOn: '2026-09-20', cannotGiveReason: null })
  expect(await items()).toMatchObject([
    {
      kind: 'overpayment',
      state: 'owed_back',
      amount: '5.00',
      reason: 'Overpayment',
      nextStep: 'Refund it once the check has cleared',
      nextOn: '2026-09-20',
    },
  ])
  app.clock.advance({ days: 7 })
  expect(await items()).toMatchObject([{ nextOn: null }])
  expect((await recordRefund(org, season, { sourceId: id, reference: ' ' })).status).toBe(400)
  expect((await recordRefund(org, season, { sourceId: id, givenOn: '2026-12-24' })).status).toBe(400)
  const answers = await Promise.all([
    prepareRefund(org, season, { sourceId: id }),
    prepareRefund(org, season, { sourceId: id }, org.second),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const prepared = answers.find(({ status }) => status === 201)?.body
  expect(await refundsOwed(org)).toMatchObject([
    { cannotGiveReason: 'It is prepared: another representative must approve it' },
  ])
  const other = prepared?.preparedBy.id === org.second.userId ? org.representative : org.second
  expectStatus(await approve(other, prepared?.id), 201)
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 2_000, supporter_credit: 0 })
  expect(await refundsOwed(org)).toEqual([])
  expect(await items()).toEqual([])
  const made = expectStatus(await org.representative.get<ManualRefund[]>('/api/repayments'), 200)
  expect(made).toMatchObject([{ amount: '5.00', method: 'check', reference: '2041', kind: 'overpayment' }])
  const posted = expectStatus(
    await org.representative.get<PostedPayment[]>('/api/payments?state=deposited'),
    200,
  )
  expect(posted).toMatchObject([{ overpaid: '5.00', overpaidReturnedOn: made[0]?.givenOn }])
})

it('a manual refund is mailed to the supporter with amount and check number, and is in the audit log', async () => {
  const { id, pledgeId } = await postPayment(org, season, '25.00')
  await deposit(org, id, '25.00')
  expectStatus(await recordRefund(org, season, { sourceId: id }), 201)
  const [mail] = await app.deps.db.query<{ subject: string; textBody: string }>(
    sql`select subject, text_body from mails where kind = 'repayment'`,
  )
  expect(mail?.subject).toBe('We refunded $5.00 from Fall Season')
  expect(mail?.textBody).toContain('Check: 2041')
  const [row] = await app.deps.db.query<{ actorId: string; after: object }>(
    sql`select actor_id, after from audit_log where action = 'repayment.record'`,
  )
  expect(row).toMatchObject({ actorId: org.representative.userId, after: { amount: '$5.00' } })
  const history = expectStatus(
    await org.representative.get<AuditEntry[]>(`${season.path}/audit-log?kind=money`),
    200,
  )
  const pledge = { label: 'Pledge', before: null, after: pledgeReference(pledgeId) }
  for (const [text, amount] of [
    ['Recorded a payment', '$25.00'],
    ['Recorded a manual refund', '$5.00'],
  ])
    expect(history.find((entry) => entry.text === text)?.changes).toEqual([
      pledge,
      { label: 'Amount', before: null, after: amount },
      { label: 'By', before: null, after: 'Check' },
    ])
})

it('a refund of a check is owed until it is recorded as paid, also in cash', async () => {
  const { id } = await postPayment(org, season, '20.00')
  await deposit(org, id, '20.00')
  await correctGoals(org, season, eventId, 4)
  await lock(org, season, 'final')
  const [refund] = await refundsOwed(org)
  expect(refund).toMatchObject({ kind: 'refund', amount: '12.00', invoiceNumber: 'INV-2026-000001' })
  expect(await items()).toMatchObject([{ kind: 'refund', number: 'INV-2026-000001' }])
  const form = { kind: 'refund', sourceId: refund?.id, method: 'cash', reference: null }
  expectStatus(await recordRefund(org, season, form), 201)
  expect(await accounts(app.deps.db)).toMatchObject({ cash: 800, refunds_owed: 0 })
  expect((await recordRefund(org, season, form)).status).toBe(409)
  expect(await refundsOwed(org)).toEqual([])
})

it('a manual refund is refused for one’s own pledge, and in another campaign', async () => {
  const { id, pledgeId } = await postPayment(org, season, '25.00')
  await deposit(org, id, '25.00')
  const other = await openSeason(org)
  const form = { kind: 'overpayment', sourceId: id, method: 'cash', givenOn: todayOf(app) }
  expect((await org.representative.post(`${other.path}/repayments`, form)).status).toBe(409)
  await app.deps.db.query(
    sql`update pledges set pledger_id = ${org.representative.userId} where id = ${pledgeId}`,
  )
  expect(await recordRefund(org, season, form)).toMatchObject({ status: 403 })
  expect(await refundsOwed(org)).toMatchObject([
    { cannotGiveReason: 'This is your own pledge: someone else must refund it' },
  ])
  expectStatus(await prepareRefund(org, season, form, org.second), 201)
})

it('an overpayment that was refunded before its check bounced stays owed by the supporter', async () => {
  const { id } = await postPayment(org, season, '25.00')
  await deposit(org, id, '25.00')
  expectStatus(await recordRefund(org, season, { sourceId: id }), 201)
  const reverse = (why: string) =>
    org.representative.post<PostedPayment>(`${season.path}/payments/${id}/reversal`, {
      why,
      on: todayOf(app),
      note: 'It was for another one',
    })
  expect(await reverse('posted_wrongly')).toMatchObject({ status: 409 })
  expect(expectStatus(await reverse('bounced'), 201)).toMatchObject({ overpaidReturnedOn: todayOf(app) })
  expect(await accounts(app.deps.db)).toMatchObject({ cash: -500, supporter_credit: 500 })
  expect(await refundsOwed(org)).toEqual([])
})

it('nothing is refunded before it was paid, or on a day to come in the campaign’s zone', async () => {
  const { id, receivedOn } = await postPayment(org, season, '25.00')
  await deposit(org, id, '25.00')
  const on = (givenOn: string) => recordRefund(org, season, { sourceId: id, givenOn })
  expect(await refundsOwed(org)).toMatchObject([{ paidOn: receivedOn }])
  expect(await on('2020-01-01')).toMatchObject({
    status: 400,
    body: { fields: { givenOn: expect.stringMatching(/^That is before the payment was received, on /) } },
  })
  // 11:30 pm in New York.
  app.clock.set('2027-01-01T04:30:00Z')
  expect(await on('2027-01-01')).toMatchObject({
    status: 400,
    body: { fields: { givenOn: expect.stringMatching(/still December 31, 2026/) } },
  })
  expectStatus(await on('2026-12-31'), 201)
})
