/** Alerts about results as they are entered, by push and by mail (R64). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertChoice } from '#domain/schemas/alert.ts'
import { deleteUser } from '#server/accounts/users/deletion.ts'
import { sendPushes } from '#server/messaging/push/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { notifyResults } from '#server/season/digests/send.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import {
  confirm,
  enterMatch,
  play,
  pledge,
  type Season,
  setStatus,
  type TestOrganization,
} from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { deliveredMails } from '#tests/mails.ts'
import { openPushService, type PushService, senderOf } from '#tests/push-service.ts'
import { alertSupporters } from './send.ts'

let service: PushService
let app: TestApp
let org: TestOrganization
let season: Season
/** Noon in Boston. */
const NOON = '2026-09-10T16:00:00Z'
const HARBOR = { opponent: 'Harbor', startTime: '2026-09-10T14:00:00Z' }
const BAY = { opponent: 'Bay', startTime: '2026-09-09T14:00:00Z' }

beforeEach(async () => {
  service = await openPushService()
  ;({ app, org, season } = await givenSeason({ now: NOON, env: { PUSH_STAND_IN: service.origin } }))
})
afterEach(async () => {
  await app.close()
  await service.close()
})

type Wish = Parameters<typeof pledge>[2]
const CARD = { lines: { goals: '5.00', wins: '10.00' }, method: 'check', most: '300.00' } as const
const choose = (who: Caller, pledgeId: string, form: object) =>
  who.post<AlertChoice>(`/api/pledges/${pledgeId}/alerts`, form)

async function alerted(channel: 'push' | 'mail', wish: Wish = CARD) {
  const made = await pledge(org, season, wish)
  const form = channel === 'push' ? { channel, device: service.subscribe() } : { channel }
  const choice = expectStatus(await choose(made.supporter, made.pledge.id, form), 200)
  app.clock.advance({ minutes: 1 })
  return { ...made, choice }
}
/** Long enough for new results to be passed on. */
async function run(minutes = 3): Promise<void> {
  app.clock.advance({ minutes })
  await alertSupporters(app.deps)
  await sendPushes(app.deps)
}
const bodies = () => service.messages().map(({ body }) => body)
const mails = (kind = 'result_alert') => deliveredMails(app.deps.db, sql`kind = ${kind}`)

describe('a push alert', () => {
  it('says what an unconfirmed result would add, is encrypted for the browser and signed by us', async () => {
    const { pledge: made, choice } = await alerted('push')
    await enterMatch(org, season, { ...HARBOR, goals: 3, wins: 1 })
    await run()
    expect(service.messages()).toMatchObject([
      {
        title: 'Fall Season',
        body: 'Sep 10, vs. Harbor. Goals: 3, Wins: 1. Not confirmed yet: it would add $25.00 to your pledge.',
        path: `/pledges/${made.id}`,
      },
    ])
    const [received] = service.received
    const sender = await senderOf(received as NonNullable<typeof received>)
    expect(sender.key).toBe(choice.pushKey)
    expect(sender.payload.aud).toBe(service.origin)
    expect(received?.headers.ttl).toBe('43200')
  })

  it('is one for each match: what is corrected, confirmed or voided later is not alerted about', async () => {
    await alerted('push')
    const entries = await enterMatch(org, season, { ...HARBOR, goals: 3 })
    const eventId = entries[0]?.eventId as string
    await run()
    await enterMatch(org, season, { ...HARBOR, eventId, goals: 5, wins: 1 })
    await run()
    await confirm(org.owner, season, entries)
    await run()
    expect(bodies()).toHaveLength(1)
    await enterMatch(org, season, { ...BAY, goals: 1 })
    await run()
    expect(bodies()).toHaveLength(2)
  })

  it('is one for matches that are entered together, and says so once all are confirmed', async () => {
    await alerted('push')
    const first = await enterMatch(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 1 })
    const second = await enterMatch(org, season, { ...BAY, goals: 2 })
    await confirm(org.owner, season, [...first, ...second])
    await run(1)
    expect(bodies()).toEqual([])
    await run()
    expect(bodies()).toEqual(['2 matches. Goals: 5. $25.00 added to your pledge.'])
  })

  it('never says more than what is left of the maximum, and none follows once it is reached', async () => {
    await alerted('push', { ...CARD, most: '12.00' })
    await enterMatch(org, season, { ...HARBOR, goals: 3 })
    await run()
    await enterMatch(org, season, { ...BAY, goals: 3 })
    await run()
    expect(bodies()).toEqual([
      'Sep 10, vs. Harbor. Goals: 3. Not confirmed yet: it would add $12.00 to your pledge. That would reach your maximum.',
    ])
  })

  it('is not about what was entered before, nor about a statistic that was not pledged on', async () => {
    const before = await enterMatch(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 1 })
    await alerted('push')
    await alerted('push', { ...CARD, lines: { champions: '50.00' } })
    await enterMatch(org, season, { ...HARBOR, eventId: before[0]?.eventId as string, goals: 4 })
    await run()
    expect(bodies()).toEqual([])
    await enterMatch(org, season, { ...BAY, goals: 1 })
    await run()
    expect(bodies()).toHaveLength(1)
  })

  it('goes to nobody whose pledge or campaign is cancelled', async () => {
    const { supporter, pledge: made } = await alerted('push')
    await alerted('push')
    await enterMatch(org, season, { ...HARBOR, goals: 3 })
    expectStatus(await supporter.post(`/api/pledges/${made.id}/cancellation`), 201)
    await run()
    expect(bodies()).toHaveLength(1)
    await enterMatch(org, season, { ...BAY, goals: 3 })
    await setStatus(org, season, 'cancelled')
    await run()
    expect(bodies()).toHaveLength(1)
  })

  it('waits for the morning, and is then one for the evening’s matches', async () => {
    await alerted('push')
    app.clock.advance({ hours: 10 })
    await enterMatch(org, season, { ...HARBOR, goals: 3 })
    await run()
    await enterMatch(org, season, { ...BAY, goals: 2 })
    await run()
    expect(bodies()).toEqual([])
    app.clock.advance({ hours: 9 })
    await run()
    expect(bodies()).toEqual([])
    app.clock.advance({ minutes: 50 })
    await run()
    expect(bodies()).toEqual(['2 matches. Goals: 5. Not confirmed yet: it would add $25.00 to your pledge.'])
  })

  it('is limited to five a day; what would be more is one the day after', async () => {
    const { supporter, pledge: made } = await alerted('push')
    expectStatus(await choose(supporter, made.id, { channel: 'push', quietFrom: 8, quietTo: 8 }), 200)
    for (let round = 0; round < 7; round += 1) {
      await enterMatch(org, season, { ...HARBOR, opponent: `Team ${round}`, goals: 1 })
      await run(10)
    }
    expect(bodies()).toHaveLength(5)
    app.clock.advance({ hours: 22 })
    await run()
    expect(bodies().slice(5)).toEqual([])
    app.clock.advance({ hours: 2 })
    await run()
    expect(bodies().slice(5)).toEqual([
      '2 matches. Goals: 2. Not confirmed yet: it would add $10.00 to your pledge.',
    ])
  })

  it('is sent once by two servers, and again only where the push service did not take it', async () => {
    await alerted('push')
    const other = await app.another()
    await enterMatch(org, season, { ...HARBOR, goals: 3 })
    app.clock.advance({ minutes: 3 })
    service.answer = 503
    await Promise.all([alertSupporters(app.deps), alertSupporters(other.deps)])
    expect(service.received).toHaveLength(1)
    service.answer = 201
    await sendPushes(app.deps)
    expect(service.received).toHaveLength(1)
    await run(2)
    expect(service.received).toHaveLength(2)
    await run()
    expect(service.received).toHaveLength(2)
  })

  it.each([404, 410])('ends with a browser that is gone: its push service answers %i', async (gone) => {
    const { supporter, pledge: made } = await alerted('push')
    service.answer = gone
    await enterMatch(org, season, { ...HARBOR, goals: 3 })
    await run()
    const now = expectStatus(await supporter.get<AlertChoice>(`/api/pledges/${made.id}/alerts`), 200)
    expect(now).toMatchObject({ channel: 'off', devices: [] })
  })

  it.each([302, 403, 413])(
    'is given up where the push service answers %i, and a redirect is not followed',
    async (no) => {
      await alerted('push')
      service.answer = no
      await enterMatch(org, season, { ...HARBOR, goals: 3 })
      await run()
      await run(60)
      expect(service.received.map(({ path }) => path)).toEqual([expect.stringContaining('/send/')])
    },
  )

  it('is attempted five times', async () => {
    await alerted('push')
    service.answer = 500
    await enterMatch(org, season, { ...HARBOR, goals: 3 })
    for (let round = 0; round < 8; round += 1) await run(60)
    expect(service.received).toHaveLength(5)
  })

  it('has a button that turns alerts off on this browser, without signing in and only once', async () => {
    const { supporter, pledge: made } = await alerted('push')
    await enterMatch(org, season, { ...HARBOR, goals: 3 })
    await run()
    const off = service.messages()[0]?.off ?? ''
    const wrong = off.replace(/.(?=.{9}\/off$)/, (sign) => (sign === 'A' ? 'B' : 'A'))
    expect((await app.visitor.post(wrong)).status).toBe(404)
    expect((await app.visitor.post(off)).status).toBe(204)
    expect((await app.visitor.post(off)).status).toBe(204)
    const now = expectStatus(await supporter.get<AlertChoice>(`/api/pledges/${made.id}/alerts`), 200)
    expect(now.channel).toBe('off')
    await enterMatch(org, season, { ...BAY, goals: 3 })
    await run()
    expect(bodies()).toHaveLength(1)
    // After alerts are turned on again, nothing is sent for what was entered in between.
    expectStatus(await choose(supporter, made.id, { channel: 'push', device: service.subscribe() }), 200)
    app.clock.advance({ minutes: 1 })
    await enterMatch(org, season, { ...HARBOR, opponent: 'Ridge', goals: 1 })
    await run()
    expect(bodies().slice(1)).toEqual([expect.stringContaining('vs. Ridge. Goals: 1.')])
  })
})

describe('a browser', () => {
  it.each([
    'http://fcm.googleapis.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/a',
    'https://fcm.googleapis.com.evil.example/a',
  ])('is refused where it names no push service: %s', async (endpoint) => {
    const { supporter, pledge: made } = await pledge(org, season, CARD)
    const form = { channel: 'push', device: { ...service.subscribe(), endpoint } }
    expect((await choose(supporter, made.id, form)).status).toBe(400)
  })

  it('is one of five at most: the oldest makes room', async () => {
    const { supporter, pledge: made, choice } = await alerted('push')
    for (let one = 0; one < 5; one += 1) {
      app.clock.advance({ minutes: 1 })
      expectStatus(await choose(supporter, made.id, { channel: 'push', device: service.subscribe() }), 200)
    }
    const now = expectStatus(await supporter.get<AlertChoice>(`/api/pledges/${made.id}/alerts`), 200)
    expect(now.devices).toHaveLength(5)
    expect(now.devices).not.toContain(choice.devices[0])
  })

  it('is kept sealed, and is erased with the account', async () => {
    const { supporter, pledge: made } = await alerted('push')
    const [row] = await app.deps.db.query<{ sealed: string }>(sql`select sealed from push_devices`)
    expect(row?.sealed).toMatch(/^v1\./)
    expectStatus(await supporter.post(`/api/pledges/${made.id}/cancellation`), 201)
    const { body } = await supporter.get<{ alerts: { channel: string; browsers: number }[] }>(
      '/api/auth/user/data',
    )
    expect(body.alerts).toMatchObject([{ channel: 'push', browsers: 1 }])
    await deleteUser(app.deps, supporter.userId)
    const left = await app.deps.db.query(sql`
      select user_id from push_devices
      union all
      select user_id from result_alerts
    `)
    expect(left).toEqual([])
  })
})

describe('the link of a pledge', () => {
  async function linked() {
    const { supporter, pledge: made } = await alerted('mail')
    await enterMatch(org, season, { ...HARBOR, goals: 1 })
    await run()
    const [mail] = await mails()
    const token = /\/p\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    return { supporter, made, token, path: `/api/pledge-links/${token}/alerts` }
  }

  it('turns alerts on for its own campaign without signing in; stopped, that browser gets none', async () => {
    const { supporter, made, token, path } = await linked()
    expect(expectStatus(await app.visitor.get<AlertChoice>(path), 200)).toMatchObject({
      channel: 'mail',
      next: 'match',
      isOver: false,
      mailTo: 'the address of this pledge',
    })
    const form = { channel: 'push', device: service.subscribe() }
    expectStatus(await app.visitor.post<AlertChoice>(path, form), 200)
    await enterMatch(org, season, { ...BAY, goals: 2 })
    await run()
    expect(service.messages()).toMatchObject([{ path: `/p/${token}` }])
    expectStatus(await supporter.delete(`/api/pledges/${made.id}/links`), 204)
    expect((await app.visitor.get(path)).status).toBe(404)
    expect((await app.visitor.post(path, form)).status).toBe(404)
    await enterMatch(org, season, { ...HARBOR, opponent: 'Ridge', goals: 2 })
    await run()
    expect(service.messages()).toHaveLength(1)
  })
})

describe('an alert by mail', () => {
  it('goes where the digest goes, and the digest is not mailed where it says the same', async () => {
    const { supporter } = await alerted('mail')
    const entries = await enterMatch(org, season, { ...HARBOR, goals: 3 })
    await run()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: supporter.email, subject: 'New result: Sep 10, vs. Harbor' })
    expect(mail?.text).toContain('Not confirmed yet: it would add $15.00 to your pledge.')
    expect(mail?.text).toContain('If the figure changes, we email you again once it is confirmed.')
    expect(mail?.text).toContain('or the entry is withdrawn before that, we don’t')
    await confirm(org.owner, season, entries)
    app.clock.advance({ minutes: 21 })
    await notifyResults(app.deps)
    expect(await mails('results_digest')).toEqual([])
  })

  it('is followed by the digest where the confirmed figure is another one', async () => {
    await alerted('mail')
    const [entry] = await enterMatch(org, season, { ...HARBOR, goals: 3 })
    await run()
    const eventId = entry?.eventId as string
    await play(org, season, { ...HARBOR, eventId, goals: 2 })
    app.clock.advance({ minutes: 21 })
    await notifyResults(app.deps)
    expect((await mails('results_digest')).map(({ subject }) => subject)).toEqual([
      '$10.00 more for your pledge for Fall Season',
    ])
  })

  it('ends by its one-click link, and nothing in between is made up for later', async () => {
    const { supporter, pledge: made } = await alerted('mail')
    await enterMatch(org, season, { ...HARBOR, goals: 3 })
    await run()
    const [mail] = await mails()
    const path = new URL(mail?.unsubscribeUrl ?? '').pathname
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await app.visitor.post(path, 'List-Unsubscribe=One-Click', form)).status).toBe(204)
    await enterMatch(org, season, { ...BAY, goals: 3 })
    await run()
    expect(await mails()).toHaveLength(1)
    expectStatus(await choose(supporter, made.id, { channel: 'mail' }), 200)
    app.clock.advance({ minutes: 1 })
    await enterMatch(org, season, { ...HARBOR, opponent: 'Ridge', goals: 1 })
    await run()
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'New result: Sep 10, vs. Harbor',
      'New result: Sep 10, vs. Ridge',
    ])
  })

  it('is refused to an address that is not verified, and nobody else’s pledge is found', async () => {
    const { supporter, pledge: made } = await pledge(org, season, CARD)
    await app.deps.db.query(sql`update users set email_verified_at = null where id = ${supporter.userId}`)
    expect((await choose(supporter, made.id, { channel: 'mail' })).status).toBe(409)
    expect((await choose(org.owner, made.id, { channel: 'mail' })).status).toBe(404)
    expect((await choose(supporter, made.id, { channel: 'push' })).status).toBe(400)
  })
})
