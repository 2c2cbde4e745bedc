/** Name, address and phone added by a pledge's link, which shows none of it; what the supporter types replaces it (R65). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GuestStarted } from '#domain/schemas/guest-pledge.ts'
import type { LinkedPledge, PartsByLink } from '#domain/schemas/pledge-link.ts'
import { eraseUser } from '#server/accounts/users/deletion-store.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import type { Season } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { callFrom, confirm, type GuestWish, holdAsGuest, holdBody, newestToken } from '#tests/guests.ts'
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let season: Season
beforeAll(async () => {
  ;({ app, season } = await givenSeason({
    now: '2026-09-01T16:00:00Z',
    env: { CONTACTS_PER_MINUTE: '3' },
  }))
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})
beforeEach(() => {
  app.clock.advance({ minutes: 2 })
})

const NAME = { firstName: 'Rosa', lastName: 'Diaz' }
const CONTACT = {
  phone: '541-555-0100',
  streetAddress1: '1 Main St',
  streetAddress2: null,
  city: 'Bend',
  state: 'OR',
  zip: '97701',
}
type Mine = { link: string; email: string; pledgeId: string }

/** A pledge by card of someone who gave only an email address. */
async function pledged(wish: GuestWish = {}): Promise<Mine> {
  const { token, held } = await holdAsGuest(app, season, wish)
  const { pledgeId, pledgeUrl } = expectStatus(await confirm(app, token), 200)
  return { pledgeId, email: held.email, link: `/api/pledge-links/${pledgeUrl.slice('/p/'.length)}` }
}
const add = ({ link }: Mine, details: Record<string, unknown>, address: string | null = null) =>
  callFrom<PartsByLink & { message: string }>(app, address, `${link}/details`, details)
const open = async ({ link }: Mine) => expectStatus(await app.visitor.get<LinkedPledge>(link), 200).details
const account = async ({ pledgeId }: Mine) =>
  (
    await app.deps.db.query<Record<string, string | null> & { id: string }>(sql`
      select u.id, first_name, last_name, phone, street_address1, city, state, zip, not_typed
      from users u
      join pledges p on p.pledger_id = u.id
      where p.id = ${pledgeId}
    `)
  )[0]
const mailsTo = ({ email }: Mine) =>
  deliveredMails(app.deps.db, sql`kind = 'details_added' and to_address = ${email}`)

/** Someone with an account that has only an email address, and their pledge by card. */
async function signedIn(wish: GuestWish = {}): Promise<Mine & { supporter: Caller }> {
  const supporter = await app.user()
  await app.deps.db.query(sql`
    update users set first_name = null, last_name = null where id = ${supporter.userId}
  `)
  return { ...(await pledged({ email: supporter.email, ...wish })), supporter }
}
const OTHER = {
  name: { firstName: 'Eve', lastName: 'Hall' },
  contact: { ...CONTACT, phone: '541-555-0199', streetAddress1: '9 Elm St', zip: '97709' },
}
const FORGED = { ...OTHER.name, phone: '541-555-0199', streetAddress1: '9 Elm St' }
const OWN = { ...NAME, phone: '541-555-0100', streetAddress1: '1 Main St' }

/** A pledge by check, with the name and address that its form asks for. */
async function pledgedByCheck(email: string): Promise<void> {
  const begun = await callFrom<GuestStarted>(app, null, `${season.path}/guest-pledges`, { isByInvoice: true })
  const started = expectStatus(begun, 201)
  const wish = { email, more: { ...NAME, contact: CONTACT, paymentMethod: 'check' } }
  const path = `/api/guest-pledges/${started.id}/holding`
  expectStatus(await callFrom(app, null, path, holdBody(season, started, wish, null)), 200)
  expectStatus(await confirm(app, await newestToken(app, email)), 200)
}

describe('details by link', () => {
  it('fill in what the account lacks, one part or both, and are mailed to the address on file without them', async () => {
    const mine = await pledged()
    expect(await open(mine)).toEqual({ name: 'missing', contact: 'missing' })
    expect(expectStatus(await add(mine, { name: NAME }), 201)).toEqual({ name: true, contact: false })
    expect(await open(mine)).toEqual({ name: 'by_link', contact: 'missing' })
    expectStatus(await add(mine, { contact: CONTACT }), 201)
    expect(await open(mine)).toEqual({ name: 'by_link', contact: 'by_link' })
    expect(await account(mine)).toMatchObject({ ...NAME, phone: '541-555-0100', streetAddress1: '1 Main St' })
    const mails = await mailsTo(mine)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your name was added',
      'Your address and phone were added',
    ])
    for (const { text } of mails) expect(text).not.toMatch(/Diaz|Main St|541/)
  })

  it('can be corrected by the link that shows none of them, and each correction is mailed', async () => {
    const mine = await pledged()
    expectStatus(await add(mine, OTHER), 201)
    expectStatus(await add(mine, { name: NAME, contact: CONTACT }), 201)
    expect(await account(mine)).toMatchObject(OWN)
    const shown = await app.visitor.get(mine.link)
    expect(JSON.stringify(shown.body)).not.toMatch(/Rosa|Diaz|Main St|541-555|Eve|Elm/)
    expect(await mailsTo(mine)).toHaveLength(2)
  })

  it('never replace what the supporter typed in their profile, as a whole or one field of a part', async () => {
    const whole = await signedIn()
    const part = await signedIn()
    expectStatus(await whole.supporter.post('/api/users', { ...NAME, ...CONTACT, email: whole.email }), 201)
    expectStatus(await part.supporter.put('/api/auth/user', { firstName: 'Rosa', city: 'Bend' }), 200)
    for (const mine of [whole, part]) {
      expect(await open(mine)).toEqual({ name: 'kept', contact: 'kept' })
      const refused = await add(mine, OTHER)
      expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('sign in') } })
      expect(await mailsTo(mine)).toHaveLength(0)
    }
    expect(await account(whole)).toMatchObject(OWN)
    expect(await account(part)).toMatchObject({ firstName: 'Rosa', lastName: null, streetAddress1: null })
  })

  it('give way to the form of a pledge that asks for name and address, also where it says the same', async () => {
    const changed = await signedIn()
    const same = await signedIn()
    expectStatus(await add(changed, OTHER), 201)
    expectStatus(await add(same, { name: NAME, contact: CONTACT }), 201)
    for (const mine of [changed, same]) {
      expectStatus(await mine.supporter.post('/api/users', { ...NAME, ...CONTACT, email: mine.email }), 201)
      expect(await account(mine)).toMatchObject({ ...OWN, notTyped: [] })
      expect((await add(mine, OTHER)).status).toBe(409)
    }
  })

  it('give way, field by field, to what the supporter changes in the profile', async () => {
    const mine = await signedIn()
    expectStatus(await add(mine, OTHER), 201)
    expectStatus(await mine.supporter.put('/api/auth/user', { ...OTHER.name, phone: '541-555-0100' }), 200)
    expect(await open(mine)).toEqual({ name: 'by_link', contact: 'kept' })
    await pledgedByCheck(mine.email)
    expect(await account(mine)).toMatchObject({ ...OWN, notTyped: [] })
  })

  it('give way to name and address in a later pledge by check, whose invoice goes to what was typed there', async () => {
    const mine = await pledged()
    expectStatus(await add(mine, OTHER), 201)
    expect(await account(mine)).toMatchObject(FORGED)
    await pledgedByCheck(mine.email)
    expect(await account(mine)).toMatchObject({ ...OWN, city: 'Bend', zip: '97701', notTyped: [] })
    expect((await add(mine, OTHER)).status).toBe(409)
  })

  it('give way to the name of a later wallet, which replaces no other and brings no address', async () => {
    const forged = await signedIn()
    const own = await signedIn()
    expectStatus(await add(forged, OTHER), 201)
    expectStatus(await own.supporter.put('/api/auth/user', OTHER.name), 200)
    const wallet = { ...NAME, zip: '97701' }
    for (const mine of [forged, own]) await pledged({ email: mine.email, more: wallet })
    expect(await account(forged)).toMatchObject({ ...NAME, streetAddress1: '9 Elm St', zip: '97709' })
    expect(await open(forged)).toEqual({ name: 'kept', contact: 'by_link' })
    expect(await account(own)).toMatchObject({ ...OTHER.name, zip: null })
  })

  it('take the place of a ZIP code that came with a card, and of none that was typed', async () => {
    const card = await pledged({ more: { zip: '97703' } })
    expect(await open(card)).toEqual({ name: 'missing', contact: 'missing' })
    expectStatus(await add(card, { contact: CONTACT }), 201)
    expect(await account(card)).toMatchObject({ zip: '97701' })
    const mine = await signedIn()
    expectStatus(await mine.supporter.put('/api/auth/user', { zip: '97703' }), 200)
    expect((await add(mine, { contact: CONTACT })).status).toBe(409)
    expect(await account(mine)).toMatchObject({ zip: '97703', streetAddress1: null })
  })

  it('are taken five times a day, since each is mailed', async () => {
    const mine = await pledged()
    for (let round = 0; round < 5; round += 1) expectStatus(await add(mine, { name: NAME }), 201)
    expect(await add(mine, OTHER)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('tomorrow') },
    })
    expect(await account(mine)).toMatchObject(NAME)
    app.clock.advance({ hours: 25 })
    expectStatus(await add(mine, { name: OTHER.name }), 201)
  })

  it('sent at the same moment as the supporter saves their profile never replace what it says', async () => {
    const mine = await signedIn()
    const [byLink] = await Promise.all([
      add(mine, OTHER),
      mine.supporter.post('/api/users', { ...NAME, ...CONTACT, email: mine.email }),
    ])
    expect([201, 409]).toContain(byLink.status)
    expect(await account(mine)).toMatchObject({ ...OWN, notTyped: [] })
  })

  it('are refused while the account pays anything by check or cash, whose invoices go to its address', async () => {
    const mine = await pledged()
    await app.deps.db.query(sql`
      update pledges set payment_method = 'check', payment_timing = 'end_of_campaign', card_id = null
      where id = ${mine.pledgeId}
    `)
    expect(await open(mine)).toEqual({ name: 'kept', contact: 'kept' })
    expect((await add(mine, { contact: CONTACT })).status).toBe(409)
    expect((await account(mine))?.streetAddress1).toBeNull()
  })

  it('are refused for an unknown or revoked link, and for an incomplete part', async () => {
    const mine = await pledged()
    expect((await add({ ...mine, link: `/api/pledge-links/${'x'.repeat(43)}` }, { name: NAME })).status).toBe(
      404,
    )
    for (const wrong of [
      {},
      { name: { firstName: ' ', lastName: '' } },
      { contact: { ...CONTACT, zip: '' } },
    ])
      expect((await add(mine, wrong)).status).toBe(400)
    await app.deps.db.query(sql`update mailed_links set ended_at = now() where pledge_id = ${mine.pledgeId}`)
    expect((await add(mine, { name: NAME })).status).toBe(404)
  })

  it('are limited for each network address', async () => {
    const mine = await pledged()
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1)
      statuses.push((await add(mine, { name: NAME }, '203.0.113.77')).status)
    expect(statuses).toEqual([201, 201, 201, 429])
  })

  it('leave with the account, and the history says that they were added and not what they were', async () => {
    const mine = await pledged()
    expectStatus(await add(mine, { name: NAME, contact: CONTACT }), 201)
    const { id = '' } = (await account(mine)) ?? {}
    const rows = await app.deps.db.query(sql`
      select actor_id, after from audit_log where action = 'user.add_details' and subject_id = ${id}
    `)
    expect(rows).toEqual([{ actorId: null, after: { name: true, contact: true, by: 'link' } }])
    await app.deps.db.transaction((tx) => eraseUser(tx, id, mine.email, app.clock.now()))
    expect(await account(mine)).toMatchObject({
      firstName: null,
      lastName: null,
      phone: null,
      streetAddress1: null,
      notTyped: [],
    })
  })

  it('are marked in the supporter’s export as not typed by them', async () => {
    const mine = await signedIn()
    expectStatus(await add(mine, { name: NAME }), 201)
    const data = await mine.supporter.get<{ profile: object }>('/api/auth/user/data')
    expect(expectStatus(data, 200).profile).toMatchObject({
      ...NAME,
      addedByLinkOrCard: 'first_name, last_name',
    })
  })
})
