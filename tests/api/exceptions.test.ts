/** R29, R34: what nothing explains is held until a refund at the card provider, or two people, resolve it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/schemas/audit-log.ts'
import type { Exception } from '#domain/schemas/exception.ts'
import type { PayoutsPage } from '#domain/schemas/payout.ts'
import type { SignOff } from '#domain/schemas/sign-off.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { runDueJobs } from '#server/jobs.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { accounts, CARDS, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approve } from '#tests/sign-offs.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { COLLECTED, chargeGift, deliver } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let stripe: StripeStandIn
/** Ana's charge of $40.00 was paid, and then paid again. */
beforeEach(async () => {
  ;({ app, org, season, stripe } = await givenSeason({ stripe: true }))
  await chargeGift({ app, org, season, stripe })
  const [made] = [...stripe.books.payments.values()]
  if (!made) throw new Error('no payment')
  const metadata = { ...made.metadata, attemptId: newId(app.clock) }
  const again = stripe.books.makePayment({ amount: 4000, customer: made.customer, metadata })
  stripe.books.confirmPayment(again.client_secret, { number: CARDS.good, expMonth: 12, expYear: 2030 })
  await deliver(app, stripe.events())
})
afterEach(() => closeWithBooksInOrder(app))

const open = async (by = org.representative) =>
  expectStatus(await by.get<Exception[]>('/api/exceptions'), 200)
const theOne = async (): Promise<Exception> => {
  const [one] = await open()
  if (!one) throw new Error('no exception')
  return one
}
const adjust = async (by = org.representative, form: object = {}) =>
  by.post<SignOff>(`/api/exceptions/${(await theOne()).id}/adjustments`, {
    way: 'returned_by_hand',
    reason: 'Returned by check 1042',
    ...form,
  })
const HELD = { ...COLLECTED, card_clearing: 8_000, unexplained: -4_000 }

it('its money is in the books, and neither the organization’s nor paid out', async () => {
  expect(await accounts(app.deps.db)).toEqual(HELD)
  const owed = await org.representative.get<PayoutsPage>('/api/payouts')
  expect(expectStatus(owed, 200).totals).toMatchObject([{ owed: '30.00' }])
  const steps = await org.representative.get<WorkQueueSteps>('/api/desk/steps?kind=exception')
  expect(expectStatus(steps, 200).steps).toMatchObject([
    { campaignId: season.id, count: 1, amount: '40.00', subject: expect.stringContaining('paid it twice') },
  ])
})

it('two people resolve it with an adjustment of exactly its amount', async () => {
  const signOff = expectStatus(await adjust(), 201)
  expect(signOff).toMatchObject({ kind: 'adjustment', amount: '40.00', reason: 'Returned by check 1042' })
  expect(signOff.what).toMatch(
    /^It was returned by check or bank transfer: \$40\.00 \(debit Unexplained money, credit Cash at bank\), pi_/,
  )
  expect(await accounts(app.deps.db)).toEqual(HELD)
  expect(await theOne()).toMatchObject({
    cannotResolveReason: 'It is prepared: another representative must approve it',
  })
  expect((await adjust(org.second)).status).toBe(409)
  expect((await approve(org.representative, signOff.id)).status).toBe(403)
  expectStatus(await approve(org.second, signOff.id), 201)
  expect(await open()).toEqual([])
  expect(await accounts(app.deps.db)).toEqual({ ...HELD, cash: -4_000, unexplained: 0 })
  const log = await org.representative.get<AuditEntry[]>(`${season.path}/audit-log?kind=money`)
  expect(expectStatus(log, 200).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Something rare happened to money', 'An exception was resolved']),
  )
})

it('money that nobody can be found for makes the provider’s losses smaller', async () => {
  const form = { way: 'keep', reason: 'Three letters came back' }
  const { id } = expectStatus(await adjust(org.representative, form), 201)
  expectStatus(await approve(org.second, id), 201)
  expect(await accounts(app.deps.db)).toEqual({
    ...COLLECTED,
    card_clearing: 8_000,
    unexplained: 0,
    write_offs: -4_000,
  })
})

it('an adjustment is refused once the card provider gave the money back', async () => {
  const { reference } = await theOne()
  const { id } = expectStatus(await adjust(), 201)
  stripe.books.makeRefund({ payment_intent: reference, amount: 4000 })
  await deliver(app, stripe.events())
  expect(await open()).toEqual([])
  expect(await approve(org.second, id)).toMatchObject({
    status: 409,
    body: { message: 'It is resolved already: look at the list again' },
  })
  expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, unexplained: 0 })
})

it('ends when the bank takes back what nothing explained', async () => {
  const { reference } = await theOne()
  stripe.books.moveDispute(stripe.books.openDispute(reference ?? '').id, 'lost')
  await deliver(app, stripe.events())
  expect(await open()).toEqual([])
  expect(await accounts(app.deps.db)).toEqual({ ...COLLECTED, unexplained: 0 })
})

it('a scan is attached by the one who prepared it, and seen by the one who approves it', async () => {
  const { id } = expectStatus(await adjust(), 201)
  const send = (by: string, bytes: number[]) =>
    app.app.request(`/api/sign-offs/${id}/attachment`, {
      method: 'POST',
      body: Uint8Array.from(bytes),
      headers: { authorization: `Bearer ${by}`, 'idempotency-key': newId(app.clock) },
    })
  const PDF = [...Buffer.from('%PDF-1.7 a letter')]
  expect((await send(org.representative.token, [...Buffer.from('<svg onload=alert(1)>')])).status).toBe(400)
  expect((await send(org.second.token, PDF)).status).toBe(403)
  expect((await send(org.representative.token, PDF)).status).toBe(201)
  // Whoever approves it has seen this one.
  expect((await send(org.representative.token, PDF)).status).toBe(409)
  const seen = await app.app.request(`/api/sign-offs/${id}/attachment`, {
    headers: { authorization: `Bearer ${org.second.token}` },
  })
  expect(seen.headers.get('content-type')).toBe('application/pdf')
  expect([...new Uint8Array(await seen.arrayBuffer())]).toEqual(PDF)
  expectStatus(await approve(org.second, id), 201)
  expect((await send(org.representative.token, PDF)).status).toBe(409)
})

it('a campaign with an exception that the books do not hold to the cent bills nothing', async () => {
  await app.deps.db.query(sql`update exceptions set amount_cents = 3999`)
  expect(await checkInvariants(app.deps.db)).toMatchObject([{ invariant: 'unexplained-is-held' }])
  await app.deps.db.query(sql`update exceptions set amount_cents = 4000`)
  await runDueJobs(app.deps)
})
