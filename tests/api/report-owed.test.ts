/** R38: what is owed to one organization is not set off against what another one owes. */
import { afterEach, expect, it } from 'vitest'
import type { PayoutsPage } from '#domain/schemas/payout.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { readCsv } from '#tests/csv.ts'
import {
  bill,
  declare,
  invoicesOf,
  openSeason,
  payment,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { depositPayments, preparePayout, setDestination } from '#tests/payouts.ts'

let app: TestApp
afterEach(() => app.close())

async function collect(org: TestOrganization, season: Season): Promise<Payment> {
  await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
  await declare(org, season, 'not_achieved')
  await bill(org, season, 'final')
  const [invoice] = await invoicesOf(org, season)
  const form = payment(invoice ?? { id: '' }, '25.00', app)
  return expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
}

/** Paid in full, and then its only check bounces. */
async function payTooMuch(org: TestOrganization, season: Season): Promise<void> {
  const paid = await collect(org, season)
  await depositPayments(org, [paid.id], '25.00', paid.receivedOn)
  await setDestination(org)
  const payouts = '/api/payouts'
  const { id } = await preparePayout(org, season, '18.75')
  expectStatus(await org.second.post(`${payouts}/${id}/approval`, {}), 201)
  expectStatus(await org.second.post(`${payouts}/${id}/dispatch`, { reference: '11' }), 201)
  const bounced = { why: 'bounced', on: app.clock.now().toISOString().slice(0, 10) }
  expectStatus(await org.representative.post(`${season.path}/payments/${paid.id}/reversal`, bounced), 201)
}

it('the month says what is owed to organizations and what they owe, as the payouts do', async () => {
  app = await createTestApp({ now: '2026-12-01T16:00:00Z', env: { CHECK_CLEARING_DAYS: '0' } })
  const alpha = await setUpOrganization(app, 'Alpha Boosters')
  const beta = await setUpOrganization(app, 'Beta Boosters')
  await collect(alpha, await openSeason(alpha))
  await payTooMuch(beta, await openSeason(beta))
  const month = expectStatus(
    await alpha.representative.get<ProviderMonth>('/api/reports/month?month=2026-12'),
    200,
  )
  expect(month.totals).toMatchObject({ owed: '0.00', owedTo: '18.75', owedBy: '18.75' })
  expect(month.campaigns).toMatchObject([
    { organizationName: 'Alpha Boosters', owed: '18.75', owedTo: '18.75', owedBy: '0.00' },
    { organizationName: 'Beta Boosters', owed: '-18.75', owedTo: '0.00', owedBy: '18.75' },
  ])
  const payouts = expectStatus(await alpha.representative.get<PayoutsPage>('/api/payouts'), 200)
  expect(payouts.totals).toMatchObject([{ owed: '18.75', negative: '-18.75' }])
  const rows = await readCsv(app, '/api/reports/month.csv?month=2026-12', alpha.representative)
  expect(rows).toMatchObject([
    { 'Owed to the organization (USD)': '18.75', 'Owed by the organization (USD)': '0.00' },
    { 'Owed to the organization (USD)': '0.00', 'Owed by the organization (USD)': '18.75' },
  ])
})
