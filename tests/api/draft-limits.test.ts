/** R44: what an account can make of drafts and reviews before a representative has activated a campaign of its organization. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { type Caller, createTestApp, expectStatus, type TestApp } from '#tests/app.ts'
import { CAMPAIGN } from '#tests/fixtures.ts'

const ORGANIZATION = {
  name: 'Harbor High',
  description: 'Parents',
  city: 'Boston',
  state: 'MA',
  organizationType: 'school',
}
let app: TestApp
let representative: Caller
beforeAll(async () => {
  app = await createTestApp()
  representative = await app.representative()
})
afterAll(() => app.close())

const found = async (by: Caller) =>
  expectStatus(await by.post<{ id: string }>('/api/organizations', ORGANIZATION), 201).id
const create = (by: Caller, organizationId: string) =>
  by.post<{ id: string; message: string }>('/api/campaigns', { ...CAMPAIGN, organizationId })
const ask = (by: Caller, id: string) => by.post<object>(`/api/campaigns/${id}/review-requests`)
const mailed = async () =>
  (await app.deps.db.query(sql`select id from mails where kind = 'review_request'`)).length

it('one account makes a hundred drafts and ten review requests a day, in all its organizations together', async () => {
  const stranger = await app.user()
  const organizations = [await found(stranger), await found(stranger)]
  const made = await Promise.all(
    Array.from({ length: 104 }, (_, index) => create(stranger, organizations[index % 2] as string)),
  )
  const drafts = made.filter(({ status }) => status === 201).map(({ body }) => body.id)
  expect(drafts).toHaveLength(100)
  expect(made.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/100 drafts within 24 hours.*Try again in 24 hours/) },
  })
  const before = await mailed()
  const asked = await Promise.all(drafts.slice(0, 13).map((id) => ask(stranger, id)))
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(10)
  expect((await mailed()) - before).toBe(10)
  app.clock.advance({ hours: 24, seconds: 1 })
  expectStatus(await create(stranger, organizations[0] as string), 201)
})

it('a representative, and an organization with an activated campaign, has no such limit', async () => {
  const owner = await app.user()
  const organization = await found(owner)
  const { id } = expectStatus(await create(owner, organization), 201)
  expectStatus(await representative.put(`/api/campaigns/${id}`, { status: 'active' }), 200)
  for (let count = 0; count < 102; count += 1) expectStatus(await create(owner, organization), 201)
})
