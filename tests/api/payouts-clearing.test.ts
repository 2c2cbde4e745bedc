/** R38: checks and cash are paid out once they are in the bank: on a deposit slip, and a check days after it. */
import { beforeEach, expect, it } from 'vitest'
import type { OrganizationPayouts } from '#domain/schemas/payout.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import type { WorkQueueSteps } from '#domain/schemas/work-queue.ts'
import { expectStatus } from '#tests/app.ts'
import { bill, invoicesOf, payment, pledge } from '#tests/fixtures.ts'
import { app, givenSeason, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import {
  approvePayout,
  depositPayments,
  overviewOf,
  preparePayout,
  sendPayout,
  setDestination,
  statementOf,
  tryToPrepare,
} from '#tests/payouts.ts'

/** A card's $40.00 are collected, and an invoice of $20.00 is open. The check is received on December 1. */
givenSeasonForEachTest({ now: '2026-11-28T16:00:00Z' })
beforeEach(async () => {
  await setDestination(org)
  await pledge(org, season, { lines: { gift: '40.00' } })
  await pledge(org, season, { lines: { gift: '20.00' }, method: 'check' })
  await bill(org, season, 'final')
})

async function post(amount = '20.00', method: 'check' | 'cash' = 'check'): Promise<Payment> {
  const [invoice] = await invoicesOf(org, season)
  const form = { ...payment(invoice ?? { id: '' }, amount, app), method, reference: '1042' }
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
}
const deposit = ({ id, amount }: Payment) => depositPayments(org, [id], amount, '2026-12-01')
const balance = async ({ id } = season) => {
  const { campaigns } = await overviewOf(org, 'show=all')
  return campaigns.find(({ campaignId }) => campaignId === id)
}
const steps = async () =>
  expectStatus(await org.representative.get<WorkQueueSteps>('/api/desk/steps'), 200).steps.map(
    ({ kind, amount }) => ({ kind, amount }),
  )
const bounce = (id: string) =>
  org.representative.post(`${season.path}/payments/${id}/reversal`, { why: 'bounced', on: '2026-12-01' })

it('a check is available seven days after it was deposited', async () => {
  const check = await post()
  expect(await balance()).toMatchObject({
    owed: '45.00',
    available: '30.00',
    availableLater: [{ amount: '15.00', on: null }],
  })
  await deposit(check)
  expect(await balance()).toMatchObject({
    owed: '45.00',
    available: '30.00',
    availableLater: [{ amount: '15.00', on: '2026-12-08' }],
  })
  // Midnight in New York.
  app.clock.set('2026-12-08T04:59:00Z')
  expect(await balance()).toMatchObject({ available: '30.00' })
  app.clock.set('2026-12-08T05:00:00Z')
  expect(await balance()).toMatchObject({ available: '45.00', availableLater: [] })
})

it('cash is available as soon as it is deposited', async () => {
  const cash = await post('20.00', 'cash')
  expect(await balance()).toMatchObject({ available: '30.00' })
  await deposit(cash)
  expect(await balance()).toMatchObject({ available: '45.00', availableLater: [] })
})

it('no more than is available can be prepared, and the answer says what waits and until when', async () => {
  const prepare = (amount: string) => tryToPrepare(org, season, amount, { by: org.representative })
  const check = await post()
  expect(await prepare('30.01')).toMatchObject({
    status: 400,
    body: {
      fields: {
        'lines.0.amount':
          'At most $30.00 can be paid out: $15.00 is in checks and cash that are not deposited yet',
      },
    },
  })
  await deposit(check)
  expect(await prepare('45.00')).toMatchObject({
    status: 400,
    body: {
      fields: { 'lines.0.amount': 'At most $30.00 can be paid out: $15.00 is available on December 8, 2026' },
    },
  })
  app.clock.set('2026-12-08T17:00:00Z')
  await preparePayout(org, season, '45.00')
})

it('a check that is returned while it clears was never paid out', async () => {
  const check = await post()
  await deposit(check)
  const payout = await preparePayout(org, season, '30.00')
  expectStatus(await approvePayout(org, payout, {}), 201)
  expectStatus(await bounce(check.id), 201)
  expectStatus(await sendPayout(org, payout, { reference: '20417' }), 201)
  expect(await balance()).toMatchObject({ owed: '0.00', available: '0.00', availableLater: [] })
})

it('a payout that was approved is not sent while what it was made of is not in the bank', async () => {
  await deposit(await post('20.00', 'cash'))
  const payout = await preparePayout(org, season, '45.00')
  const [cash] = expectStatus(await org.representative.get<Payment[]>(`${season.path}/payments`), 200)
  const wrong = { why: 'posted_wrongly', on: '2026-12-01', note: 'It was a check' }
  expectStatus(await org.representative.post(`${season.path}/payments/${cash?.id}/reversal`, wrong), 201)
  await deposit(await post())
  expect(await approvePayout(org, payout, {})).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining(
        'Only $30.00 can be paid out now: $15.00 is available on December 8, 2026',
      ),
    },
  })
})

it('of a check above its invoice only what pays the invoice is paid out', async () => {
  await deposit(await post('25.00'))
  expect(await balance()).toMatchObject({
    owed: '45.00',
    available: '30.00',
    availableLater: [{ amount: '15.00', on: '2026-12-08' }],
  })
})

it('a deposited check that is moved to another invoice clears on the same day', async () => {
  const check = await post()
  await deposit(check)
  const { season: other } = await givenSeason({
    org,
    pledges: [{ lines: { gift: '20.00' }, method: 'check' }],
    locked: 'final',
  })
  const [right] = await invoicesOf(org, other)
  const form = {
    why: 'posted_wrongly',
    on: '2026-12-01',
    invoiceId: right?.id,
    note: 'Two checks changed places',
  }
  expectStatus(await org.representative.post(`${season.path}/payments/${check.id}/reversal`, form), 201)
  expect(await balance(other)).toMatchObject({
    available: '0.00',
    availableLater: [{ amount: '15.00', on: '2026-12-08' }],
  })
})

it('the payout to prepare is of what is available', async () => {
  const prepare = (amount: string) => ({ kind: 'prepare_payout', amount })
  await deposit(await post())
  expect(await steps()).toContainEqual(prepare('30.00'))
  app.clock.set('2026-12-08T17:00:00Z')
  expect(await steps()).toContainEqual(prepare('45.00'))
})

it('its owners and its statement read what waits and from which day', async () => {
  await deposit(await post())
  const payout = await preparePayout(org, season, '30.00')
  const later = { availableLater: [{ amount: '15.00', on: '2026-12-08' }] }
  expect(await statementOf(org, payout)).toMatchObject({ closing: '15.00', ...later })
  const csv = await org.representative.get<string>(`/api/payouts/${payout.id}/statement.csv`)
  expect(csv.body).toContain('$15.00 is available on December 8, 2026')
  expectStatus(await approvePayout(org, payout, {}), 201)
  expectStatus(await sendPayout(org, payout, { reference: '20417' }), 201)
  expect(await statementOf(org, payout)).toMatchObject({ closing: '15.00', ...later })
  const path = `/api/organizations/${org.organizationId}/payouts`
  const { campaigns } = expectStatus(await org.owner.get<OrganizationPayouts>(path), 200)
  expect(campaigns[0]).toMatchObject({ owed: '15.00', available: '0.00', ...later })
})

it('checks and cash that wait more than three days are a step until they are on a slip', async () => {
  const step = (amount: string) => ({ kind: 'deposit_checks', amount })
  const check = await post('12.00')
  app.clock.set('2026-12-04T17:00:00Z')
  const cash = await post('8.00', 'cash')
  expect(await steps()).not.toContainEqual(step('12.00'))
  app.clock.set('2026-12-05T17:00:00Z')
  expect(await steps()).toContainEqual(step('12.00'))
  app.clock.set('2026-12-08T17:00:00Z')
  expect(await steps()).toContainEqual(step('20.00'))
  await depositPayments(org, [check.id, cash.id], '20.00', '2026-12-08')
  expect((await steps()).map(({ kind }) => kind)).not.toContain('deposit_checks')
})
