/** R5: a bookkeeper compares the books with the bank's statement line by line, and has every file of the months. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cents, parseCents, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { readCardMovements } from '#server/money/card-movements/read.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { readCsv } from '#tests/csv.ts'
import { bill, invoicesOf, openSeason, payment, pledge, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approveAndSend, preparePayout, setDestination } from '#tests/payouts.ts'
import { filesInZip } from '#tests/zip.ts'

let app: TestApp
let org: TestOrganization

const total = (amounts: readonly string[]): Cents => sum(amounts.map((amount) => parseCents(amount) ?? ZERO))
const monthOf = async (query: string) =>
  expectStatus(await org.representative.get<ProviderMonth>(`/api/reports/month?${query}`), 200)

/** Two campaigns: a card each, a check each on one slip, and one payout to both. */
beforeAll(async () => {
  const given = await givenSeason({ now: '2026-09-10T16:00:00Z' })
  ;({ app, org } = given)
  const seasons = [given.season, await openSeason(org)]
  const paymentIds: string[] = []
  for (const season of seasons) {
    await pledge(org, season, { lines: { gift: '40.00' }, method: 'auto_bill_end' })
    await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
    await bill(org, season, 'final')
    const [invoice] = await invoicesOf(org, season)
    const paid = { ...payment(invoice ?? { id: '' }, '25.00', app), reference: `20${paymentIds.length}` }
    const { id } = expectStatus(
      await org.representative.post<{ id: string }>(`${season.path}/payments`, paid),
      201,
    )
    paymentIds.push(id)
  }
  const depositedOn = app.clock.now().toISOString().slice(0, 10)
  const slip = { paymentIds, amount: '50.00', depositedOn, reference: 'SLIP-7' }
  expectStatus(await org.representative.post('/api/deposits', slip), 201)
  await readCardMovements(app.deps)
  app.clock.advance({ days: 8 })
  await readCardMovements(app.deps)
  await setDestination(org)
  await approveAndSend(org, await preparePayout(org, given.season, '45.00'), { reference: '1041' })
}, 120_000)
afterAll(() => app.close())

it('each line of the bank’s statement is one line: a slip, a payout of the card provider, a check', async () => {
  const { bank, bankCount, accounts, totals } = await monthOf('month=2026-09')
  expect(bank.map(({ kind, reference, amount }) => [kind, reference, amount]).sort()).toEqual([
    ['card_payout', 'po_sandbox_20260916', '38.54'],
    ['card_payout', 'po_sandbox_20260921', '38.54'],
    ['deposit', 'SLIP-7', '50.00'],
    ['payout', '1041', '-45.00'],
  ])
  expect(bankCount).toBe(4)
  expect(totals.fees).toBe('2.92')
  const cash = accounts.find(({ account }) => account === 'cash')
  expect(cash?.closing).toBe(toDecimal(total(bank.map(({ amount }) => amount))))
})

it('a quarter and a year are their months, in all, by organization and by account', async () => {
  const month = await monthOf('month=2026-09')
  for (const period of ['month=2026-07&months=3', 'month=2026-07&months=12']) {
    const { totals, organizations, accounts } = await monthOf(period)
    expect(totals).toEqual(month.totals)
    expect(organizations).toMatchObject([{ owed: totals.owed, net: totals.net, fees: '2.92' }])
    expect(accounts).toEqual(month.accounts)
  }
  expect(await monthOf('month=2026-10&months=3')).toMatchObject({
    totals: { net: '0.00', owedBefore: month.totals.owed, owed: month.totals.owed },
    bank: [],
  })
  expectStatus(await org.representative.get('/api/reports/month?month=2026-09&months=2'), 400)
})

it('the deposit names its slip and each check, and files put ids in their last columns', async () => {
  const rows = await readCsv(app, '/api/reports/deposits.csv?month=2026-09', org.representative)
  expect(rows.map((row) => [row.Slip, row.Number, row['Amount (USD)']])).toEqual([
    ['SLIP-7', '200', '25.00'],
    ['SLIP-7', '201', '25.00'],
  ])
  expect(rows[0]?.Pledge).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
  expect(Object.keys(rows[0] ?? {}).slice(-2)).toEqual(['Deposit id', 'Payment id'])
  const journal = await readCsv(app, '/api/reports/journal.csv?month=2026-09', org.representative)
  const referencesOf = (kind: string) =>
    [...new Set(journal.filter((row) => row.Kind === kind).map(({ Reference }) => Reference))].sort()
  expect(referencesOf('Deposit')).toEqual(['200', '201', 'SLIP-7'])
  expect(referencesOf('Check or cash received')).toEqual(['200', '201'])
  expect(referencesOf('Payout')).toEqual(['1041'])
  expect(referencesOf('Card charged')[0]).toMatch(/^R-2026-[0-9A-F]{8}$/)
  expect(Object.keys(journal[0] ?? {}).slice(-2)).toEqual(['Entry id', 'Source id'])
})

it('one archive has every file, and the balances in it are those of the screen', async () => {
  const response = await app.app.request('/api/reports/books.zip?month=2026-09', {
    headers: { authorization: `Bearer ${org.representative.token}` },
  })
  const files = filesInZip(Buffer.from(await response.arrayBuffer()))
  expect([...files.keys()].sort()).toEqual(
    ['balances', 'bank', 'charges', 'deposits', 'journal', 'month', 'organizations', 'paid-out'].map(
      (name) => `${name}-2026-09.csv`,
    ),
  )
  const [, ...rows] = String(files.get('balances-2026-09.csv')).trim().split('\r\n')
  const { accounts } = await monthOf('month=2026-09')
  expect(rows).toHaveLength(accounts.length)
})
