/** Months of three organizations as QuickBooks Online and Xero import them: the books there are the books here (R79). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROGRAMS, type Program } from '#domain/billing/exports/accounts.ts'
import type { Bookkeeping } from '#domain/schemas/bookkeeping.ts'
import type { ProviderMonth } from '#domain/schemas/report.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { quickbooksMovements, quickbooksProblems } from '#tests/bookkeeping/quickbooks.ts'
import { centsIn, type Movements, rowsOf } from '#tests/bookkeeping/rows.ts'
import { xeroMovements, xeroProblems } from '#tests/bookkeeping/xero.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  bill,
  chargesOf,
  invoicesOf,
  openSeason,
  payment,
  pledge,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import {
  approveAndSend,
  depositPayments,
  prepareLines,
  preparePayout,
  setDestination,
} from '#tests/payouts.ts'
import type { StripeStandIn } from '#tests/stripe/stand-in.ts'
import { deliver } from '#tests/stripe-season.ts'

let app: TestApp
let org: TestOrganization
let fall: Season
let winter: Season
let bay: TestOrganization
let baySeason: Season
let club: TestOrganization
let stripe: StripeStandIn

const hear = () => deliver(app, stripe.events())
const goTo = (instant: string) =>
  app.clock.advance({ minutes: (Date.parse(instant) - app.clock.now().getTime()) / 60_000 })

async function receive(by: TestOrganization, season: Season, amount: string): Promise<string> {
  const invoice = (await invoicesOf(by, season)).find(({ open }) => open === amount)
  const form = payment(invoice ?? { id: '' }, amount, app)
  return expectStatus(await by.representative.post<{ id: string }>(`${season.path}/payments`, form), 201).id
}

const MONTHS = ['2026-09', '2026-12', '2027-01']

/**
 * Charges and checks, a deposit, a payout of two campaigns, an overpayment, a dispute that is won, a bounce, a payout that is
 * returned and a refund; the second organization has one charge, the third nothing.
 */
beforeAll(async () => {
  ;({ app, org, season: fall, stripe } = await givenSeason({ stripe: true }))
  winter = await openSeason(org)
  bay = await setUpOrganization(app, 'Bay: "Boosters", Inc.')
  baySeason = await openSeason(bay)
  club = await setUpOrganization(app, 'Chess Club')
  expectStatus(await org.representative.put(winter.path, { name: 'Winter: "Wave", 2026' }), 200)
  await pledge(org, fall, { lines: { gift: '300.00' } })
  await pledge(org, fall, { lines: { gift: '40.00' } })
  await pledge(org, fall, { lines: { gift: '250.00' }, method: 'check' })
  await pledge(org, fall, { lines: { gift: '25.00' }, method: 'check' })
  await pledge(org, winter, { lines: { gift: '30.00' } })
  await pledge(bay, baySeason, { lines: { gift: '19.99' } })
  await bill(org, fall, 'final')
  await bill(org, winter, 'progress')
  await bill(bay, baySeason, 'progress')
  await hear()
  goTo('2026-12-20T16:00:00Z')
  const large = await receive(org, fall, '250.00')
  const small = await receive(org, fall, '25.00')
  await depositPayments(org, [large], '250.00', '2026-12-20')
  await setDestination(org)
  const payout = await prepareLines(org, [fall, '101.01'], [winter, '20.00'])
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
  const charge = (await chargesOf(org, fall)).find(({ amount }) => amount === '300.00')
  expectStatus(
    await org.representative.post(`/api/charges/${charge?.id}/refunds`, { amount: '60.01', reason: 'Sorry' }),
    201,
  )
  await hear()
  stripe.books.moveDispute(dispute.id, 'won')
  await hear()
  await approveAndSend(org, await preparePayout(org, fall, '50.00'), { reference: '1042' })
  goTo('2027-02-10T16:00:00Z')
}, 180_000)
afterAll(() => closeWithBooksInOrder(app))

const base = (of: TestOrganization | null) =>
  of ? `/api/organizations/${of.organizationId}/bookkeeping` : '/api/bookkeeping'
const readerOf = (of: TestOrganization | null): Caller => of?.owner ?? org.representative

async function bytesOf(of: TestOrganization | null, program: Program, month: string, by = readerOf(of)) {
  const response = await app.app.request(`${base(of)}/${program}?month=${month}`, {
    headers: { authorization: `Bearer ${by.token}` },
  })
  expect(response.status).toBe(200)
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()),
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1],
  }
}

const bookkeepingOf = async (of: TestOrganization | null, month = '2026-12') =>
  expectStatus(await readerOf(of).get<Bookkeeping>(`${base(of)}?month=${month}`), 200)
const monthOf = async (month: string) =>
  expectStatus(await org.representative.get<ProviderMonth>(`/api/reports/month?month=${month}`), 200)

const inCents = (amount: string): number => centsIn(amount) ?? Number.NaN
const withoutZeros = (movements: Movements) => new Map([...movements].filter(([, amount]) => amount !== 0))

const READERS = {
  quickbooks: { problems: quickbooksProblems, movements: quickbooksMovements },
  xero: { problems: xeroProblems, movements: xeroMovements },
} as const

describe.each(Object.keys(PROGRAMS) as Program[])('files for %s', (program) => {
  const { problems, movements } = READERS[program]

  it.each(MONTHS)('rebuild every balance of the provider in %s', async (month) => {
    const { text } = await bytesOf(null, program, month)
    expect(problems([text])).toEqual([])
    const { accounts } = await bookkeepingOf(null, month)
    const expected = (await monthOf(month)).accounts.map(
      ({ account, opening, closing }) =>
        [accounts[program][account] ?? '', inCents(closing) - inCents(opening)] as const,
    )
    expect(withoutZeros(movements([text]))).toEqual(withoutZeros(new Map(expected)))
  })

  it.each(MONTHS)('have an organization’s gross, commission, refunds and payouts of %s', async (month) => {
    for (const of of [org, bay, club]) {
      const { text } = await bytesOf(of, program, month)
      expect(problems([text])).toEqual([])
      const { accounts, totals } = await bookkeepingOf(of, month)
      const figure = (name: keyof typeof totals) => inCents(totals[name])
      const name = (account: string) => accounts[program][account] ?? ''
      expect(withoutZeros(movements([text]))).toEqual(
        withoutZeros(
          new Map([
            [name('contributions'), -figure('collected')],
            [name('returned'), figure('refunds') + figure('disputes') + figure('bounced')],
            [name('commission_paid'), figure('commission')],
            [name('bank'), figure('paidOut')],
            [name('due'), figure('owed') - figure('owedBefore')],
          ]),
        ),
      )
    }
  })
})

it('what organizations read adds up to what the provider’s month says', async () => {
  for (const month of MONTHS) {
    const { totals } = await monthOf(month)
    const own = await Promise.all([org, bay, club].map((of) => bookkeepingOf(of, month)))
    for (const name of [
      'collected',
      'refunds',
      'disputes',
      'bounced',
      'commission',
      'paidOut',
      'owed',
    ] as const) {
      const sum = own.reduce((total, one) => total + inCents(one.totals[name]), 0)
      expect([month, name, sum]).toEqual([month, name, inCents(totals[name])])
    }
  }
})

it('a payout of two campaigns is one entry, of the amount of its statement and with its number', async () => {
  const { rows } = rowsOf((await bytesOf(org, 'quickbooks', '2026-12')).text)
  const paid = rows.filter(({ Description = '' }) => Description.includes('1041'))
  expect(paid.map((row) => [row['Account Name'], row.Debits, row.Credits])).toEqual([
    ['Checking', '121.01', ''],
    ['Due from Fundraising Provider', '', '101.01'],
    ['Due from Fundraising Provider', '', '20.00'],
  ])
  expect(new Set(paid.map((row) => row['Journal No.'])).size).toBe(1)
})

it('a month that is over is the same file, byte for byte, until other accounts are chosen', async () => {
  const before = await bytesOf(org, 'quickbooks', '2026-12')
  expect(before.text).toContain("Winter - 'Wave', 2026")
  expectStatus(await org.representative.put(winter.path, { name: 'Waves' }), 200)
  expect(await bytesOf(org, 'quickbooks', '2026-12')).toEqual(before)
  const accounts = `${base(org)}/accounts`
  const { accounts: map } = await bookkeepingOf(org)
  const moved = { ...map.quickbooks, bank: 'Savings:Payouts' }
  expectStatus(await org.owner.put(accounts, { quickbooks: moved }), 200)
  const other = await bytesOf(org, 'quickbooks', '2026-12')
  expect(other.text).toContain('Savings:Payouts')
  expect(other.text).toContain('Waves')
  expectStatus(await org.owner.put(accounts, { quickbooks: map.quickbooks }), 200)
  expect(await bytesOf(org, 'quickbooks', '2026-12')).toEqual(before)
})

it('a month that is not over says so in the file’s name, and has what is recorded later', async () => {
  const before = await bytesOf(org, 'xero', '2027-02')
  expect(before.name).toMatch(/-xero-2027-02-so-far-test\.csv$/)
  expect((await bookkeepingOf(org, '2027-02')).isRunning).toBe(true)
  await receive(org, fall, '25.00')
  const { text } = await bytesOf(org, 'xero', '2027-02')
  expect(xeroProblems([text])).toEqual([])
  expect(xeroMovements([text]).get('200')).toBe(-25_00)
})

it('without a month, it is the last one that is over', async () => {
  const { month, isRunning } = expectStatus(await org.owner.get<Bookkeeping>(base(org)), 200)
  expect([month, isRunning]).toEqual(['2027-01', undefined])
})

it('refuses account names and codes that the programs would not take, in words', async () => {
  const { accounts } = await bookkeepingOf(org)
  const refused = async (body: object) =>
    (await org.owner.put<{ error: string; fields?: Record<string, string> }>(`${base(org)}/accounts`, body))
      .body.fields
  const quickbooks = {
    ...accounts.quickbooks,
    bank: 'Accounts Payable (A/P)',
    due: 'Due:',
    contributions: '=1',
  }
  expect(await refused({ quickbooks })).toEqual({
    'quickbooks.bank': expect.stringContaining('choose another one'),
    'quickbooks.due': expect.stringContaining('Parent:Sub'),
    'quickbooks.contributions': expect.stringContaining('begin with a letter'),
  })
  const xero = { ...accounts.xero, bank: 'CHECKING-ACCOUNT' }
  expect(await refused({ xero })).toEqual({ 'xero.bank': expect.stringContaining('10 characters') })
})

it('an owner reads no other organization’s books, and a treasurer changes no accounts', async () => {
  expectStatus(await bay.owner.get(`${base(org)}/xero?month=2026-12`), 403)
  expectStatus(await org.owner.get('/api/bookkeeping/xero?month=2026-12'), 403)
})
