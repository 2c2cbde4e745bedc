/** R12, R27: an owner who is removed while their change waits changes nothing anymore. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '#server/platform/db/database.ts'
import { createTestApp, type TestApp } from '#tests/app.ts'
import { setUpOrganization, type TestOrganization } from '#tests/fixtures.ts'
import { interleave } from '#tests/interleaving.ts'

let app: TestApp
let org: TestOrganization
beforeEach(async () => {
  app = await createTestApp({ now: '2026-09-10T16:00:00Z' })
  org = await setUpOrganization(app)
})
afterEach(() => app.close())

it('an owner who is removed while their invitation waits invites nobody', async () => {
  const other = await app.user()
  await app.deps.db.query(sql`
    insert into organization_members (organization_id, user_id, role, created_at)
    values (${org.organizationId}, ${other.userId}, 'owner', ${app.clock.now()})`)
  const path = `/api/organizations/${org.organizationId}`
  const answers = await interleave(
    app,
    () => org.owner.delete(`${path}/members/${other.userId}`),
    () => other.post(`${path}/invitations`, { email: 'back.again@x.test', role: 'owner' }),
  )
  expect(answers.map(({ status }) => status)).toEqual([204, 403])
  expect(await app.deps.db.query(sql`select from organization_invitations`)).toEqual([])
})
