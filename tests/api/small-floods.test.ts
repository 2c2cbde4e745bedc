/** What a stranger or an account could repeat, keep or read too long: links, reminders, messages, names, erasure (R42 to R45). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MailedAmbassador } from '#domain/schemas/ambassador.ts'
import { deleteUser } from '#server/accounts/users/index.ts'
import { sql } from '#server/platform/db/database.ts'
import { pledgeLink } from '#server/season/pledges/links/index.ts'
import { expectStatus, type TestApp } from '#tests/app.ts'
import { pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { holdAsGuest } from '#tests/guests.ts'
import { deliveredMails } from '#tests/mails.ts'

let app: TestApp
let org: TestOrganization
let season: Season
beforeAll(async () => {
  ;({ app, org, season } = await givenSeason({ now: '2026-09-01T16:00:00Z' }))
})
afterAll(() => app.close())

describe('a pledge’s link that was revoked or has expired', () => {
  it('is not found on any of its pages', async () => {
    const made = await pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
    const linked = { pledgeId: made.pledge.id, campaignId: season.id }
    const open = async () => (await pledgeLink(app.deps, app.deps.db, linked)).split('/').at(-1) ?? ''
    const revoked = await open()
    expectStatus(await made.supporter.delete(`/api/pledges/${made.pledge.id}/links`), 204)
    const expired = await open()
    const { pathname } = new URL('https://x.test/api/openapi.json')
    const described = expectStatus(
      await app.visitor.get<{ paths: Record<string, Record<string, unknown>> }>(pathname),
      200,
    )
    const reads = Object.entries(described.paths)
      .filter(([path, methods]) => path.startsWith('/api/pledge-links/{token}') && 'get' in methods)
      .map(([path]) => path)
    expect(reads).toContain('/api/pledge-links/{token}/forecast')
    const statuses = async (token: string) => {
      const found: Record<string, number> = {}
      for (const path of reads) {
        const filled = path
          .replace('{token}', token)
          .replace('{year}', '2026')
          .replace('{number}', 'INV-2026-000001')
          .replace(/\{\w+\}/g, made.pledge.id)
        const query = path.endsWith('/preview') ? `?kind=stop&statisticId=${season.statistics.goals.id}` : ''
        found[path] = (await app.visitor.get(`${filled}${query}`)).status
      }
      return new Set(Object.values(found))
    }
    expect(await statuses(revoked)).toEqual(new Set([404]))
    expect((await app.visitor.get(`/api/pledge-links/${expired}/forecast`)).status).toBe(200)
    expectStatus(await made.supporter.post(`/api/pledges/${made.pledge.id}/cancellation`), 201)
    app.clock.advance({ days: 61 })
    expect(await statuses(expired)).toEqual(new Set([404]))
    app.clock.advance({ days: -61 })
  })
})

describe('an invited ambassador', () => {
  it('is reminded twice, ever, and each mail can stop the next before they join', async () => {
    const ambassadors = `${season.path}/ambassadors`
    const invite = async (email: string) =>
      expectStatus(await org.owner.post<MailedAmbassador>(ambassadors, { email }), 201)
    const { id } = await invite('amy@example.org')
    const mailed: boolean[] = []
    for (let hour = 0; hour < 4; hour += 1) {
      app.clock.advance({ hours: 2 })
      const nudged = await org.owner.post<MailedAmbassador>(`${ambassadors}/${id}/nudges`)
      mailed.push(expectStatus(nudged, 200).mailed)
    }
    expect(mailed).toEqual([true, true, false, false])
    const again = await org.owner.put<MailedAmbassador>(`${ambassadors}/${id}`, {})
    expect(JSON.stringify(again.body)).not.toContain('"mailed":true')
    const mails = await deliveredMails(app.deps.db, sql`to_address = 'amy@example.org'`)
    expect(mails).toHaveLength(3)
    for (const { text } of mails) expect(text).toMatch(/\/unsubscribe\/[\w-]+/)

    const other = await invite('zoe@example.org')
    const [first] = await deliveredMails(app.deps.db, sql`to_address = 'zoe@example.org'`)
    const token = /\/unsubscribe\/([\w-]+)/.exec(first?.text ?? '')?.[1]
    expectStatus(await app.visitor.post(`/api/unsubscribe-links/${token}`, { isOn: false }), 200)
    app.clock.advance({ hours: 2 })
    const nudged = await org.owner.post<MailedAmbassador>(`${ambassadors}/${other.id}/nudges`)
    expect(expectStatus(nudged, 200)).toMatchObject({ mailed: false })
  })
})

describe('messages on a campaign’s page', () => {
  it('are limited for an account, per minute and per day, with words', async () => {
    const writer = await app.user()
    const write = (message: string) => writer.post(`${season.path}/comments`, { message })
    const once = await Promise.all(Array.from({ length: 32 }, (_, index) => write(`Go ${index}`)))
    expect(once.filter(({ status }) => status === 201)).toHaveLength(30)
    expect(once.find(({ status }) => status === 429)?.body).toMatchObject({
      message: expect.stringContaining('wait a minute'),
    })
    let written = 30
    for (let minute = 0; minute < 12; minute += 1) {
      app.clock.advance({ minutes: 2 })
      for (let nth = 0; nth < 9; nth += 1) if ((await write('Go on')).status === 201) written += 1
    }
    expect(written).toBe(100)
    app.clock.advance({ days: 1 })
    expectStatus(await write('Good morning'), 201)
  })
})

describe('names', () => {
  it('contain no telephone number, whatever they name', async () => {
    const scam = 'Your account is locked, call 1-800-555-0199'
    const refused = [
      await org.owner.post(`${season.path}/statistics`, {
        name: scam,
        type: 'one_time',
        icon: 'faGift',
        pledgeAmountOptions: [1, 2, 3],
      }),
      await org.owner.post(`${season.path}/rewards`, {
        title: scam,
        description: 'x',
        type: 'top_supporter',
      }),
      await org.representative.post(`${season.path}/events`, {
        name: scam,
        eventType: 'game',
        startTime: '2026-10-01T18:00:00Z',
        opponent: 'Bay',
      }),
      await org.representative.put(season.path, { name: scam }),
      await org.representative.put(`/api/organizations/${org.organizationId}/standing`, { name: scam }),
      await (await app.user()).put('/api/auth/user', { firstName: 'Call 541-555-0100' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
    for (const { body } of refused) expect(JSON.stringify(body)).toContain('Leave out telephone numbers')
  })
})

describe('after a changed address', () => {
  it('erasure leaves neither address nor the words of messages anywhere', async () => {
    const former = 'former.pat@example.org'
    const now = 'newer.pat@example.org'
    const pat = await app.user()
    const { userId } = pat
    await app.deps.db.query(sql`update users set email = ${former} where id = ${userId}`)
    await app.deps.db.query(sql`
      update mails set to_address = ${former}, user_id = ${userId}
      where id = (select id from mails order by id desc limit 1)
    `)
    const key = { 'idempotency-key': 'invites-pat' }
    const invitation = { email: former, role: 'scorer' }
    expectStatus(
      await org.owner.post(`/api/organizations/${org.organizationId}/invitations`, invitation, key),
      201,
    )
    expectStatus(
      await org.owner.post(
        `${season.path}/ambassadors`,
        { email: former },
        { 'idempotency-key': 'asks-pat' },
      ),
      201,
    )
    await holdAsGuest(app, season, { email: former })
    expectStatus(await pat.post(`${season.path}/comments`, { message: 'Words of Pat themself' }), 201)
    await app.deps.db.query(sql`update users set email = ${now} where id = ${userId}`)
    await deleteUser(app.deps, userId)
    const tables = await app.deps.db.query<{ name: string }>(sql`
      select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
      from pg_tables
      where schemaname in ('public', 'identity')
    `)
    const left: string[] = []
    for (const { name } of tables) {
      const rows = await app.deps.db.query(sql`
        select from ${sql.raw(name)} t
        where t::text like any(array[${`%${former}%`}, ${`%${now}%`}, '%Words of Pat%'])
      `)
      if (rows.length > 0) left.push(name)
    }
    expect(left).toEqual([])
  })
})
