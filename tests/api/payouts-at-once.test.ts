/** R12, R38, R40, R68: payouts that people decide about at the same moment count on no money twice. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Payout } from '#domain/schemas/payout.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { checkInvariants } from '#server/money/book-check/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  invoicesOf,
  payment,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { interleave } from '#tests/interleaving.ts'
import {
  approveAndSend,
  depositPayments,
  linesFor,
  overviewOf,
  preparePayout,
  setDestination,
} from '#tests/payouts.ts'

let app: TestApp
let org: TestOrganization
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z', env: { CHECK_CLEARING_DAYS: '0' } })
  org = await setUpOrganization(app)
  await setDestination(org)
})
afterEach(() => closeWithBooksInOrder(app))

/** $100.00 by check: $75.00 is the organization's. */
async function collected(): Promise<{ season: Season; paymentId: string }> {
  const { season } = await givenSeason({
    org,
    pledges: [{ lines: { gift: '100.00' }, method: 'check' }],
    billed: 'final',
  })
  const [invoice] = await invoicesOf(org, season)
  const form = { ...payment(invoice ?? { id: '' }, '100.00', app), reference: '77' }
  const { id } = expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
  await depositPayments(org, [id], '100.00', form.receivedOn)
  return { season, paymentId: id }
}
const prepare = (season: Season, amount: string) => preparePayout(org, season, amount)
const sent = async (season: Season, amount: string, reference = '1042') =>
  approveAndSend(org, await prepare(season, amount), { reference })
const giveBack =
  (by: Caller, { id }: Payout) =>
  () =>
    by.post<Payout>(`/api/payouts/${id}/return`, { reason: 'Moved' })
const owedFor = async ({ id }: Season) =>
  (await overviewOf(org, 'show=all')).campaigns.find(({ campaignId }) => campaignId === id)

it.each([
  { also: 'as the only payout', others: [] },
  { also: 'beside another payout', others: ['40.00'] },
])('a return that two people record is recorded once, $also', async ({ others }) => {
  const { season } = await collected()
  const payout = await sent(season, '35.00')
  for (const amount of others) await sent(season, amount, '1043')
  const answers = await interleave(app, giveBack(org.second, payout), giveBack(org.representative, payout))
  expect(answers).toMatchObject([
    { status: 201, body: { reversed: '35.00' } },
    { status: 409, body: { message: 'Already recorded as returned' } },
  ])
  expect(await owedFor(season)).toMatchObject({ owed: others.length > 0 ? '35.00' : '75.00' })
})

it('a payout of which more was returned than was sent is found by the book check', async () => {
  const { season } = await collected()
  const payout = await sent(season, '35.00')
  expectStatus(await giveBack(org.second, payout)(), 201)
  const change = (amount: number) =>
    app.deps.db.transaction(async (tx) => {
      // No trigger runs, as with a damaged disk.
      await tx.query(sql`set local session_replication_role = replica`)
      await tx.query(sql`update payout_reversals set amount_cents = ${amount}`)
    })
  await change(3_501)
  const found = await checkInvariants(app.deps.db)
  expect(found).toContainEqual(
    expect.objectContaining({ invariant: 'returned-was-paid', campaignId: season.id, subjectId: payout.id }),
  )
  await change(3_500)
})

it('two people who prepare at the same moment make one payout of its campaigns, deducting one below zero', async () => {
  const { season: short, paymentId } = await collected()
  await sent(short, '75.00')
  const on = app.clock.now().toISOString().slice(0, 10)
  const bounced = { why: 'bounced', on }
  expectStatus(await org.representative.post(`${short.path}/payments/${paymentId}/reversal`, bounced), 201)
  const [one, two] = [(await collected()).season, (await collected()).season]
  const lines = linesFor([one, '75.00'], [two, '75.00'], [short, '-75.00'])
  const path = `/api/organizations/${org.organizationId}/payouts`
  const prepareAll = (by: Caller) => () => by.post<Payout>(path, { lines })
  const answers = await interleave(app, prepareAll(org.representative), prepareAll(org.second))
  expect(answers).toMatchObject([
    { status: 201, body: { amount: '75.00' } },
    { status: 409, body: { message: expect.stringContaining('Another payout to this organization') } },
  ])
  await approveAndSend(org, (answers[0] as { body: Payout }).body)
  expect((await overviewOf(org, 'show=all')).organizations).toMatchObject([
    { collected: '200.00', paidOut: '150.00', owed: '0.00' },
  ])
  for (const season of [one, two]) expect(await owedFor(season)).toMatchObject({ owed: '0.00' })
})

it('a payout that comes back is not promised again while it covers another campaign', async () => {
  const { season } = await collected()
  const { season: short, paymentId } = await collected()
  const payout = await sent(season, '75.00')
  await sent(short, '75.00', '1043')
  const on = app.clock.now().toISOString().slice(0, 10)
  const bounced = { why: 'bounced', on }
  expectStatus(await org.representative.post(`${short.path}/payments/${paymentId}/reversal`, bounced), 201)
  expectStatus(await giveBack(org.second, payout)(), 201)
  const [organization] = (await overviewOf(org)).organizations
  expect(organization).toMatchObject({ owed: '0.00', available: '0.00' })
  const [mail] = await app.deps.db.query<{ text: string }>(sql`
    select text_body as text from mails
     where to_address = ${org.owner.email} and idempotency_key like 'payout-reversed:%'`)
  expect(mail?.text).toContain('it covers what had been paid out above your share')
})
