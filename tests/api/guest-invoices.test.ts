/** Guests who pay by check or cash: asked for more, held if large, and without effect before they confirm (R26, R57, R59). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import type { GuestHeld, GuestStarted } from '#domain/schemas/guest-pledge.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import type { RewardProgress } from '#domain/schemas/reward.ts'
import { runDueJobs } from '#server/jobs.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  declare,
  invoicesOf,
  lock,
  openSeason,
  payment,
  play,
  type Season,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { anEmail, callFrom, confirm, guestMails, holdBody, look, newestToken } from '#tests/guests.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({
    now: '2026-09-01T16:00:00Z',
    env: { HOLD_PLEDGES_ABOVE: '500' },
  }))
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})

const CONTACT = {
  phone: '541-555-0100',
  streetAddress1: '1 Main St',
  streetAddress2: null,
  city: 'Bend',
  state: 'OR',
  zip: '97701',
}
const PERSON = { firstName: 'Rosa', lastName: 'Diaz', contact: CONTACT, paymentMethod: 'check' }
type Wish = { lines?: Record<string, string>; most?: string; email?: string; more?: object; of?: Season }

async function hold({ lines, most, email = anEmail(), more = PERSON, of = season }: Wish = {}) {
  const begun = await callFrom<GuestStarted>(app, null, `${of.path}/guest-pledges`, { isByInvoice: true })
  const started = expectStatus(begun, 201)
  const wish = { email, ...(lines ? { lines } : {}), ...(most ? { most } : {}), more: { ...more } }
  const path = `/api/guest-pledges/${started.id}/holding`
  return {
    started,
    email,
    answer: await callFrom<GuestHeld>(app, null, path, holdBody(of, started, wish, null)),
  }
}
type Held = { id: string; isChecked: boolean | undefined; email: string; token: string }
async function held(wish: Wish = {}): Promise<Held> {
  const { email, answer } = await hold(wish)
  const { id, isChecked } = expectStatus(answer, 200)
  return { id, isChecked, email, token: await newestToken(app, email) }
}
const pledged = async () => {
  const { campaigns, pledgesCount } = expectStatus(await app.visitor.get<CampaignDetail>(season.path), 200)
  return [campaigns.totalPledged, pledgesCount]
}
const userBy = async (email: string) =>
  (
    await app.deps.db.query(sql`
      select first_name, last_name, phone, street_address1, city, state, zip from users where email = ${email}
    `)
  )[0]

it('opens no card form, and counts for nothing until it is confirmed', async () => {
  const before = await pledged()
  const { started, answer } = await hold()
  expect(started.setup).toBeNull()
  expectStatus(answer, 200)
  expect(await pledged()).toEqual(before)
})

it('needs a name, an address and a phone, and names what is missing', async () => {
  const { answer } = await hold({ more: { paymentMethod: 'cash' } })
  const { fields } = expectStatus(answer as never, 400) as { fields: Record<string, string> }
  expect(Object.keys(fields).sort()).toEqual(['contact', 'firstName'])
  const half = await hold({ more: { ...PERSON, contact: { ...CONTACT, phone: '', city: '' } } })
  const named = expectStatus(half.answer as never, 400) as { fields: Record<string, string> }
  expect(Object.keys(named.fields).sort()).toEqual(['contact.city', 'contact.phone'])
})

it('without a card is refused where the form was opened for one', async () => {
  const { answer } = await hold({ more: {} })
  expect(answer.status).toBe(400)
})

it('confirmed, it is an invoice’s pledge of an account that has the address', async () => {
  const { email, token } = await held()
  expect(expectStatus(await look(app, token), 200)).toMatchObject({
    state: 'held',
    paymentMethod: 'check',
    card: null,
    needsCard: false,
  })
  const { pledgeUrl, isHeld } = expectStatus(await confirm(app, token), 200)
  expect(isHeld).toBe(false)
  const page = await app.visitor.get<LinkedPledge>(`/api/pledge-links/${pledgeUrl.slice('/p/'.length)}`)
  expect(expectStatus(page, 200)).toMatchObject({ paymentMethod: 'check', agreedMaximum: '100.00' })
  expect(JSON.stringify(page.body)).not.toContain('Main St')
  expect(await userBy(email)).toEqual({
    firstName: 'Rosa',
    lastName: 'Diaz',
    phone: '541-555-0100',
    streetAddress1: '1 Main St',
    city: 'Bend',
    state: 'OR',
    zip: '97701',
  })
})

it('leaves what an account has as it is, and fills in what it lacks', async () => {
  const email = anEmail()
  await confirm(app, (await held({ email })).token)
  await app.deps.db.query(sql`update users set phone = null where email = ${email}`)
  const other = {
    ...CONTACT,
    phone: '541-555-0199',
    streetAddress1: '9 Elsewhere',
    city: 'Reno',
    state: 'NV',
  }
  const { token } = await held({ email, more: { ...PERSON, firstName: 'Eve', contact: other } })
  expectStatus(await confirm(app, token), 200)
  expect(await userBy(email)).toMatchObject({
    firstName: 'Rosa',
    phone: '541-555-0199',
    streetAddress1: '1 Main St',
    city: 'Bend',
  })
})

it('a large one is checked first, counts once it is released, and its mail opens it then', async () => {
  const before = await pledged()
  const { email, token, isChecked } = await held({ lines: { gift: '10000.00' }, most: '10000.00' })
  expect(isChecked).toBe(true)
  expect(expectStatus(await look(app, token), 200)).toMatchObject({ state: 'held', isChecked: true })
  const small = await held()
  expect(small.isChecked).toBe(false)
  expect(expectStatus(await look(app, small.token), 200)).toMatchObject({ state: 'held', isChecked: false })
  const first = expectStatus(await confirm(app, token), 200)
  expect(first).toMatchObject({ isHeld: true, pledgeUrl: `/g/${token}` })
  expect(expectStatus(await confirm(app, token), 200)).toEqual(first)
  expect(expectStatus(await look(app, token), 200)).toMatchObject({ state: 'confirmed', heldState: 'held' })
  expect(await pledged()).toEqual(before)
  expect((await guestMails(app, email)).map(({ kind }) => kind)).toEqual([
    'guest_pledge',
    'guest_pledge_held',
  ])
  // Before and after the button, its mails say that it does not count yet, and then where it is taken back.
  const [asked, received] = await guestMails(app, email)
  expect(asked?.text).toContain('We review large check and cash pledges first')
  expect(received?.text).toMatch(/\/g\/[\w-]{43}#changed-mind/)
  const decision = { decision: 'release' }
  expectStatus(await org.representative.put(`/api/held-pledges/${first.pledgeId}`, decision), 200)
  expect(await pledged()).not.toEqual(before)
  const released = (await guestMails(app, email)).find(({ kind }) => kind === 'pledge_released')
  const link = /\/p\/([\w-]{43})/.exec(released?.text ?? '')?.[1]
  expect((await app.visitor.get(`/api/pledge-links/${link}`)).status).toBe(200)
  // Only a pledge made with an account is mailed with the text (R44).
  expect((await guestMails(app, email)).filter(({ text }) => text.includes('You agreed to this'))).toEqual([])
})

it('not confirmed within 48 hours, its address and phone are erased', async () => {
  const { id, token } = await held()
  app.clock.advance({ hours: 48, minutes: 1 })
  await runDueJobs(app.deps)
  expect((await confirm(app, token)).status).toBe(409)
  const [row] = await app.deps.db.query(sql`
    select state, email, first_name, phone, street_address1, city, state_code, zip
    from guest_pledges where id = ${id}
  `)
  expect(row).toEqual({
    state: 'expired',
    email: null,
    firstName: null,
    phone: null,
    streetAddress1: null,
    city: null,
    stateCode: null,
    zip: null,
  })
})

it('names a winner to the organization only if the guest chose so when pledging', async () => {
  const stands = await openSeason(org)
  const form = { title: 'Scarf', description: 'A prize', type: 'early_bird', maxWinners: 3 }
  expectStatus(await org.owner.post(`${stands.path}/rewards`, form), 201)
  for (const choice of [{ isAnonymous: false }, { isAnonymous: true }, {}]) {
    const { token } = await held({ of: stands, more: { ...PERSON, ...choice } })
    expectStatus(await confirm(app, token), 200)
    app.clock.advance({ minutes: 1 })
  }
  await play(org, stands, { opponent: 'Bay', startTime: '2026-09-01T15:00:00Z', goals: 1, wins: 1 })
  await declare(org, stands, 'not_achieved')
  await lock(org, stands, 'final')
  // Only pledges that are paid win (R41).
  for (const invoice of await invoicesOf(org, stands)) {
    const paid = payment(invoice, invoice.amount, app)
    expectStatus(await org.representative.post(`${stands.path}/payments`, paid), 201)
  }
  const names = async (by: TestOrganization['owner']) => {
    const path = `${stands.path}/rewards/standings`
    const [standing] = expectStatus(await by.get<RewardProgress[]>(path), 200)
    return standing?.winners.map(({ isAnonymous, contact }) => [isAnonymous, contact?.name ?? null])
  }
  expect(await names(org.owner)).toEqual([
    [false, 'Rosa Diaz'],
    [true, null],
    [true, null],
  ])
  expect(await names(org.representative)).toEqual([
    [false, 'Rosa Diaz'],
    [true, 'Rosa Diaz'],
    [true, 'Rosa Diaz'],
  ])
})
