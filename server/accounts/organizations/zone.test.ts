/** A place that is corrected before anything was activated brings its time zone (R22). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Campaign } from '#domain/schemas/campaign.ts'
import type { Event } from '#domain/schemas/event.ts'
import type { OwnOrganization } from '#domain/schemas/organization.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { openDraft, setStatus, setUpOrganization } from '#tests/fixtures.ts'

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
    ...{ timeZone: 'America/Los_Angeles', startDate: '2026-08-15', endDate: '2026-12-15' },
    endsAt: '2026-12-16T07:59:59.999Z',
  })
  // Seven in the evening, as it was typed.
  const { events } = expectStatus(await org.owner.get<{ events: Event[] }>(draft.path), 200)
  expect(events.find(({ id }) => id === made.id)?.startTime).toBe('2026-09-12T02:00:00.000Z')
  expect(await move({ state: 'TX', city: 'El Paso' })).toBe('America/Denver')
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
