/** An organization's year: twelve months to the cent, what it started with and what it ended with (R5, R38, R39, R76). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cents, negate, parseCents, sum, toDecimal, ZERO } from '#domain/money.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import type { OrganizationYear, YearFigures } from '#domain/schemas/year.ts'
import { sql } from '#server/platform/db/database.ts'
import type { Caller, TestApp } from '#tests/app.ts'
import { expectStatus } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  bill,
  chargesOf,
  invoicesOf,
  openSeason,
  payment,
  pledge,
  pledgeBody,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { approveAndSend, preparePayout, setDestination } from '#tests/payouts.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let fall: Season
let winter: Season
let neighbors: TestOrganization
let stripe: StripeStandIn

const hear = () => deliver(app, stripe.events())
const goTo = (instant: string) =>
  app.clock.advance({ minutes: (Date.parse(instant) - app.clock.now().getTime()) / 60_000 })

async function receive(season: Season, amount: string): Promise<string> {
  const invoice = (await invoicesOf(org, season)).find(({ open }) => open === amount)
  const form = payment(invoice ?? { id: '' }, amount, app)
  return expectStatus(await org.representative.post<{ id: string }>(`${season.path}/payments`, form), 201).id
}

/** $300 by card, $40 by card, $250 and $25 by check; the same supporter gives $30 to the second campaign. */
async function collect(): Promise<void> {
  const { supporter } = await pledge(org, fall, { lines: { gift: '300.00' } })
  await pledge(org, fall, { lines: { gift: '40.00' } })
  await pledge(org, fall, { lines: { gift: '250.00' }, method: 'check' })
  await pledge(org, fall, { lines: { gift: '25.00' }, method: 'check' })
  const again = await pledgeBody(supporter, winter, { lines: { gift: '30.00' } })
  expectStatus(await supporter.post(`${winter.path}/pledges`, again), 201)
  await bill(org, fall, 'final')
  await hear()
}

/** In December a payout, a dispute and checks; in January a bounce, the payout's return, a refund, and the dispute is won. */
beforeAll(async () => {
  ;({ app, org, season: fall, stripe } = await givenSeason({ stripe: true }))
  winter = await openSeason(org)
  neighbors = await setUpOrganization(app, 'Bay Boosters')
  await collect()
  goTo('2026-12-20T16:00:00Z')
  await receive(fall, '250.00')
  const small = await receive(fall, '25.00')
  await setDestination(org)
  const payout = await preparePayout(org, fall, '101.01')
  await approveAndSend(org, payout, { reference: '1041' })
  goTo('2026-12-28T16:00:00Z')
  const disputed = [...stripe.books.payments.values()].find(({ amount }) => amount === 4_000)
  const dispute = stripe.books.openDispute(disputed?.id ?? '')
  await hear()
  goTo('2027-01-05T16:00:00Z')
  const bounced = { why: 'bounced', on: '2027-01-05' }
  expectStatus(await org.representative.post(`${fall.path}/payments/${small}/reversal`, bounced), 201)
  const returned = { reason: 'Moved', returnedOn: '2027-01-05' }
  expectStatus(await org.second.post(`/api/payouts/${payout.id}/return`, returned), 201)
  const large = (await chargesOf(org, fall)).find(({ amount }) => amount === '300.00')
  const refund = { amount: '60.01', reason: 'Sorry' }
  expectStatus(await org.representative.post(`/api/charges/${large?.id}/refunds`, refund), 201)
  await hear()
  goTo('2027-01-20T16:00:00Z')
  stripe.books.moveDispute(dispute.id, 'won')
  await hear()
  await bill(org, winter, 'progress')
  await hear()
}, 180_000)
afterAll(() => closeWithBooksInOrder(app))

const pathOf = (year: number, file = '') =>
  `/api/organizations/${org.organizationId}/years/${year}${file && `/${file}`}`
const yearOf = async (year: number, query = '', by: Caller = org.owner) =>
  expectStatus(await by.get<OrganizationYear>(`${pathOf(year)}${query}`), 200)
const monthOf = async (month: string) =>
  expectStatus(await org.representative.get<ProviderMonth>(`/api/reports/month?month=${month}`), 200)

const MOVED = ['collected', 'refunds', 'disputes', 'bounced', 'net', 'commission', 'paidOut'] as const
const amountOf = (text: string): Cents => parseCents(text) ?? ZERO
const total = (amounts: readonly string[]): string => toDecimal(sum(amounts.map(amountOf)))

type Amounts = Record<(typeof MOVED)[number] | 'owedBefore' | 'owed', string>
const amountsOf = (one: Amounts): Amounts =>
  Object.fromEntries(
    [...MOVED, 'owedBefore', 'owed'].map((name) => [name, one[name as keyof Amounts]]),
  ) as Amounts
/** As a bookkeeper adds up twelve months. */
function added(months: readonly Amounts[]): Amounts {
  const moved = MOVED.map((name) => [name, total(months.map((one) => one[name]))])
  const first = months[0]
  const last = months.at(-1)
  return { ...Object.fromEntries(moved), owedBefore: first?.owedBefore, owed: last?.owed }
}

const monthsFrom = (year: number, from: number): string[] =>
  Array.from({ length: 12 }, (_, index) => {
    const month = from - 1 + index
    return `${year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })

function expectToAddUp({ totals, campaigns }: OrganizationYear): void {
  for (const one of [totals, ...campaigns]) {
    const { owedBefore, net, commission, paidOut, owed } = one
    const out = [commission, paidOut].map((amount) => toDecimal(negate(amountOf(amount))))
    expect(total([owedBefore, net, ...out])).toBe(owed)
    const less = [one.refunds, one.disputes, one.bounced].map((amount) => toDecimal(negate(amountOf(amount))))
    expect(total([one.collected, ...less])).toBe(net)
  }
  for (const name of [...MOVED, 'owedBefore', 'owed', 'gifts', 'largeGifts'] as const)
    expect([name, total(campaigns.map((one) => String(one[name])))]).toEqual([
      name,
      total([String(totals[name])]),
    ])
}

it('twelve months add up to the year to the cent, whatever month it starts in', async () => {
  for (const from of [1, 7, 10]) {
    for (const year of [2025, 2026, 2027]) {
      const shown = await yearOf(year, `?from=${String(from).padStart(2, '0')}`)
      const months = await Promise.all(monthsFrom(year, from).map(monthOf))
      expect(amountsOf(shown.totals)).toEqual(added(months.map(({ totals }) => amountsOf(totals))))
      expectToAddUp(shown)
    }
  }
})

it('a year ends with what the next one starts with, and has what moved in it', async () => {
  const before = await yearOf(2025)
  const year = await yearOf(2026)
  const next = await yearOf(2027)
  expect(before).toMatchObject({ campaigns: [], campaignsCount: 0, totals: { owed: '0.00', gifts: 0 } })
  expect(year.totals).toMatchObject({
    collected: '615.00',
    refunds: '0.00',
    disputes: '40.00',
    bounced: '0.00',
    net: '575.00',
    commission: '143.75',
    paidOut: '101.01',
    owedBefore: '0.00',
    owed: '330.24',
  })
  expect(next.totals).toMatchObject({
    collected: '30.00',
    refunds: '60.01',
    disputes: '-40.00',
    bounced: '25.00',
    net: '-15.01',
    paidOut: '-101.01',
    owedBefore: '330.24',
  })
  expect(next.campaigns.map(({ campaignId }) => campaignId).sort()).toEqual([fall.id, winter.id].sort())
  expect(year).toMatchObject({ year: 2026, from: '01', firstDay: '2026-01-01', lastDay: '2026-12-31' })
  expect(year).toMatchObject({ progress: 'over', years: [2027, 2026], hasOther: false })
  expect([before.progress, next.progress, (await yearOf(2028)).progress]).toEqual([
    'over',
    'running',
    'ahead',
  ])
  expect(await yearOf(2026, '?from=07')).toMatchObject({
    firstDay: '2026-07-01',
    lastDay: '2027-06-30',
    progress: 'running',
    years: [2026],
  })
})

it('counts supporters and gifts, those of $250.00 or more, and a check until the year in which it bounces', async () => {
  const of = ({ supporters, gifts, largeGifts, largeSupporters }: YearFigures) => [
    supporters,
    gifts,
    largeGifts,
    largeSupporters,
  ]
  expect(of((await yearOf(2026)).totals)).toEqual([4, 4, 2, 2])
  expect(of((await yearOf(2027)).totals)).toEqual([1, 1, 0, 0])
  // Who gave to both campaigns is one supporter, and the check bounced within these twelve months.
  const shown = await yearOf(2026, '?from=07')
  expect(of(shown.totals)).toEqual([3, 4, 2, 2])
  expect(shown.campaigns.map(of).sort()).toEqual([
    [1, 1, 0, 0],
    [3, 3, 2, 2],
  ])
})

it('its day is the campaign’s own (R22), and its money never of two kinds (R39)', async () => {
  const { db } = app.deps
  const entry = sql`(select id from journal_entries where kind = 'payout')`
  await db.query(sql`alter table journal_entries disable trigger journal_entries_append_only`)
  const moveTo = (at: Date | string | undefined) =>
    db.query(sql`update journal_entries set occurred_at = ${at} where id = ${entry}`)
  const [was] = await db.query<{ at: Date }>(
    sql`select occurred_at as at from journal_entries where id = ${entry}`,
  )
  await moveTo('2027-01-01T04:59:59Z')
  expect((await yearOf(2026)).totals.paidOut).toBe('101.01')
  await moveTo('2027-01-01T05:00:00Z')
  expect((await yearOf(2026)).totals.paidOut).toBe('0.00')
  await moveTo(was?.at)
  await db.query(sql`alter table journal_entries enable trigger journal_entries_append_only`)
  expect(await yearOf(2026, '?money=live')).toMatchObject({
    moneyMode: 'live',
    hasOther: true,
    campaigns: [],
    years: [2027],
    totals: { collected: '0.00', owed: '0.00', supporters: 0 },
  })
})

it('a page past the end of its campaigns says how many there are (R51)', async () => {
  expect(await yearOf(2027, '?page=2')).toMatchObject({ campaigns: [], campaignsCount: 2, page: 2, pages: 1 })
})

it('owners and representatives read it, each only their own organization’s (R27)', async () => {
  expect(await yearOf(2026, '', org.representative)).toEqual(await yearOf(2026))
  for (const file of ['', 'year.csv', 'year.pdf']) {
    expectStatus(await neighbors.owner.get(pathOf(2026, file)), 403)
    expectStatus(await org.scorer.get(pathOf(2026, file)), 403)
    expectStatus(await app.visitor.get(pathOf(2026, file)), 401)
  }
  const theirs = `/api/organizations/${neighbors.organizationId}/years/2026`
  expect(expectStatus(await neighbors.owner.get<OrganizationYear>(theirs), 200)).toMatchObject({
    campaigns: [],
    hasOther: false,
    totals: { collected: '0.00', supporters: 0 },
  })
  for (const bad of ['1999', '20266', 'x'])
    expectStatus(await org.owner.get(pathOf(2026).replace('2026', bad)), 400)
  for (const bad of ['from=13', 'from=7', 'money=both', 'page=0'])
    expectStatus(await org.owner.get(`${pathOf(2026)}?${bad}`), 400)
})

const read = async (path: string) => {
  const answer = await app.app.request(path, { headers: { authorization: `Bearer ${org.owner.token}` } })
  expect(answer.status).toBe(200)
  return { name: answer.headers.get('content-disposition') ?? '', text: await answer.text() }
}

it('the file has the same rows, says which organization, year and money, and names nobody (R26)', async () => {
  expectStatus(await org.representative.put(winter.path, { name: '=HYPERLINK("x")' }), 200)
  const { name, text } = await read(`${pathOf(2027, 'year.csv')}`)
  expect(name).toMatch(/"harbor-high-boosters-year-2027-test-\d{4}-\d\d-\d\d\.csv"/)
  const [head = '', ...rows] = text.trim().split('\r\n')
  expect(head).toContain('Organization,First day,Last day,Campaign,Money,Collected (USD),Refunds (USD)')
  const { campaigns } = await yearOf(2027)
  expect(rows).toHaveLength(2)
  for (const one of campaigns.filter(({ campaignId }) => campaignId === fall.id))
    expect(rows).toContain(
      [
        'Harbor High Boosters',
        '2027-01-01',
        '2027-12-31',
        'Fall Season',
        'test',
        one.collected,
        one.refunds,
        one.disputes,
        one.bounced,
        one.net,
        one.commission,
        one.paidOut,
        one.owedBefore,
        one.owed,
        one.supporters,
        one.gifts,
        one.largeGifts,
        one.largeSupporters,
      ].join(','),
    )
  expect(text).toContain('\'=HYPERLINK(""x"")')
  expect(text).not.toMatch(/Whitfield|Pat|@/)
  expect((await read(pathOf(2026, 'year.csv?from=07'))).name).toContain('year-2026-07-to-2027-06-test')
})

it('opens with the month that the organization set, unless another one is asked for', async () => {
  const path = `/api/organizations/${org.organizationId}`
  expectStatus(await org.owner.put(path, { fiscalYearFrom: '07' }), 200)
  const own = await yearOf(2026)
  expect(own).toEqual({ ...(await yearOf(2026, '?from=07')), fiscalYearFrom: '07' })
  expect(own).toMatchObject({ from: '07', firstDay: '2026-07-01', lastDay: '2027-06-30', years: [2026] })
  const { name, text } = await read(pathOf(2026, 'year.csv'))
  expect(name).toContain('year-2026-07-to-2027-06-test')
  expect(text).toContain(',2026-07-01,2027-06-30,')
  expect((await read(pathOf(2026, 'year.pdf'))).name).toContain('year-2026-07-to-2027-06-test.pdf')
  expect(await yearOf(2026, '?from=01')).toMatchObject({
    from: '01',
    fiscalYearFrom: '07',
    firstDay: '2026-01-01',
    lastDay: '2026-12-31',
  })
  expect((await read(pathOf(2026, 'year.csv?from=01'))).name).toContain('-year-2026-test-')
  expectStatus(await org.owner.put(path, { fiscalYearFrom: '01' }), 200)
})

it('a file made on the organization’s last evening of a month has that day in its name (R22)', async () => {
  const before = app.clock.now()
  // 9 pm in Boston, and the next day in UTC.
  app.clock.set('2027-02-01T02:00:00Z')
  expect((await read(pathOf(2027, 'year.csv'))).name).toContain('-test-2027-01-31.csv')
  app.clock.set(before.toISOString())
})

it('the board’s PDF is of the same year', async () => {
  const { name, text } = await read(pathOf(2026, 'year.pdf'))
  expect(name).toContain('harbor-high-boosters-year-2026-test.pdf')
  expect(text).toMatch(/^%PDF-1\.7/)
})
