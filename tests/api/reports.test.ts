/** The provider's month and the accountant's files: they match the journal to the cent (R5, R38, R39). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BOOKS_ON_HOLD } from '#domain/billing/account-names.ts'
import { type Cents, cents, negate, parseCents, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { OrganizationPayouts } from '#domain/schemas/payout.ts'
import type { MonthFigures, ProviderMonth } from '#domain/schemas/report.ts'
import { sql } from '#server/platform/db/database.ts'
import { readSeason } from '#server/reporting/reports/season.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { readCsv } from '#tests/csv.ts'
import {
  bill,
  confirm,
  declare,
  invoicesOf,
  openSeason,
  payment,
  play,
  pledge,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approveAndSend, preparePayout, setDestination } from '#tests/payouts.ts'

let app: TestApp
let org: TestOrganization
let fall: Season
let other: Season

async function collect(season: Season, goals: number): Promise<void> {
  await pledge(org, season, { lines: { goals: '3.33', gift: '25.00' }, method: 'auto_bill_end' })
  await pledge(org, season, { lines: { goals: '1.11' }, method: 'check' })
  await play(org, season, { opponent: 'Bay', startTime: '2026-08-30T18:00:00Z', goals, wins: 1 })
  await declare(org, season, 'not_achieved')
  await bill(org, season, 'final')
  const [invoice] = await invoicesOf(org, season)
  const paid = payment(invoice ?? { id: '' }, '50.00', app)
  expectStatus(await org.representative.post(`${season.path}/payments`, paid), 201)
}

/** September: two seasons are collected, one is paid out in part. October: a correction refunds money. */
beforeAll(async () => {
  ;({ app, org, season: fall } = await givenSeason({ now: '2026-09-20T16:00:00Z' }))
  other = await openSeason(org)
  await collect(fall, 7)
  await collect(other, 4)
  await setDestination(org)
  const payout = await preparePayout(org, fall, '20.01')
  await approveAndSend(org, payout, { reference: '1041' })
  app.clock.advance({ days: 10 })
  const statisticId = fall.statistics.goals.id
  const entry = expectStatus(
    await org.scorer.post<{ id: string }>(`${fall.path}/results`, { statisticId, quantity: -2 }),
    201,
  )
  await confirm(org.owner, fall, [entry])
  await bill(org, fall, 'final')
}, 120_000)
afterAll(() => app.close())

const monthOf = async (month: string, more = '') =>
  expectStatus(await org.representative.get<ProviderMonth>(`/api/reports/month?month=${month}${more}`), 200)
const total = (amounts: readonly string[]): Cents => sum(amounts.map((amount) => parseCents(amount) ?? ZERO))

type Posted = { kind: string; account: string; amount: number }
/** Straight from the journal, in UTC: nothing here happens near a midnight. */
const postedIn = (from: string, to: string): Promise<Posted[]> =>
  app.deps.db.query<Posted>(sql`
    select e.kind, p.account, sum(p.amount_cents)::bigint as amount
      from journal_entries e join journal_postings p on p.entry_id = e.id
     where e.occurred_at >= ${from}::date and e.occurred_at < ${to}::date group by 1, 2`)

const SHARE = ['organization_payable', 'commission']
function figuresOf(inMonth: Posted[], until: Posted[]): Partial<MonthFigures> {
  const of = (posted: Posted[], kinds: string[] | null, accounts: string[]) =>
    sum(
      posted
        .filter(({ kind, account }) => (kinds?.includes(kind) ?? true) && accounts.includes(account))
        .map(({ amount }) => cents(amount)),
    )
  return {
    collected: toDecimal(negate(of(inMonth, ['charge', 'payment'], SHARE))),
    refunds: toDecimal(of(inMonth, ['refund'], SHARE)),
    commission: toDecimal(negate(of(inMonth, null, ['commission']))),
    paidOut: toDecimal(of(inMonth, ['payout'], ['organization_payable'])),
    owed: toDecimal(negate(of(until, null, ['organization_payable']))),
  }
}

it('without a month the report is of the latest one that has begun in every campaign’s zone (R22)', async () => {
  const before = app.clock.now()
  // 7:58 pm on November 30 in California, and December in UTC.
  app.clock.set('2026-12-01T03:58:00Z')
  const opened = async () =>
    expectStatus(await org.representative.get<ProviderMonth>('/api/reports/month'), 200).month
  expect(await opened()).toBe('2026-11')
  app.clock.set('2026-12-01T10:00:00Z')
  expect(await opened()).toBe('2026-12')
  app.clock.set(before.toISOString())
})

it('a month that is not over everywhere says so, and which months there are to choose from (R22)', async () => {
  const before = app.clock.now()
  // 7:58 pm on November 30 in California, and December on the East Coast in an hour.
  app.clock.set('2026-12-01T03:58:00Z')
  expect(await monthOf('2026-11')).toMatchObject({
    isRunning: true,
    firstMonth: '2026-09',
    lastMonth: '2026-12',
  })
  expect(await monthOf('2026-10')).not.toHaveProperty('isRunning')
  app.clock.set('2026-12-01T10:00:00Z')
  expect(await monthOf('2026-11')).not.toHaveProperty('isRunning')
  expect(await monthOf('2026-12')).toMatchObject({ isRunning: true })
  app.clock.set(before.toISOString())
})

it('the monthly report agrees with the journal to the cent, in total and by campaign', async () => {
  const spans = [
    ['2026-09', '2026-09-01', '2026-10-01'],
    ['2026-10', '2026-10-01', '2026-11-01'],
  ] as const
  for (const [month, from, to] of spans) {
    const shown = await monthOf(month)
    expect(shown.totals).toMatchObject(figuresOf(await postedIn(from, to), await postedIn('2020-01-01', to)))
    for (const name of ['net', 'commission', 'paidOut', 'owedBefore', 'owed'] as const)
      expect(toDecimal(total(shown.campaigns.map((one) => one[name])))).toBe(shown.totals[name])
    for (const { net, commission, paidOut, owedBefore, owed } of [...shown.campaigns, shown.totals])
      expect(toDecimal(total([owedBefore, net, `-${commission}`, `-${paidOut}`].map(plain)))).toBe(owed)
    expect(total(shown.accounts.map(({ closing }) => closing))).toBe(0)
    expect(total(shown.accounts.map(({ debit }) => debit))).toBe(
      total(shown.accounts.map(({ credit }) => credit)),
    )
  }
})
const plain = (amount: string): string => amount.replace('--', '')

it('a page past the end of the month’s campaigns still says how many there are (R51)', async () => {
  const first = await monthOf('2026-10')
  const past = await monthOf('2026-10', '&page=3')
  expect(first.campaignsCount).toBeGreaterThan(0)
  expect(past).toMatchObject({ campaigns: [], page: 3, pages: 1, campaignsCount: first.campaignsCount })
})

it('the monthly report starts at the balance where the month before ended', async () => {
  const september = await monthOf('2026-09')
  const october = await monthOf('2026-10')
  expect(september.totals).toMatchObject({ owedBefore: '0.00', paidOut: '20.01', refunds: '0.00' })
  expect(september.totals.collected).not.toBe('0.00')
  expect(october.totals).toMatchObject({
    owedBefore: september.totals.owed,
    collected: '0.00',
    paidOut: '0.00',
  })
  expect(october.totals.refunds).toBe('8.88')
  expect(october.campaigns).toHaveLength(2)
  expect(await monthOf('2026-08')).toMatchObject({
    campaigns: [],
    campaignsCount: 0,
    totals: { owed: '0.00' },
  })
})

it('the monthly report uses the campaign’s time zone to decide an entry’s month (R22)', async () => {
  const { db } = app.deps
  const entry = sql`(select id from journal_entries where kind = 'payout')`
  await db.query(sql`alter table journal_entries disable trigger journal_entries_append_only`)
  const [before] = await db.query<{ at: Date }>(
    sql`select occurred_at as at from journal_entries where id = ${entry}`,
  )
  await db.query(sql`update journal_entries set occurred_at = '2026-10-01T02:00:00Z' where id = ${entry}`)
  expect((await monthOf('2026-09')).totals.paidOut).toBe('20.01')
  await db.query(sql`update journal_entries set occurred_at = '2026-10-01T05:00:00Z' where id = ${entry}`)
  expect((await monthOf('2026-09')).totals.paidOut).toBe('0.00')
  expect((await monthOf('2026-10')).totals.paidOut).toBe('20.01')
  await db.query(sql`update journal_entries set occurred_at = ${before?.at} where id = ${entry}`)
  await db.query(sql`alter table journal_entries enable trigger journal_entries_append_only`)
})

it('the monthly report never adds sandbox money to live money (R39)', async () => {
  expect(await monthOf('2026-09')).toMatchObject({ moneyMode: 'sandbox', hasOther: false })
  expect(await monthOf('2026-09', '&money=live')).toMatchObject({
    moneyMode: 'live',
    hasOther: true,
    campaigns: [],
    accounts: [],
    totals: { collected: '0.00', owed: '0.00' },
  })
})

const textOf = async (path: string, { token }: Caller = org.representative): Promise<string> => {
  const response = await app.app.request(path, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return response.text()
}
const valuesIn = (row: string): string[] =>
  [...row.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/gy)].map(([, quoted, bare]) => quoted ?? bare ?? '')
const columnOf = (text: string, head: string): string[] => {
  const [heads = '', ...rows] = text.trim().split('\r\n')
  const at = valuesIn(heads).indexOf(head)
  expect(at).toBeGreaterThan(-1)
  return rows.map((row) => valuesIn(row)[at] ?? '')
}

it('the journal file of a month or a campaign has equal debits and credits', async () => {
  const paths = ['/api/reports/journal.csv?month=2026-09', `/api/dashboard/campaigns/${fall.id}/journal.csv`]
  for (const path of paths) {
    const text = await textOf(path)
    const debits = columnOf(text, 'Debit (USD)')
    const credits = columnOf(text, 'Credit (USD)')
    expect(total(debits.filter(Boolean))).toBeGreaterThan(0)
    expect(total(debits.filter(Boolean))).toBe(total(credits.filter(Boolean)))
    debits.forEach((debit, row) => {
      expect([debit, credits[row]].filter(Boolean)).toHaveLength(1)
    })
  }
  const [september, october] = await Promise.all(
    ['2026-09', '2026-10'].map((month) => textOf(`/api/reports/journal.csv?month=${month}`)),
  )
  const [count] = await app.deps.db.query<{ count: number }>(
    sql`select count(*) as count from journal_postings`,
  )
  expect(columnOf(september ?? '', 'Line').length + columnOf(october ?? '', 'Line').length).toBe(count?.count)
})

it('the charges file of a month adds up, with payments, to what was collected', async () => {
  const text = await textOf('/api/reports/charges.csv?month=2026-09')
  const charged = total(columnOf(text, 'Charged (USD)'))
  const shares = total([
    ...columnOf(text, 'Commission (USD)'),
    ...columnOf(text, 'To the organization (USD)'),
  ])
  expect(shares).toBe(charged)
  const [payments] = await app.deps.db.query<{ cents: number }>(
    sql`select sum(amount_cents - overpaid_cents)::bigint as cents from payments`,
  )
  const { totals } = await monthOf('2026-09')
  expect(toDecimal(sum([charged, cents(payments?.cents ?? 0)]))).toBe(totals.collected)
  expect(columnOf(text, 'Card provider’s reference').every(Boolean)).toBe(true)
})

it('the report files contain no spreadsheet formula and no supporter’s name (R26)', async () => {
  expectStatus(await org.representative.put(other.path, { name: '=HYPERLINK("x")' }), 200)
  for (const table of ['month', 'journal', 'charges']) {
    const text = await textOf(`/api/reports/${table}.csv?month=2026-09`)
    expect(text).toContain('\'=HYPERLINK(""x"")')
    expect(text).not.toMatch(/Whitfield|Pat/)
  }
})

it('files of test money say so by name, and rows of a month say which month and which money (R39)', async () => {
  const nameOf = async (file: string, money: string) => {
    const { headers } = await org.representative.get(`/api/reports/${file}?month=2026-09&money=${money}`)
    return headers.get('content-disposition')
  }
  for (const file of ['month.csv', 'journal.csv', 'charges.csv', 'month.pdf']) {
    expect(await nameOf(file, 'sandbox')).toContain('-test')
    expect(await nameOf(file, 'live')).not.toContain('-test')
  }
  const rows = await readCsv(app, '/api/reports/month.csv?month=2026-09', org.representative)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toMatchObject({ Month: '2026-09', Money: 'test' })
})

it('an organization’s file of payouts has another name than the provider’s', async () => {
  const nameAt = async (path: string) =>
    (await org.representative.get(path)).headers.get('content-disposition') ?? ''
  expect(await nameAt('/api/payouts.csv')).toContain('"payouts-2026-')
  expect(await nameAt(`/api/organizations/${org.organizationId}/payouts.csv`)).toMatch(
    /"[a-z-]+-payouts-2026-/,
  )
  const [row] = await readCsv(app, '/api/payouts.csv?show=all', org.representative)
  expect(row?.Money).toBe('test')
})

it('a campaign whose books are on hold says so in the month and to its owners (R40)', async () => {
  const held = async () => {
    const { campaigns } = await monthOf('2026-09')
    const path = `/api/organizations/${org.organizationId}/payouts`
    const owed = expectStatus(await org.owner.get<OrganizationPayouts>(path), 200)
    return [campaigns, owed.campaigns].map((rows) =>
      rows.filter(({ billingHeldAt }) => billingHeldAt !== undefined).map(({ campaignId }) => campaignId),
    )
  }
  expect(await held()).toEqual([[], []])
  await app.deps.db.query(
    sql`update campaigns set billing_held_at = ${app.clock.now()} where id = ${fall.id}`,
  )
  expect(await held()).toEqual([[fall.id], [fall.id]])
  const rows = await readCsv(app, '/api/reports/month.csv?month=2026-09', org.representative)
  expect(Object.keys(rows[0] ?? {}).at(-1)).toBe('Billing')
  expect(rows.map((row) => row.Billing).sort()).toEqual(['', BOOKS_ON_HOLD])
  await app.deps.db.query(sql`update campaigns set billing_held_at = null where id = ${fall.id}`)
})

it('the monthly report is available as PDF, and refused for an invalid month', async () => {
  expect(await textOf('/api/reports/month.pdf?month=2026-09')).toMatch(/^%PDF-1\.7/)
  expectStatus(await org.representative.get('/api/reports/month?month=2026-13'), 400)
  expectStatus(await org.representative.get('/api/reports/month?month=September'), 400)
})

it('reports that are printed in the evening have the campaigns’ own day (R22)', async () => {
  const drawn: string[] = []
  const { draw } = app.deps.studio
  app.deps.studio.draw = (name, drawing) => {
    if (drawing.kind === 'month' || drawing.kind === 'season') drawn.push(drawing.facts.drawnOn)
    return draw(name, drawing)
  }
  const print = async () => {
    expectStatus(await org.representative.get('/api/reports/month.pdf?month=2026-09'), 200)
    expectStatus(await org.owner.get(`/api/dashboard/campaigns/${fall.id}/season-report.pdf`), 200)
    return drawn.splice(0)
  }
  const before = app.clock.now()
  // Nine in the evening in New York, and one at night there, when it is still ten in the evening in California.
  app.clock.set('2026-11-01T01:00:00Z')
  expect(await print()).toEqual(['2026-10-31', '2026-10-31'])
  app.clock.set('2026-11-03T06:00:00Z')
  expect(await print()).toEqual(['2026-11-03', '2026-11-03'])
  const moveOther = (zone: string) =>
    app.deps.db.query(sql`update campaigns set time_zone = ${zone} where id = ${other.id}`)
  await moveOther('America/Los_Angeles')
  expect(await print()).toEqual(['2026-11-02', '2026-11-03'])
  await moveOther('America/New_York')
  app.clock.set(before.toISOString())
  app.deps.studio.draw = draw
})

it('the season report adds up by statistic and by match to what the pages show (R10, R11)', async () => {
  const start = '2026-09-22T18:00:00Z'
  const { season: open } = await givenSeason({
    org,
    pledges: [
      { lines: { goals: '3.00', wins: '5.00', gift: '25.00' }, most: '40.00' },
      { lines: { goals: '2.00' } },
    ],
    matches: [
      { opponent: 'Bay', startTime: start, goals: 4, wins: 1 },
      { opponent: 'Cove', startTime: '2026-09-29T18:00:00Z', goals: 2 },
    ],
  })
  for (const season of [open, fall]) {
    const report = await readSeason(app.deps, org.owner, season.id)
    const shown = expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200).campaigns
    expect(report.earned).toBe(shown.totalEarned)
    expect(report.settled ?? report.pledged).toBe(shown.totalPledged)
    expect(report.balance.collected).toBe(shown.totalCollected)
    expect(toDecimal(total(report.statistics.map(({ earned }) => earned)))).toBe(report.earned)
    expect(toDecimal(total([report.gifts, ...report.matches.map(({ earned }) => earned)]))).toBe(
      report.earned,
    )
  }
  const { matches, gifts, settled } = await readSeason(app.deps, org.owner, open.id)
  expect({ gifts, settled }).toEqual({ gifts: '25.00', settled: null })
  // The first pledge reaches its maximum in the first match: it gets $15.00 of the $17.00.
  expect(matches.map(({ name, earned }) => [name, earned])).toEqual([
    ['vs. Bay', '23.00'],
    ['vs. Cove', '4.00'],
  ])
  expect(await textOf(`/api/dashboard/campaigns/${open.id}/season-report.pdf`, org.owner)).toMatch(
    /^%PDF-1\.7/,
  )
})
