/** R34, R38: a transfer that is reversed in Stripe's dashboard is posted once, owed again, and people are notified. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OrganizationPayouts, Payout, PayoutStatement } from '#domain/schemas/payout.ts'
import { runDueJobs } from '#server/jobs.ts'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { lookAtTransfers } from '#server/money/payouts/reversals.ts'
import { sendPayouts } from '#server/money/payouts/transfers.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { openExceptions } from '#tests/exceptions.ts'
import { accounts, bill, pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { overviewOf, preparePayout, STRIPE_DESTINATION, setDestination } from '#tests/payouts.ts'
import type { SignedEvent, StripeStandIn } from '#tests/stripe/stand-in.ts'
import { untilHandled } from '#tests/stripe-season.ts'

let app: TestApp
let stripe: StripeStandIn
let org: TestOrganization
let season: Season
let transfer: string
/** $40.00 collected, and the organization's $30.00 of it sent. */
beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
  await setDestination(org, STRIPE_DESTINATION)
  await pledge(org, season, { lines: { gift: '40.00' } })
  await bill(org, season, 'progress')
  await payOut('30.00')
  transfer = [...stripe.books.transfers.keys()][0] ?? ''
  stripe.events()
})
afterEach(() => closeWithBooksInOrder(app))

async function approved(amount: string): Promise<void> {
  app.clock.advance({ minutes: 1 })
  const { id } = await preparePayout(org, season, amount)
  expectStatus(await org.second.post(`/api/payouts/${id}/approval`, {}), 201)
}
async function payOut(amount: string): Promise<void> {
  await approved(amount)
  await runDueJobs(app.deps)
}
const post = (payload: string, signature: string) =>
  app.visitor.post('/api/webhooks/stripe', payload, { 'stripe-signature': signature })
async function deliver(events: readonly SignedEvent[]): Promise<void> {
  for (const { payload } of events) expectStatus(await post(payload, stripe.sign(payload)), 200)
  await untilHandled(app.deps.db)
}
const payouts = async () =>
  expectStatus(await org.representative.get<Payout[]>(`${season.path}/payouts`), 200)
const balance = async () =>
  (await org.representative.get<Record<string, string>>(`${season.path}/balance`)).body
const mails = () =>
  app.deps.db.query<{ subject: string; toAddress: string }>(
    sql`select subject, to_address from mails where idempotency_key like 'payout-reversed:%' order by id`,
  )

it('a payout reversed in part is owed again by that part, and people are notified', async () => {
  stripe.books.reverseTransfer(transfer, 1_200)
  const events = stripe.events()
  expect(events.map(({ type }) => type)).toEqual(['transfer.reversed'])
  await deliver(events)
  expect(await balance()).toMatchObject({ paidOut: '18.00', owed: '12.00' })
  expect(await accounts(app.deps.db)).toMatchObject({ card_clearing: 2_200, organization_payable: -1_200 })
  expect((await payouts())[0]).toMatchObject({
    state: 'arrived',
    amount: '30.00',
    reversed: '12.00',
    reversals: [{ on: app.clock.now().toISOString().slice(0, 10), amount: '12.00' }],
  })
  const sent = await mails()
  expect(sent.map(({ toAddress }) => toAddress).sort()).toEqual(
    [org.representative.email, org.second.email, org.owner.email].sort(),
  )
  expect(sent[0]?.subject).toMatch(/^\$12\.00 of a payout to .+ was reversed at Stripe$/)
  const owners = expectStatus(
    await org.owner.get<OrganizationPayouts>(`/api/organizations/${org.organizationId}/payouts`),
    200,
  )
  expect(owners.payouts).toMatchObject([{ reversed: '12.00' }])
  const page = await overviewOf(org)
  expect(page.campaigns).toMatchObject([{ owed: '12.00', available: '12.00' }])
})

it('a payout reversed in parts is posted once per part, whatever order and repeats events have', async () => {
  stripe.books.reverseTransfer(transfer, 1_200)
  stripe.books.reverseTransfer(transfer)
  const [first, second] = stripe.events() as [SignedEvent, SignedEvent]
  await deliver([second, first, second, first])
  expect(await balance()).toMatchObject({ paidOut: '0.00', owed: '30.00' })
  const [payout] = await payouts()
  expect(payout).toMatchObject({ state: 'returned', reversed: '30.00' })
  expect(payout?.reversals.map(({ amount }) => amount).sort()).toEqual(['12.00', '18.00'])
  expect(await mails()).toHaveLength(6)
  const audited = await app.deps.db.query(sql`select id from audit_log where action = 'payout.reversed'`)
  expect(audited).toHaveLength(2)
})

it('a reversed amount goes out in a new payout, whose statement calls it returned', async () => {
  stripe.books.reverseTransfer(transfer, 1_200)
  await deliver(stripe.events())
  await payOut('12.00')
  const [again, first] = await payouts()
  const statement = async (id = '') =>
    expectStatus(await org.representative.get<PayoutStatement>(`/api/payouts/${id}`), 200)
  expect(await statement(again?.id)).toMatchObject({
    opening: '0.00',
    returned: '12.00',
    owed: '12.00',
    closing: '0.00',
    figures: [],
    total: { collected: '0.00', commission: '0.00', share: '0.00' },
  })
  expect(await statement(first?.id)).toMatchObject({ returned: '0.00', closing: '0.00' })
  const file = await org.representative.get(`/api/payouts/${again?.id}/statement.csv`)
  expect(String(file.body)).toContain('Returned from earlier payouts')
  stripe.books.reverseTransfer([...stripe.books.transfers.keys()][1] ?? '')
  await deliver(stripe.events())
  expect(await balance()).toMatchObject({ paidOut: '18.00', owed: '12.00' })
})

it('a reversal without an event is found by the daily check; another program’s is ignored', async () => {
  stripe.books.reverseTransfer(transfer, 500)
  const elsewhere = stripe.books.makeTransfer({
    amount: '900',
    destination: 'acct_1Qx7fKelsewhere',
    transfer_group: 'x',
    description: 'x',
    metadata: { payoutId: '018f0000-0000-7000-8000-000000000000' },
  })
  stripe.books.reverseTransfer(elsewhere.id)
  await deliver(stripe.events().filter(({ payload }) => payload.includes(elsewhere.id)))
  expect(await balance()).toMatchObject({ paidOut: '30.00' })
  await lookAtTransfers(app.deps)
  await lookAtTransfers(app.deps)
  expect(await balance()).toMatchObject({ paidOut: '25.00', owed: '5.00' })
  expect(await mails()).toHaveLength(3)
})

it('a reversal waits while Stripe does not answer, and while its transfer is not yet recorded', async () => {
  stripe.books.reverseTransfer(transfer, 500)
  const lost = stripe.events()
  stripe.faults.push(...Array.from({ length: 12 }, () => 500 as const))
  await deliver(lost)
  stripe.faults.length = 0
  expect(await balance()).toMatchObject({ paidOut: '30.00' })
  app.clock.advance({ minutes: 6 })
  await runDueJobs(app.deps)
  expect(await balance()).toMatchObject({ paidOut: '25.00' })

  await approved('5.00')
  stripe.faults.push('lost answer', 'lost answer', 'lost answer')
  await expect(runDueJobs(app.deps)).rejects.toThrow()
  stripe.faults.length = 0
  stripe.books.reverseTransfer([...stripe.books.transfers.keys()][1] ?? '')
  await deliver(stripe.events())
  await readCardMovements(app.deps)
  expect(await openExceptions(org.representative)).toEqual([])
  expect(await balance()).toMatchObject({ paidOut: '25.00' })
  app.clock.advance({ minutes: 10 })
  await sendPayouts(app.deps)
  await runDueJobs(app.deps)
  expect(await balance()).toMatchObject({ paidOut: '25.00', owed: '5.00' })
  expect((await payouts())[0]).toMatchObject({ amount: '5.00', reversed: '5.00' })
})

it('one that Stripe cannot be asked about is reported, and the others are found all the same', async () => {
  stripe.books.reverseTransfer(transfer)
  await deliver(stripe.events())
  await payOut('20.00')
  await payOut('10.00')
  const [, second = '', third = ''] = stripe.books.transfers.keys()
  stripe.books.reverseTransfer(second, 700)
  stripe.books.reverseTransfer(third, 300)
  stripe.events()
  stripe.faults.push(500, 500, 500)
  await expect(lookAtTransfers(app.deps)).rejects.toThrow('some transfers could not be asked about')
  expect(await balance()).toMatchObject({ paidOut: '27.00' })
  await lookAtTransfers(app.deps)
  expect(await balance()).toMatchObject({ paidOut: '20.00' })
})

it('is not recorded by a person: what happens at Stripe is recorded automatically', async () => {
  const [payout] = await payouts()
  const path = `/api/payouts/${payout?.id}/return`
  expect(await org.second.post(path, { reason: 'Moved' })).toMatchObject({
    status: 409,
    body: { message: 'A transfer reversed at Stripe is recorded automatically' },
  })
})

it('what the organization pays back of it is recorded by a person, and adds up with what Stripe reversed', async () => {
  stripe.books.reverseTransfer(transfer, 1_200)
  await deliver(stripe.events())
  const [payout] = await payouts()
  const path = `/api/payouts/${payout?.id}/return`
  const payBack = (amount: string) => org.second.post(path, { reason: 'Check 118', isPaidBack: true, amount })
  expect((await payBack('18.01')).status).toBe(400)
  expectStatus(await payBack('8.00'), 201)
  expect(await balance()).toMatchObject({ paidOut: '10.00', owed: '20.00' })
})

it('what Stripe reverses after it was paid back is recorded, and owed on top of the payout', async () => {
  const [payout] = await payouts()
  const path = `/api/payouts/${payout?.id}/return`
  const payBack = { reason: 'Check 118', isPaidBack: true, amount: '30.00' }
  expectStatus(await org.second.post(path, payBack), 201)
  stripe.books.reverseTransfer(transfer)
  stripe.events()
  await lookAtTransfers(app.deps)
  expect(await balance()).toMatchObject({ paidOut: '-30.00', owed: '60.00' })
  expect((await payouts())[0]).toMatchObject({ state: 'returned', reversed: '60.00', next: null })
  expect(await org.second.post(path, { ...payBack, amount: '1.00' })).toMatchObject({ status: 409 })
  await payOut('60.00')
  expect(await balance()).toMatchObject({ paidOut: '30.00', owed: '0.00' })
})
