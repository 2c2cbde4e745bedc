/** R37, R41: a receipt says that nothing was given in exchange only where it is known that its supporter won nothing. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { taxSentence, yearTaxSentence } from '#domain/billing/receipt-sentences.ts'
import type { Giving, Receipt } from '#domain/schemas/receipt.ts'
import type { Payment } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
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
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
  const standing = {
    is501c3: true,
    ein: '12-3456789',
    einCheckedOn: '2026-09-01',
    is501c3Since: '2020-01-01',
  }
  const path = `/api/organizations/${org.organizationId}/standing`
  expectStatus(await org.representative.put(path, standing), 200)
  season = await openSeason(org)
})
afterEach(() => app.close())

const NOTHING = 'No goods or services were provided in exchange'
const UNKNOWN = 'If you won a prize, subtract its value'
async function said(supporter: Caller, id: string): Promise<(string | null)[]> {
  const receipt = expectStatus(await supporter.get<Receipt>(`/api/receipts/${id}`), 200)
  const { organizations } = expectStatus(await supporter.get<Giving>('/api/giving/2026'), 200)
  return [taxSentence(receipt), ...organizations.map((one) => yearTaxSentence(one, organizations))]
}
const both = (words: string) => [expect.stringContaining(words), expect.stringContaining(words)]

const mailed = (id: string) => deliveredMails(app.deps.db, sql`idempotency_key = ${`receipt:${id}`}`)

/** Each pledge's check, by its amount. */
async function pay(): Promise<Map<string, string>> {
  const paid = new Map<string, string>()
  for (const invoice of await invoicesOf(org, season)) {
    const form = { ...payment(invoice, invoice.amount, app), reference: invoice.number }
    const made = await org.representative.post<Payment>(`${season.path}/payments`, form)
    paid.set(invoice.amount, expectStatus(made, 201).id)
  }
  return paid
}

it('only to those who did not win, once the final lock has decided', async () => {
  const reward = { title: 'Scarf', description: 'A prize', type: 'elite_circle', threshold: '100.00' }
  expectStatus(await org.owner.post(`${season.path}/rewards`, { ...reward, statisticId: null }), 201)
  const small = await pledge(org, season, { lines: { gift: '25.00' }, method: 'check' })
  const large = await pledge(org, season, { lines: { gift: '250.00' }, method: 'check' })
  await bill(org, season, 'final')
  const paid = await pay()
  expect(await said(small.supporter, paid.get('25.00') ?? '')).toEqual(both(NOTHING))
  expect(await said(large.supporter, paid.get('250.00') ?? '')).toEqual(both(UNKNOWN))
  expect((await mailed(paid.get('25.00') ?? ''))[0]?.text).toContain(NOTHING)
  expect((await mailed(paid.get('250.00') ?? ''))[0]?.text).toContain(UNKNOWN)
})

it('not while the campaign can still decide otherwise', async () => {
  const { supporter } = await pledge(org, season, { lines: { gift: '25.00' } })
  await bill(org, season, 'progress')
  const [charge] = await chargesOf(org, season)
  expect(await said(supporter, charge?.id ?? '')).toEqual(both(UNKNOWN))
})
