/** What a mailed link asks in a browser in which nothing was begun (R58, R59). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GuestConfirmed, LinkedGuestPledge } from '#domain/schemas/guest-pledge.ts'
import type { RequestedChange } from '#domain/schemas/pledge-link.ts'
import { sql } from '#server/platform/db/database.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { ask, askWhole, newestChangeToken } from '#tests/change-links.ts'
import { play, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import {
  begin,
  confirm,
  type Guest,
  guestMails,
  holdAsGuest,
  holdBody,
  ownBrowser,
  stateOf,
} from '#tests/guests.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})

const linkOf = (token: string): string => `/api/guest-pledge-links/${token}`
const changeOf = (token: string): string => `/api/pledge-change-links/${token}`
const answer = (path: string, amount: string) => app.visitor.post(`${path}/answer`, { amount })
/** What the browser sends back. */
const cookieIn = (headers: Headers): Record<string, string> => ({
  cookie: headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; '),
})

describe('the link of a guest pledge', () => {
  let guest: Guest
  beforeEach(async () => {
    guest = await holdAsGuest(app, season, { lines: { goals: '2.00', wins: '5.00' }, most: '100.00' })
  })

  it('shows nothing of the pledge in another browser, and asks for the first amount', async () => {
    const shown = expectStatus(await app.visitor.get<LinkedGuestPledge>(linkOf(guest.token)), 200)
    expect(shown.question?.name).toBe('Goals')
    expect(shown).toMatchObject({
      state: 'held',
      maximumAmount: null,
      pledgeStatistics: [],
      consentText: null,
    })
    expect(JSON.stringify(shown)).not.toContain('2.00')
  })

  it('confirms nothing there, however often its button is pressed', async () => {
    for (let press = 0; press < 3; press += 1)
      expect((await app.visitor.post(`${linkOf(guest.token)}/confirmation`)).status).toBe(409)
    expect(await stateOf(app, guest.started.id)).toBe('held')
  })

  it('confirms there once the amount is typed', async () => {
    const right = await answer(linkOf(guest.token), '2')
    expect(right.status).toBe(204)
    const browser = cookieIn(right.headers)
    const shown = expectStatus(await app.visitor.get<LinkedGuestPledge>(linkOf(guest.token), browser), 200)
    expect(shown).toMatchObject({ maximumAmount: '100.00' })
    expect(shown.question ?? null).toBeNull()
    expectStatus(
      await app.visitor.post<GuestConfirmed>(`${linkOf(guest.token)}/confirmation`, {}, browser),
      200,
    )
  })

  it('is known to the browser that sent the form, by a cookie that no script and no other site reads', async () => {
    const started = await begin(app, season)
    const body = holdBody(season, started, { more: { paymentMethod: 'check', ...PAYER } }, null)
    const held = await app.visitor.post(`/api/guest-pledges/${started.id}/holding`, body)
    expect(held.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^begun_[0-9a-f]{32}=[\w-]{43}; Max-Age=345600; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  it('is not known by the cookie of another guest pledge', async () => {
    const other = await holdAsGuest(app, season)
    const browser = cookieIn((await answer(linkOf(other.token), '2.00')).headers)
    expect((await app.visitor.post(`${linkOf(guest.token)}/confirmation`, {}, browser)).status).toBe(409)
  })

  it('takes five answers, and then not the right one either', async () => {
    for (let tried = 0; tried < 5; tried += 1) {
      const wrong = await answer(linkOf(guest.token), '5.00')
      expect(wrong.status).toBe(400)
      expect(wrong.body).toMatchObject({ fields: { amount: expect.stringContaining('not the amount') } })
    }
    expect((await answer(linkOf(guest.token), '2.00')).status).toBe(409)
    expectStatus(await confirm(app, guest.token), 200)
  })
})

const PAYER = {
  firstName: 'Rosa',
  lastName: 'Diaz',
  contact: { phone: '541-555-0100', streetAddress1: '1 Main St', city: 'Bend', state: 'OR', zip: '97701' },
}

describe('the link of a change', () => {
  it('asks the same, takes the amount of before or of after, and then shows the change', async () => {
    for (const amount of ['2.00', '3.00']) {
      const guest = await holdAsGuest(app, season, { lines: { goals: '2.00' } })
      const { pledgeUrl, pledgeId } = expectStatus(await confirm(app, guest.token), 200)
      const token = pledgeUrl.slice('/p/'.length)
      expectStatus(await ask(app, season, token, { kind: 'raise', on: 'goals', rate: '3.00' }), 201)
      const link = changeOf(await newestChangeToken(app, pledgeId))
      const shown = expectStatus(await app.visitor.get<RequestedChange>(link), 200)
      expect(shown).toMatchObject({ state: 'waiting', preview: null, question: { name: 'Goals' } })
      expect((await app.visitor.post(`${link}/confirmation`, { agreedMaximum: '150.00' })).status).toBe(409)
      for (const wrong of ['2.50', '0.20']) expect((await answer(link, wrong)).status).toBe(400)
      const browser = cookieIn((await answer(link, amount)).headers)
      const { preview } = expectStatus(await app.visitor.get<RequestedChange>(link, browser), 200)
      expect(preview).toMatchObject({ rateBefore: '2.00', rate: '3.00' })
      const agreed = { agreedMaximum: preview?.most }
      expectStatus(await app.visitor.post(`${link}/confirmation`, agreed, browser), 200)
    }
  })
})

it('the amount that is asked for is in the mail, also where the pledge as a whole is changed', async () => {
  const guest = await holdAsGuest(app, season, { lines: { goals: '2.00' } })
  const { pledgeUrl, pledgeId } = expectStatus(await confirm(app, guest.token), 200)
  const newest = async () => (await guestMails(app, guest.held.email)).at(-1)
  expect((await newest())?.text).toContain('Goals: $2.00 per unit')
  expectStatus(await askWhole(app, pledgeUrl.slice('/p/'.length), { kind: 'cancel' }), 201)
  const mail = await newest()
  expect(mail?.kind).toBe('pledge_change_request')
  expect(mail?.text).toContain('Goals: $2.00 per unit')
  const link = changeOf(await newestChangeToken(app, pledgeId))
  expect((await answer(link, '2.00')).status).toBe(204)
})

it('a browser that took many pledges remembers the newest twenty', async () => {
  const cookie = Array.from({ length: 21 }, (_, index) => `begun_${index}=x`).join('; ')
  const guest = await holdAsGuest(app, season)
  const path = `${linkOf(guest.token)}/answer`
  const { headers } = await app.visitor.post(path, { amount: '2.00' }, { cookie })
  const gone = headers.getSetCookie().filter((one) => one.includes('Max-Age=0'))
  expect(gone).toEqual([expect.stringMatching(/^begun_0=;/)])
})

describe('“This wasn’t me”, from the mail about a confirmed guest pledge', () => {
  const refuse = (token: string, browser: Record<string, string> = {}) =>
    app.visitor.post(`${linkOf(token)}/refusal`, {}, browser)
  const statusOf = async (pledgeId: string) => {
    const [row] = await app.deps.db.query<{ status: string }>(
      sql`select status from pledges where id = ${pledgeId}`,
    )
    return row?.status
  }
  async function confirmed() {
    const guest = await holdAsGuest(app, season, { lines: { goals: '2.00' } })
    const { pledgeId } = expectStatus(await confirm(app, guest.token), 200)
    return { ...guest, pledgeId }
  }

  it('takes the pledge back for 48 hours, also after a result that counts', async () => {
    const { token, held, pledgeId } = await confirmed()
    const mail = (await guestMails(app, held.email)).at(-1)
    expect(mail?.kind).toBe('guest_pledge_confirmed')
    expect(mail?.text).toContain(`/g/${token}#not-you`)
    await play(org, season, { opponent: 'Bay', startTime: '2026-09-01T15:00:00Z', goals: 3 })
    app.clock.advance({ hours: 47 })
    expect((await refuse(token)).status).toBe(409)
    expect(await statusOf(pledgeId)).toBe('active')
    const browser = cookieIn((await answer(linkOf(token), '2.00')).headers)
    expect((await refuse(token, browser)).status).toBe(204)
    expect(await statusOf(pledgeId)).toBe('cancelled')
    expect((await guestMails(app, held.email)).at(-1)?.kind).toBe('pledge_cancelled')
  })

  it('takes nothing back later than that', async () => {
    const { token, started, pledgeId } = await confirmed()
    app.clock.advance({ hours: 48 })
    expect((await refuse(token, await ownBrowser(app, started.id))).status).toBe(409)
    expect(await statusOf(pledgeId)).toBe('active')
  })
})
