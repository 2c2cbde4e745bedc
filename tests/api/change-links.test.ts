/** Changing a pledge without signing in: its link requests, a mail to its own address confirms, and nothing else does (R58). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cardWords } from '#domain/billing/receipt-sentences.ts'
import type { CardSetup } from '#domain/schemas/card.ts'
import type { LineChangePreview } from '#domain/schemas/pledge.ts'
import type { LinkedPledge } from '#domain/schemas/pledge-link.ts'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import {
  ask,
  askWhole,
  browserOfChange,
  confirmChange,
  lookAtChange,
  newestChangeToken,
  refuseChange,
} from '#tests/change-links.ts'
import {
  CARDS,
  countRows,
  openSeason,
  play,
  pledge,
  type Season,
  saveCard,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { confirm, guestMails, holdAsGuest, typeCard } from '#tests/guests.ts'
import { formOf, type LineChange, previewLine } from '#tests/line-changes.ts'

let app: TestApp
let org: TestOrganization
let season: Season
/** A grandmother without an account: her pledge, the link of its page, and her mailbox. */
let mine: { pledgeId: string; token: string; email: string }
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z', env: { CONTACTS_PER_MINUTE: '3' } })
  org = await setUpOrganization(app)
})
afterAll(async () => {
  await closeWithBooksInOrder(app)
})
beforeEach(async () => {
  season = await openSeason(org)
  mine = await pledgeAsGuest()
})

async function pledgeAsGuest(): Promise<typeof mine> {
  const { token, held } = await holdAsGuest(app, season, { lines: { goals: '2.00' }, most: '300.00' })
  const { pledgeId, pledgeUrl } = expectStatus(await confirm(app, token), 200)
  return { pledgeId, token: pledgeUrl.slice('/p/'.length), email: held.email }
}

const RAISE: LineChange = { kind: 'raise', on: 'goals', rate: '3.00' }
const shown = async (token = mine.token) =>
  expectStatus(await app.visitor.get<LinkedPledge>(`/api/pledge-links/${token}`), 200)
const rates = async () =>
  (await shown()).pledgeStatistics.map(({ name, pledgeAmount }) => [name, pledgeAmount])
const GOALS_AT_2 = [['Goals', '2.00']]
const askFor = async (change: LineChange = RAISE): Promise<string> => {
  expectStatus(await ask(app, season, mine.token, change), 201)
  return newestChangeToken(app, mine.pledgeId)
}
const actions = async (): Promise<string[]> => {
  const rows = await app.deps.db.query<{ action: string }>(
    sql`select action from audit_log where subject_id = ${mine.pledgeId} order by id`,
  )
  return rows.map(({ action }) => action)
}

describe('a change requested by link', () => {
  it('shows what may be changed, and a request only sends a mail', async () => {
    const { changeable } = await shown()
    expect(changeable.canChangeLines).toBe(true)
    expect(changeable.lines.find(({ name }) => name === 'Goals')).toMatchObject({
      rate: '2.00',
      cannotRaiseReason: null,
      cannotStopReason: null,
    })
    const before = await shown()
    const answer = await ask(app, season, mine.token, RAISE)
    expect(expectStatus(answer, 201)).toEqual({ expiresAt: '2026-09-02T16:00:00.000Z' })
    const after = await shown()
    expect(after).toEqual(before)
    const [mail] = (await guestMails(app, mine.email)).filter(({ kind }) => kind === 'pledge_change_request')
    expect(mail?.subject).toBe('Confirm: raise Goals in your pledge for Fall Season')
    expect(mail?.text).toContain('I pay $3.00 per unit for Goals instead of $2.00')
    expect(await actions()).toEqual(['pledge.create', 'pledge.request_change'])
  })

  it('is made by one press on the page of the mailed link, with a receipt of the change by mail', async () => {
    await play(org, season, { opponent: 'Bay', startTime: '2026-09-01T10:00:00Z', goals: 4 })
    const token = await askFor()
    expect(expectStatus(await lookAtChange(app, token), 200)).toMatchObject({
      state: 'waiting',
      kind: 'raise',
      problem: null,
      pledgeUrl: null,
      preview: { rateBefore: '2.00', rate: '3.00', earned: '8.00' },
    })
    expect((await app.visitor.get(`/api/pledge-links/${token}`)).status).toBe(404)
    const confirmed = expectStatus(await confirmChange(app, token), 200)
    expect(confirmed.pledgeUrl).toBe(`/p/${token}`)
    expect(await rates()).toEqual([...GOALS_AT_2, ['Goals', '3.00']])
    expect(await shown()).toMatchObject({ earned: '8.00', agreedMaximum: confirmed.agreedMaximum })
    const mails = (await guestMails(app, mine.email)).filter(({ kind }) => kind === 'pledge_changed')
    expect(mails.map(({ subject }) => subject)).toEqual(['You changed your pledge for Fall Season'])
    expect(mails[0]?.text).toContain('Earned so far')
    expect(await actions()).toEqual([
      'pledge.create',
      'pledge.request_change',
      'pledge.raise_line',
      'pledge.confirm_change',
    ])
    expect((await shown(confirmed.pledgeUrl.slice('/p/'.length))).id).toBe(mine.pledgeId)
  })

  it('moves a maximum that was only shown as it does for someone with an account, and keeps one that was chosen', async () => {
    // A line stays open: a pledge that is stopped as a whole has no maximum but what it earned.
    const lines = { goals: '2.00', wins: '3.00' }
    const known = await pledge(org, season, { lines })
    const most = known.pledge.agreedMaximum
    const previews = []
    for (const isOwnMaximum of [false, true]) {
      const wish = { lines, most, more: { isOwnMaximum } }
      const { token } = await holdAsGuest(app, season, wish)
      const { pledgeUrl } = expectStatus(await confirm(app, token), 200)
      const own = await shown(pledgeUrl.slice('/p/'.length))
      expect(own.agreedMaximum).toBe(most)
      const stop = new URLSearchParams(formOf(season, { kind: 'stop', on: 'goals' }))
      const preview = `/api${pledgeUrl.replace('/p/', '/pledge-links/')}/changes/preview?${stop}`
      previews.push(expectStatus(await app.visitor.get<LineChangePreview>(preview), 200).most)
    }
    const asKnown = expectStatus(await previewLine(known, season, { kind: 'stop', on: 'goals' }), 200)
    expect(Number(asKnown.most)).toBeLessThan(Number(most))
    expect(previews).toEqual([asKnown.most, most])
  })

  it('stops a line and adds a statistic in the same way', async () => {
    expectStatus(await confirmChange(app, await askFor({ kind: 'add', on: 'wins', rate: '5.00' })), 200)
    app.clock.advance({ minutes: 1 })
    expectStatus(await confirmChange(app, await askFor({ kind: 'stop', on: 'goals' })), 200)
    const { changeable } = await shown()
    expect(changeable.lines.filter(({ rate }) => rate !== null).map(({ name }) => name)).toEqual(['Wins'])
  })

  it('is refused as it would be for someone signed in, before any mail is sent', async () => {
    const wrong = await ask(app, season, mine.token, { kind: 'raise', on: 'goals', rate: '1.00' })
    expect(wrong.status).toBe(400)
    expect((await ask(app, season, mine.token, RAISE, { agreedMaximum: '1.00' })).status).toBe(409)
    await setStatus(org, season, 'paused')
    expect((await ask(app, season, mine.token, RAISE)).status).toBe(409)
    expect(await newestChangeToken(app, mine.pledgeId)).toBe('')
  })

  it('binds at the maximum that its page showed: another one is a 409, and nothing changed', async () => {
    const token = await askFor()
    const stale = await app.visitor.post(
      `/api/pledge-change-links/${token}/confirmation`,
      { agreedMaximum: '12.34' },
      await browserOfChange(app, token),
    )
    expect(stale.status).toBe(409)
    expect(await rates()).toEqual(GOALS_AT_2)
  })

  it('says on its page why it cannot be confirmed while the campaign is paused', async () => {
    const token = await askFor()
    await setStatus(org, season, 'paused')
    const { state, preview, problem } = expectStatus(await lookAtChange(app, token), 200)
    expect({ state, preview }).toEqual({ state: 'waiting', preview: null })
    expect(problem).toContain('not active')
    expect((await confirmChange(app, token)).status).toBe(409)
  })
})

describe('a change of the whole pledge requested by link', () => {
  const wholeToken = async (change: Parameters<typeof askWhole>[2]): Promise<string> => {
    expectStatus(await askWhole(app, mine.token, change), 201)
    return newestChangeToken(app, mine.pledgeId)
  }
  const mailsOf = async (kind: string) =>
    (await guestMails(app, mine.email)).filter((mail) => mail.kind === kind)

  it('lowers the maximum once it is confirmed, and mails what was changed', async () => {
    expect((await shown()).changeable).toMatchObject({ canLower: true, cannotLowerReason: null })
    const token = await wholeToken({ kind: 'lower', maximumAmount: '120.00' })
    expect(await shown()).toMatchObject({ agreedMaximum: '300.00' })
    const [mail] = await mailsOf('pledge_change_request')
    expect(mail?.subject).toBe('Confirm: lower the maximum of your pledge for Fall Season')
    expect(expectStatus(await lookAtChange(app, token), 200)).toMatchObject({
      state: 'waiting',
      kind: 'lower',
      problem: null,
      preview: { mostBefore: '300.00', most: '120.00' },
    })
    const made = expectStatus(await confirmChange(app, token), 200)
    expect(made.agreedMaximum).toBe('120.00')
    expect(await shown()).toMatchObject({ agreedMaximum: '120.00', status: 'active' })
    const [lowered] = await mailsOf('pledge_lowered')
    expect(lowered?.subject).toBe('You lowered your maximum for Fall Season to $120.00')
    expect(await actions()).toEqual([
      'pledge.create',
      'pledge.request_change',
      'pledge.lower_maximum',
      'pledge.confirm_change',
    ])
    expect(expectStatus(await confirmChange(app, token), 200).agreedMaximum).toBeNull()
  })

  it('is refused as for someone signed in: a higher maximum, or one below what is earned', async () => {
    await play(org, season, { opponent: 'Bay', startTime: '2026-09-01T10:00:00Z', goals: 10 })
    for (const maximumAmount of ['300.00', '300.01', '19.99'])
      expect((await askWhole(app, mine.token, { kind: 'lower', maximumAmount })).status).toBe(400)
    const token = await wholeToken({ kind: 'lower', maximumAmount: '20.00' })
    await play(org, season, { opponent: 'Cove', startTime: '2026-09-01T12:00:00Z', goals: 1 })
    expect(expectStatus(await lookAtChange(app, token), 200)).toMatchObject({
      state: 'waiting',
      preview: null,
    })
    expect((await confirmChange(app, token)).status).toBeGreaterThanOrEqual(400)
    expect(await shown()).toMatchObject({ agreedMaximum: '300.00' })
  })

  it('cancels it, and its page says so', async () => {
    const token = await wholeToken({ kind: 'cancel' })
    expect(await shown()).toMatchObject({ status: 'active' })
    expect(expectStatus(await lookAtChange(app, token), 200).preview).toMatchObject({ most: '0.00' })
    expectStatus(await confirmChange(app, token), 200)
    expect(await shown()).toMatchObject({ status: 'cancelled', totalAmountDue: '0.00' })
    expect(await mailsOf('pledge_cancelled')).toHaveLength(1)
    expect(await actions()).toContain('pledge.cancel')
    expect((await askWhole(app, mine.token, { kind: 'cancel' })).status).toBe(409)
  })

  it('is not cancelled once a result counts for it and a day has passed, and says why', async () => {
    const token = await wholeToken({ kind: 'cancel' })
    app.clock.advance({ hours: 23 })
    await play(org, season, { opponent: 'Bay', startTime: '2026-09-02T10:00:00Z', goals: 1 })
    app.clock.advance({ minutes: 59 })
    expectStatus(await confirmChange(app, token), 200)
    mine = await pledgeAsGuest()
    app.clock.advance({ hours: 25 })
    expect((await shown()).changeable).toMatchObject({ canCancel: false })
    expect((await askWhole(app, mine.token, { kind: 'cancel' })).status).toBe(409)
  })

  it('takes another card only from the page of the mailed link, and keeps no card before', async () => {
    const setups = (token: string) => app.visitor.post(`/api/pledge-change-links/${token}/card-setups`)
    expect((await setups(mine.token)).status).toBe(404)
    const token = await wholeToken({ kind: 'card' })
    const before = await countRows(app.deps.db)
    expect((await confirmChange(app, token)).status).toBe(400)
    expect(await countRows(app.deps.db)).toEqual(before)
    const { clientSecret } = expectStatus(
      await app.visitor.post<CardSetup>(`/api/pledge-change-links/${token}/card-setups`),
      201,
    )
    const card = expectStatus(await typeCard(app, clientSecret, CARDS.insufficient), 201)
    expectStatus(await confirmChange(app, token, card.stripePaymentMethodId), 200)
    const [mail] = await mailsOf('pledge_card')
    expect(mail?.text).toContain(`your ${cardWords(card)} from now on`)
    expect(await actions()).toContain('pledge.change_card')
    expect((await setups(token)).status).toBe(404)
  })

  it('takes nobody else’s card', async () => {
    const token = await wholeToken({ kind: 'card' })
    const other = await pledge(org, season, { lines: { goals: '1.00' } })
    const foreign = await saveCard(other.supporter)
    expect((await confirmChange(app, token, foreign)).status).toBe(400)
    expect(await actions()).not.toContain('pledge.change_card')
  })
})

describe('the secret of a change', () => {
  it('guessed, or with the secret of the pledge’s link instead, opens and changes nothing', async () => {
    await askFor()
    for (const guess of ['x'.repeat(43), mine.token]) {
      expect((await lookAtChange(app, guess)).status).toBe(404)
      expect((await confirmChange(app, guess)).status).toBe(404)
      expect((await refuseChange(app, guess)).status).toBe(404)
    }
    expect(await rates()).toEqual(GOALS_AT_2)
  })

  it('is kept as a hash only', async () => {
    const token = await askFor()
    const [row] = await app.deps.db.query<{ found: boolean }>(
      sql`select exists (select from mailed_links where position(convert_to(${token}, 'UTF8') in token_hash) > 0) as found`,
    )
    expect(row?.found).toBe(false)
  })

  it('opened on any device, by a mail scanner or often, changes nothing: only the button does', async () => {
    const token = await askFor()
    const before = await countRows(app.deps.db)
    for (const _ of [1, 2, 3]) expectStatus(await lookAtChange(app, token), 200)
    expect(await countRows(app.deps.db)).toEqual(before)
  })

  it('replayed, on two devices at once or days later, makes one change', async () => {
    const token = await askFor()
    const both = await Promise.all([confirmChange(app, token), confirmChange(app, token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    app.clock.advance({ days: 3 })
    expect((await confirmChange(app, token)).status).toBe(200)
    expect(await rates()).toEqual([...GOALS_AT_2, ['Goals', '3.00']])
    expect((await actions()).filter((action) => action === 'pledge.raise_line')).toHaveLength(1)
  })

  it('ends after 24 hours, and with a newer one', async () => {
    const first = await askFor()
    app.clock.advance({ minutes: 1 })
    const second = await askFor({ kind: 'raise', on: 'goals', rate: '4.00' })
    expect(expectStatus(await lookAtChange(app, first), 200)).toMatchObject({ state: 'over', preview: null })
    expect((await confirmChange(app, first)).status).toBe(409)
    app.clock.advance({ hours: 24 })
    expect((await confirmChange(app, second)).status).toBe(409)
    expect(await rates()).toEqual(GOALS_AT_2)
  })
})

describe('a forwarded mail', () => {
  it('lets its reader view the pledge and request a change, without showing the address; only the pledge’s own mailbox can confirm', async () => {
    const answer = await ask(app, season, mine.token, { kind: 'raise', on: 'goals', rate: '500.00' })
    expect(JSON.stringify([answer.body, await shown()])).not.toContain(mine.email)
    const requests = await app.deps.db.query<{ to: string }>(
      sql`select to_address as to from mails where pledge_id = ${mine.pledgeId} and kind = 'pledge_change_request'`,
    )
    expect(requests).toEqual([{ to: mine.email }])
    expect(await rates()).toEqual(GOALS_AT_2)
  })

  it('fills nobody’s mailbox: a minute between two mails, and five in a day', async () => {
    expect((await ask(app, season, mine.token, RAISE)).status).toBe(201)
    expect((await ask(app, season, mine.token, RAISE)).status).toBe(429)
    for (const _ of [2, 3, 4, 5]) {
      app.clock.advance({ minutes: 1 })
      expect((await ask(app, season, mine.token, RAISE)).status).toBe(201)
    }
    app.clock.advance({ minutes: 1 })
    const sixth = await ask(app, season, mine.token, RAISE)
    expect(sixth.status).toBe(429)
    expect(sixth.headers.get('retry-after')).toBe('3600')
    app.clock.advance({ hours: 24 })
    expect((await ask(app, season, mine.token, RAISE)).status).toBe(201)
  })

  it('stops working when the supporter says that it was not them; a new link goes to them alone', async () => {
    const token = await askFor()
    expect((await refuseChange(app, token)).status).toBe(204)
    expect((await refuseChange(app, token)).status).toBe(204)
    expect((await app.visitor.get(`/api/pledge-links/${mine.token}`)).status).toBe(404)
    expect((await ask(app, season, mine.token, RAISE)).status).toBe(404)
    expect((await confirmChange(app, token)).status).toBe(409)
    const links = (await guestMails(app, mine.email)).filter(({ kind }) => kind === 'pledge_link')
    const fresh = /\/p\/([\w-]{43})/.exec(links[0]?.text ?? '')?.[1] ?? ''
    expect(links).toHaveLength(1)
    expect((await shown(fresh)).pledgeStatistics).toMatchObject([{ pledgeAmount: '2.00' }])
    expect(await actions()).toContain('pledge.refuse_change')
  })

  it('can request nothing once the signed-in supporter has revoked the links', async () => {
    const token = await askFor()
    await app.deps.db.query(
      sql`update mailed_links set ended_at = ${app.clock.now()} where pledge_id = ${mine.pledgeId}`,
    )
    expect((await confirmChange(app, token)).status).toBe(409)
  })
})

it('one network can request only so many changes a minute, whatever links it has', async () => {
  const statuses: number[] = []
  for (const nth of ['a', 'b', 'c', 'd'])
    statuses.push((await ask(app, season, nth.repeat(43), RAISE, { address: '203.0.113.9' })).status)
  expect(statuses).toEqual([404, 404, 404, 429])
})
