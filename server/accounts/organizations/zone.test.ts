/** A place that is corrected before anything was activated brings its time zone (R22). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import {
  openDraft,
  type Season,
  setStatus,
  setUpOrganization,
  type TestOrganization,
} from '#tests/fixtures.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const setUp = async () => {
  const org = await setUpOrganization(app)
  const draft = await openDraft(org)
  const path = `/api/organizations/${org.organizationId}`
  const move = async (place: object) =>
    expectStatus(await org.owner.put<OwnOrganization>(path, place), 200).timeZone
  return { org, draft, path, move }
}

const CLUB = { name: 'Border Club', description: 'We play.', organizationType: 'sports_club' }
const zoneOf = async ({ owner }: TestOrganization, { path }: Season) =>
  expectStatus(await owner.get<{ campaigns: Campaign }>(path), 200).campaigns.timeZone

it('a corrected state brings its time zone to the organization and to its drafts', async () => {
  const { org, draft, move } = await setUp()
  const game = { name: 'vs. Bay', eventType: 'game', startTime: '2026-09-11T23:00:00Z' }
  const made = expectStatus(await org.owner.post<Event>(`${draft.path}/events`, game), 201)
  expect(await move({ state: 'CA', city: 'Oakland' })).toBe('America/Los_Angeles')
  const { campaigns } = expectStatus(
    await org.owner.get<{ campaigns: Campaign; events: Event[] }>(draft.path),
    200,
  )
  expect(campaigns).toMatchObject({
    timeZone: 'America/Los_Angeles',
    startDate: '2026-08-15',
    endDate: '2026-12-15',
    endsAt: '2026-12-16T07:59:59.999Z',
  })
  // Seven in the evening, as it was typed.
  const { events } = expectStatus(await org.owner.get<{ events: Event[] }>(draft.path), 200)
  expect(events.find(({ id }) => id === made.id)?.startTime).toBe('2026-09-12T02:00:00.000Z')
  expect(await move({ state: 'TX', city: 'El Paso' })).toBe('America/Denver')
})

it('its owner chooses the time zone, until a campaign is activated, and a corrected town keeps it', async () => {
  const { org, draft, path, move } = await setUp()
  expect(await move({ state: 'FL', city: 'Pensacola' })).toBe('America/Chicago')
  expect(await move({ timeZone: 'America/New_York' })).toBe('America/New_York')
  expect(await zoneOf(org, draft)).toBe('America/New_York')
  expect(await move({ city: 'Destin', zip: '32541' })).toBe('America/New_York')
  // Empty: as its town has it.
  expect(await move({ timeZone: '', state: 'IN', city: 'Gary', zip: '46402' })).toBe('America/New_York')
  expect(await move({ timeZone: 'America/Chicago' })).toBe('America/Chicago')
  const far = { timeZone: 'Asia/Tokyo' }
  expectStatus(await org.owner.put(path, far), 400)
  await setStatus(org, draft, 'active')
  expectStatus(await org.owner.put(path, { timeZone: 'America/Denver' }), 409)
  expect(await move({ city: 'Hammond', timeZone: 'America/Chicago' })).toBe('America/Chicago')
})

it('a new organization has the zone that was chosen, or that of its town', async () => {
  const owner = await app.user()
  const made = async (place: object) =>
    expectStatus(await owner.post<OwnOrganization>('/api/organizations', { ...CLUB, ...place }), 201).timeZone
  expect(await made({ state: 'TX', city: 'El Paso' })).toBe('America/Denver')
  expect(await made({ state: 'TX', city: 'El Paso', timeZone: '' })).toBe('America/Denver')
  expect(await made({ state: 'TX', city: 'El Paso', timeZone: 'America/Chicago' })).toBe('America/Chicago')
  expectStatus(
    await owner.post('/api/organizations', { ...CLUB, state: 'TX', city: 'Waco', timeZone: 'Mars' }),
    400,
  )
})

it('a time zone that a representative chose stays, and so does that of an activated campaign', async () => {
  const { org, draft, path, move } = await setUp()
  const chosen = { timeZone: 'America/Phoenix' }
  expectStatus(await org.representative.put(`${path}/standing`, chosen), 200)
  expect(await move({ state: 'CA' })).toBe('America/Phoenix')
  expectStatus(await org.representative.put(`${path}/standing`, { timeZone: 'America/Los_Angeles' }), 200)
  await setStatus(org, draft, 'active')
  expect(await move({ state: 'MA' })).toBe('America/Los_Angeles')
})
