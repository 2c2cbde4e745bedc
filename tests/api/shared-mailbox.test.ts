/** Two people who pledge from one mailbox: each has papers of their own, and one leaves without the other (R36, R37, R45). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PledgeName } from '#domain/schemas/collection.ts'
import type { GuestStarted } from '#domain/schemas/guest-pledge.ts'
import type { Pledge, PledgeDetail } from '#domain/schemas/pledge.ts'
import type { Giving, LinkedGiving, Receipt } from '#domain/schemas/receipt.ts'
import { exportOf } from '#server/accounts/users/data-export.ts'
import { eraseUser } from '#server/accounts/users/deletion-store.ts'
import { evidenceRow } from '#server/money/dispute-evidence/store.ts'
import { printedInvoice } from '#server/money/invoice-documents/store.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  bill,
  declare,
  invoicesOf,
  payment,
  play,
  pledgeBody,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { callFrom, confirm, holdAsGuest, holdBody, newestToken } from '#tests/guests.ts'

let app: TestApp
let org: TestOrganization
let season: Season

const MAILBOX = 'family@example.org'
const contactAt = (streetAddress1: string) => ({
  phone: '541-555-0100',
  streetAddress1,
  streetAddress2: null,
  city: 'Bend',
  state: 'OR',
  zip: '97701',
})
const ANN = { firstName: 'Ann', lastName: 'Lee', contact: contactAt('1 Main St') }
const BOB = { firstName: 'Bob', lastName: 'Lee', contact: contactAt('2 Elm St') }
type Mine = { pledgeId: string; link: string }

async function byCheck(person: typeof ANN, email = MAILBOX): Promise<Mine> {
  const begun = await callFrom<GuestStarted>(app, null, `${season.path}/guest-pledges`, { isByInvoice: true })
  const started = expectStatus(begun, 201)
  const more = { ...person, paymentMethod: 'check', isAnonymous: false }
  const body = holdBody(season, started, { email, lines: { gift: '25.00' }, more }, null)
  expectStatus(await callFrom(app, null, `/api/guest-pledges/${started.id}/holding`, body), 200)
  const made = expectStatus(await confirm(app, await newestToken(app, email)), 200)
  return { pledgeId: made.pledgeId, link: `/api/pledge-links/${made.pledgeUrl.slice('/p/'.length)}` }
}
async function signedIn(): Promise<Mine> {
  const body = await pledgeBody(mover, season, { lines: { gift: '25.00' }, method: 'check' })
  const made = expectStatus(await mover.post<Pledge>(`${season.path}/pledges`, body), 201)
  return { pledgeId: made.id, link: '' }
}
const invoiceOf = async ({ pledgeId }: Mine) => {
  const invoice = (await invoicesOf(org, season)).find((one) => one.pledgeId === pledgeId)
  if (!invoice) throw new Error('no invoice')
  return invoice
}
const printed = async (mine: Mine) => {
  const paper = await printedInvoice(app.deps.db, mine.pledgeId, (await invoiceOf(mine)).number)
  return paper && { name: paper.name, address: paper.address }
}
const receiptOf = async ({ pledgeId }: Mine): Promise<Receipt> => {
  const [row] = await app.deps.db.query<{ id: string }>(sql`
    select id from payments where pledge_id = ${pledgeId}
    union all
    select id from charges where pledge_id = ${pledgeId}
  `)
  return expectStatus(await org.representative.get<Receipt>(`/api/receipts/${row?.id}`), 200)
}
const userId = async (email = MAILBOX): Promise<string> => {
  const [row] = await app.deps.db.query<{ id: string }>(sql`select id from users where email = ${email}`)
  return row?.id ?? ''
}

let ann: Mine
let bob: Mine
let byCard: Mine
let mover: Caller
let moved: Mine
let movedAgain: Mine

beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
  ann = await byCheck(ANN)
  bob = await byCheck(BOB)
  const wallet = { firstName: 'Cy', lastName: 'Lee', isAnonymous: false }
  const { token } = await holdAsGuest(app, season, { email: MAILBOX, lines: { gift: '25.00' }, more: wallet })
  const made = expectStatus(await confirm(app, token), 200)
  byCard = { pledgeId: made.pledgeId, link: `/api/pledge-links/${made.pledgeUrl.slice('/p/'.length)}` }
  mover = await app.user()
  const profile = { firstName: 'Mona', lastName: 'Ray', email: mover.email }
  expectStatus(await mover.post('/api/users', { ...profile, ...contactAt('3 Oak St') }), 201)
  moved = await signedIn()
  expectStatus(
    await mover.post('/api/users', { ...profile, lastName: 'Hill', ...contactAt('4 Bay St') }),
    201,
  )
  movedAgain = await signedIn()
  await play(org, season, { opponent: 'Bay', startTime: '2026-09-01T18:00:00Z', goals: 1 })
  await declare(org, season, 'not_achieved')
  await bill(org, season, 'final')
  for (const mine of [ann, bob]) {
    const paid = payment(await invoiceOf(mine), '25.00', app)
    expectStatus(await org.representative.post(`${season.path}/payments`, paid), 201)
  }
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})

describe('papers', () => {
  it('an invoice has the name and address that were typed for its pledge, by a guest or signed in', async () => {
    const place = 'Bend, OR 97701'
    expect(await printed(ann)).toEqual({ name: 'Ann Lee', address: ['1 Main St', place] })
    expect(await printed(bob)).toEqual({ name: 'Bob Lee', address: ['2 Elm St', place] })
    expect(await printed(moved)).toEqual({ name: 'Mona Ray', address: ['3 Oak St', place] })
    expect(await printed(movedAgain)).toEqual({ name: 'Mona Hill', address: ['4 Bay St', place] })
  })

  it('a receipt, the evidence for a bank and the names for representatives are those of the pledge', async () => {
    expect((await receiptOf(ann)).supporterName).toBe('Ann Lee')
    expect((await receiptOf(bob)).supporterName).toBe('Bob Lee')
    const receipt = await receiptOf(byCard)
    expect(receipt.supporterName).toBe('Cy Lee')
    expect(await evidenceRow(app.deps.db, receipt.id)).toMatchObject({ name: 'Cy Lee' })
    const pledgeIds = [ann, bob, byCard].map(({ pledgeId }) => pledgeId)
    const names = await org.representative.post<PledgeName[]>('/api/collections/names', { pledgeIds })
    expect(JSON.stringify(names.body)).toMatch(/Ann Lee.*Bob Lee.*Cy Lee/)
    const found = await org.representative.post('/api/invoices/searches', { search: 'mona hill' })
    expect(JSON.stringify(found.body)).not.toContain('Mona Ray')
  })

  it('the pledge’s page says whose they are, to its supporter only', async () => {
    const page = (caller: Caller) => caller.get<PledgeDetail>(`/api/pledges/${moved.pledgeId}`)
    expect(expectStatus(await page(mover), 200).supporterName).toBe('Mona Ray')
    expect(expectStatus(await page(org.representative), 200).supporterName).toBeUndefined()
    expect(JSON.stringify((await app.visitor.get(ann.link)).body)).not.toMatch(/Ann|Lee|Main St/)
  })
})

describe('the year-end statement', () => {
  it('is per name: one for each name on the pledges of an account, and by link the pledge’s', async () => {
    const supporter = await userId()
    const year = (query: string) =>
      org.representative.get<Giving>(`/api/giving/2026?supporter=${supporter}${query}`)
    const of = async ({ pledgeId }: Mine) => expectStatus(await year(`&pledge=${pledgeId}`), 200)
    for (const [pledge, supporterName] of [
      [ann, 'Ann Lee'],
      [bob, 'Bob Lee'],
      [byCard, 'Cy Lee'],
    ] as const)
      expect(await of(pledge)).toMatchObject({ supporterName, total: '25.00' })
    expect((await year(`&pledge=${moved.pledgeId}`)).status).toBe(404)
    const names = expectStatus(await year(''), 200).names?.map(({ name }) => name)
    expect(names?.sort()).toEqual(['Ann Lee', 'Bob Lee', 'Cy Lee'])
    for (const [mine, supporterName] of [
      [ann, 'Ann Lee'],
      [bob, 'Bob Lee'],
    ] as const) {
      const giving = await app.visitor.get<LinkedGiving>(`${mine.link}/giving/2026`)
      expect(expectStatus(giving, 200)).toMatchObject({ supporterName, total: '25.00' })
    }
  })
})

describe('one leaves without the other', () => {
  it('not while anything on this pledge is open, with the reasons; what is open on another is none', async () => {
    const refused = await mover.delete(`/api/pledges/${moved.pledgeId}/details`)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('One invoice is open') },
    })
    const paid = payment(await invoiceOf(moved), '25.00', app)
    expectStatus(await org.representative.post(`${season.path}/payments`, paid), 201)
    expectStatus(await mover.delete(`/api/pledges/${moved.pledgeId}/details`), 204)
    expect(await printed(moved)).toEqual({ name: '', address: [] })
    expect((await receiptOf(moved)).supporterName).toBe('A supporter')
    expect(await printed(movedAgain)).toMatchObject({ name: 'Mona Hill' })
    expect((await mover.get(`/api/pledges/${movedAgain.pledgeId}`)).status).toBe(200)
  })

  it('and nobody else removes it', async () => {
    const stranger = await app.user()
    expect((await stranger.delete(`/api/pledges/${ann.pledgeId}/details`)).status).toBe(404)
    expect((await org.representative.delete(`/api/pledges/${ann.pledgeId}/details`)).status).toBe(404)
  })
})

describe('the account', () => {
  it('changes the papers of earlier pledges under its name if asked to, and of no one else’s', async () => {
    const change = { lastName: 'Hill-Ray', onPledges: true }
    expectStatus(await mover.put('/api/auth/user', change), 200)
    expect((await printed(movedAgain))?.name).toBe('Mona Hill-Ray')
    expect((await printed(moved))?.name).toBe('')
  })

  it('has all names in its download, and loses them with its deletion', async () => {
    const id = await userId()
    expect(JSON.stringify((await exportOf(app.deps.db, id)).pledgeDetails)).toMatch(/Bob.*2 Elm St/)
    await app.deps.db.transaction((tx) => eraseUser(tx, id, MAILBOX, app.clock.now()))
    for (const mine of [ann, bob]) {
      expect(await printed(mine)).toEqual({ name: '', address: [] })
      expect((await receiptOf(mine)).supporterName).toBe('A supporter')
    }
    const left = await app.deps.db.query(sql`select from pledge_details where user_id = ${id}`)
    expect(left).toHaveLength(0)
  })
})
