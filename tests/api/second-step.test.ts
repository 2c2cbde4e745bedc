/** R29: money and roles need the second step of signing in, and a sign-in of today. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { openSeason, setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'
import { CHECK_DESTINATION } from '#tests/payout-fixtures.ts'
import { ROUTES } from '#tests/permissions/table.ts'

let app: TestApp
let org: TestOrganization
beforeAll(async () => {
  app = await createTestApp({ env: { SECOND_STEP: 'required' } })
  org = await setUpOrganization(app)
})
afterAll(() => app.close())

/** Each moves money or says where it goes, or gives a role; the others only read, record or retry. */
const NEED_NONE = [
  'post /api/campaigns/{id}/invoices/searches',
  'post /api/campaigns/{id}/review-requests/answers',
  'post /api/card-events/{id}/retry',
  'post /api/charges/{id}/evidence',
  'post /api/charges/{id}/reminders',
  'post /api/collections/names',
  'post /api/deposits',
  'post /api/dev/clock',
  'post /api/held-pledges/searches',
  'post /api/invoices/searches',
  'post /api/undelivered-mails/{id}/dismissal',
  'post /api/undelivered-mails/{id}/retry',
  'put /api/held-pledges/{id}',
  'put /api/organizations/{id}/standing',
]

it('is asked for by every route that moves money or gives a role, and by no other', () => {
  const wrong = ROUTES.filter(({ method, who, name, needsSecondStep = false }) => {
    const isExpected = who === 'representative' && method !== 'get' && !NEED_NONE.includes(name)
    return isExpected !== needsSecondStep
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('a representative without it, or signed in yesterday, is refused in words', async () => {
  const { db } = app.deps
  const { representative, second, organizationId } = org
  const path = `/api/organizations/${organizationId}/payout-destinations`
  const propose = () => representative.post<{ id: string }>(path, CHECK_DESTINATION)
  const refused = (message: string) => ({
    status: 403,
    body: { code: 'second_step_required', message: expect.stringContaining(message) },
  })
  expect(await propose()).toMatchObject(refused('turn it on in your profile'))
  expect((await representative.get('/api/representatives')).status).toBe(200)
  const takeSecondStep = (at: Date) =>
    db.query(sql`update identity.session set second_step_at = ${at} where user_id = ${representative.userId}`)
  await takeSecondStep(new Date())
  const { id } = (await propose()).body
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await second.post(`${path}/${id}/approval`)).toMatchObject(refused('turn it on'))
  const yesterday = new Date(Date.now() - 12.1 * 3_600_000)
  await takeSecondStep(yesterday)
  expect(await representative.delete(`${path}/${id}`)).toMatchObject(refused('more than 12 hours ago'))
})

it('cancelling a campaign, which refunds payments, takes it too', async () => {
  const season = await openSeason(org)
  const cancel = (by: TestOrganization['owner']) => by.put(season.path, { status: 'cancelled' })
  expect(await cancel(org.second)).toMatchObject({ status: 403, body: { code: 'second_step_required' } })
  expect(await cancel(org.owner)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await org.second.put(season.path, { name: 'Renamed' })).status).toBe(200)
  await app.deps.db.query(
    sql`update identity.session set second_step_at = now() where user_id = ${org.second.userId}`,
  )
  expect((await cancel(org.second)).status).not.toBe(403)
})
