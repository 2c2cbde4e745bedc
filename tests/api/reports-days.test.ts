/** R37, R38: the books have the day on which we learned, and their files also the day on which it was done. */
import { beforeEach, expect, it } from 'vitest'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { type Caller, expectStatus } from '#tests/app.ts'
import { readCsv } from '#tests/csv.ts'
import { invoicesOf, payment } from '#tests/fixtures.ts'
import { app, givenSeasonForEachTest, org, season } from '#tests/given-season.ts'
import { depositPayments, preparePayout, setDestination } from '#tests/payouts.ts'

/** A check of $25.00 that is received on December 30 and recorded on January 5. */
givenSeasonForEachTest({
  now: '2026-12-01T16:00:00Z',
  env: { CHECK_CLEARING_DAYS: '0' },
  pledges: [{ lines: { gift: '25.00' }, method: 'check' }],
  billed: 'final',
})
beforeEach(async () => {
  app.clock.set('2027-01-05T16:00:00Z')
  const [invoice] = await invoicesOf(org, season)
  const form = { ...payment(invoice ?? { id: '' }, '25.00', app), receivedOn: '2026-12-30' }
  expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, form), 201)
})

const journal = async (by: Caller = org.representative) =>
  (await readCsv(app, '/api/reports/journal.csv?month=2027-01', by)).map((row) => [
    row.Kind,
    row.Date,
    row['Received or made on'],
  ])
const monthOf = async (month: string) =>
  expectStatus(await org.representative.get<ProviderMonth>(`/api/reports/month?month=${month}`), 200)

it('a check has the day of its entry and the day on which it was received', async () => {
  const rows = await journal()
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) expect(row).toEqual(['Check or cash received', '2027-01-05', '2026-12-30'])
})

it('a month says how much of what it collected was received in earlier months', async () => {
  expect(await monthOf('2027-01')).toMatchObject({
    receivedEarlier: '25.00',
    totals: { collected: '25.00' },
  })
  expect(await monthOf('2026-12')).not.toHaveProperty('receivedEarlier')
})

it('a payout has the day on which its check was mailed', async () => {
  await setDestination(org)
  const [check] = expectStatus(await org.representative.get<Payment[]>(`${season.path}/payments`), 200)
  await depositPayments(org, [check?.id ?? ''], '25.00', '2027-01-05')
  const path = '/api/payouts'
  const { id } = await preparePayout(org, season, '18.75')
  expectStatus(await org.second.post(`${path}/${id}/approval`, {}), 201)
  app.clock.set('2027-01-09T16:00:00Z')
  const sent = { reference: '1042', paidOn: '2027-01-07' }
  expectStatus(await org.second.post(`${path}/${id}/dispatch`, sent), 201)
  expect(await journal()).toContainEqual(['Payout', '2027-01-09', '2027-01-07'])
})
