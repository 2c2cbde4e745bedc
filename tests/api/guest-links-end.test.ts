/** After a guest pledge was confirmed, the link that confirmed it lasts as long as any link to a pledge (R44, R59). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { ask, askWhole, confirmChange, newestChangeToken, refuseChange } from '#tests/change-links.ts'
import {
  lock,
  openSeason,
  play,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import {
  begin,
  callFrom,
  confirm,
  guestMails,
  holdAsGuest,
  holdBody,
  look,
  newestToken,
} from '#tests/guests.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z', env: { HOLD_PLEDGES_ABOVE: '500' } })
  org = await setUpOrganization(app)
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})
beforeEach(async () => {
  app.clock.set('2026-09-01T16:00:00Z')
  season = await openSeason(org)
})

async function confirmed() {
  const { held, token } = await holdAsGuest(app, season, { lines: { goals: '2.00' }, most: '300.00' })
  const { pledgeId, pledgeUrl } = expectStatus(await confirm(app, token), 200)
  return { email: held.email, token, pledgeId, own: pledgeUrl.slice('/p/'.length) }
}

const NOTHING_SHOWN = {
  state: 'confirmed',
  isLinkEnded: true,
  maximumAmount: null,
  pledgeStatistics: [],
  paymentMethod: null,
  pledgeUrl: null,
  referralCode: null,
  heldState: null,
}
const shown = async (token: string) => expectStatus(await look(app, token), 200)
const renew = (token: string) => callFrom(app, null, '/api/pledge-links/renewals', { token })
const newLinks = async (email: string) =>
  (await guestMails(app, email)).filter(({ kind }) => kind === 'pledge_link')

it('takes back one that is checked first, without a password, as long as it waits', async () => {
  const { token, pledgeId, email } = await confirmedLarge()
  expect((await guestMails(app, email)).at(-1)?.text).toContain(`/g/${token}#changed-mind`)
  app.clock.advance({ days: 3 })
  expect(await shown(token)).toMatchObject({ heldState: 'held' })
  const refusal = `/api/guest-pledge-links/${token}/refusal`
  expect((await app.visitor.post(refusal)).status).toBe(409)
  const answered = await app.visitor.post(`/api/guest-pledge-links/${token}/answer`, { amount: '10000' })
  const cookie = answered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  expect((await app.visitor.post(refusal, {}, { cookie })).status).toBe(204)
  expect(await shown(token)).toMatchObject({ heldState: 'withdrawn' })
  const release = await org.representative.put(`/api/held-pledges/${pledgeId}`, { decision: 'release' })
  expect(release.status).toBe(409)
})

it('shows nothing of the pledge once “This wasn’t me” stopped its links', async () => {
  const { token, own, pledgeId } = await confirmed()
  expect(await shown(token)).toMatchObject({ maximumAmount: '300.00', pledgeUrl: `/p/${own}` })
  expectStatus(await ask(app, season, own, { kind: 'raise', on: 'goals', rate: '3.00' }), 201)
  expect((await refuseChange(app, await newestChangeToken(app, pledgeId))).status).toBeLessThan(300)
  expect((await app.visitor.get(`/api/pledge-links/${own}`)).status).toBe(404)
  expect(await shown(token)).toMatchObject(NOTHING_SHOWN)
})

it('shows nothing of the pledge 60 days after it was cancelled, and mails a new link to the address on file', async () => {
  const { email, token, own, pledgeId } = await confirmed()
  expectStatus(await askWhole(app, own, { kind: 'cancel' }), 201)
  expectStatus(await confirmChange(app, await newestChangeToken(app, pledgeId)), 200)
  app.clock.advance({ days: 59 })
  expect(await shown(token)).toMatchObject({ maximumAmount: '300.00', pledgeUrl: `/p/${own}` })
  app.clock.advance({ days: 2 })
  expect(await shown(token)).toMatchObject(NOTHING_SHOWN)
  expect((await renew(token)).status).toBeLessThan(300)
  const [mail, ...others] = await newLinks(email)
  expect(others).toEqual([])
  const link = /\/p\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  expect((await app.visitor.get(`/api/pledge-links/${link}`)).status).toBe(200)
})

it('stays closed for whoever has an ended link, however often a new one is mailed', async () => {
  const { token, own, pledgeId } = await confirmed()
  expectStatus(await askWhole(app, own, { kind: 'cancel' }), 201)
  expectStatus(await confirmChange(app, await newestChangeToken(app, pledgeId)), 200)
  // An open link mails nothing: nobody prolongs it.
  app.clock.advance({ days: 40 })
  expect((await renew(token)).status).toBeLessThan(300)
  app.clock.advance({ days: 21 })
  expect(await shown(token)).toMatchObject(NOTHING_SHOWN)
  expect((await renew(token)).status).toBeLessThan(300)
  expect(await shown(token)).toMatchObject(NOTHING_SHOWN)
  expect((await app.visitor.get(`/api/pledge-links/${own}`)).status).toBe(404)
})

it('takes nothing back and answers nothing once its links were stopped', async () => {
  const { token, own, pledgeId } = await confirmed()
  expectStatus(await ask(app, season, own, { kind: 'raise', on: 'goals', rate: '3.00' }), 201)
  expect((await refuseChange(app, await newestChangeToken(app, pledgeId))).status).toBeLessThan(300)
  const path = `/api/guest-pledge-links/${token}`
  expect((await app.visitor.post(`${path}/answer`, { amount: '2.00' })).status).toBe(404)
  expect((await app.visitor.post(`${path}/refusal`)).status).toBe(404)
})

it('says when the campaign was cancelled or settled, and nothing of the kind while it goes on', async () => {
  const { token } = await confirmed()
  expect(await shown(token)).toMatchObject({ ended: null })
  await play(org, season, { opponent: 'Bay', startTime: '2026-08-30T18:00:00Z', goals: 3 })
  await lock(org, season, 'final')
  expect(await shown(token)).toMatchObject({ ended: 'settled' })
  season = await openSeason(org)
  const other = await confirmed()
  await setStatus(org, season, 'cancelled')
  expect(await shown(other.token)).toMatchObject({ ended: 'cancelled', pledgeUrl: `/p/${other.own}` })
})

it('of one that is not confirmed yet mails no new link to a pledge', async () => {
  const { held, token } = await holdAsGuest(app, season)
  expect((await renew(token)).status).toBeLessThan(300)
  expect(await newLinks(held.email)).toEqual([])
})

it('of one that is checked first ends after 60 days, and opens the pledge once it is released', async () => {
  const { token, pledgeId } = await confirmedLarge()
  expect(await shown(token)).toMatchObject({ heldState: 'held', pledgeUrl: null, maximumAmount: '10000.00' })
  app.clock.advance({ days: 61 })
  expect(await shown(token)).toMatchObject(NOTHING_SHOWN)
  expectStatus(await org.representative.put(`/api/held-pledges/${pledgeId}`, { decision: 'release' }), 200)
  const { pledgeUrl } = await shown(token)
  expect((await app.visitor.get(`/api/pledge-links/${pledgeUrl?.slice('/p/'.length)}`)).status).toBe(200)
  await app.deps.db.query(sql`update mailed_links set ended_at = now() where pledge_id = ${pledgeId}`)
  expect(await shown(token)).toMatchObject(NOTHING_SHOWN)
})

async function confirmedLarge(): Promise<{ token: string; pledgeId: string; email: string }> {
  const started = await begin(app, season)
  const contact = {
    phone: '541-555-0100',
    streetAddress1: '1 Main St',
    streetAddress2: null,
    city: 'Bend',
    state: 'OR',
    zip: '97701',
  }
  const more = { firstName: 'Rosa', lastName: 'Diaz', contact, paymentMethod: 'check' }
  const body = holdBody(season, started, { lines: { gift: '10000.00' }, most: '10000.00', more }, null)
  expectStatus(await callFrom(app, null, `/api/guest-pledges/${started.id}/holding`, body), 200)
  const token = await newestToken(app, body.email as string)
  const { pledgeId, isHeld } = expectStatus(await confirm(app, token), 200)
  expect(isHeld).toBe(true)
  return { token, pledgeId, email: body.email as string }
}
