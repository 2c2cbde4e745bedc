/** R81: systems that listen are told at least once, signed by Standard Webhooks 1.0, and only of what is theirs. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type NewWebhookSecret,
  WEBHOOK_TYPES,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '#domain/schemas/webhook.ts'
import {
  announce,
  deliverWebhooks,
  dropEndpoints,
  forgetDeliveries,
  resealEndpoints,
} from '#server/accounts/webhook-endpoints/index.ts'
import { newId } from '#server/platform/base/ids.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { BAY, play, pledge, type Season, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { TEST_SECRET_KEY } from '#tests/mails.ts'
import { OK, openWebhookReceiver, verify, type WebhookReceiver } from '#tests/webhook-receiver.ts'

let app: TestApp
let org: TestOrganization
let season: Season
let receiver: WebhookReceiver
let endpoint: NewWebhookSecret

const pathOf = ({ organizationId }: TestOrganization) =>
  `/api/organizations/${organizationId}/webhook-endpoints`
const add = async (by: Caller, path: string, url = receiver.url) =>
  expectStatus(await by.post<NewWebhookSecret>(path, { url }), 201)
const deliver = () => deliverWebhooks(app.deps)
const makePledge = () => pledge(org, season, { lines: { goals: '2.00' }, method: 'check' })
const ofEndpoint = (rest = '') => `/api/webhook-endpoints/${endpoint.id}${rest}`
const deliveries = async () =>
  expectStatus(await org.owner.get<WebhookDelivery[]>(ofEndpoint('/deliveries')), 200)
const list = async () => expectStatus(await org.owner.get<WebhookEndpoint[]>(pathOf(org)), 200)
const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])
const hours = (count: number) => app.clock.advance({ minutes: count * 60 })

beforeEach(async () => {
  receiver = await openWebhookReceiver()
  ;({ app, org, season } = await givenSeason())
  endpoint = await add(org.owner, pathOf(org))
})
afterEach(async () => {
  await app.close()
  await receiver.close()
})

describe('what is sent', () => {
  it('is signed, small, and names nobody', async () => {
    const { pledge: made, supporter } = await makePledge()
    await deliver()
    const [sent] = receiver.received
    if (!sent) throw new Error('nothing was sent')
    const [known] = await deliveries()
    expect(sent.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `msg_${known?.id}`,
      'webhook-timestamp': String(app.clock.now().getTime() / 1_000),
    })
    expect(verify(endpoint.secret, sent)).toEqual({
      type: 'pledge.made',
      timestamp: app.clock.now().toISOString(),
      url: `http://localhost:3000/api/pledges/${made.id}`,
      data: {
        campaignId: season.id,
        organizationId: org.organizationId,
        pledgeId: made.id,
        agreedMaximum: made.agreedMaximum,
        expected: '80.00',
      },
    })
    expect(sent.body).not.toContain(supporter.email)
    expect(() => verify(endpoint.secret, { ...sent, body: sent.body.replace('80.00', '90.00') })).toThrow()
    expect(known).toMatchObject({ type: 'pledge.made', state: 'delivered', statusCode: 204, attempts: 1 })
  })

  it('is about the endpoint’s own organization, and about all to the provider', async () => {
    const other = await setUpOrganization(app, 'Bay Boosters')
    const [theirs, provider] = [await openWebhookReceiver(), await openWebhookReceiver()]
    await add(other.owner, pathOf(other), theirs.url)
    const all = await add(org.representative, '/api/webhook-endpoints', provider.url)
    const elsewhere = await givenSeason({ org: other })
    await play(org, season, { ...BAY, goals: 3 })
    await deliver()
    expect(receiver.accepted(endpoint.secret).map(({ type }) => type)).toEqual(['result.confirmed'])
    expect(theirs.received.map(({ body }) => JSON.parse(body).data.campaignId)).toEqual([elsewhere.season.id])
    expect(provider.accepted(all.secret).map(({ type }) => type)).toEqual([
      'campaign.activated',
      'result.confirmed',
    ])
    expect(await org.owner.get(`/api/webhook-endpoints/${all.id}/deliveries`)).toMatchObject({ status: 404 })
    await theirs.close()
    await provider.close()
  })

  it('is described for those who build a receiver', async () => {
    type Description = { webhooks: Record<string, object> }
    const { webhooks } = expectStatus(await app.visitor.get<Description>('/api/openapi.json'), 200)
    expect(Object.keys(webhooks)).toEqual(WEBHOOK_TYPES)
    expect(JSON.stringify(webhooks['payment.refunded'])).toContain('webhook-signature')
  })

  it('is nothing of a write that was refused', async () => {
    const body = { paymentMethod: 'check', pledgeStatistics: [] }
    expect((await (await app.user()).post(`${season.path}/pledges`, body)).status).toBe(400)
    await deliver()
    expect(receiver.received).toEqual([])
  })
})

describe('a receiver that does not accept', () => {
  it('is asked again for 24 hours under the same id, and then the delivery has failed', async () => {
    receiver.answer = () => ({ status: 500 })
    await makePledge()
    for (let hour = 0; hour < 26; hour += 0.25) {
      await deliver()
      hours(0.25)
    }
    expect(new Set(ids()).size).toBe(1)
    expect(receiver.received).toHaveLength(8)
    expect(await deliveries()).toMatchObject([{ state: 'failed', statusCode: 500, attempts: 8 }])
  })

  it('is asked no earlier than it asks for', async () => {
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '7200' } })
    await makePledge()
    await deliver()
    hours(1.9)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    receiver.answer = () => OK
    hours(0.1)
    await deliver()
    expect(receiver.accepted(endpoint.secret)).toHaveLength(1)
  })

  it('is asked no earlier where something else was sent in the meantime', async () => {
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '21600' } })
    const until = new Date(app.clock.now().getTime() + 6 * 3_600_000).toISOString()
    await makePledge()
    await makePledge()
    await deliver()
    const paused = await deliveries()
    const asked = paused.find(({ attempts }) => attempts === 1)
    expect(paused).toMatchObject(paused.map(() => ({ state: 'waiting', nextAttemptAt: until })))
    app.clock.advance({ minutes: 10 })
    receiver.answer = () => 'close'
    expectStatus(await org.owner.post(ofEndpoint(`/deliveries/${asked?.id}/replays`)), 201)
    expectStatus(await org.owner.post(ofEndpoint('/tests')), 201)
    receiver.answer = () => OK
    hours(5)
    await deliver()
    expect(receiver.received).toHaveLength(3)
    expect(await list()).toMatchObject([{ pausedUntil: until }])
    hours(1)
    await deliver()
    expect(receiver.accepted(endpoint.secret)).toHaveLength(2)
    expect(await list()).toMatchObject([{ pausedUntil: null }])
  })

  it('is not said to have answered what was never sent', async () => {
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '21600' } })
    for (let made = 0; made < 6; made += 1) await makePledge()
    for (let run = 0; run < 5; run += 1) {
      await deliver()
      hours(6)
    }
    const failed = (await deliveries()).map(({ state, attempts, statusCode }) => [
      state,
      attempts,
      statusCode,
    ])
    expect(failed.sort()).toEqual([['failed', 0, null], ...Array(5).fill(['failed', 1, 503])])
  })

  it('is sent a test that was asked for just before it did not answer something else', async () => {
    receiver.answer = () => 'close'
    await makePledge()
    const at = app.clock.now()
    const id = newId(app.clock)
    await app.deps.db.query(sql`
      insert into webhook_deliveries (
        endpoint_id, event_id, type, data, happened_at, next_attempt_at, retry_until
      )
      values (${endpoint.id}, ${id}, 'webhook.test', '{}', ${at}, ${at}, ${at})
    `)
    await deliver()
    expect((await deliveries()).find((one) => one.id === id)).toMatchObject({ state: 'waiting', attempts: 0 })
  })

  it('is not asked for the others where it does not answer, and gets all of them later', async () => {
    receiver.answer = () => 'close'
    for (let made = 0; made < 3; made += 1) await makePledge()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(
      (await deliveries()).map(({ state, attempts, problem }) => [state, attempts, problem]).sort(),
    ).toEqual([
      ['waiting', 0, null],
      ['waiting', 0, null],
      ['waiting', 1, 'no_answer'],
    ])
    receiver.answer = () => OK
    app.clock.advance({ minutes: 1 })
    await deliver()
    expect(receiver.accepted(endpoint.secret)).toHaveLength(3)
  })

  it('delays no other', async () => {
    const silent = await openWebhookReceiver()
    silent.answer = () => 'never'
    const { id } = await add(org.owner, pathOf(org), silent.url)
    const at = app.clock.now()
    const campaignId = season.id
    const event = () =>
      ({ id: newId(app.clock), type: 'campaign.activated', campaignId, at, data: { campaignId } }) as const
    const events = Array.from({ length: 60 }, event)
    await announce(app.deps.db, events)
    const run = deliver()
    await vi.waitFor(() => expect(receiver.accepted(endpoint.secret)).toHaveLength(events.length), 8_000)
    const path = `/api/webhook-endpoints/${id}/deliveries?limit=100`
    const attempts = async () => {
      const all = expectStatus(await org.owner.get<WebhookDelivery[]>(path), 200)
      return all.filter(({ attempts }) => attempts > 0).map(({ problem }) => problem)
    }
    expect(await attempts()).toEqual([null])
    await silent.close()
    await run
    expect(await attempts()).toEqual(['no_answer'])
  })

  it('is asked for each of them in turn, for 24 hours, where it never answers', async () => {
    receiver.answer = () => 'close'
    for (let made = 0; made < 3; made += 1) await makePledge()
    for (let run = 0; run < 3; run += 1) {
      await deliver()
      app.clock.advance({ minutes: 1 })
    }
    expect(new Set((await deliveries()).map(({ attempts }) => attempts))).toEqual(new Set([1]))
    hours(24)
    await deliver()
    expect(new Set((await deliveries()).map(({ state }) => state))).toEqual(new Set(['failed']))
  })

  it('is not followed elsewhere', async () => {
    receiver.answer = () => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } })
    await makePledge()
    await deliver()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/'])
  })

  it('is sent nothing more once it is gone, until it accepts a test', async () => {
    receiver.answer = () => ({ status: 410 })
    await makePledge()
    await makePledge()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    await makePledge()
    hours(2)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(await list()).toMatchObject([
      { disabledAt: expect.any(String), deliveries: { waiting: 0, failed: 2 } },
    ])
    expect((await deliveries()).map(({ statusCode }) => statusCode).sort()).toEqual([410, null])
    receiver.answer = () => OK
    const tested = expectStatus(await org.owner.post<WebhookDelivery>(ofEndpoint('/tests')), 201)
    expect(tested).toMatchObject({ type: 'webhook.test', state: 'delivered' })
    expect(await list()).toMatchObject([{ disabledAt: null }])
    await makePledge()
    await deliver()
    expect(receiver.accepted(endpoint.secret).map(({ type }) => type)).toEqual([
      'webhook.test',
      'pledge.made',
    ])
  })
})

describe('a server that dies', () => {
  it('after a commit loses no event: another one sends it', async () => {
    await makePledge()
    const next = await app.another()
    await deliverWebhooks(next.deps)
    expect(receiver.accepted(endpoint.secret)).toHaveLength(1)
  })

  it('after sending, before it noted so, leaves a second delivery under the same id', async () => {
    await makePledge()
    const died = new Error('this server is dead')
    const checkpoint = () => Promise.reject(died)
    await expect(deliverWebhooks({ ...app.deps, checkpoint })).rejects.toThrow()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    app.clock.advance({ minutes: 6 })
    await deliver()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(ids()).size).toBe(1)
  })
})

describe('what owners do', () => {
  it('a new secret signs at once, and the one from before for 24 hours more', async () => {
    const { secret } = expectStatus(await org.owner.post<NewWebhookSecret>(ofEndpoint('/secrets')), 201)
    await makePledge()
    await deliver()
    expect(verify(secret, receiver.received[0] as never).type).toBe('pledge.made')
    expect(verify(endpoint.secret, receiver.received[0] as never).type).toBe('pledge.made')
    hours(24)
    await makePledge()
    await deliver()
    expect(verify(secret, receiver.received[1] as never).type).toBe('pledge.made')
    expect(() => verify(endpoint.secret, receiver.received[1] as never)).toThrow()
  })

  it('a replay sends the same bytes under the same id', async () => {
    await makePledge()
    await deliver()
    const [first] = await deliveries()
    app.clock.advance({ minutes: 5 })
    expectStatus(await org.owner.post(ofEndpoint(`/deliveries/${first?.id}/replays`)), 201)
    const [sent, again] = receiver.received
    expect(again).toMatchObject({ body: sent?.body })
    expect(new Set(ids()).size).toBe(1)
  })

  it('a secret is shown once, and stored sealed', async () => {
    const listed = await org.owner.get<WebhookEndpoint[]>(pathOf(org))
    expect(JSON.stringify(listed.body)).not.toContain('whsec_')
    const [row] = await app.deps.db.query<{ all: string }>(
      sql`select to_jsonb(e)::text as all from webhook_endpoints e`,
    )
    expect(row?.all).not.toContain(endpoint.secret.slice('whsec_'.length))
  })

  it('a secret is sealed with a new SECRET_KEY, and dropped where no key opens it', async () => {
    const anew = 'another-key-of-tests-that-is-long-enough'
    const both = await app.another({ SECRET_KEY: `${anew},${TEST_SECRET_KEY}` })
    const { db } = both.deps
    expectStatus(await org.owner.post(ofEndpoint('/secrets')), 201)
    await resealEndpoints(db)
    const [row] = await db.query<{ sealed: string; previousSealed: string }>(
      sql`select sealed, previous_sealed from webhook_endpoints`,
    )
    expect([row?.sealed, row?.previousSealed].every((one) => db.sealing.isCurrent(one ?? ''))).toBe(true)
    await makePledge()
    await deliverWebhooks(both.deps)
    expect(receiver.accepted(endpoint.secret)).toHaveLength(1)
    await dropEndpoints(db)
    expect(await db.query(sql`select id from webhook_endpoints`)).toEqual([])
  })

  it.each([
    ['https://10.0.0.1/hook', 'not on the public web'],
    ['https://169.254.169.254/latest', 'not on the public web'],
    ['http://example.com/hook', 'starts with https://'],
    ['https://me:secret@example.com/hook', 'starts with https://'],
  ])('%s is refused', async (url, words) => {
    const refused = await org.owner.post<{ message: string }>(pathOf(org), { url })
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining(words) } })
  })

  it('there are at most five addresses, each once', async () => {
    expect(await org.owner.post(pathOf(org), { url: receiver.url })).toMatchObject({ status: 409 })
    for (let one = 2; one <= 5; one += 1) await add(org.owner, pathOf(org), `${receiver.url}/${one}`)
    expect(await org.owner.post(pathOf(org), { url: `${receiver.url}/6` })).toMatchObject({ status: 409 })
    expectStatus(await org.owner.delete(ofEndpoint()), 204)
    await add(org.owner, pathOf(org), `${receiver.url}/6`)
  })

  it('deliveries are kept for 30 days', async () => {
    await makePledge()
    await deliver()
    hours(29 * 24)
    await forgetDeliveries(app.deps.db, app.clock.now())
    expect(await deliveries()).toHaveLength(1)
    hours(2 * 24)
    await forgetDeliveries(app.deps.db, app.clock.now())
    expect(await deliveries()).toEqual([])
  })
})
