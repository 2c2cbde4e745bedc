/** An ambassador who is removed while somebody pledges keeps no pledge from being made, and is credited with nothing (R42). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ambassador } from '#domain/schemas/ambassador.ts'
import type { GuestHeld } from '#domain/schemas/guest-pledge.ts'
import type { Pledge } from '#domain/schemas/pledge.ts'
import { createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { closeWithBooksInOrder } from '#tests/books.ts'
import { openSeason, pledgeBody, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'
import { begin, callFrom, holdBody, typeCard } from '#tests/guests.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp({ now: '2026-09-01T16:00:00Z' })
  org = await setUpOrganization(app)
})
afterAll(() => closeWithBooksInOrder(app))

test('the pledge is made without them; one that was never in the campaign is still refused', async () => {
  const season = await openSeason(org)
  const other = await openSeason(org)
  const invite = async (path: string, email: string) =>
    expectStatus(await org.owner.post<Ambassador>(`${path}/ambassadors`, { email }), 201).id
  const emma = await invite(season.path, 'emma@example.org')
  const stranger = await invite(other.path, 'noah@example.org')
  const supporter = await app.user({ firstName: 'Pat' })
  const body = await pledgeBody(supporter, season, { lines: { goals: '2.00' }, method: 'check' })
  const pledgeWith = (ambassadorId: string) =>
    supporter.post<Pledge>(`${season.path}/pledges`, { ...body, ambassadorId })
  expect(expectStatus(await pledgeWith(emma), 201).ambassadorId).toBe(emma)
  expectStatus(await org.owner.delete(`${season.path}/ambassadors/${emma}`), 204)
  expect(expectStatus(await pledgeWith(emma), 201).ambassadorId).toBeNull()
  expectStatus(await pledgeWith(stranger), 400)

  const asGuest = async (ambassadorId: string) => {
    const started = await begin(app, season)
    const typed = await typeCard(app, started.setup?.clientSecret ?? '')
    const card = expectStatus(typed, 201).stripePaymentMethodId
    const form = holdBody(season, started, { more: { ambassadorId } }, card)
    return callFrom<GuestHeld>(app, null, `/api/guest-pledges/${started.id}/holding`, form)
  }
  expectStatus(await asGuest(emma), 200)
  expectStatus(await asGuest(stranger), 400)
  expectStatus(await org.owner.delete(`${other.path}/ambassadors/${stranger}`), 204)
  expectStatus(await asGuest(stranger), 400)
  expectStatus(await pledgeWith(stranger), 400)
})
