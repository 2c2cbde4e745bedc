/** The one mail of January about what was given in the year before, and the statement that it opens (R75). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GuestStarted } from '#domain/schemas/guest-pledge.ts'
import type { Giving, LinkedGiving } from '#domain/schemas/receipt.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  bill,
  confirm as confirmResults,
  declare,
  invoicesOf,
  lock,
  openSeason,
  payment,
  play,
  pledge,
  runToChargeDate,
  type Season,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { callFrom, confirm, holdBody, newestToken } from '#tests/guests.ts'
import { type DeliveredMail, deliveredMails } from '#tests/mails.ts'
import { mailYearEndStatements } from './year-end-statements.ts'

let app: TestApp
let org: TestOrganization
let season: Season
const supporters: Record<string, Caller> = {}
const GUEST = 'guest@example.org'
const OFTEN = 'often@example.com'
const FAMILY = 'family@example.org'

const goTo = (instant: string) =>
  app.clock.advance({ minutes: (Date.parse(instant) - app.clock.now().getTime()) / 60_000 })
const makeLive = ({ id }: Season) =>
  app.deps.db.query(sql`update campaigns set money_mode = 'live' where id = ${id}`)
const yearEnds = (): Promise<DeliveredMail[]> => deliveredMails(app.deps.db, sql`kind = 'year_end'`)
const mailsTo = async (email = ''): Promise<DeliveredMail[]> =>
  (await yearEnds()).filter(({ to }) => to === email)
const byCheck = async (amount: string, on = season): Promise<Caller> =>
  (await pledge(org, on, { lines: { gift: amount }, method: 'check' })).supporter

const CONTACT = {
  phone: '617-555-0114',
  streetAddress1: '1 Elm St',
  streetAddress2: null,
  city: 'Boston',
  state: 'MA',
  zip: '02118',
}
async function guestPledge(on: Season, amount: string, email = GUEST, firstName = 'Rosa'): Promise<void> {
  const begun = await callFrom<GuestStarted>(app, null, `${on.path}/guest-pledges`, { isByInvoice: true })
  const started = expectStatus(begun, 201)
  const more = { firstName, lastName: 'Diaz', contact: CONTACT, paymentMethod: 'check' }
  const body = holdBody(on, started, { email, lines: { gift: amount }, more }, null)
  expectStatus(await callFrom(app, null, `/api/guest-pledges/${started.id}/holding`, body), 200)
  expectStatus(await confirm(app, await newestToken(app, email)), 200)
}

async function payInvoices(on: Season, unpaid: string): Promise<void> {
  for (const invoice of await invoicesOf(org, on)) {
    if (invoice.amount === unpaid) continue
    const paid = payment(invoice, invoice.amount, app)
    expectStatus(await org.representative.post(`${on.path}/payments`, paid), 201)
  }
}

/** One goal that a correction takes away again: its $3.00 are refunded. */
async function takeBackTheGoal(): Promise<void> {
  const statisticId = season.statistics.goals.id
  const entry = expectStatus(
    await org.scorer.post<{ id: string }>(`${season.path}/results`, { statisticId, quantity: -1 }),
    201,
  )
  await confirmResults(org.owner, season, [entry])
  await bill(org, season, 'final')
}

beforeAll(async () => {
  app = await createTestApp()
  org = await setUpOrganization(app, 'Lions')
  season = await openSeason(org)
  const test = await openSeason(org)
  const second = await openSeason(org)
  for (const one of [season, second]) await makeLive(one)
  supporters.paid = await byCheck('40.00')
  supporters.deleted = await byCheck('10.00')
  supporters.unverified = await byCheck('12.00')
  supporters.unpaid = await byCheck('22.00')
  supporters.test = await byCheck('15.00', test)
  supporters.refunded = (await pledge(org, season, { lines: { goals: '3.00' }, method: 'check' })).supporter
  await guestPledge(season, '5.00')
  await guestPledge(second, '7.00')
  await guestPledge(season, '6.00', FAMILY, 'Ann')
  await guestPledge(season, '8.00', FAMILY, 'Bob')
  for (let n = 0; n < 22; n += 1) {
    await guestPledge(second, '1.00', OFTEN)
    // As on another day: an address gets few mails a day (R59).
    await app.deps.db.query(sql`delete from guest_mailboxes`)
  }
  await play(org, season, { opponent: 'Bay', startTime: '2026-08-30T18:00:00Z', goals: 1 })
  for (const one of [season, test, second]) {
    await declare(org, one, 'not_achieved')
    await lock(org, one, 'final')
  }
  await runToChargeDate(org)
  for (const one of [season, test, second]) await payInvoices(one, '22.00')
  app.clock.advance({ days: 2 })
  await takeBackTheGoal()
  const { db } = app.deps
  const at = app.clock.now()
  await db.query(sql`update users set deleted_at = ${at} where id = ${supporters.deleted.userId}`)
  await db.query(sql`update users set email_verified_at = null where id = ${supporters.unverified.userId}`)
}, 120_000)
afterAll(() => app.close())

describe('the mail about the year-end statement', () => {
  it('is sent to nobody before the second week of January', async () => {
    goTo('2027-01-07T20:00:00Z')
    expect(await mailYearEndStatements(app.deps)).toBe(0)
  })

  it('is sent once to each supporter who paid real money, whoever runs the job', async () => {
    goTo('2027-01-08T18:10:00Z')
    await Promise.all([mailYearEndStatements(app.deps), mailYearEndStatements(app.deps)])
    app.clock.advance({ days: 3 })
    expect(await mailYearEndStatements(app.deps)).toBe(0)
    expect((await yearEnds()).map(({ to }) => to).toSorted()).toEqual(
      [supporters.paid?.email, supporters.refunded?.email, GUEST, OFTEN, FAMILY, FAMILY].toSorted(),
    )
  })

  it('says the year, the total and each organization, and links to the statement', async () => {
    const [mail] = await mailsTo(supporters.paid?.email)
    expect(mail?.subject).toBe('Your 2026 year-end statement: $40.00')
    expect(mail?.text).toContain('Lions: $40.00')
    expect(mail?.text).toContain(`${app.deps.config.appUrl}/giving/2026`)
    expect(mail?.unsubscribeUrl).toBeNull()
    const giving = expectStatus(await (supporters.paid as Caller).get<Giving>('/api/giving/2026'), 200)
    expect(giving.total).toBe('40.00')
  })

  it('is one for each name on the pledges from one mailbox, with the link of its own', async () => {
    const mails = await mailsTo(FAMILY)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Ann Diaz: 2026 year-end statement: $6.00',
      'Bob Diaz: 2026 year-end statement: $8.00',
    ])
    for (const { text, subject } of mails) {
      const [path = ''] = /\/p\/[\w-]{43}\/giving\/2026/.exec(text) ?? []
      const giving = await app.visitor.get<LinkedGiving>(path.replace('/p/', '/api/pledge-links/'))
      expect(subject).toContain(expectStatus(giving, 200).supporterName)
    }
  })

  it('says that what was paid was refunded, where a receipt no longer counts', async () => {
    const [mail] = await mailsTo(supporters.refunded?.email)
    expect(mail?.subject).toBe('Your 2026 year-end statement: $0.00')
    expect(mail?.text).toContain('was refunded')
  })
})

it('the mail to a guest with very many pledges says how many have no link, and makes none for them', async () => {
  const [mail] = await mailsTo(OFTEN)
  expect(mail?.subject).toBe('Your 2026 year-end statement: $22.00')
  expect([...(mail?.text ?? '').matchAll(/\/p\/[\w-]{43}\/giving\/2026/g)]).toHaveLength(20)
  expect(mail?.text).toContain('You paid for 2 more pledges in 2026, without a link here. For one statement')
  const links = await app.deps.db.query(sql`
    select distinct p.id
    from mailed_links l
    join pledges p on p.id = l.pledge_id
    join users u on u.id = p.pledger_id
    where u.email = ${OFTEN}
      and l.mailed_at >= '2027-01-01'
  `)
  expect(links).toHaveLength(20)
})

describe('a guest’s statement', () => {
  const tokens = async (): Promise<string[]> => {
    const [mail] = await mailsTo(GUEST)
    return [...(mail?.text ?? '').matchAll(/\/p\/([\w-]{43})\/giving\/2026/g)].map(([, token]) => token ?? '')
  }
  const open = (token: string, year = 2026) =>
    app.visitor.get<LinkedGiving>(`/api/pledge-links/${token}/giving/${year}`)

  it('is opened from the mail, a link for each pledge, which shows no other', async () => {
    const [mail] = await mailsTo(GUEST)
    expect(mail?.subject).toBe('Your 2026 year-end statement: $12.00')
    const found = await tokens()
    expect(found).toHaveLength(2)
    const shown = await Promise.all(found.map((token) => open(token)))
    expect(shown.map((answer) => expectStatus(answer, 200).total).toSorted()).toEqual(['5.00', '7.00'])
    for (const { body, headers } of shown) {
      expect(body).not.toHaveProperty('supporterId')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
    const [token = ''] = found
    expect(expectStatus(await open(token, 2027), 200)).toMatchObject({ total: '0.00', years: [2026] })
    const paper = await app.app.request(`/api/pledge-links/${token}/giving/2026/statement.pdf`)
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  it('is not found by an unknown link, or by one that was stopped', async () => {
    expect((await open('x'.repeat(43))).status).toBe(404)
    const [token = ''] = await tokens()
    await app.deps.db.query(sql`update mailed_links set ended_at = ${app.clock.now()}`)
    expect((await open(token)).status).toBe(404)
  })
})
