/** R26, R37, R44, R52: receipts, year-end statements and an organization's receipts agree with the books; who may read them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taxSentence } from '#domain/billing/receipt-sentences.ts'
import type { Giving, Receipt } from '#domain/schemas/receipt.ts'
import type { Charge, Payment } from '#domain/schemas/settlement.ts'
import { sql } from '#server/platform/db/database.ts'
import { givingOf } from '#server/reporting/receipts/giving-store.ts'
import { pledgeLink } from '#server/season/pledges/links/links.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  confirm,
  invoicesOf,
  openSeason,
  payment,
  type pledge,
  pledgeBody,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'
import { filesInZip } from '#tests/zip.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let byCard: Awaited<ReturnType<typeof pledge>>
let byCheck: Awaited<ReturnType<typeof pledge>>
let chargeId: string
let paymentId: string

/** A card is charged $33.00, a check of $40.00 pays $28.00, a correction refunds $2.00; all by Boston's days. */
beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app, 'Łions & "Friends"')
  ;({
    season,
    pledges: [byCard, byCheck],
  } = await givenSeason({
    org,
    pledges: [
      { lines: { goals: '2.00', gift: '25.00' }, method: 'auto_bill_end' },
      { lines: { goals: '1.00', gift: '24.00' }, method: 'check' },
    ],
    matches: [{ opponent: 'Bay', startTime: '2026-08-30T18:00:00Z', goals: 4, wins: 1 }],
    champions: 'not_achieved',
  }))
  await bill(org, season, 'final')
  const [charge] = expectStatus(await org.representative.get<Charge[]>(`${season.path}/charges`), 200)
  chargeId = charge?.id ?? ''
  const [invoice] = await invoicesOf(org, season)
  const paid = { ...payment(invoice ?? { id: '' }, '40.00', app), reference: '1042' }
  paymentId = expectStatus(await org.representative.post<Payment>(`${season.path}/payments`, paid), 201).id
  app.clock.advance({ days: 2 })
  const statisticId = season.statistics.goals.id
  const entry = expectStatus(
    await org.scorer.post<{ id: string }>(`${season.path}/results`, { statisticId, quantity: -1 }),
    201,
  )
  await confirm(org.owner, season, [entry])
  await bill(org, season, 'final')
}, 120_000)
afterAll(() => app.close())

const readBy = (by: Caller, id: string) => by.get<Receipt>(`/api/receipts/${id}`)
const setStanding = (is501c3: boolean) =>
  org.representative.put(`/api/organizations/${org.organizationId}/standing`, {
    is501c3,
    ...(is501c3 ? { ein: '12-3456789', einCheckedOn: '2026-09-01' } : {}),
  })
const looks = async (): Promise<number> => {
  const [row] = await app.deps.db.query<{ count: number }>(
    sql`select count(*) as count from audit_log where action in ('receipt.look', 'receipt.look_at_year', 'receipt.archive')`,
  )
  return row?.count ?? 0
}

describe('a receipt', () => {
  it('says what was received, for which statistics, and what was refunded', async () => {
    const receipt = expectStatus(await readBy(byCard.supporter, chargeId), 200)
    expect(receipt).toMatchObject({
      amount: '33.00',
      kept: '31.00',
      method: 'Visa ending in 4242',
      receivedOn: '2026-09-04',
      supporterName: 'Pat Whitfield',
      organizationPlace: 'Boston, MA',
      billedOn: '2026-09-01',
      earned: '33.00',
      isCapped: false,
      overpaid: '0.00',
      isTestMoney: true,
      commissionBasisPoints: 2500,
    })
    expect(receipt.number).toMatch(/^R-2026-[0-9A-F]{8}$/)
    expect(receipt.lines).toEqual([
      { name: 'Gift', type: 'one_time', rate: '25.00', quantity: 1, uncapped: '25.00', earned: '25.00' },
      { name: 'Goals', type: 'per_increment', rate: '2.00', quantity: 4, uncapped: '8.00', earned: '8.00' },
    ])
    expect(receipt.returns).toEqual([{ on: '2026-09-09', amount: '2.00', why: 'refund' }])
  })

  it('does not count an overpayment in its amount (R5)', async () => {
    expect(expectStatus(await readBy(byCheck.supporter, paymentId), 200)).toMatchObject({
      amount: '28.00',
      overpaid: '12.00',
      method: 'Check 1042',
      receivedOn: '2026-09-04',
    })
  })

  it('names the EIN only if the organization is a 501(c)(3) (R52)', async () => {
    expect(expectStatus(await readBy(byCard.supporter, chargeId), 200)).toMatchObject({
      is501c3: false,
      ein: null,
    })
    expectStatus(await setStanding(true), 200)
    expect(expectStatus(await readBy(byCard.supporter, chargeId), 200)).toMatchObject({
      is501c3: true,
      ein: '12-3456789',
    })
    expectStatus(await setStanding(false), 200)
  })

  it('is visible to its supporter and, with an audit entry, to representatives only (R26, R27)', async () => {
    const before = await looks()
    expectStatus(await readBy(byCard.supporter, chargeId), 200)
    expect(await looks()).toBe(before)
    expectStatus(await readBy(org.representative, chargeId), 200)
    expect(await looks()).toBe(before + 1)
    for (const by of [org.owner, org.scorer, byCheck.supporter]) expectStatus(await readBy(by, chargeId), 404)
  })

  it('exists only for money that was received (R37)', async () => {
    await app.deps.db.query(
      sql`update payments set state = 'reversed', reversed_on = received_on, reversal_reason = 'bounced' where id = ${paymentId}`,
    )
    expectStatus(await readBy(byCheck.supporter, paymentId), 404)
    // Back to where it was for the tests after this one, which a payment may never do on its own.
    await app.deps.db.query(sql`alter table payments disable trigger guard_state`)
    await app.deps.db.query(
      sql`update payments set state = 'received', reversed_on = null, reversal_reason = null where id = ${paymentId}`,
    )
    await app.deps.db.query(sql`alter table payments enable trigger guard_state`)
    expectStatus(await readBy(byCheck.supporter, byCheck.pledge.id), 404)
  })

  it('is mailed with its number, what it says of taxes, and a link to the PDF that needs no sign-in', async () => {
    const receipt = expectStatus(await readBy(byCard.supporter, chargeId), 200)
    const [mail] = await deliveredMails(
      app.deps.db,
      sql`kind = 'receipt' and to_address = ${byCard.supporter.email}`,
    )
    for (const words of [receipt.number, receipt.method, 'EIN: None on file', taxSentence(receipt)])
      expect(mail?.text).toContain(words)
    const [, path = ''] = /The receipt as a PDF: https?:\/\/[^/]+(\S+)/.exec(mail?.text ?? '') ?? []
    expect(expectStatus(await app.visitor.get<string>(path), 200)).toMatch(/^%PDF-1\.7/)
  })

  it('opens with the pay link of its own pledge only, until that link is revoked (R44)', async () => {
    const tokenOf = async (pledgeId: string) =>
      (await pledgeLink(app.deps, app.deps.db, { pledgeId, campaignId: season.id })).split('/').at(-1)
    const own = `/api/pledge-links/${await tokenOf(byCard.pledge.id)}/receipts/${chargeId}`
    const answer = await app.visitor.get<Receipt>(own)
    expect(expectStatus(answer, 200).amount).toBe('33.00')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const paper = await app.visitor.get<string>(`${own}/receipt.pdf`)
    expect(expectStatus(paper, 200)).toMatch(/^%PDF-1\.7/)
    expectStatus(
      await app.visitor.get(`/api/pledge-links/${await tokenOf(byCheck.pledge.id)}/receipts/${chargeId}`),
      404,
    )
    expectStatus(await byCard.supporter.delete(`/api/pledges/${byCard.pledge.id}/links`), 204)
    expectStatus(await app.visitor.get(own), 404)
  })
})

describe('a year-end statement', () => {
  const yearOf = (by: Caller, year = 2026, query = '') => by.get<Giving>(`/api/giving/${year}${query}`)

  it('lists all that the supporter gave, and agrees with the journal to the cent', async () => {
    const giving = expectStatus(await yearOf(byCard.supporter), 200)
    expect(giving).toMatchObject({
      years: [2026],
      total: '31.00',
      isTestMoney: true,
      supporterName: 'Pat Whitfield',
    })
    expect(giving.organizations).toHaveLength(1)
    expect(giving.organizations[0]).toMatchObject({
      organizationName: 'Łions & "Friends"',
      total: '31.00',
      ein: null,
    })
    expect(giving.organizations[0]?.entries).toEqual([
      { on: '2026-09-04', campaignName: 'Fall Season', kind: 'charge', amount: '33.00', receiptId: chargeId },
      { on: '2026-09-09', campaignName: 'Fall Season', kind: 'refund', amount: '-2.00', receiptId: null },
    ])
    const [books] = await app.deps.db.query<{ collected: number }>(sql`
      select -sum(j.amount_cents)::bigint as collected from journal_postings j join journal_entries e on e.id = j.entry_id
       where e.pledge_id = ${byCard.pledge.id} and j.account in ('organization_payable', 'commission')`)
    expect(books?.collected).toBe(3100)
  })

  it('counts a check received on New Year’s Eve in the old year', async () => {
    const { db } = app.deps
    await db.query(sql`update payments set received_on = '2026-12-31' where id = ${paymentId}`)
    const paidOn = async (year: number) =>
      expectStatus(await yearOf(byCheck.supporter, year), 200).organizations[0]?.entries.flatMap(
        ({ kind, on }) => (kind === 'payment' ? [on] : []),
      )
    expect(await paidOn(2026)).toEqual(['2026-12-31'])
    await db.query(sql`update payments set received_on = '2027-01-01' where id = ${paymentId}`)
    expect(await paidOn(2026)).toEqual([])
    expect(await paidOn(2027)).toEqual(['2027-01-01'])
    await db.query(sql`update payments set received_on = '2026-09-04' where id = ${paymentId}`)
  })

  it('is empty for a year without payments, and refused for an invalid year', async () => {
    expect(expectStatus(await yearOf(org.owner, 2019), 200)).toMatchObject({
      organizations: [],
      total: '0.00',
      years: [],
    })
    expectStatus(await yearOf(org.owner, 1999), 400)
  })

  it('of someone else is open to representatives only (R26)', async () => {
    const query = `?supporter=${byCard.supporter.userId}`
    const before = await looks()
    expect(expectStatus(await yearOf(org.representative, 2026, query), 200).total).toBe('31.00')
    expect(await looks()).toBe(before + 1)
    expectStatus(await yearOf(org.owner, 2026, query), 403)
    expectStatus(await yearOf(byCheck.supporter, 2026, query), 403)
  })
})

it('a receipt leads a representative to its supporter’s year, and says nobody’s id to the supporter (R26)', async () => {
  const { supporterId } = expectStatus(await readBy(org.representative, chargeId), 200)
  expect(supporterId).toBe(byCard.supporter.userId)
  const year = await org.representative.get<Giving>(`/api/giving?supporter=${supporterId}`)
  expect(expectStatus(year, 200)).toMatchObject({ year: 2026, total: '31.00' })
  expect(expectStatus(await readBy(byCard.supporter, chargeId), 200)).not.toHaveProperty('supporterId')
})

describe('the receipts of an organization', () => {
  const archiveBy = async ({ token }: Caller, query = '') => {
    const path = `/api/organizations/${org.organizationId}/receipts.zip${query}`
    return app.app.request(path, { headers: { authorization: `Bearer ${token}` } })
  }

  it('are one archive of PDFs and a list, in which no spreadsheet formula runs', async () => {
    await app.deps.db.query(
      sql`update users set first_name = '=cmd()' where id = ${byCheck.supporter.userId}`,
    )
    const before = await looks()
    const response = await archiveBy(org.representative)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="ions-friends-receipts.zip"',
    )
    expect(await looks()).toBe(before + 1)
    const files = filesInZip(Buffer.from(await response.arrayBuffer()))
    const receipts = await Promise.all([chargeId, paymentId].map((id) => readBy(org.representative, id)))
    const names = receipts.map(({ body }) => `2026/2026-09-04-${body.number}.pdf`)
    expect([...files.keys()].sort()).toEqual([...names, 'receipts.csv', 'returned.csv'].sort())
    for (const name of names) expect(files.get(name)?.subarray(0, 8).toString()).toBe('%PDF-1.7')
    const list = files.get('receipts.csv')?.toString() ?? ''
    expect(list).toContain("'=cmd() Whitfield")
    expect(list.split('\r\n')).toHaveLength(4)
    expect(list).toContain(',33.00,31.00,test,')
  })

  it('can be limited to one year, and are refused for a year without any', async () => {
    expect((await archiveBy(org.representative, '?year=2026')).status).toBe(200)
    expect((await archiveBy(org.representative, '?year=2025')).status).toBe(409)
  })

  it('name supporters, so an owner is refused (R26)', async () => {
    expect((await archiveBy(org.owner)).status).toBe(403)
  })
})

it('a year’s total is of all entries, also of an organization beyond what fits (R37)', async () => {
  const other = await setUpOrganization(app, 'Zebra Boosters')
  const there = await openSeason(other)
  const { supporter } = byCheck
  const body = await pledgeBody(supporter, there, { lines: { gift: '9.00' }, method: 'check' })
  expectStatus(await supporter.post(`${there.path}/pledges`, body), 201)
  await bill(other, there, 'final')
  const [invoice] = await invoicesOf(other, there)
  const form = payment(invoice ?? { id: '' }, '9.00', app)
  expectStatus(await other.representative.post(`${there.path}/payments`, form), 201)
  const key = { supporterId: supporter.userId, year: app.clock.now().getUTCFullYear() }
  const all = await givingOf(app.deps.db, key)
  expect(all.organizations.map(({ total }) => total)).toEqual(['9.00', '27.00'])
  const cut = await givingOf(app.deps.db, key, 1)
  expect(cut.total).toBe(all.total)
  expect(cut.moreEntries).toBeGreaterThan(0)
  expect(cut.organizations).toHaveLength(1)
})
