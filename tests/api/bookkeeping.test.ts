/** R79: files for QuickBooks Online and Xero are the same once a month is over, go to chosen accounts, and are a party's own. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Bookkeeping } from '#domain/schemas/bookkeeping.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { xeroMovements, xeroProblems } from '#tests/bookkeeping/xero.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  invoicesOf,
  payment,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'

let app: TestApp
let org: TestOrganization
let season: Season

async function receive(amount: string): Promise<void> {
  const invoice = (await invoicesOf(org, season)).find(({ open }) => open === amount)
  const form = payment(invoice ?? { id: '' }, amount, app)
  expectStatus(await org.representative.post(`${season.path}/payments`, form), 201)
}

/** A check in September, of two that are owed; it is October. */
beforeAll(async () => {
  const checks = ['250.00', '25.00'].map((gift) => ({ lines: { gift }, method: 'check' as const }))
  ;({ app, org, season } = await givenSeason({ pledges: checks, billed: 'final' }))
  expectStatus(await org.representative.put(season.path, { name: 'Winter: "Wave", 2026' }), 200)
  await receive('250.00')
  app.clock.advance({ days: 30 })
}, 120_000)
afterAll(() => closeWithBooksInOrder(app))

const base = ({ organizationId }: TestOrganization) => `/api/organizations/${organizationId}/bookkeeping`
const bookkeepingOf = async (query = '') =>
  expectStatus(await org.owner.get<Bookkeeping>(`${base(org)}${query}`), 200)

async function fileOf(path: string) {
  const response = await app.app.request(`${base(org)}/${path}`, {
    headers: { authorization: `Bearer ${org.owner.token}` },
  })
  return {
    text: await response.text(),
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1],
  }
}

it('a month that is over is the same file, byte for byte, until other accounts are chosen', async () => {
  const before = await fileOf('quickbooks?month=2026-09')
  expect(before.text).toContain("Winter - 'Wave', 2026")
  expectStatus(await org.representative.put(season.path, { name: 'Waves' }), 200)
  expect(await fileOf('quickbooks?month=2026-09')).toEqual(before)
  const accounts = `${base(org)}/accounts`
  const { accounts: map } = await bookkeepingOf()
  const moved = { ...map.quickbooks, contributions: 'Income:Pledges' }
  expectStatus(await org.owner.put(accounts, { quickbooks: moved }), 200)
  const other = await fileOf('quickbooks?month=2026-09')
  expect(other.text).toContain('Income:Pledges')
  expect(other.text).toContain('Waves')
  expectStatus(await org.owner.put(accounts, { quickbooks: map.quickbooks }), 200)
  expect(await fileOf('quickbooks?month=2026-09')).toEqual(before)
})

it('a month that is not over says so in the file’s name, and has what is recorded later', async () => {
  const before = await fileOf('xero?month=2026-10')
  expect(before.name).toMatch(/-xero-2026-10-so-far-test\.csv$/)
  expect((await bookkeepingOf('?month=2026-10')).isRunning).toBe(true)
  await receive('25.00')
  const { text } = await fileOf('xero?month=2026-10')
  expect(xeroProblems([text])).toEqual([])
  expect(xeroMovements([text]).get('200')).toBe(-25_00)
})

it('without a month, it is the last one that is over', async () => {
  const { month, isRunning } = await bookkeepingOf()
  expect([month, isRunning]).toEqual(['2026-09', undefined])
})

it('refuses account names and codes that the programs would not take, in words', async () => {
  const { accounts } = await bookkeepingOf()
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

it('an owner reads neither another organization’s books nor the provider’s', async () => {
  const other = await setUpOrganization(app, 'Chess Club')
  expectStatus(await other.owner.get(`${base(org)}/xero?month=2026-09`), 403)
  expectStatus(await org.owner.get('/api/bookkeeping/xero?month=2026-09'), 403)
})
