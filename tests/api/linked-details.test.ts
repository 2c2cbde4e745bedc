/** Name, address and phone added by a pledge's link where the account has none; nothing is shown or replaced (R65). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LinkedPledge, MissingDetails } from '#domain/schemas/pledge-link.ts'
import { eraseUser } from '#server/accounts/users/store.deletion.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { type House, openHouse, openSeason, type Season } from '#tests/fixtures.ts'
import { callFrom, confirm, type GuestWish, holdAsGuest } from '#tests/guests.ts'
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let house: House
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z', env: { CONTACTS_PER_MINUTE: '3' } })
  house = await openHouse(app)
  season = await openSeason(house)
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})
beforeEach(() => {
  app.clock.advance({ minutes: 2 })
})

const NAME = { firstName: 'Rosa', lastName: 'Diaz' }
const CONTACT = {
  ...{ phone: '541-555-0100', streetAddress1: '1 Main St', streetAddress2: null },
  ...{ city: 'Bend', state: 'OR', zip: '97701' },
}
type Mine = { link: string; email: string; pledgeId: string }

/** A pledge by card of somebody who gave only an email address. */
async function pledged(wish: GuestWish = {}): Promise<Mine> {
  const { token, held } = await holdAsGuest(app, season, wish)
  const { pledgeId, pledgeUrl } = expectStatus(await confirm(app, token), 200)
  return { pledgeId, email: held.email, link: `/api/pledge-links/${pledgeUrl.slice('/p/'.length)}` }
}
const add = ({ link }: Mine, details: Record<string, unknown>, address: string | null = null) =>
  callFrom<MissingDetails & { message: string }>(app, address, `${link}/details`, details)
const missing = async ({ link }: Mine) => expectStatus(await app.visitor.get<LinkedPledge>(link), 200).missing
const account = async ({ pledgeId }: Mine) =>
  (
    await app.deps.db.query<Record<string, string | null> & { id: string }>(sql`
      select u.id, first_name, last_name, phone, street_address1, city, state, zip
      from users u
      join pledges p on p.pledger_id = u.id
      where p.id = ${pledgeId}
    `)
  )[0]
const mailsTo = ({ email }: Mine) =>
  deliveredMails(app.deps.db, sql`kind = 'details_added' and to_address = ${email}`)

describe('details by link', () => {
  it('fill in what the account lacks, one part or both, and are mailed to the address on file without them', async () => {
    const mine = await pledged()
    expect(await missing(mine)).toEqual({ name: true, contact: true })
    expect(expectStatus(await add(mine, { name: NAME }), 201)).toEqual({ name: true, contact: false })
    expect(await missing(mine)).toEqual({ name: false, contact: true })
    expectStatus(await add(mine, { contact: CONTACT }), 201)
    expect(await account(mine)).toMatchObject({ ...NAME, phone: '541-555-0100', streetAddress1: '1 Main St' })
    const mails = await mailsTo(mine)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your name was added',
      'Your address and phone were added',
    ])
    for (const { text } of mails) expect(text).not.toMatch(/Diaz|Main St|541/)
  })

  it('never replace what the account has, and the link shows none of it', async () => {
    const mine = await pledged()
    expectStatus(await add(mine, { name: NAME, contact: CONTACT }), 201)
    const again = await add(mine, { name: { firstName: 'Eve', lastName: 'Hall' }, contact: CONTACT })
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('sign in') } })
    expect(await account(mine)).toMatchObject(NAME)
    const shown = await app.visitor.get(mine.link)
    expect(JSON.stringify(shown.body)).not.toMatch(/Rosa|Diaz|Main St|541-555/)
    expect(await mailsTo(mine)).toHaveLength(1)
  })

  it('sent at the same moment from two windows are taken once', async () => {
    const mine = await pledged()
    const answers = await Promise.all([
      add(mine, { name: NAME }),
      add(mine, { name: { firstName: 'Eve', lastName: 'Hall' } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await mailsTo(mine)).toHaveLength(1)
  })

  it('are refused while the account pays anything by check or cash, whose invoices go to its address', async () => {
    const mine = await pledged()
    await app.deps.db.query(sql`
      update pledges set payment_method = 'check', payment_timing = 'end_of_campaign', card_id = null
      where id = ${mine.pledgeId}
    `)
    expect(await missing(mine)).toEqual({ name: false, contact: false })
    expect((await add(mine, { contact: CONTACT })).status).toBe(409)
    expect((await account(mine))?.streetAddress1).toBeNull()
  })

  it('take a link that is unknown or was stopped for none, and need a part that is complete', async () => {
    const mine = await pledged()
    expect((await add({ ...mine, link: `/api/pledge-links/${'x'.repeat(43)}` }, { name: NAME })).status).toBe(
      404,
    )
    for (const wrong of [{}, { name: { firstName: 'Rosa' } }, { contact: { ...CONTACT, zip: '' } }])
      expect((await add(mine, wrong)).status).toBe(400)
    await app.deps.db.query(
      sql`update pledge_links set revoked_at = now() where pledge_id = ${mine.pledgeId}`,
    )
    expect((await add(mine, { name: NAME })).status).toBe(404)
  })

  it('are limited for each network address', async () => {
    const mine = await pledged()
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1)
      statuses.push((await add(mine, { name: NAME }, '203.0.113.77')).status)
    expect(statuses).toEqual([201, 409, 409, 429])
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
    })
  })
})
