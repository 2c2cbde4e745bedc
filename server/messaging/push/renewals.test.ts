/** A browser that automatically renews its push subscription is alerted as before, at its new address (R64). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PushDeviceForm } from '#domain/schemas/alert.ts'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, expectStatus, type TestApp } from '#tests/app.ts'
import { pledge, type Season, type TestOrganization } from '#tests/fixtures.ts'
import { givenSeason } from '#tests/given-season.ts'
import { openPushService, type PushService } from '#tests/push-service.ts'
import { queuePushes, sendPushes } from './index.ts'

let service: PushService
let app: TestApp
let org: TestOrganization
let season: Season

beforeEach(async () => {
  service = await openPushService()
  ;({ app, org, season } = await givenSeason({
    now: '2026-09-01T16:00:00Z',
    env: { PUSH_STAND_IN: service.origin },
  }))
})
afterEach(async () => {
  await app.close()
  await service.close()
})

type Alerted = { supporter: Caller; pledgeId: string; device: PushDeviceForm }

async function alerted(device: PushDeviceForm = service.subscribe()): Promise<Alerted> {
  const made = await pledge(org, season, { lines: { goals: '5.00' }, method: 'check' })
  await add({ supporter: made.supporter, pledgeId: made.pledge.id }, device)
  return { supporter: made.supporter, pledgeId: made.pledge.id, device }
}
const add = async ({ supporter, pledgeId }: Omit<Alerted, 'device'>, device: PushDeviceForm) =>
  expectStatus(await supporter.post(`/api/pledges/${pledgeId}/alerts`, { channel: 'push', device }), 200)
const renew = (old: PushDeviceForm, device: PushDeviceForm) =>
  app.visitor.post<{ fields: Record<string, string> }>('/api/alert-devices/renewals', { old, device })
const queue = ({ supporter }: Alerted) =>
  app.deps.db.transaction((tx) =>
    queuePushes(app.deps, tx, [
      { campaignId: season.id, userId: supporter.userId, title: 'Fall Season', body: 'Goals: 1.' },
    ]),
  )
const addresses = () => service.received.map(({ path }) => `${service.origin}${path}`)
const count = async () => (await app.deps.db.query(sql`select id from push_devices`)).length

it('a renewed subscription takes the place of the old one, gets what waits, and opens the same page', async () => {
  const ana = await alerted()
  const fresh = service.subscribe()
  await queue(ana)
  expectStatus(await renew(ana.device, fresh), 204)
  await sendPushes(app.deps)
  expect(addresses()).toEqual([fresh.endpoint])
  expect(service.messages()).toMatchObject([{ path: `/pledges/${ana.pledgeId}` }])
  expect(await count()).toBe(1)
})

it('a renewal is for every pledge that the browser was alerted about, and for no other browser', async () => {
  const shared = service.subscribe()
  const people = [await alerted(shared), await alerted(shared), await alerted()]
  const fresh = service.subscribe()
  expectStatus(await renew(shared, fresh), 204)
  for (const one of people) await queue(one)
  await sendPushes(app.deps)
  expect(addresses().sort()).toEqual([fresh.endpoint, fresh.endpoint, people[2]?.device.endpoint].sort())
})

it('a renewal without the old subscription’s secret changes nothing, and is answered the same', async () => {
  const ana = await alerted()
  const other = service.subscribe()
  const fresh = service.subscribe()
  expectStatus(await renew({ ...ana.device, keys: other.keys }, fresh), 204)
  expectStatus(await renew({ ...ana.device, endpoint: other.endpoint }, fresh), 204)
  await queue(ana)
  await sendPushes(app.deps)
  expect(addresses()).toEqual([ana.device.endpoint])
})

it('a renewal that comes twice, or after the page added the new subscription, leaves one', async () => {
  const ana = await alerted()
  const fresh = service.subscribe()
  await add(ana, fresh)
  expect(await count()).toBe(2)
  expectStatus(await renew(ana.device, fresh), 204)
  expectStatus(await renew(ana.device, fresh), 204)
  expect(await count()).toBe(1)
  await queue(ana)
  await sendPushes(app.deps)
  expect(addresses()).toEqual([fresh.endpoint])
})

it('what waited for the old subscription moves to the new one that the page had added, and once only', async () => {
  const ana = await alerted()
  const fresh = service.subscribe()
  await queue(ana)
  await add(ana, fresh)
  app.clock.advance({ minutes: 1 })
  await queue(ana)
  expectStatus(await renew(ana.device, fresh), 204)
  await sendPushes(app.deps)
  expect(addresses()).toEqual([fresh.endpoint, fresh.endpoint])
})

it('a renewal to an address that is no push service’s is refused', async () => {
  const ana = await alerted()
  const inside = { ...service.subscribe(), endpoint: 'https://127.0.0.1/admin' }
  expect(await renew(ana.device, inside)).toMatchObject({
    status: 400,
    body: { fields: { device: expect.any(String) } },
  })
})
